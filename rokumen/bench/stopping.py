"""Emergency stops at random moments of motions: how long until the hands stand still."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from robot.clock import VirtualClock
from robot.command import Pose
from robot.journal import Journal
from robot.link import Link
from rokumen.bench.workbench import Workbench
from rokumen.choice import Choice
from rokumen.errors import SafeStopError
from rokumen.job import Job

LONGEST_SECONDS = 0.050
_TICK = 0.001
_TOLD_DEGREES = 0.05 + 1e-6


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop: seconds to standstill, and whether all was well afterwards.

    `stayed`: the robot stood still until the end; `told_truly`: it says where its hands stand, to
    a tenth of a degree; `resumed`: the run was taken up and the cube solved.
    """

    seconds: float
    stayed: bool
    told_truly: bool
    resumed: bool

    @property
    def is_good(self) -> bool:
        """Tell whether the stop was as it must be."""
        in_time = self.seconds <= LONGEST_SECONDS
        return in_time and self.stayed and self.told_truly and self.resumed


class AlarmClock(VirtualClock):
    """A virtual clock that calls `ring` at the time `due`, and goes in small steps from then on."""

    def __init__(self, due: float) -> None:
        super().__init__()
        self.due = due
        self.ring: Callable[[], None] = lambda: None
        self.tick: Callable[[], None] = lambda: None
        self._rung = False

    def sleep(self, seconds: float) -> None:
        """Advance by `seconds`."""
        end = self.now() + seconds
        if not self._rung and end >= self.due:
            self._rung = True
            super().sleep(self.due - self.now())
            self.ring()
        while self._rung and self.now() + _TICK < end:
            super().sleep(_TICK)
            self.tick()
        super().sleep(end - self.now())


def stop_often(
    count: int, seed: int, faults: str = "", progress: Callable[[int], None] = lambda done: None
) -> list[Stop]:
    """Stop `count` jobs, each at a moment of its own in which something moves."""
    stops: list[Stop] = []
    number = seed
    while len(stops) < count:
        number += 1
        stop = _stop_once(number, faults)
        if stop is not None:
            stops.append(stop)
            progress(len(stops))
    return stops


def _stop_once(seed: int, faults: str) -> Stop | None:
    """Give None where nothing moved just then."""
    clock = AlarmClock(Random(f"{seed} stop").uniform(1.0, 180.0))
    moving = False
    still_at: list[float] = []
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        Workbench(seed, faults, clock) as bench,
        Link(bench.url) as link,
    ):
        job = Job(link, bench.eyes(), Choice(), journal)

        def watch() -> None:
            bench.robot.advance()
            if moving and not still_at and bench.robot.resting() is not None:
                still_at.append(clock.now())

        def ring() -> None:
            nonlocal moving
            moving = bench.robot.resting() is None
            job.stop()
            watch()

        clock.ring, clock.tick = ring, watch
        with suppress(SafeStopError):
            job.run()
        if not moving or not still_at:
            return None
        before = bench.robot.look()
        clock.sleep(5.0)
        stayed = bench.robot.look() == before
        told = link.pose()
        link.close()
        return Stop(
            seconds=still_at[0] - clock.due,
            stayed=stayed,
            told_truly=_is_near(told, before.pose),
            resumed=bench.is_resumed(bench.eyes(), journal),
        )


def _is_near(told: Pose, true: Pose) -> bool:
    angles = zip(told.angles, true.angles, strict=True)
    return told.grips == true.grips and all(abs(a - b) <= _TOLD_DEGREES for a, b in angles)
