"""Whole jobs on in-process robots that misbehave: what the host claims against what is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from rich.table import Table

from firmware_sim.serial_handlers.protocol_sim import Serial, forget
from robot.errors import RobotError
from robot.journal import Journal
from rokumen.choice import Choice
from rokumen.drive import robot_and_eyes
from rokumen.errors import SafeStopError
from rokumen.in_process import register
from rokumen.job import Job, JobResult
from solver.scramble import random_cube

Progress = Callable[[int], None]

# Each scenario by its name: the faults, as firmware_sim.faults writes them.
SCENARIOS: dict[str, tuple[str, ...]] = {
    "undisturbed": (),
    "jams": ("jam=0.05",),
    "many-jams": ("jam=0.1",),
    "line": ("bit_flip=0.01", "drop_cmd=0.05", "drop_reply=0.05"),
    "jams-and-line": ("jam=0.05", "bit_flip=0.01", "drop_cmd=0.02", "drop_reply=0.02"),
}


@dataclass(frozen=True, slots=True)
class Solve:
    """One job: how it ended, what the host said, and what was physically so in the end."""

    seed: int
    result: JobResult
    truly_solved: bool
    accidents: tuple[str, ...]
    repeated_lines: int


@dataclass(frozen=True, slots=True)
class Soak:
    """All jobs of a scenario."""

    scenario: str
    solves: tuple[Solve, ...]

    @property
    def false_claims(self) -> tuple[Solve, ...]:
        """Give the jobs that called a cube solved which was not: there must be none."""
        return tuple(s for s in self.solves if s.result.solved and not s.truly_solved)

    @property
    def median_motion(self) -> float:
        """Give the median seconds of motion of the jobs that ended solved."""
        return median([s.result.motion_seconds for s in self.solves if s.result.solved] or [0.0])


def soak(
    scenario: str, count: int, seed: int, processes: int = 1, progress: Progress = lambda _: None
) -> Soak:
    """Do `count` whole jobs of a scenario; the same ones for any number of processes."""
    faults = SCENARIOS[scenario]
    jobs = [(seed + number, faults) for number in range(count)]
    solves = []
    for solve in _each(jobs, processes):
        solves.append(solve)
        progress(len(solves))
    return Soak(scenario, tuple(solves))


def _each(jobs: Sequence[tuple[int, tuple[str, ...]]], processes: int) -> Iterator[Solve]:
    if processes == 1:
        yield from map(_solve, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_solve, jobs)


def _solve(job: tuple[int, tuple[str, ...]]) -> Solve:
    seed, faults = job
    register()
    name = f"soak{seed}"
    options = [
        ("name", name),
        ("seed", str(seed)),
        ("cube", random_cube(Random(seed)).facelets()),
        *(("fault", fault) for fault in faults),
    ]
    url = f"sim://two-gripper?{urlencode(options)}"
    try:
        result, repeated = _do_job(url)
        robot = Serial(url).robot
        accidents = tuple(f"{accident.kind}: {accident.what}" for accident in robot.accidents)
        truth = robot.look()
        return Solve(seed, result, truth.cube.is_solved and not truth.layers, accidents, repeated)
    finally:
        forget(name)


def _do_job(url: str) -> tuple[JobResult, int]:
    nothing = JobResult(
        solved=False,
        facelets="",
        moves=(),
        motion_seconds=0.0,
        jams=0,
        slips=0,
        retries=0,
        replans=0,
        outcome="not begun",
    )
    with TemporaryDirectory() as folder, Journal(Path(folder) / "run.jsonl") as journal:
        try:
            with robot_and_eyes(url, "") as (link, eyes):
                job = Job(link, eyes, Choice(), journal)
                try:
                    return job.run(), link.traffic.repeated
                except SafeStopError:
                    stopped = job.result(solved=False, outcome="stopped")
                    return stopped, link.traffic.repeated
        except RobotError:
            return nothing, 0


def table(soaks: Sequence[Soak]) -> Table:
    """Lay the scenarios out; motion is compared with the first one, which is undisturbed."""
    shown = Table(title="whole jobs on robots that misbehave")
    shown.add_column("scenario", no_wrap=True)
    calm = soaks[0].median_motion
    for what, _ in _figures(soaks[0], calm):
        shown.add_column(what, justify="right")
    for done in soaks:
        shown.add_row(done.scenario, *(value for _, value in _figures(done, calm)))
    return shown


def _figures(done: Soak, calm: float) -> Iterator[tuple[str, str]]:
    results = [solve.result for solve in done.solves]
    solved = sum(result.solved for result in results)
    yield "jobs", str(len(results))
    yield "solved", str(solved)
    yield "stopped safely", str(len(results) - solved)
    yield "falsely called solved", str(len(done.false_claims))
    yield "collisions, drops", str(sum(len(solve.accidents) for solve in done.solves))
    yield "jams", str(sum(result.jams for result in results))
    yield "new plans", str(sum(result.replans for result in results))
    yield "lines sent again", str(sum(solve.repeated_lines for solve in done.solves))
    slower = done.median_motion / calm - 1 if calm else 0.0
    yield "median motion", f"{done.median_motion:.0f} s ({slower:+.0%})"
