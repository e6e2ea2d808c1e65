"""How long a rig's motions take, and its servos settle after them, as measured: a TOML file.

[two-gripper]
turn = 0.83      # seconds; durations that are not listed keep the rig's values
servos = "ds3218"    # or have those of servos by their distance; see robot.rigs.servo_speeds

[two-gripper.settling]
move = 0.12      # seconds in which servos arrive after the robot has reported the end
half_turn = 0.15 # of a move by more than a quarter turn; as of others where it is not listed

[two-gripper.angles]
"L +90" = 89.6   # where a wrist stops, in degrees; measured for people to read

The file of a robot (`rokumen setup`) has its durations in [durations] and [settling] instead, and
its `servos` outside of any table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from files.bounds import FieldBounds
from files.documents import read_toml, with_line
from files.records import Entry, entries_of
from files.wording import reason
from robot.errors import RigError, TimingProfileError
from robot.rigs.command import Command, Grip, Load, Move, Regrip
from robot.rigs.registry import rig_names
from robot.rigs.rig import MAX_SECONDS, MIN_SECONDS, Rig
from robot.rigs.servo_speeds import Servos, with_servos

# The kinds of moves of axes, by a quarter turn at most and further; those of grippers are the
# positions to which they go.
MOVE, HALF_TURN = "move", "half_turn"
# Axes are where they should be but for so many degrees.
_QUARTER_TURN = 95.0
# The longest settling time that a profile may give, in seconds.
MAX_SETTLING_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class SettlingTimes:
    """Seconds to wait after a motion, by its kind; `others` after all other kinds."""

    by_kind: Mapping[str, float] = field(default_factory=dict)
    others: float = 0.0

    def after(self, command: Command | Load, angles: Mapping[str, float] | None = None) -> float:
        """Return the seconds to wait after a command: those of its longest part.

        `angles`: those of the axes before it, by their names; None where they are not known.
        """
        every = max((*self.by_kind.values(), self.others))
        return max((self._seconds_of(kind) for kind in kinds(command, angles)), default=every)

    def _seconds_of(self, kind: str) -> float:
        of_moves = self.by_kind.get(MOVE, self.others)
        return self.by_kind.get(kind, of_moves if kind == HALF_TURN else self.others)


def kinds(command: Command | Load, angles: Mapping[str, float] | None = None) -> tuple[str, ...]:
    """Return the kinds of a motion; none of one that consists of several, such as homing.

    `angles`: as for `SettlingTimes.after`; where they are not known, a move may be by a half turn.
    """
    match command:
        case Move():
            if angles is None:
                return (MOVE, HALF_TURN)
            ways = (abs(target - angles[axis]) for axis, target in command.targets)
            return (HALF_TURN if max(ways) > _QUARTER_TURN else MOVE,)
        case Grip():
            return tuple(sorted({position for _, position in command.targets}))
        case Regrip():
            return (*kinds(command.turning, angles), *kinds(command.closing))
    return ()


# Robots that report the end of a motion when their motors have arrived.
NO_SETTLING = SettlingTimes()
# Long enough for all usual servos, where the times are not known yet.
CAUTIOUS = SettlingTimes(others=0.2)


# The tables of a robot's file; the first is in no other profile.
_ROBOT, _DURATIONS = "robot", "durations"

# What a rig's table holds besides durations: measured angles and settling times, and its servos.
ANGLES, SETTLING, SERVOS = "angles", "settling", "servos"

_MEASURED = FieldBounds(minimum=MIN_SECONDS, maximum=MAX_SECONDS)
_SERVOS = Entry(SERVOS, Servos)
_SETTLING = Entry(
    SETTLING, Mapping[str, float], bounds=FieldBounds(minimum=0, maximum=MAX_SETTLING_SECONDS)
)


class TimingProfile(NamedTuple):
    """A rig with its measured durations, and how long its servos settle."""

    rig: Rig
    settling: SettlingTimes


def read_timing_profile(rig: Rig, path: Path) -> TimingProfile:
    """Return what a profile says of a rig: it is unchanged, and settles at once, if not listed.

    Raises TimingProfileError for a file that cannot be read, for an unknown rig or duration, and
    for a value that is not a number of seconds.
    """
    table = _table(rig, path)
    return TimingProfile(_timed(rig, table, path), _settling_times(rig, table, path))


def apply_timing_profile(rig: Rig, path: Path) -> Rig:
    """Return the rig with the durations of a profile, whatever this says of settling times.

    Raises TimingProfileError as `read_timing_profile` does.
    """
    return _timed(rig, _table(rig, path), path)


def _timed(rig: Rig, table: Mapping[str, Any], path: Path) -> Rig:
    entries = {each.name: each for each in entries_of(type(rig.durations))}
    durations = {}
    if SERVOS in table:
        servos = _read(_SERVOS, table[SERVOS], rig, path)
        try:
            rig = with_servos(rig, servos)
        except RigError as error:
            raise TimingProfileError(f"{str(path)!r}: {error}") from error
    for name, seconds in table.items():
        if name in (ANGLES, SETTLING, SERVOS):
            continue
        if name not in entries:
            raise TimingProfileError(
                f"{str(path)!r}: unknown duration {name!r} in [{rig.name}]; "
                f"known: {', '.join(entries)}"
            )
        durations[name] = _read(Entry(name, float, bounds=_MEASURED), seconds, rig, path)
    return with_durations(rig, durations)


def _settling_times(rig: Rig, profile: Mapping[str, Any], path: Path) -> SettlingTimes:
    return SettlingTimes(_read(_SETTLING, profile.get(SETTLING, {}), rig, path))


def _read(entry: Entry, value: object, rig: Rig, path: Path) -> Any:
    """Return a value of a rig's table of durations, checked. Raises TimingProfileError."""
    try:
        return entry.read(value, rig.name)
    except ValueError as error:
        times = "" if entry is _SERVOS else "; times are in seconds"
        words = with_line(str(error), path)
        raise TimingProfileError(f"{str(path)!r}: {words}{times}") from error


def with_durations(rig: Rig, durations: Mapping[str, float]) -> Rig:
    """Return the rig with some of its durations (seconds) replaced."""
    return replace(rig, durations=replace(rig.durations, **durations))


def _table(rig: Rig, path: Path) -> Mapping[str, Any]:
    """Return the table of a rig in a profile, empty if there is none. Raises TimingProfileError."""
    try:
        profile = read_toml(path)
    except (OSError, ValueError) as error:
        raise TimingProfileError(
            f"cannot read the rig profile {str(path)!r}: {reason(error)}"
        ) from error
    if isinstance(profile.get(_ROBOT), dict):
        own = str(profile.get("rig"))
        fits = own == rig.name or own.endswith(".toml")
        own_table = {**_subtable(profile, _DURATIONS), SETTLING: profile.get(SETTLING, {})}
        if SERVOS in profile:
            own_table[SERVOS] = profile[SERVOS]
        profile = {rig.name: own_table} if fits else {}
    for name, table in profile.items():
        if not isinstance(table, dict) or (name != rig.name and name not in rig_names()):
            raise TimingProfileError(
                f"{str(path)!r}: unknown table {name!r}; the rigs are "
                + ", ".join(f"[{known}]" for known in rig_names())
            )
    # A robot that was measured may name only the kind of its mechanism.
    return _subtable(profile, rig.name if rig.name in profile else rig.mechanism)


def _subtable(profile: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = profile.get(name, {})
    return table if isinstance(table, dict) else {}
