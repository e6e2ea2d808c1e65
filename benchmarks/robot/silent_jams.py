"""How soon a turn that was reported but not made is found, and how much later the solve ends.

Each cube is solved undisturbed and then with the fault `jam_silent` in a random turn of the plan.
The robot's clock is virtual; on it a picture takes `simulated_camera.PICTURE_SECONDS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import click

from benchmarks.harness.options import CORES, Cubes, Option, Processes, Seed
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import in_processes
from benchmarks.support.simulated_job import VirtualRobot
from firmware_sim.robot import SimulatedRobot
from robot.execution.events import CommandDone
from robot.execution.journal import Journal
from robot.rigs.registry import RIGS
from rokumen.devices.simulated_camera import PICTURE_SECONDS
from rokumen.jobs.events import JobEvent, PlanMade, Replanning, Rescanning, TurnMissing
from rokumen.jobs.result import Result

USUAL_RIGS = ("two-gripper", "flipper")
_CHUNK = 4
# What showed that a turn was missing.
_WAYS = {
    TurnMissing: "a face on the way, which shows the turn",
    Rescanning: "a face on the way, then a scan",
    PlanMade: "the scan after the plan",
    Replanning: "a turn that failed",
}


@dataclass(frozen=True, slots=True)
class SilentJamTrial:
    """One cube: `undisturbed` and `disturbed` are the seconds of its two solves.

    `alarms`: how often the undisturbed one was interrupted; `commands`: how many were executed from
    the missing turn on until it was found, None if it never was; `way`: by what; `solved`, and
    `falsely` called so; `new_plans`: made because of the missing turn.
    """

    undisturbed: float
    disturbed: float
    alarms: int
    commands: int | None
    way: str
    solved: bool
    falsely: bool
    new_plans: int

    @property
    def delay(self) -> float:
        """Return how much later the disturbed solve ended, as a share of the undisturbed one."""
        return self.disturbed / self.undisturbed - 1


@dataclass(frozen=True, slots=True)
class SilentJams(Record):
    """The trials of one rig; `commands` are those from the missing turn on until it was found.

    None is what no trial shows.
    """

    key = "silent_jams"
    title = "one turn of each solve reported but not made"
    caption = (
        "commands: executed from the missing turn on until it was found; seconds by the robot's "
        f"clock, on which a picture takes {PICTURE_SECONDS:g} s"
    )
    is_column = True

    rig: str = column("")
    cubes: int = column("cubes")
    alarms: int = column("false alarms undisturbed")
    solved: int = column("solved")
    falsely: int = column("falsely called solved")
    commands: float | None = column("commands until found, median", ".0f")
    most_commands: float | None = column("commands until found, 90%", ".0f")
    ways: Mapping[str, int] = column("found by")
    new_plans: int = column("new plans")
    seconds: float = column("undisturbed solve, median", "{seconds:.0f} s")
    delay: float | None = column("ends later by, median", "+.1%")
    most_delay: float | None = column("ends later by, 90%", "+.1%")

    @property
    def is_good(self) -> bool:
        """Return whether the claims were right and no alarm was false."""
        return not self.alarms and not self.falsely

    @classmethod
    def of(cls, rig: str, trials: Sequence[SilentJamTrial]) -> SilentJams:
        """Return the record of the trials of a rig."""
        commands = [trial.commands for trial in trials if trial.commands is not None]
        delays = [trial.delay for trial in trials if trial.solved]
        ways = Counter(trial.way for trial in trials if trial.commands is not None)
        return cls(
            rig,
            len(trials),
            sum(trial.alarms for trial in trials),
            sum(trial.solved for trial in trials),
            sum(trial.falsely for trial in trials),
            median(commands) if commands else None,
            _ninth_decile(commands) if commands else None,
            {way: ways[way] for way in _WAYS.values()},
            sum(trial.new_plans for trial in trials),
            median(trial.undisturbed for trial in trials),
            median(delays) if delays else None,
            _ninth_decile(delays) if delays else None,
        )


def _ninth_decile(values: Sequence[float]) -> float:
    """Return the value that nine of ten do not exceed."""
    return sorted(values)[ceil(0.9 * len(values)) - 1]


def silent_jams(
    progress: Progress,
    cubes: Cubes = 200,
    rigs: Annotated[
        tuple[str, ...],
        Option("Only this [two-gripper and flipper].", click.Choice(RIGS), flag="--rig"),
    ] = (),
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[SilentJams]:
    """Let one turn of each solve be reported but not made, and compare with the same cube's solve
    undisturbed.

    The exit status is 1 if a cube is called solved and is not, or if a picture raises an alarm in
    an undisturbed solve.
    """
    for rig in rigs or USUAL_RIGS:
        yield SilentJams.of(rig, measure(rig, cubes, seed, processes, progress))


class _Watcher:
    """Counts the commands from an injected fault to the event by which the host shows it."""

    def __init__(self, robot: SimulatedRobot) -> None:
        self.alarms = 0
        self.commands: int | None = None
        self.way = ""
        self._robot = robot
        self._since = -1

    def on_event(self, event: JobEvent) -> None:
        """Take note of an event of the job."""
        match event:
            case CommandDone() if self._robot.injections:
                self._since += 1
            case TurnMissing() | Rescanning() | Replanning() | PlanMade():
                self.alarms += not isinstance(event, PlanMade)
                if self._since >= 0 and self.commands is None:
                    self.commands, self.way = self._since, _WAYS[type(event)]


@dataclass(frozen=True, slots=True)
class _Solve:
    """A job on a robot: its end, by the robot's clock, and what its events told."""

    result: Result
    seconds: float
    truly_solved: bool
    watcher: _Watcher


def _solve(rig: str, seed: int, faults: str) -> _Solve:
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        VirtualRobot(seed, faults, rig_name=rig) as virtual,
    ):
        watcher = _Watcher(virtual.robot)
        result, _ = virtual.do_job(virtual.scanner(), journal, watcher.on_event)
        return _Solve(result, virtual.clock.now(), virtual.robot.state().is_solved(), watcher)


def _try(job: tuple[str, int]) -> SilentJamTrial:
    rig, seed = job
    calm = _solve(rig, seed, "")
    number = Random(f"{seed} silent").randint(1, calm.result.htm)
    jammed = _solve(rig, seed, f"jam_silent@{number}")
    return SilentJamTrial(
        undisturbed=calm.seconds,
        disturbed=jammed.seconds,
        alarms=calm.watcher.alarms,
        commands=jammed.watcher.commands,
        way=jammed.watcher.way,
        solved=jammed.result.solved,
        falsely=jammed.result.solved and not jammed.truly_solved,
        new_plans=jammed.result.replans,
    )


def measure(
    rig: str, cubes: int, seed: int, processes: int = 1, progress: Progress = QUIET
) -> tuple[SilentJamTrial, ...]:
    """Return a trial of each of `cubes` cubes, the same ones for any number of processes."""
    jobs = [(rig, number) for number in range(seed, seed + cubes)]
    return tuple(progress.each(rig, in_processes(_try, jobs, processes, _CHUNK), cubes))
