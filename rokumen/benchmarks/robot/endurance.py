"""One robot that solves one cube after the other for hours of its own time, with faults.

Measured are the runs that were lost, the claims that were false, and the memory of the host, which
must not grow.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.table import Table

import rokumen
from robot.clock import VirtualClock
from robot.errors import RobotError
from rokumen import Result
from rokumen.benchmarks.support.simulated_job import VirtualRobot
from rokumen.errors import SafeStopError

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
class HourReport:
    """What happened in one hour; `megabytes` is the resident memory at its end."""

    solved: int
    stops: int
    jams: int
    megabytes: float


@dataclass(frozen=True, slots=True)
class Day:
    """All hours; `lost` are runs that no resumption solved, `false_claims` cubes called solved."""

    hours: tuple[HourReport, ...]
    lost: int
    false_claims: int

    @property
    def growth(self) -> float:
        """Return by what share memory grew, from the first quarter's median to the last's."""
        memory = [hour.megabytes for hour in self.hours]
        quarter = max(1, len(memory) // 4)
        return median(memory[-quarter:]) / median(memory[:quarter]) - 1

    @property
    def is_good(self) -> bool:
        """Return whether no run was lost, no claim was false, and memory stayed flat."""
        return not self.lost and not self.false_claims and self.growth <= MAX_GROWTH


def run_for_hours(
    hours: int, seed: int, faults: str = FAULTS, progress: Callable[[int], None] = lambda done: None
) -> Day:
    """Let one robot solve one cube after the other for hours of its own time."""
    clock = VirtualClock()
    reports: list[HourReport] = []
    lost = false_claims = number = 0
    with _own_state_folder():
        while len(reports) < hours:
            solved = stops = jams = 0
            while clock.now() < (len(reports) + 1) * HOUR:
                number += 1
                outcome = _solve_one(VirtualRobot(seed + number, faults, clock))
                solved += outcome.solved
                stops += outcome.stops
                jams += outcome.jams
                lost += not outcome.solved
                false_claims += outcome.is_false_claim
            gc.collect()
            reports.append(HourReport(solved, stops, jams, _resident_megabytes()))
            progress(len(reports))
    return Day(tuple(reports), lost, false_claims)


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


@contextmanager
def _own_state_folder() -> Iterator[None]:
    """Keep journals and history in a folder that ends with the block."""
    before = os.environ.get("ROKUMEN_STATE")
    with TemporaryDirectory(prefix="rokumen-endurance-") as folder:
        os.environ["ROKUMEN_STATE"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["ROKUMEN_STATE"]
            else:
                os.environ["ROKUMEN_STATE"] = before


def _resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def table(day: Day) -> Table:
    """Return the hours of a day, with what was lost and how memory grew."""
    shown = Table("hour", title=f"{len(day.hours)} simulated hours of one robot")
    for name in ("solved", "safe stops", "jams", "memory, MB"):
        shown.add_column(name, justify="right")
    for number, hour in enumerate(day.hours, start=1):
        shown.add_row(
            str(number),
            str(hour.solved),
            str(hour.stops),
            str(hour.jams),
            f"{hour.megabytes:.0f}",
        )
    shown.caption = (
        f"{day.lost} runs lost, {day.false_claims} cubes called solved that were not, memory "
        f"{day.growth:+.1%} from the first quarter to the last"
    )
    return shown
