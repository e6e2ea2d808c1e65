"""One robot that solves one cube after the other for hours of its own time, with faults.

Measured are the runs that were lost, the claims that were false, and the memory of the host, which
must not grow.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Annotated

import rokumen
from benchmarks.harness.options import Option, Seed
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from benchmarks.support.own_folders import in_own_folders
from benchmarks.support.simulated_job import VirtualRobot
from robot.clock import VirtualClock
from robot.errors import RobotError
from rokumen import Result
from rokumen.cli.number_types import WholeNumber
from rokumen.jobs.result import SafeStopError

_log = logging.getLogger(__name__)

HOUR = 3600.0
# What may happen at any turn, line or picture of the day.
FAULTS = (
    "jam~0.05,bit_flip~0.0005,drop_cmd~0.01,drop_reply~0.01,jam_silent~0.001,under_turn~0.001,"
    "grip_miss~0.002,rescan_wrong~0.01,reboot_mid_turn~0.0005,servo_offline~0.0003,"
    "jam_forever~0.0005,camera_lost~0.0005,unplug~0.00001"
)
# Memory may grow by so much from the first quarter of the day to any later hour.
MAX_GROWTH = 0.05
# So often is a run resumed, the robot being repaired each time, before it counts as lost.
_MAX_RESUMPTIONS = 5


@dataclass(frozen=True, slots=True)
class Hour(Record):
    """What happened in one hour; `megabytes` is the resident memory at its end."""

    key = "hours_of_robot"
    title = "{hours} simulated hours of one robot"

    number: int = column("hour")
    solved: int = column("solved")
    stops: int = column("safe stops")
    jams: int = column("jams")
    megabytes: float = column("memory, MB", ".0f")


@dataclass(frozen=True, slots=True)
class Day(Record):
    """All hours: runs that no resumption solved, cubes falsely called solved, growth of memory.

    `growth` is by what share memory grew, from the first quarter's median to the last's.
    """

    key = "days"
    sentence = (
        "{lost} runs lost, {false_claims} cubes called solved that were not, memory {growth:+.1%} "
        "from the first quarter to the last"
    )

    lost: int
    false_claims: int
    growth: float

    @property
    def is_good(self) -> bool:
        """Return whether no run was lost, no claim was false, and memory stayed flat."""
        return not self.lost and not self.false_claims and self.growth <= MAX_GROWTH


def endurance(
    progress: Progress,
    hours: Annotated[int, Option(kind=WholeNumber(1, 1000))] = 24,
    seed: Seed = 0,
) -> Iterator[Hour | Day]:
    """Let a simulated robot solve cubes for hours of its own time, with faults.

    The exit status is 1 if a run is lost, a cube is called solved and is not, or the memory of
    this process grows by more than 5 %.
    """
    return run_for_hours(hours, seed, progress=progress)


def run_for_hours(
    hours: int, seed: int, faults: str = FAULTS, progress: Progress = QUIET
) -> Iterator[Hour | Day]:
    """Let one robot solve one cube after the other; yield each hour, and at last the day."""
    clock = VirtualClock()
    lost = false_claims = number = 0
    megabytes = []
    with in_own_folders():
        for hour in progress.each("simulated hours", range(1, hours + 1)):
            solved = stops = jams = 0
            while clock.now() < hour * HOUR:
                number += 1
                outcome = _solve_one(VirtualRobot(seed + number, faults, clock))
                solved += outcome.solved
                stops += outcome.stops
                jams += outcome.jams
                lost += not outcome.solved
                false_claims += outcome.is_false_claim
            gc.collect()
            megabytes.append(_resident_megabytes())
            yield Hour(hour, solved, stops, jams, megabytes[-1])
    yield Day(lost, false_claims, growth(megabytes))


def growth(megabytes: Sequence[float]) -> float:
    """Return by what share memory grew, from the first quarter's median to the last's."""
    quarter = max(1, len(megabytes) // 4)
    return median(megabytes[-quarter:]) / median(megabytes[:quarter]) - 1


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How one run ended, after `stops` safe stops."""

    solved: bool
    stops: int
    jams: int
    is_false_claim: bool


def _solve_one(virtual: VirtualRobot) -> _Outcome:
    """Solve the cube of a robot; at each safe stop the robot is repaired and the run resumed."""
    stops = 0
    result: Result | None = None
    with virtual:
        for _ in range(1 + _MAX_RESUMPTIONS):
            try:
                result = _begin(virtual.url) if not stops else rokumen.resume()
                break
            except (SafeStopError, RobotError) as error:
                _log.info("%s", error)
                stops += 1
                virtual.wait_until_still()
                virtual.robot.repair()
        solved = result is not None and result.solved
        jams = result.jams if result else 0
        truly_solved = virtual.robot.state().is_solved()
    return _Outcome(solved, stops, jams, solved and not truly_solved)


def _begin(url: str) -> Result:
    with rokumen.connect(url) as robot:
        return robot.solve_cube()


def _resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
