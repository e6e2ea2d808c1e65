"""Measured durations in place of a rig's own: a TOML file with a table for each rig.

[two-gripper]
turn = 0.83      # seconds; what is not named stays as the rig says

[two-gripper.angles]
"L +90" = 89.6   # where a wrist stops, in degrees; measured for people to read
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from math import isfinite
from pathlib import Path
from typing import Any, cast

from robot.errors import ProfileError
from robot.rig import RIGS, Rig

# The table of a rig's table that holds no durations.
ANGLES = "angles"


def timed(rig: Rig, path: Path) -> Rig:
    """Give the rig with the durations of a profile; a rig that it does not name stays as it is.

    Raises ProfileError for a file that cannot be read, for a rig or a duration that does not exist,
    and for one that is no number of seconds.
    """
    try:
        profile = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ProfileError(f"cannot read the rig profile {str(path)!r}: {error}") from error
    for name, table in profile.items():
        if name not in RIGS or not isinstance(table, dict):
            raise ProfileError(
                f"{str(path)!r} has {name!r}, which is no table of a rig; there is "
                + ", ".join(f"[{known}]" for known in RIGS)
            )
    mine = {name: value for name, value in profile.get(rig.name, {}).items() if name != ANGLES}
    known = [each.name for each in fields(rig.durations)]
    for name, seconds in mine.items():
        if name not in known:
            raise ProfileError(
                f"{str(path)!r} gives {name!r} for [{rig.name}], which has no such duration; "
                f"there is {', '.join(known)}"
            )
        _check(path, name, seconds)
    return with_durations(rig, mine)


def with_durations(rig: Rig, durations: Mapping[str, float]) -> Rig:
    """Give the rig with some of its durations (seconds) replaced."""
    changed: Any = rig
    return cast("Rig", replace(changed, durations=replace(changed.durations, **durations)))


def _check(path: Path, name: str, seconds: object) -> None:
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_number or not isfinite(cast("float", seconds)) or cast("float", seconds) <= 0:
        raise ProfileError(f"{str(path)!r} gives {name} = {seconds!r}; write seconds, more than 0")
