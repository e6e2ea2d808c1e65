"""Whole jobs on rigs under conditions: faults, usual servos, hours of one robot, paces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from statistics import fmean, median
from typing import Annotated

import click

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column, not_shown
from benchmarks.harness.work import USUAL_WORK, Work
from benchmarks.robot.conditions import CONDITIONS, Condition, JobTrial
from benchmarks.robot.solves import WAYS
from benchmarks.support.own_folders import in_own_folders
from robot.rigs.registry import PRESETS, RIGS
from rokumen.cli.parameters import WholeNumber
from rokumen.devices.simulated_camera import PICTURE_SECONDS

_CHUNK = 4
_PER = 30_000
HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Jobs(Record):
    """The trials of one rig under one condition; None is what no trial shows.

    `solved`: called so, and so; `at_once`: of the faults, found before another command was done;
    `done_until_found`: commands that were reported done from the fault on until it was found;
    `hours`: of the robot, all solves together; `not_as_wanted`: which figures are not.
    """

    key = "jobs"
    title = "whole jobs on simulated robots"
    caption = (
        "false: called solved and not; stops: safe ones, each resumed; harm: cubes with an "
        "accident; at once: faults found before another command was done; found after: commands "
        "done from the fault on; alarms: false ones of the calm solves, of the same cubes without "
        "the condition; seconds: medians, by the robot's clock, on which a picture takes "
        f"{PICTURE_SECONDS:g} s"
    )

    condition: str = column("")
    rig: str = column("rig")
    cubes: int = column("cubes")
    solved: int = column("solved")
    falsely: int = column("false")
    stops: int = column("stops")
    with_accident: int = column("harm")
    dropped: int = column("dropped")
    at_once: int | None = column("at once")
    done_until_found: float | None = column("found after", ".0f")
    most_done_until_found: float | None = column("90%", ".0f")
    ways: Mapping[str, int] = column("by")
    new_plans: int = column("plans")
    alarms: int | None = column("alarms", "{alarms} in {calm_commands}")
    calm_commands: int = not_shown()
    commands: float = column("commands", ".1f")
    calm_seconds: float | None = column("calm s", ".1f")
    seconds: float = column("s", ".1f")
    longer: float | None = column("longer", "+.1%")
    most_longer: float | None = column("90%", "+.1%")
    hours: float = column("hours", ".1f")
    growth: float | None = column("memory", "+.1%")
    not_as_wanted: tuple[str, ...] = column("not as wanted")

    @property
    def is_good(self) -> bool:
        """Return whether all figures are as wanted."""
        return not self.not_as_wanted

    @classmethod
    def of(cls, condition: Condition, rig: str, trials: Sequence[JobTrial]) -> Jobs:
        """Return the record of the trials of a rig under a condition."""
        solves = [trial.disturbed for trial in trials]
        calm = [trial.calm for trial in trials if trial.calm is not None]
        every = [*calm, *solves]
        found = [each for each in solves if each.done_until_found is not None]
        done = [each.done_until_found for each in found if each.done_until_found is not None]
        delays = [
            trial.disturbed.seconds / trial.calm.seconds - 1
            for trial in trials
            if trial.calm is not None and trial.disturbed.says_solved
        ]
        ways = Counter(each.way for each in found)
        record = cls(
            condition=condition.name,
            rig=rig,
            cubes=len(trials),
            solved=sum(each.says_solved and each.is_solved for each in solves),
            falsely=sum(each.says_solved and not each.is_solved for each in every),
            stops=sum(each.stops for each in solves),
            with_accident=sum(each.accidents > 0 for each in every),
            dropped=sum(each.dropped for each in every),
            at_once=done.count(0) if condition.least_at_once is not None else None,
            done_until_found=median(done) if done else None,
            most_done_until_found=_ninth_decile(done) if done else None,
            ways={way: ways[way] for way in WAYS.values() if ways[way]},
            new_plans=sum(each.new_plans for each in solves),
            alarms=sum(each.alarms for each in calm) if condition.most_alarms is not None else None,
            calm_commands=sum(each.commands for each in calm),
            commands=fmean(each.commands for each in solves),
            calm_seconds=median(each.seconds for each in calm) if calm else None,
            seconds=median(each.seconds for each in solves),
            longer=median(delays) if delays else None,
            most_longer=_ninth_decile(delays) if delays else None,
            hours=sum(each.seconds for each in every) / HOUR,
            growth=(
                growth([each.megabytes for each in solves])
                if condition.most_growth is not None
                else None
            ),
            not_as_wanted=(),
        )
        return replace(record, not_as_wanted=tuple(_not_as_wanted(record, condition)))


def _not_as_wanted(record: Jobs, condition: Condition) -> Iterator[str]:
    """Yield the names of the figures that are not as a condition wants them."""
    harmed = record.with_accident or record.dropped
    if record.falsely:
        yield "falsely called solved"
    if harmed and condition.is_harm_judged:
        yield "accidents"
    for name, count, least in (
        ("solved", record.solved, condition.least_solved),
        ("found at once", record.at_once, condition.least_at_once),
    ):
        if least is not None and (count or 0) < least * record.cubes:
            yield name
    most = condition.most_alarms
    if most is not None and _PER * (record.alarms or 0) > most * record.calm_commands:
        yield "false alarms"
    if condition.most_growth is not None and (record.growth or 0.0) > condition.most_growth:
        yield "memory"


def _ninth_decile(values: Sequence[float]) -> float:
    """Return the value that nine of ten do not exceed."""
    return sorted(values)[ceil(0.9 * len(values)) - 1]


def growth(megabytes: Sequence[float]) -> float:
    """Return by what share memory grew, from the first quarter's median to the last's."""
    quarter = max(1, len(megabytes) // 4)
    return median(megabytes[-quarter:]) / median(megabytes[:quarter]) - 1


def jobs(
    progress: Progress,
    kept: Kept,
    conditions: Annotated[
        tuple[str, ...],
        Option("Only this [all].", click.Choice(tuple(CONDITIONS)), flag="--condition"),
    ] = (),
    rigs: Annotated[
        tuple[str, ...],
        Option(
            "Only this [those of the condition].", click.Choice((*RIGS, *PRESETS)), flag="--rig"
        ),
    ] = (),
    cubes: Annotated[int | None, Option("Cubes [as many as a page tells].", WholeNumber(1))] = None,
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[Jobs]:
    """Solve cubes on simulated robots under conditions, and compare with the same cubes without.

    silent-jams: a turn of each solve is reported but not made; stalls: one jams on servos that
    measure nothing, before a camera; servos: they lag and measure nothing, beside ideal ones;
    weak-supply: a stall and a brown-out behind 0.5 ohm, after which a run that stopped is resumed;
    hours: one robot for hours, with faults, whose memory is measured; pace: plans of random turns
    by constant times, by distance and overlapping, at rising paces.

    The exit status is 1 if a cube is called solved and is not, or a figure is not as wanted.
    """
    work = Work(processes, progress, kept)
    for name in conditions or CONDITIONS:
        for condition in CONDITIONS[name]:
            for rig in rigs or condition.rigs:
                yield measure(condition, rig, cubes or condition.cubes, seed, work)


def measure(condition: Condition, rig: str, cubes: int, seed: int, work: Work = USUAL_WORK) -> Jobs:
    """Return the record of `cubes` cubes on a rig, the same for any number of processes."""
    return Jobs.of(condition, rig, try_all(condition, rig, cubes, seed, work))


def try_all(
    condition: Condition, rig: str, cubes: int, seed: int, work: Work = USUAL_WORK
) -> tuple[JobTrial, ...]:
    """Return the trial of each cube."""
    numbers = {number: number for number in range(seed, seed + cubes)}
    part, try_one = f"{condition.name}, {rig}", partial(condition.try_one, rig)
    if condition.in_one_process:
        # Its memory is that of all its solves: those of an earlier process would say nothing.
        with in_own_folders():
            return Work(1, work.progress).results(part, JobTrial, try_one, numbers)
    return work.results(part, JobTrial, try_one, numbers, _CHUNK)
