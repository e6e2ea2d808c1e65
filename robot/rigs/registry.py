"""The rigs by their names: built in, and from entry points `rokumen.rigs`."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name

from robot.errors import RigError
from robot.plugins import load_plugin, plugin_names
from robot.rigs.rig import Rig

# Built-in rigs are named here and loaded when asked for.
BUILT_IN: dict[str, str] = {
    "five-axis": "robot.rigs.six_axis:FIVE_AXIS",
    "flipper": "robot.rigs.flipper:RIG",
    "four-gripper": "robot.rigs.four_gripper:RIG",
    "six-axis": "robot.rigs.six_axis:RIG",
    "two-gripper": "robot.rigs.two_gripper:RIG",
    "two-gripper-270": "robot.rigs.two_gripper:RIG_270",
}
# Robots that were published, by the rig that they have.
FAMILIAR_NAMES = {"cubotino": "flipper"}
RIGS = tuple(BUILT_IN)
DEFAULT_RIG = "two-gripper"
ENTRY_POINTS = "rokumen.rigs"


def rig_names() -> tuple[str, ...]:
    """Return the names of all rigs: the built-in ones, then those of plug-ins, sorted."""
    return (*RIGS, *sorted(plugin_names(ENTRY_POINTS) - BUILT_IN.keys()))


def load_rig(name: str) -> Rig:
    """Return the rig of this name, or of a robot's. Built-in rigs come before plug-ins.

    Raises RigError for a name that no rig has and for a plug-in that cannot be used.
    """
    name = FAMILIAR_NAMES.get(name, name)
    if name in BUILT_IN:
        built_in: Rig = resolve_name(BUILT_IN[name])
        return built_in
    return _load_plugin(name)


@cache
def _load_plugin(name: str) -> Rig:
    # Built-in rigs need no checks.
    from robot.rigs.check import check_rig

    try:
        rig, called = load_plugin(ENTRY_POINTS, name, RigError)
    except KeyError:
        known = ", ".join(sorted(rig_names()))
        raise RigError(f"unknown rig {name!r}; available: {known}") from None
    if not isinstance(rig, Rig):
        raise RigError(f"{called} is not an instance of a class derived from rokumen.Rig")
    if rig.name != name:
        raise RigError(f"{called} has the name {rig.name!r}; the two must be equal")
    try:
        check_rig(rig)
    except RigError as error:
        raise RigError(f"{called}: {error}") from error
    return rig
