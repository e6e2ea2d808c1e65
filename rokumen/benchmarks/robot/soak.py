"""Runs whole jobs with injected faults and compares the host's claims with the ground truth."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from files.access import read_text
from robot.execution.journal import Journal
from rokumen.benchmarks.robot.fault_scenarios import Scenario, faults_of
from rokumen.benchmarks.support.simulated_job import VirtualRobot

Progress = Callable[[int], None]

# One job in this many is read from the pictures of the rendered camera.
PHOTOGRAPHED = 100
_CHUNK = 8
MAX_KEPT_BYTES = 256 * 1024 * 1024
# Keys of a job in the results file, in the order of the fields of `JobOutcome`.
_KEYS = (
    "scenario",
    "seed",
    "solved",
    "truly_solved",
    "turns_told",
    "turns_made",
    "motion",
    "elapsed",
    "jams",
    "new_plans",
    "accidents",
    "injected",
    "repeated_lines",
    "stopped_after",
    "resumed",
    "cpu_seconds",
    "why",
)


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """One job: its outcome, the host's claims, and the ground truth at the end.

    `elapsed` and `motion` are seconds of robot time; `stopped_after` are those from the first fault
    to the safe stop, None without either; `resumed`: whether the cube was solved after the faults
    were removed.
    """

    scenario: str
    seed: int
    solved: bool
    truly_solved: bool
    turns_told: int
    turns_made: int
    motion: float
    elapsed: float
    jams: int
    new_plans: int
    accidents: int
    injected: int
    repeated_lines: int
    stopped_after: float | None
    resumed: bool
    cpu_seconds: float
    why: str

    @property
    def is_false_claim(self) -> bool:
        """Return whether the cube was called solved and was not."""
        return self.solved and not self.truly_solved

    @property
    def is_exact(self) -> bool:
        """Return whether every acknowledged turn was made exactly once."""
        return self.truly_solved and self.turns_made == self.turns_told


@dataclass(frozen=True, slots=True)
class Soak:
    """All jobs of a scenario."""

    scenario: Scenario
    solves: tuple[JobOutcome, ...]

    @property
    def failures(self) -> tuple[JobOutcome, ...]:
        """Return the jobs that violate the criteria of the scenario."""
        return tuple(solve for solve in self.solves if failed(self.scenario, solve))

    @property
    def median_motion(self) -> float:
        """Return the median seconds of motion of the jobs that ended solved."""
        return median([solve.motion for solve in self.solves if solve.solved] or [0.0])

    @property
    def median_elapsed(self) -> float:
        """Return the median total seconds of these jobs, with waiting and failed commands."""
        return median([solve.elapsed for solve in self.solves if solve.solved] or [0.0])


def failed(scenario: Scenario, solve: JobOutcome) -> bool:
    """Return whether a job violates the criteria of its scenario."""
    if solve.is_false_claim or (solve.accidents and not scenario.has_undetectable_faults):
        return True
    if scenario.exact:
        return not solve.is_exact or solve.new_plans > 0
    if scenario.hard and not solve.solved:
        late = solve.stopped_after is None or solve.stopped_after > scenario.max_stop_seconds
        return late or not solve.resumed
    return not solve.solved and not solve.resumed


def soak(
    scenario: Scenario,
    count: int,
    seed: int,
    processes: int = 1,
    progress: Progress = lambda done: None,
    results_file: Path | None = None,
) -> Soak:
    """Run `count` whole jobs of a scenario; the same ones for any number of processes.

    Jobs with a result in `results_file` are not run again; new results are appended to it.
    """
    solves = [s for s in _load_outcomes(results_file, scenario) if seed <= s.seed < seed + count]
    there = {solve.seed for solve in solves}
    jobs = [(n, scenario) for n in range(seed, seed + count) if n not in there]
    for solve in _each(jobs, processes):
        solves.append(solve)
        _append_outcome(results_file, solve)
        progress(len(solves))
    return Soak(scenario, tuple(sorted(solves, key=lambda solve: solve.seed)))


def _load_outcomes(kept: Path | None, scenario: Scenario) -> list[JobOutcome]:
    if kept is None or not kept.exists():
        return []
    jobs = map(json.loads, read_text(kept, MAX_KEPT_BYTES).splitlines())
    outcomes = [JobOutcome(*(job[key] for key in _KEYS)) for job in jobs]
    return [solve for solve in outcomes if solve.scenario == scenario.name]


def _append_outcome(kept: Path | None, solve: JobOutcome) -> None:
    if kept is not None:
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(dict(zip(_KEYS, astuple(solve), strict=True))) + "\n")


def _each(jobs: Sequence[tuple[int, Scenario]], processes: int) -> Iterator[JobOutcome]:
    if processes == 1:
        yield from map(_solve, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_solve, jobs, chunksize=_CHUNK)


def _solve(job: tuple[int, Scenario]) -> JobOutcome:
    seed, scenario = job
    began = process_time()
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        VirtualRobot(seed, faults_of(scenario, seed)) as virtual,
    ):
        scanner = virtual.scanner(photographed=seed % PHOTOGRAPHED == 0)
        result, repeated = virtual.do_job(scanner, journal)
        robot, now = virtual.robot, virtual.clock.now()
        first_fault = robot.injections[0].seconds if robot.injections else None
        solve = JobOutcome(
            scenario=scenario.name,
            seed=seed,
            solved=result.solved,
            truly_solved=robot.state().is_solved(),
            turns_told=result.htm,
            turns_made=robot.turns_done,
            motion=result.motion_seconds,
            elapsed=now,
            jams=result.jams,
            new_plans=result.replans,
            accidents=len(robot.accidents),
            injected=len(robot.injections),
            repeated_lines=repeated,
            stopped_after=None if result.solved or first_fault is None else now - first_fault,
            resumed=False,
            cpu_seconds=0.0,
            why=virtual.why.partition("\n")[0],
        )
        resumed = not result.solved and virtual.repair_and_resume(scanner, journal)
    return replace(solve, resumed=resumed, cpu_seconds=process_time() - began)
