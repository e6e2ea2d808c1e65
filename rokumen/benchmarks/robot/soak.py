"""Whole jobs with injected faults: the host's claims compared with the ground truth.

Then hosts are killed and robots stopped, each at a random moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Annotated

from robot.execution.events import CommandDone
from robot.execution.journal import Journal
from rokumen.benchmarks.harness.kept import Kept
from rokumen.benchmarks.harness.options import CORES, Option, Processes, Seed
from rokumen.benchmarks.harness.progress import QUIET, Progress, in_processes
from rokumen.benchmarks.harness.records import Record, column
from rokumen.benchmarks.robot.emergency_stop import EmergencyStops, stop_often
from rokumen.benchmarks.robot.fault_scenarios import Scenario, chosen, faults_of
from rokumen.benchmarks.robot.host_kill import KilledHosts, kill_hosts
from rokumen.benchmarks.robot.lying_cameras import LyingCamera, deceive
from rokumen.benchmarks.support.simulated_job import VirtualRobot
from rokumen.cli.number_types import WholeNumber
from rokumen.jobs.events import JobEvent

# One job in this many is read from the pictures of the rendered camera.
PHOTOGRAPHED = 100
_CHUNK = 8
_MOST_SHOWN = 5  # failed jobs of each scenario
# The lines over which robots are stopped: without faults, with the soak's faults, and worse.
LINES = {
    "a good line": "",
    "1% of bytes bad, 5% of lines lost": "bit_flip~0.01,drop_cmd~0.05,drop_reply~0.05",
    "half of the host's lines lost": "drop_cmd~0.5",
}


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


@dataclass(frozen=True, slots=True)
class ScenarioResult(Record):
    """The jobs of a scenario, as docs/recovery.md explains.

    Seconds are medians of the jobs that ended solved; `_longer` is by what share they exceed those
    of the undisturbed jobs, which are the first scenario.
    """

    key = "scenarios"
    title = "whole jobs on robots with faults"

    scenario: str = column("scenario")
    jobs: int = column("jobs")
    solved: int = column("solved")
    stopped: int = column("stopped")
    resumed: int = column("resumed")
    false_claims: int = column("false")
    exact: int = column("exact")
    failed: int = column("failed")
    new_plans: int = column("plans")
    stop_seconds: float | None = column("stop s", ".1f")
    motion_seconds: float | None = column("motion s", "{motion_seconds:.0f} {motion_longer:+.0%}")
    seconds: float | None = column("time s", "{seconds:.0f} {longer:+.0%}")
    motion_longer: float = 0.0
    longer: float = 0.0

    @property
    def is_good(self) -> bool:
        """Return whether no job violates the criteria of the scenario."""
        return not self.failed


@dataclass(frozen=True, slots=True)
class FailedJob(Record):
    """A job that violates the criteria of its scenario."""

    key = "failed_jobs"
    sentence = "failed: {scenario}, seed {seed}. {why}"

    scenario: str
    seed: int
    why: str


@dataclass(frozen=True, slots=True)
class SoakTotals(Record):
    """What happened in all jobs of all scenarios."""

    key = "totals"
    sentence = (
        "{faults} faults, {jams} jams, {repeated_lines} repeated lines; {cpu_seconds:.2f} s of "
        "CPU a job"
    )

    faults: int
    jams: int
    repeated_lines: int
    cpu_seconds: float


def soak(
    progress: Progress,
    kept: Kept,
    solves: Annotated[
        int | None, Option("Jobs in each scenario [its own count].", WholeNumber(1))
    ] = None,
    names: Annotated[
        tuple[str, ...], Option("Only this [all].", flag="--scenario", metavar="NAME")
    ] = (),
    kills: Annotated[int, Option("Hosts to kill.", WholeNumber(0))] = 1000,
    stops: Annotated[int, Option("Emergency stops.", WholeNumber(0))] = 1000,
    lies: Annotated[int, Option("Jobs before cameras that lie.", WholeNumber(0))] = 20_000,
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[ScenarioResult | FailedJob | SoakTotals | LyingCamera | KilledHosts | EmergencyStops]:
    """Run whole jobs on simulated robots with faults, kill their hosts, and stop them.

    The host's claims are compared with the simulator's ground truth. The exit status is 1 if a
    criterion fails, above all if a cube was called solved and was not.
    """
    calm: Sequence[JobOutcome] = ()
    everything: list[JobOutcome] = []
    failures: list[FailedJob] = []
    for scenario in chosen(names):
        outcomes = do_jobs(scenario, solves or scenario.count, seed, processes, progress, kept)
        calm = calm or outcomes
        everything += outcomes
        wrong = [each for each in outcomes if failed(scenario, each)]
        failures += [FailedJob(each.scenario, each.seed, each.why) for each in wrong[:_MOST_SHOWN]]
        yield scenario_result(scenario, outcomes, calm)
    yield from failures
    yield SoakTotals(
        sum(each.injected for each in everything),
        sum(each.jams for each in everything),
        sum(each.repeated_lines for each in everything),
        sum(each.cpu_seconds for each in everything) / len(everything),
    )
    if lies:
        yield from deceive(lies, seed, processes, progress)
    if kills:
        yield KilledHosts.of(kill_hosts(kills, seed, progress))
    for line, faults in LINES.items() if stops else ():
        yield EmergencyStops.of(line, stop_often(stops, seed, faults, progress))


def scenario_result(
    scenario: Scenario, outcomes: Sequence[JobOutcome], calm: Sequence[JobOutcome]
) -> ScenarioResult:
    """Return the record of the jobs of a scenario; `calm` are those of the undisturbed one."""
    solved = [each for each in outcomes if each.solved]
    calm_solved = [each for each in calm if each.solved]
    motion, time = _medians(solved)
    calm_motion, calm_time = _medians(calm_solved)
    is_known = bool(solved and calm_solved)
    stops = [each.stopped_after or 0.0 for each in outcomes]
    return ScenarioResult(
        scenario.name,
        len(outcomes),
        len(solved),
        len(outcomes) - len(solved),
        sum(each.resumed for each in outcomes),
        sum(each.is_false_claim for each in outcomes),
        sum(each.is_exact for each in outcomes),
        sum(failed(scenario, each) for each in outcomes),
        sum(each.new_plans for each in outcomes),
        max(stops, default=0.0) if scenario.hard else None,
        motion if is_known else None,
        time if is_known else None,
        motion / calm_motion - 1 if is_known else 0.0,
        time / calm_time - 1 if is_known else 0.0,
    )


def _medians(solved: Sequence[JobOutcome]) -> tuple[float, float]:
    """Return the median seconds of motion of some jobs, and of their whole time."""
    if not solved:
        return 0.0, 0.0
    return median(each.motion for each in solved), median(each.elapsed for each in solved)


def failed(scenario: Scenario, outcome: JobOutcome) -> bool:
    """Return whether a job violates the criteria of its scenario."""
    if outcome.is_false_claim or (outcome.accidents and not scenario.has_undetectable_faults):
        return True
    if scenario.exact:
        return not outcome.is_exact or outcome.new_plans > 0
    if scenario.hard and not outcome.solved:
        late = outcome.stopped_after is None or outcome.stopped_after > scenario.max_stop_seconds
        return late or not outcome.resumed
    return not outcome.solved and not outcome.resumed


def do_jobs(
    scenario: Scenario,
    count: int,
    seed: int,
    processes: int = 1,
    progress: Progress = QUIET,
    kept: Kept | None = None,
) -> list[JobOutcome]:
    """Run `count` whole jobs of a scenario; the same ones for any number of processes.

    Jobs that are kept are not run again.
    """
    kept = kept or Kept()
    outcomes: dict[int, JobOutcome] = {}
    for number in range(seed, seed + count):
        for outcome in kept.find(_part(scenario, number), {}, [JobOutcome]) or ():
            outcomes[number] = outcome
    jobs = [(n, scenario) for n in range(seed, seed + count) if n not in outcomes]
    done = in_processes(_do_job, jobs, processes, _CHUNK)
    for outcome in progress.each(scenario.name, done, len(jobs)):
        outcomes[outcome.seed] = outcome
        kept.keep(_part(scenario, outcome.seed), {}, [outcome])
    return [outcomes[number] for number in sorted(outcomes)]


def _part(scenario: Scenario, seed: int) -> str:
    return f"{scenario.name} {seed}"


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
