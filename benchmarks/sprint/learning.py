"""Twenty runs of a robot that is slower than its preset, which learns its times and its jams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory

from benchmarks.sprint.rows import SprintRow, Trials
from benchmarks.sprint.slow_robot import opener
from benchmarks.support.simulated_job import VirtualRobot
from benchmarks.support.stub_scanner import OracleScanner
from robot.errors import RobotError
from robot.execution.events import CommandDone, RunEvent
from robot.execution.journal import Journal
from robot.link.registry import open_connection
from robot.link.session import Link
from robot.planning.penalties import LAYER, AxisMotion
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig, all_durations
from robot.rigs.servo_speeds import with_servos
from rokumen.errors import SafeStopError
from rokumen.jobs.cube_job import Job
from rokumen.jobs.time_learning import TimeLearner, learnt_after
from rokumen.storage.learnt_times import LearntTimes
from rokumen.storage.runs import SolutionPolicy

RIG, SERVOS, SLOWER = "two-gripper", "ds3218", 1.3
RUNS = 20
# Where the axis of the left gripper is worn: a layer that it turns a half turn.
STICKY: Mapping[AxisMotion, float] = {
    AxisMotion("L", degrees, LAYER): 0.3 for degrees in (-180, 180)
}
_COMPARED = 5
_ROBOTS, _QUICK_ROBOTS = 6, 3
_AGREEMENT = 0.05


@dataclass(frozen=True, slots=True)
class LearningRobot:
    """A robot of a seed, that makes some runs."""

    seed: int
    runs: int = RUNS


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """What came of each run: the clock's time in terms of the plan's, and the jams.

    `fastest`: the smallest share of what its motors need that it was told to take at the end;
    `unsafe`: how many durations are below what was safe.
    """

    agreement: tuple[float, ...]
    jams: tuple[int, ...]
    fastest: float
    unsafe: int


def learning_curve(robot: LearningRobot) -> LearningCurve:
    """Return what a robot learns in its runs."""
    preset = with_servos(load_rig(RIG), SERVOS)
    learnt = LearntTimes("bench")
    rng = Random(f"{robot.seed} slow")
    agreement, jams = [], []
    for number in range(robot.runs):
        run = _Run(preset, learnt, rng, 1000 * robot.seed + number)
        learnt = run.make()
        agreement.append(run.took / run.planned if run.planned else 1.0)
        jams.append(run.jams)
    rig = learnt.applied_to(preset)
    needs = all_durations(preset)
    shares = [
        seconds / (SLOWER * needs[name])
        for name, seconds in all_durations(rig).items()
        if name in learnt.durations
    ]
    unsafe = sum(each.value < min(each.safe, each.base) for each in learnt.durations.values())
    return LearningCurve(tuple(agreement), tuple(jams), min(shares, default=0.0), unsafe)


class _Run:
    """One run with what was learnt before it."""

    def __init__(self, preset: Rig, learnt: LearntTimes, rng: Random, seed: int) -> None:
        self.planned = self.took = 0.0
        self.jams = 0
        self._preset, self._learnt, self._rng, self._seed = preset, learnt, rng, seed

    def make(self) -> LearntTimes:
        """Make the run, and return what was learnt after it."""
        rig = self._learnt.applied_to(self._preset)
        opened_by = opener(open_connection, self._preset, SLOWER, STICKY, self._rng)
        with (
            VirtualRobot(self._seed, rig_name=RIG) as virtual,
            TemporaryDirectory() as folder,
            Journal(Path(folder) / "run.jsonl") as journal,
            Link(virtual.url, opened_by=opened_by) as link,
        ):
            link.use_rig(rig)
            learner = TimeLearner(link, lambda: None)

            def take(event: RunEvent) -> None:
                learner.take(event)
                if isinstance(event, CommandDone):
                    self.planned += event.action.seconds
                    self.took += event.seconds

            job = Job(
                link,
                OracleScanner(virtual.robot),
                SolutionPolicy("two-phase"),
                journal,
                penalties=self._learnt.penalties,
                rng=Random(self._seed),
            )
            with suppress(SafeStopError, RobotError):
                job.run(take)
            self.jams = job.result("stopped").jams
            return learnt_after(self._learnt, link.rig, learner.times)


def learning_rows(trials: Trials) -> Iterator[SprintRow]:
    """Yield how well plan and clock agree after 20 runs, and how many jams there are then."""
    seeds = trials.seeds(_ROBOTS, _QUICK_ROBOTS)
    jobs = {seed: LearningRobot(seed) for seed in seeds}
    found = trials.work.results("runs of slow robots", LearningCurve, learning_curve, jobs, 1)
    how = (
        f"{RIG}, {100 * (SLOWER - 1):.0f}% slower than {SERVOS}, which measures; jams where it is "
        f"told to hurry, and of half turns of one axis; {len(found)} robots"
    )
    last = fmean(each.agreement[-1] for each in found)
    yield SprintRow.within(
        f"clock / plan after {RUNS} runs", last, 1 - _AGREEMENT, 1 + _AGREEMENT, how
    )
    first = _jams(found, slice(_COMPARED))
    yield SprintRow.at_most(
        f"jams a run, last {_COMPARED} of {RUNS}",
        _jams(found, slice(-_COMPARED, None)),
        round(first, 2),
        f"{first:.2f} in the first {_COMPARED}; {how}",
    )
    yield SprintRow.at_most(
        "durations faster than was safe", sum(each.unsafe for each in found), 0, how
    )


def _jams(curves: Sequence[LearningCurve], runs: slice) -> float:
    return fmean(jams for each in curves for jams in each.jams[runs])
