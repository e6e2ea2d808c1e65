"""How soon a turn that was reported but not made is found, and how much later the solve ends.

Each cube is solved undisturbed and then with the fault `jam_silent` in a random turn of the plan.
The robot's clock is virtual; on it a picture takes `simulated_camera.PICTURE_SECONDS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from rich.table import Table

from firmware_sim.robot import SimulatedRobot
from robot.execution.events import CommandDone
from robot.execution.journal import Journal
from rokumen.benchmarks.support.simulated_job import VirtualRobot
from rokumen.devices.simulated_camera import PICTURE_SECONDS
from rokumen.jobs.events import JobEvent, PlanMade, Replanning, Rescanning, TurnMissing
from rokumen.jobs.result import Result

RIGS = ("two-gripper", "flipper")
_CHUNK = 4
# What showed that a turn was missing.
_WAYS = {
    TurnMissing: "a face on the way, which shows the turn",
    Rescanning: "a face on the way, then a scan",
    PlanMade: "the scan after the plan",
    Replanning: "a turn that failed",
}


@dataclass(frozen=True, slots=True)
class Trial:
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

    @property
    def is_good(self) -> bool:
        """Return whether the claims were right and no alarm was false."""
        return not self.alarms and not self.falsely


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


def _try(job: tuple[str, int]) -> Trial:
    rig, seed = job
    calm = _solve(rig, seed, "")
    number = Random(f"{seed} silent").randint(1, calm.result.htm)
    jammed = _solve(rig, seed, f"jam_silent@{number}")
    return Trial(
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
    rig: str,
    cubes: int,
    seed: int,
    processes: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Trial, ...]:
    """Return a trial of each of so many cubes, the same ones for any number of processes."""
    jobs = [(rig, number) for number in range(seed, seed + cubes)]
    trials: list[Trial] = []
    for trial in _each(jobs, processes):
        trials.append(trial)
        progress(len(trials))
    return tuple(trials)


def _each(jobs: Sequence[tuple[str, int]], processes: int) -> Iterable[Trial]:
    if processes == 1:
        yield from map(_try, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_try, jobs, chunksize=_CHUNK)


def table(results: Mapping[str, Sequence[Trial]]) -> Table:
    """Return a table of the trials of each rig."""
    shown = Table("", title="one turn of each solve reported but not made")
    columns = [_figures(trials) for trials in results.values()]
    for rig in results:
        shown.add_column(rig, justify="right")
    for row in columns[0]:
        shown.add_row(row, *(figures[row] for figures in columns))
    shown.caption = (
        f"commands: executed from the missing turn on until it was found; seconds by the robot's "
        f"clock, on which a picture takes {PICTURE_SECONDS:g} s"
    )
    return shown


def _figures(trials: Sequence[Trial]) -> dict[str, str]:
    commands = [trial.commands for trial in trials if trial.commands is not None]
    delays = [trial.delay for trial in trials if trial.solved]
    ways = Counter(trial.way for trial in trials if trial.commands is not None)
    return {
        "cubes": str(len(trials)),
        "false alarms undisturbed": str(sum(trial.alarms for trial in trials)),
        "solved": str(sum(trial.solved for trial in trials)),
        "falsely called solved": str(sum(trial.falsely for trial in trials)),
        "commands until found, median": f"{median(commands):.0f}" if commands else "",
        "commands until found, 90%": f"{_ninth_decile(commands):.0f}" if commands else "",
        **{f"found by {way}": str(ways[way]) for way in _WAYS.values()},
        "new plans": str(sum(trial.new_plans for trial in trials)),
        "undisturbed solve, median": f"{median(t.undisturbed for t in trials):.0f} s",
        "ends later by, median": f"{median(delays):+.1%}" if delays else "",
        "ends later by, 90%": f"{_ninth_decile(delays):+.1%}" if delays else "",
    }


def _ninth_decile(values: Sequence[float]) -> float:
    """Return the value that nine of ten do not exceed."""
    return sorted(values)[ceil(0.9 * len(values)) - 1]
