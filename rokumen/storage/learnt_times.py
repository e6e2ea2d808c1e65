"""What a robot has learnt of its own times, and of its jams: a file of JSON lines for each robot.

A file that is replaced as a whole survives a crash; what is wrong in it is refused with its line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from files.access import read_text, replace_text
from files.bounds import entry
from files.documents import parse_json, strict_json
from files.locks import changing
from files.records import read_record, record_table
from files.wording import reason
from robot.planning.penalties import CUBE, LAYER, NOTHING, AxisMotion, Penalties
from robot.rigs.durations import MAX_SETTLING_SECONDS, SettlingTimes, with_durations
from robot.rigs.rig import MAX_SECONDS, MIN_SECONDS, Rig, all_durations
from rokumen.errors import InputError
from rokumen.storage.robots import robot_path, robots_folder

# A time is a robust mean over so many of the last runs: without the quarter at either end.
KEPT_RUNS = 9
# A motion that takes longer than so many times what it should is not slow, but wrong.
MAX_RATIO = 2.5
# The share of its lateness that a motion still has if it takes always longer than it is told.
STILL_LATE = 0.5
# A jam costs about as much as so many of its motions: back, another grip, and again.
JAM_MOTIONS = 6.0
# So many motions without a jam are assumed of each: one jam by chance says little.
PRIOR_MOTIONS = 10
MAX_COUNT = 10**9


@dataclass(frozen=True, slots=True)
class LearntDuration:
    """A duration of a rig: `base`, from which it was learnt, and the seconds in the last runs.

    `safe`: the shortest at which its motions did not jam, at most `base`; `late`: by how many
    seconds they were longer in the last run than they should be. Raises ValueError where they
    contradict each other.
    """

    duration: str
    base: float = entry(minimum=MIN_SECONDS, maximum=MAX_SECONDS)
    safe: float = entry(minimum=MIN_SECONDS, maximum=MAX_SECONDS)
    late: float = entry(0.0, minimum=0, maximum=MAX_SECONDS)
    seconds: tuple[float, ...] = entry((), minimum=MIN_SECONDS, maximum=MAX_SECONDS)

    def __post_init__(self) -> None:
        _check_count(self.seconds)
        if self.safe > self.base:
            raise ValueError(f"safe = {self.safe:g} is longer than base = {self.base:g}")
        if self.value > MAX_RATIO * self.base:
            raise ValueError(
                f"seconds are more than {MAX_RATIO:g} times base = {self.base:g}: the robot is "
                "not slow, but has another mechanism"
            )

    @property
    def value(self) -> float:
        """Return the seconds to plan with: never faster than was safe."""
        return round(max(robust_mean(self.seconds or (self.base,)), self.safe), 4)

    def after(self, took: float, *, has_jammed: bool) -> LearntDuration:
        """Return the same after a run in which it took `took` seconds in place of `value`.

        What is as late again as in the run before, although it was given more time since, is no
        slow motor, but takes always longer than it is told: it is given no more.
        """
        late = round(max(took - self.value, 0.0), 4)
        is_told = late > STILL_LATE * self.late > 0
        seconds = self.value if is_told else took
        seconds = round(min(max(seconds, MIN_SECONDS), MAX_RATIO * self.base), 4)
        safe = self.safe if has_jammed else min(self.safe, seconds)
        kept = (*self.seconds, seconds)[-KEPT_RUNS:]
        return replace(self, safe=safe, late=late, seconds=kept)


@dataclass(frozen=True, slots=True)
class LearntSettling:
    """How long servos still moved after a kind of motion, in the last runs that saw it.

    Raises ValueError for too many runs.
    """

    settling: str
    seconds: tuple[float, ...] = entry((), minimum=0, maximum=MAX_SETTLING_SECONDS)

    def __post_init__(self) -> None:
        _check_count(self.seconds)

    @property
    def value(self) -> float:
        """Return the seconds to wait."""
        return round(robust_mean(self.seconds), 3) if self.seconds else 0.0

    def after(self, seconds: float) -> LearntSettling:
        """Return the same after a run in which it was so long."""
        seconds = round(min(seconds, MAX_SETTLING_SECONDS), 3)
        return replace(self, seconds=(*self.seconds, seconds)[-KEPT_RUNS:])


@dataclass(frozen=True, slots=True)
class LearntJams:
    """How often an axis made a motion, and how often this jammed."""

    axis: str
    degrees: int = entry(minimum=-360, maximum=360)
    load: str = entry(choices=(LAYER, CUBE, NOTHING))
    motions: int = entry(minimum=0, maximum=MAX_COUNT)
    jams: int = entry(minimum=0, maximum=MAX_COUNT)

    def __post_init__(self) -> None:
        if self.jams > self.motions:
            raise ValueError(f"jams = {self.jams} are more than motions = {self.motions}")

    @property
    def motion(self) -> AxisMotion:
        """Return the motion."""
        return AxisMotion(self.axis, self.degrees, self.load)

    @property
    def penalty(self) -> float:
        """Return what a jam is expected to cost, in multiples of the motion's duration."""
        return JAM_MOTIONS * self.jams / (self.motions + PRIOR_MOTIONS)


@dataclass(frozen=True, slots=True)
class _Heading:
    """The first line: whose times they are."""

    robot: str
    rig: str
    runs: int = entry(minimum=1, maximum=MAX_COUNT)


@dataclass(frozen=True, slots=True)
class LearntTimes:
    """What a robot has learnt in `runs` runs with a rig."""

    robot: str
    rig: str = ""
    runs: int = 0
    durations: Mapping[str, LearntDuration] = field(default_factory=dict)
    settling: Mapping[str, LearntSettling] = field(default_factory=dict)
    jams: Mapping[AxisMotion, LearntJams] = field(default_factory=dict)

    def fits(self, rig: Rig) -> bool:
        """Return whether they were learnt from the durations of this rig."""
        known = all_durations(rig)
        return self.rig == rig.name and all(
            known.get(name) == each.base for name, each in self.durations.items()
        )

    def applied_to(self, rig: Rig) -> Rig:
        """Return a rig that they fit with the durations that were learnt."""
        return with_durations(rig, {name: each.value for name, each in self.durations.items()})

    def settling_over(self, settling: SettlingTimes) -> SettlingTimes:
        """Return settling times with those that were learnt, which are never shorter."""
        longer = {
            kind: max(each.value, settling.by_kind.get(kind, settling.others))
            for kind, each in self.settling.items()
        }
        return replace(settling, by_kind={**settling.by_kind, **longer})

    @property
    def penalties(self) -> Penalties:
        """Return the penalties of motions that have jammed."""
        return Penalties(
            by_motion=frozenset(
                (motion, round(each.penalty, 3)) for motion, each in self.jams.items() if each.jams
            )
        )


def _check_count(seconds: tuple[float, ...]) -> None:
    """Raise ValueError for the seconds of more runs than are kept."""
    if len(seconds) > KEPT_RUNS:
        raise ValueError(f"seconds must be those of {KEPT_RUNS} runs at most")


def robust_mean(values: tuple[float, ...]) -> float:
    """Return the mean of some values without the quarter at either end."""
    out = len(values) // 4
    return fmean(sorted(values)[out : len(values) - out])


def learnt_path(robot: str) -> Path:
    """Return the file of what a robot has learnt. Raises InputError for what is no name."""
    return robots_folder() / "learnt" / f"{robot_path(robot).stem}.jsonl"


def load_learnt_times(robot: str) -> LearntTimes:
    """Return what a robot has learnt, perhaps nothing yet.

    Raises InputError where its file is not right, with the line.
    """
    path = learnt_path(robot)
    try:
        lines = read_text(path).splitlines()
    except FileNotFoundError:
        return LearntTimes(robot)
    except (OSError, ValueError) as error:
        raise _refused(path, reason(error), robot) from error
    found = LearntTimes(robot)
    for number, line in enumerate(lines, 1):
        try:
            found = _with_line(found, parse_json(line), is_first=number == 1)
        except ValueError as error:
            raise _refused(path, f"line {number}: {error}", robot) from error
    if not found.runs:
        raise _refused(path, "line 1: there is no line", robot)
    return found


def save_learnt_times(learnt: LearntTimes) -> None:
    """Store what a robot has learnt, in place of what it had before. Raises InputError."""
    path = learnt_path(learnt.robot)
    text = "".join(f"{strict_json(record_table(each))}\n" for each in _records(learnt))
    try:
        with changing(path):
            replace_text(path, text)
    except OSError as error:
        raise InputError(
            f"cannot store what the robot has learnt in {str(path)!r}: {reason(error)}"
        ) from error


def forget_learnt_times(robot: str) -> bool:
    """Remove what a robot has learnt; return whether there was anything. Raises InputError."""
    path = learnt_path(robot)
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise InputError(f"cannot remove {str(path)!r}: {reason(error)}") from error
    return True


def _records(learnt: LearntTimes) -> Iterator[Any]:
    yield _Heading(learnt.robot, learnt.rig, learnt.runs)
    yield from learnt.durations.values()
    yield from learnt.settling.values()
    yield from learnt.jams.values()


def _with_line(found: LearntTimes, table: Any, *, is_first: bool) -> LearntTimes:
    """Return what was read so far with one more line. Raises ValueError."""
    if not isinstance(table, dict):
        raise ValueError("it must be an object")  # noqa: TRY004 (what the other lines raise)
    if is_first:
        heading = read_record(_Heading, table)
        if heading.robot != found.robot:
            raise ValueError(f"it is what the robot {heading.robot!r} has learnt")
        return replace(found, rig=heading.rig, runs=heading.runs)
    if "duration" in table:
        duration = read_record(LearntDuration, table)
        return replace(found, durations={**found.durations, duration.duration: duration})
    if "settling" in table:
        settling = read_record(LearntSettling, table)
        return replace(found, settling={**found.settling, settling.settling: settling})
    jams = read_record(LearntJams, table)
    return replace(found, jams={**found.jams, jams.motion: jams})


def _refused(path: Path, why: str, robot: str) -> InputError:
    return InputError(
        f"cannot read what the robot has learnt in {str(path)!r}: {why}. "
        f"`rokumen robot learnt {robot} --forget` removes it"
    )
