"""Whole jobs of the fault scenarios: what the host claims of each, and what is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.harness.records import Record
from benchmarks.harness.work import USUAL_WORK, Work
from benchmarks.robot.fault_scenarios import Scenario, faults_of
from benchmarks.robot.soak_assertions import Assertion, Checks
from benchmarks.support.simulated_job import VirtualRobot
from robot.execution.events import CommandDone
from robot.execution.journal import Journal
from rokumen.jobs.events import JobEvent

# One job in this many is read from the pictures of the rendered camera.
PHOTOGRAPHED = 100
_CHUNK = 8


@dataclass(frozen=True, slots=True)
class JobOutcome(Record):
    """One job: its outcome, the host's claims, and the ground truth at the end.

    `elapsed` and `motion` are seconds of robot time; `stopped_after` are those from the first fault
    to the safe stop, None without either; `resumed`: whether the cube was solved after the faults
    were removed.
    """

    key = "jobs"

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


def checks_of(scenario: Scenario, outcome: JobOutcome) -> Checks:
    """Return what is asserted of a job of a scenario, and whether it held."""
    checks = {Assertion.TRUE_CLAIM: not outcome.is_false_claim}
    if not scenario.has_undetectable_faults:
        checks[Assertion.NO_ACCIDENT] = not outcome.accidents
    if scenario.exact:
        checks[Assertion.EVERY_TURN_ONCE] = outcome.is_exact
        checks[Assertion.NO_PLAN_GIVEN_UP] = not outcome.new_plans
    elif not outcome.solved:
        checks[Assertion.RESUMED] = outcome.resumed
        if scenario.hard:
            after = outcome.stopped_after
            checks[Assertion.SOON_STOPPED] = (
                after is not None and after <= scenario.max_stop_seconds
            )
    return checks


def failed(scenario: Scenario, outcome: JobOutcome) -> bool:
    """Return whether a job violates an assertion."""
    return not all(checks_of(scenario, outcome).values())


def do_jobs(
    scenario: Scenario, count: int, seed: int, work: Work = USUAL_WORK
) -> Sequence[JobOutcome]:
    """Return the outcomes of `count` whole jobs of a scenario."""
    jobs = {number: (number, scenario) for number in range(seed, seed + count)}
    return work.results(scenario.name, JobOutcome, _do_job, jobs, _CHUNK)


def _do_job(job: tuple[int, Scenario]) -> JobOutcome:
    seed, scenario = job
    began = process_time()
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        VirtualRobot(seed, faults_of(scenario, seed)) as virtual,
    ):
        scanner = virtual.scanner(photographed=seed % PHOTOGRAPHED == 0)
        events: list[JobEvent] = []
        result, repeated = virtual.do_job(scanner, journal, events.append)
        robot, now = virtual.robot, virtual.clock.now()
        first_fault = robot.injections[0].seconds if robot.injections else None
        outcome = JobOutcome(
            scenario=scenario.name,
            seed=seed,
            solved=result.solved,
            truly_solved=robot.state().is_solved(),
            turns_told=sum(len(e.action.turns) for e in events if isinstance(e, CommandDone)),
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
    return replace(outcome, resumed=resumed, cpu_seconds=process_time() - began)
