"""Emergency stops at random moments: time to standstill, reported pose, resumption."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record
from benchmarks.robot.soak_assertions import Assertion, Checks
from benchmarks.support.simulated_job import VirtualRobot
from robot.clock import VirtualClock
from robot.execution.journal import Journal
from robot.link.session import Link
from robot.rigs.command import Pose
from rokumen.jobs.cube_job import Job
from rokumen.jobs.result import SafeStopError
from rokumen.storage.runs import SolutionPolicy

MAX_STOP_SECONDS = 0.050
_TICK = 0.001
_POSE_TOLERANCE_DEGREES = 0.05 + 1e-6


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop: seconds to standstill, and what was checked afterwards.

    `stayed_still`: the robot did not move until the end; `status_is_right`: the reported pose is
    right to a tenth of a degree; `resumed`: the run was resumed and the cube solved.
    """

    seconds: float
    stayed_still: bool
    status_is_right: bool
    resumed: bool

    @property
    def checks(self) -> Checks:
        """Return what is asserted of it, and whether it held."""
        in_time = self.seconds <= MAX_STOP_SECONDS
        return {
            Assertion.STILL_IN_TIME: in_time and self.stayed_still,
            Assertion.TRUE_POSE: self.status_is_right,
            Assertion.RESUMED: self.resumed,
        }

    @property
    def is_good(self) -> bool:
        """Return whether no assertion is violated."""
        return all(self.checks.values())


@dataclass(frozen=True, slots=True)
class EmergencyStops(Record):
    """Emergency stops over one line: the longest time to standstill, and what was wrong."""

    key = "emergency_stops"
    sentence = (
        "{count} emergency stops during motions, over {line}: standstill after {milliseconds:.0f} "
        "ms at most, {moved} moved again, {wrong} reported a wrong pose, {resumed} runs resumed "
        "and solved"
    )

    line: str
    count: int
    milliseconds: float
    moved: int
    wrong: int
    resumed: int
    good: int

    @property
    def is_good(self) -> bool:
        """Return whether every stop meets all criteria."""
        return self.good == self.count

    @classmethod
    def of(cls, line: str, stops: Sequence[Stop]) -> EmergencyStops:
        """Return the record of some stops."""
        return cls(
            line,
            len(stops),
            1000 * max(stop.seconds for stop in stops),
            sum(not stop.stayed_still for stop in stops),
            sum(not stop.status_is_right for stop in stops),
            sum(stop.resumed for stop in stops),
            sum(stop.is_good for stop in stops),
        )


class AlarmClock(VirtualClock):
    """Virtual clock that calls `on_alarm` at the time `due`, and then advances in small steps.

    It calls `tick` after each of them, until that returns that nothing more is to be watched.
    """

    def __init__(self, due: float) -> None:
        super().__init__()
        self.due = due
        self.on_alarm: Callable[[], None] = lambda: None
        self.tick: Callable[[], bool] = lambda: False
        self._rung = False
        self._is_watched = False

    def sleep(self, seconds: float) -> None:
        """Advance by `seconds`."""
        end = self.now() + seconds
        if not self._rung and end >= self.due:
            self._rung = self._is_watched = True
            super().sleep(self.due - self.now())
            self.on_alarm()
        while self._is_watched and self.now() + _TICK < end:
            super().sleep(_TICK)
            self._is_watched = self.tick()
        super().sleep(end - self.now())


def stop_often(count: int, seed: int, faults: str = "", progress: Progress = QUIET) -> list[Stop]:
    """Stop `count` jobs, each at a random time during a motion."""
    stops = (stop for number in itertools.count(seed + 1) if (stop := _stop_once(number, faults)))
    return list(progress.each(f"stops, faults {faults or 'none'}", islice(stops, count), count))


def _stop_once(seed: int, faults: str) -> Stop | None:
    """Return the result of one stop, or None if nothing moved at that time."""
    clock = AlarmClock(Random(f"{seed} stop").uniform(1.0, 180.0))
    moving = False
    still_at: list[float] = []
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        VirtualRobot(seed, faults, clock) as virtual,
        Link(virtual.url) as link,
    ):
        job = Job(link, virtual.scanner(), SolutionPolicy(), journal)

        def watch() -> bool:
            virtual.robot.advance()
            if moving and not still_at and virtual.robot.state_at_rest() is not None:
                still_at.append(clock.now())
            return moving and not still_at

        def ring() -> None:
            nonlocal moving
            moving = virtual.robot.state_at_rest() is None
            link.stop()
            watch()

        clock.on_alarm, clock.tick = ring, watch
        with suppress(SafeStopError):
            job.run()
        if not moving or not still_at:
            return None
        before = virtual.robot.state()
        clock.sleep(5.0)
        stayed = virtual.robot.state() == before
        reported = link.pose()
        link.close()
        return Stop(
            seconds=still_at[0] - clock.due,
            stayed_still=stayed,
            status_is_right=_is_near(reported, before.pose),
            resumed=virtual.repair_and_resume(virtual.scanner(), journal),
        )


def _is_near(reported: Pose, true: Pose) -> bool:
    angles = zip(reported.angles, true.angles, strict=True)
    return reported.grips == true.grips and all(
        abs(a - b) <= _POSE_TOLERANCE_DEGREES for a, b in angles
    )
