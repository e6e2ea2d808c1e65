"""Whole jobs with injected faults: the host's claims compared with the ground truth.

Then come runs whose whole surroundings are drawn from one seed each: hosts that are killed, robots
that are stopped, disks that fill, cameras and journals that lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Annotated

import click

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, FILE, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import Work
from benchmarks.robot.scenario_jobs import JobOutcome, Scenario, checks_of, chosen, do_jobs, failed
from benchmarks.robot.seeded_runs import SeededRuns, ViolatedRun, do_runs, violated
from benchmarks.robot.seeded_world import HAPPENINGS, JOURNAL
from benchmarks.robot.soak_assertions import AssertionCount, Checks, counted
from files.access import write_text
from files.wording import reason
from rokumen.cli.parameters import WholeNumber
from rokumen.errors import InputError

_MOST_SHOWN = 5  # failed jobs of each scenario


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
    sentence = "{faults} faults, {jams} jams; {cpu_seconds:.2f} s of CPU a job"

    faults: int
    jams: int
    cpu_seconds: float


def soak(
    progress: Progress,
    kept: Kept,
    solves: Annotated[
        int | None, Option("Jobs in each scenario [its own count].", WholeNumber(0))
    ] = None,
    names: Annotated[
        tuple[str, ...], Option("Only this [all].", flag="--scenario", metavar="NAME")
    ] = (),
    runs: Annotated[
        int, Option("Runs whose host, robot, line, disk and clock are one seed's.", WholeNumber(0))
    ] = 1000,
    steps: Annotated[Path | None, Option("Write the first such run, step by step.", FILE)] = None,
    happenings: Annotated[
        tuple[str, ...],
        Option(
            "What may happen to the host of such a run [all].",
            click.Choice((*(each.name for each in HAPPENINGS), JOURNAL)),
            flag="--happening",
        ),
    ] = (),
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[ScenarioResult | FailedJob | SoakTotals | SeededRuns | ViolatedRun | AssertionCount]:
    """Run whole jobs on simulated robots with faults, kill their hosts, stop them, and lie to them.

    The host's claims are compared with the simulator's ground truth. The exit status is 1 if an
    assertion is violated, above all if a cube was called solved and was not.
    """
    work = Work(processes, progress, kept)
    checks: list[Checks] = []
    if solves != 0:
        yield from _scenarios(names, solves, seed, work, checks)
    if runs:
        done = do_runs(runs, seed, processes, progress, happenings)
        checks += [run.checks for run in done]
        yield SeededRuns.of(done)
        yield from violated(done)
        _write_steps(steps, done[0].steps)
    yield from counted(checks)


def _scenarios(
    names: Sequence[str],
    solves: int | None,
    seed: int,
    work: Work,
    checks: list[Checks],
) -> Iterator[ScenarioResult | FailedJob | SoakTotals]:
    """Do the jobs of the scenarios of these names; add what was checked to `checks`."""
    calm: Sequence[JobOutcome] = ()
    everything: list[JobOutcome] = []
    failures: list[FailedJob] = []
    for scenario in chosen(names):
        outcomes = do_jobs(scenario, solves or scenario.count, seed, work)
        calm = calm or outcomes
        everything += outcomes
        checks += [checks_of(scenario, each) for each in outcomes]
        wrong = [each for each in outcomes if failed(scenario, each)]
        failures += [FailedJob(each.scenario, each.seed, each.why) for each in wrong[:_MOST_SHOWN]]
        yield scenario_result(scenario, outcomes, calm)
    yield from failures
    yield SoakTotals(
        sum(each.injected for each in everything),
        sum(each.jams for each in everything),
        sum(each.cpu_seconds for each in everything) / len(everything),
    )


def _write_steps(path: Path | None, steps: Sequence[str]) -> None:
    """Write the steps of a run, a line each. Raises InputError."""
    if path is None:
        return
    try:
        write_text(path, "".join(f"{step}\n" for step in steps))
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {reason(error)}") from error


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
