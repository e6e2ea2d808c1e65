"""Whole jobs on in-process robots that misbehave: what the host claims against what is true."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from robot.journal import Journal
from rokumen.bench.scenarios import Scenario, faults_of
from rokumen.bench.workbench import Workbench

Progress = Callable[[int], None]

# One job in so many is seen by the rendered camera and read from its pictures.
PHOTOGRAPHED = 100
_CHUNK = 8


@dataclass(frozen=True, slots=True)
class Solve:
    """One job: how it ended, what the host said, and what was physically so in the end.

    `elapsed` and `motion` are by the robot's clock, in seconds; `stopped_after` those from the
    first fault to the safe stop, None where there was none of them; `resumed` tells whether it was
    solved after the faults had been lifted.
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
    def claims_falsely(self) -> bool:
        """Tell whether the cube was called solved and was not."""
        return self.solved and not self.truly_solved

    @property
    def is_exact(self) -> bool:
        """Tell whether every turn that was told was made, once."""
        return self.truly_solved and self.turns_made == self.turns_told


@dataclass(frozen=True, slots=True)
class Soak:
    """All jobs of a scenario."""

    scenario: Scenario
    solves: tuple[Solve, ...]

    @property
    def failures(self) -> tuple[Solve, ...]:
        """Give the jobs in which what must never be was so."""
        return tuple(solve for solve in self.solves if failed(self.scenario, solve))

    @property
    def median_motion(self) -> float:
        """Give the median seconds of motion of the jobs that ended solved."""
        return median([solve.motion for solve in self.solves if solve.solved] or [0.0])

    @property
    def median_elapsed(self) -> float:
        """Give the median seconds that these jobs took in all, waiting and failing included."""
        return median([solve.elapsed for solve in self.solves if solve.solved] or [0.0])


def failed(scenario: Scenario, solve: Solve) -> bool:
    """Tell whether a job did what it must never do."""
    if solve.claims_falsely or (solve.accidents and not scenario.silent):
        return True
    if scenario.exact:
        return not solve.is_exact or solve.new_plans > 0
    if scenario.hard and not solve.solved:
        late = solve.stopped_after is None or solve.stopped_after > scenario.bound
        return late or not solve.resumed
    return not solve.solved and not solve.resumed


def soak(
    scenario: Scenario,
    count: int,
    seed: int,
    processes: int = 1,
    progress: Progress = lambda done: None,
    kept: Path | None = None,
) -> Soak:
    """Do `count` whole jobs of a scenario; the same ones for any number of processes.

    What the file `kept` already tells is not done again; what is done is added to it.
    """
    solves = [s for s in _told(kept, scenario) if seed <= s.seed < seed + count]
    there = {solve.seed for solve in solves}
    jobs = [(n, scenario) for n in range(seed, seed + count) if n not in there]
    for solve in _each(jobs, processes):
        solves.append(solve)
        _tell(kept, solve)
        progress(len(solves))
    return Soak(scenario, tuple(sorted(solves, key=lambda solve: solve.seed)))


def _told(kept: Path | None, scenario: Scenario) -> list[Solve]:
    if kept is None or not kept.exists():
        return []
    told = [Solve(**json.loads(line)) for line in kept.read_text(encoding="utf-8").splitlines()]
    return [solve for solve in told if solve.scenario == scenario.name]


def _tell(kept: Path | None, solve: Solve) -> None:
    if kept is not None:
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(solve)) + "\n")


def _each(jobs: Sequence[tuple[int, Scenario]], processes: int) -> Iterator[Solve]:
    if processes == 1:
        yield from map(_solve, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_solve, jobs, chunksize=_CHUNK)


def _solve(job: tuple[int, Scenario]) -> Solve:
    seed, scenario = job
    began = process_time()
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        Workbench(seed, faults_of(scenario, seed)) as bench,
    ):
        eyes = bench.eyes(photographed=seed % PHOTOGRAPHED == 0)
        result, repeated = bench.do_job(eyes, journal)
        robot, now = bench.robot, bench.clock.now()
        struck = robot.injections[0].when if robot.injections else None
        solve = Solve(
            scenario=scenario.name,
            seed=seed,
            solved=result.solved,
            truly_solved=robot.look().is_solved,
            turns_told=len(result.moves),
            turns_made=robot.turns_done,
            motion=result.motion_seconds,
            elapsed=now,
            jams=result.jams,
            new_plans=result.replans,
            accidents=len(robot.accidents),
            injected=len(robot.injections),
            repeated_lines=repeated,
            stopped_after=None if result.solved or struck is None else now - struck,
            resumed=False,
            cpu_seconds=0.0,
            why=bench.why.partition("\n")[0],
        )
        resumed = not result.solved and bench.is_resumed(eyes, journal)
    return replace(solve, resumed=resumed, cpu_seconds=process_time() - began)
