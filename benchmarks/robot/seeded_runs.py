"""Runs whose host, robot, line, disk and clock come from one seed each, and what was violated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record
from benchmarks.harness.work import in_processes
from benchmarks.robot.seeded_run import SeededRun, run_of
from benchmarks.robot.soak_assertions import Assertion

_CHUNK = 4


@dataclass(frozen=True, slots=True)
class SeededRuns(Record):
    """All runs from a seed each."""

    key = "seeded_runs"
    sentence = (
        "{count} runs from one seed each: {steps} steps, {hosts} hosts, of which {killed} were "
        "killed, {interrupted} ended by Ctrl-C, {stopped} stopped safely or could not begin; "
        "{deceived} runs had a camera or a journal that lied; {stops} robots were stopped during a "
        "motion, and stood still after {milliseconds:.0f} ms at most"
    )

    count: int
    steps: int
    hosts: int
    killed: int
    interrupted: int
    stopped: int
    deceived: int
    stops: int
    milliseconds: float

    @classmethod
    def of(cls, runs: Sequence[SeededRun]) -> SeededRuns:
        """Return the record of some runs."""
        ends = [end.partition(":")[0] for run in runs for end in run.ends]
        stops = [seconds for run in runs for seconds in run.stop_seconds]
        return cls(
            len(runs),
            sum(len(run.steps) for run in runs),
            len(ends),
            ends.count("killed"),
            ends.count("Ctrl-C"),
            ends.count("stopped"),
            sum(run.has_lied for run in runs),
            len(stops),
            1000 * max(stops, default=0.0),
        )


@dataclass(frozen=True, slots=True)
class ViolatedRun(Record):
    """A run of a seed in which an assertion was violated."""

    key = "violated_runs"
    sentence = (
        "violated: {assertions}; `--runs 1 --seed {seed} --steps FILE` and the same `--happening` "
        "repeat it. {ends}"
    )

    seed: int
    assertions: str
    ends: str

    @property
    def is_good(self) -> bool:
        """Return False: no assertion may be violated."""
        return False


def do_runs(
    count: int,
    seed: int,
    processes: int,
    progress: Progress = QUIET,
    may_happen: Sequence[str] = (),
) -> list[SeededRun]:
    """Do the runs of `count` seeds; the first one twice, which must give the same steps.

    Of the happenings only `may_happen` are drawn, all where it is empty.
    """
    numbers = range(seed, seed + count)
    do_run = partial(run_of, may_happen=tuple(may_happen))
    runs = list(
        progress.each("seeded runs", in_processes(do_run, numbers, processes, _CHUNK), count)
    )
    runs.sort(key=lambda run: run.seed)
    for first in runs[:1]:
        first.check(Assertion.SAME_STEPS, do_run(first.seed).steps == first.steps)
    return runs


def violated(runs: Sequence[SeededRun]) -> Iterator[ViolatedRun]:
    """Yield the runs in which an assertion was violated."""
    for run in runs:
        if names := [each.title for each, held in run.checks.items() if not held]:
            yield ViolatedRun(run.seed, ", ".join(names), "; ".join(run.ends))
