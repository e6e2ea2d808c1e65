"""Replaces the default motion durations of a rig by measured ones from a TOML file.

[two-gripper]  turn = 0.83 # seconds; durations that are not listed keep the rig's values

[two-gripper.angles]
"L +90" = 89.6   # where a wrist stops, in degrees; measured for people to read

The file of a robot (`rokumen setup`) has its durations in [durations] instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast

from robot.errors import TimingProfileError
from robot.rigs.registry import rig_names
from robot.rigs.rig import Rig
from solver.storage.documents import is_finite_number, read_toml

# The tables of a robot's file; the first is in no other profile.
_ROBOT, _DURATIONS = "robot", "durations"

# The table in a rig's table that holds measured angles, not durations.
ANGLES = "angles"


def apply_timing_profile(rig: Rig, path: Path) -> Rig:
    """Return the rig with the durations of a profile; unchanged if the profile does not list it.

    Raises TimingProfileError for a file that cannot be read, for an unknown rig or duration, and
    for a value that is not a number of seconds.
    """
    try:
        profile = read_toml(path)
    except (OSError, ValueError) as error:
        raise TimingProfileError(f"cannot read the rig profile {str(path)!r}: {error}") from error
    if isinstance(profile.get(_ROBOT), dict):
        own = str(profile.get("rig"))
        fits = own == rig.name or own.endswith(".toml")
        profile = {rig.name: profile.get(_DURATIONS, {})} if fits else {}
    for name, table in profile.items():
        if not isinstance(table, dict) or (name != rig.name and name not in rig_names()):
            raise TimingProfileError(
                f"{str(path)!r}: unknown table {name!r}; the rigs are "
                + ", ".join(f"[{known}]" for known in rig_names())
            )
    durations = {name: value for name, value in profile.get(rig.name, {}).items() if name != ANGLES}
    known = [each.name for each in fields(rig.durations)]
    for name, seconds in durations.items():
        if name not in known:
            raise TimingProfileError(
                f"{str(path)!r}: unknown duration {name!r} in [{rig.name}]; "
                f"known: {', '.join(known)}"
            )
        _check(path, name, seconds)
    return with_durations(rig, durations)


def with_durations(rig: Rig, durations: Mapping[str, float]) -> Rig:
    """Return the rig with some of its durations (seconds) replaced."""
    changed: Any = rig
    return cast("Rig", replace(changed, durations=replace(changed.durations, **durations)))


def _check(path: Path, name: str, seconds: object) -> None:
    if not is_finite_number(seconds) or cast("float", seconds) <= 0:
        raise TimingProfileError(
            f"{str(path)!r}: {name} = {seconds!r} must be a number of seconds greater than 0"
        )
