"""The rigs by their names: built in, files, and from entry points `rokumen.rigs`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from pkgutil import resolve_name

from files.access import visible
from files.folders import config_file
from files.plugins import load_plugin, plugin_names
from robot.errors import RigError
from robot.rigs.rig import Rig

SUFFIX = ".toml"
PRESETS_FOLDER = Path(__file__).parent / "presets"


def user_folder() -> Path:
    """Return the folder of the user's rig files, which need not exist."""
    return config_file().parent / "rigs"


def preset_path(name: str) -> Path:
    """Return the file of a rig that comes with the package."""
    return PRESETS_FOLDER / f"{name}{SUFFIX}"


def user_path(name: str) -> Path:
    """Return the file of a rig in the user's folder."""
    return user_folder() / f"{name}{SUFFIX}"


def user_names() -> tuple[str, ...]:
    """Return the names of the rig files in the user's folder, sorted; none if it cannot be read."""
    try:
        return tuple(path.stem for path in visible(user_folder().glob(f"*{SUFFIX}")))
    except OSError:
        return ()


# Built-in rigs are named here and loaded when asked for.
BUILT_IN: dict[str, str] = {
    "five-axis": "robot.rigs.mechanisms.six_axis:FIVE_AXIS",
    "flipper": "robot.rigs.mechanisms.flipper:RIG",
    "four-gripper": "robot.rigs.mechanisms.four_gripper:RIG",
    "six-axis": "robot.rigs.mechanisms.six_axis:RIG",
    "two-gripper": "robot.rigs.mechanisms.two_gripper:RIG",
    "two-gripper-270": "robot.rigs.mechanisms.two_gripper:RIG_270",
}
_ABOUT = {
    "five-axis": "a motor at each face but U; two cameras at opposite corners",
    "flipper": "a turning cradle, and a cover that clamps or flips the cube; a camera above",
    "four-gripper": "a ring of four grippers at F, R, B and L; a camera above",
    "six-axis": "a motor at each face; two cameras at opposite corners",
    "two-gripper": "two grippers in an L whose jaws draw back to open; a camera above",
    "two-gripper-270": "the same with wrists that also reach +180 degrees",
}
# Rig files that come with the package, of robots that people build.
PRESETS = (
    "cubotino",
    "cubotino-tuned",
    "mindcuber",
    "otvinta",
    "two-gripper-plain",
    "two-gripper-v",
)
RIGS = tuple(BUILT_IN)
DEFAULT_RIG = "two-gripper"
ENTRY_POINTS = "rokumen.rigs"


def rig_names() -> tuple[str, ...]:
    """Return the names of all rigs: those of the package, the user's files, and plug-ins."""
    ours = (*RIGS, *PRESETS)
    others = {*user_names(), *plugin_names(ENTRY_POINTS)} - set(ours)
    return (*ours, *sorted(others))


def load_rig(name: str) -> Rig:
    """Return the rig of this name, or that of a file, which ends with .toml.

    Rigs of the package come before files in the user's folder, and these before plug-ins. Raises
    RigError for a name that no rig has, and for a file or a plug-in that cannot be used.
    """
    if name in BUILT_IN:
        built_in: Rig = resolve_name(BUILT_IN[name])
        return built_in
    if path := rig_path(name):
        # Imported only for files, which most commands do not need.
        from robot.rigs.rig_files import read_rig

        return read_rig(path).rig
    return _load_plugin(name)


def about_rig(name: str) -> str:
    """Return what a list says about a rig: its own line, or why it cannot be used."""
    if path := rig_path(name):
        from robot.rigs.rig_files import read_rig

        try:
            return read_rig(path).about
        except RigError as error:
            return f"(unusable: {error})"
    return _ABOUT.get(name, "a plug-in")


def rig_path(name: str) -> Path | None:
    """Return the file that describes a rig; None for a built-in rig, a plug-in, or no rig."""
    if name.endswith(SUFFIX):
        return Path(name)
    if name in BUILT_IN:
        return None
    path = preset_path(name) if name in PRESETS else user_path(name)
    return path if name in (*PRESETS, *user_names()) else None


def check_same_mechanism(rig: Rig, named: str) -> None:
    """Raise RigError unless a description fits a robot that names its rig `named`.

    A robot may have a name of its own for it, or name only the kind of mechanism.
    """
    if named in (rig.name, rig.mechanism):
        return
    other = load_rig(named)
    if (other.mechanism, other.axes, other.grippers) != (rig.mechanism, rig.axes, rig.grippers):
        raise RigError(f"the robot is a {named} rig, not {rig.name}, which is a {rig.mechanism}")


@cache
def _load_plugin(name: str) -> Rig:
    # Built-in rigs need no checks.
    from robot.rigs.check import check_rig

    try:
        rig, called = load_plugin(ENTRY_POINTS, name, RigError)
    except KeyError:
        known = ", ".join(sorted(rig_names()))
        raise RigError(
            f"unknown rig {name!r}; available: {known}. A file of your own is "
            f"{str(user_path('NAME'))!r}, or --rig FILE.toml"
        ) from None
    if not isinstance(rig, Rig):
        raise RigError(f"{called} is not an instance of a class derived from rokumen.extend.Rig")
    if rig.name != name:
        raise RigError(f"{called} has the name {rig.name!r}; the two must be equal")
    try:
        check_rig(rig)
    except RigError as error:
        raise RigError(f"{called}: {error}") from error
    return rig
