"""One stall in each solve of robots that measure nothing, with a camera that sees their servos.

Each cube is solved undisturbed, for the false alarms, and then with one turn that jams, at a random
turn and angle. The robot's clock is virtual, its pictures are rendered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

import click

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, Cubes, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import USUAL_WORK, Work
from firmware_sim.physics.state import DROPPED
from firmware_sim.sim_port import Serial, unregister_robot
from robot.execution.events import CommandDone, CommandFailed
from robot.execution.journal import Journal
from robot.rigs.registry import PRESETS, RIGS
from rokumen.api.connecting import connect
from rokumen.jobs.events import JobEvent
from rokumen.jobs.result import SafeStopError
from rokumen.storage.runs import SolutionPolicy
from solver.cube import Cube

USUAL_RIGS = ("two-gripper", "two-gripper-plain", "four-gripper", "cubotino")
_QUICK_CUBES = 2
# A layer may stand a little askew at the end, as in any cube.
_ASKEW_DEGREES = 10.0
_PER = 30_000


@dataclass(frozen=True, slots=True)
class WatchedSolve:
    """A solve: its commands, the jams that the camera saw, and what became of the cube.

    `seen`: whether the first jam was seen before the next command; `says_solved` is what the host
    says, `is_solved` what is so; `seconds` by the robot's clock.
    """

    commands: int
    jams: int
    seen: bool
    turns: int
    says_solved: bool
    is_solved: bool
    accidents: int
    dropped: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class StallTrial:
    """One cube, solved undisturbed and with a stall."""

    calm: WatchedSolve
    stalled: WatchedSolve


@dataclass(frozen=True, slots=True)
class Stalls(Record):
    """A figure of all trials on a rig, and what is wanted: at least, or at most for counts."""

    key = "stalls"
    title = "one stall at a random turn, seen by the camera"
    caption = "{cubes} cubes a rig, on servos that measure nothing"

    name: str = column("")
    rig: str = column("rig")
    value: float = column("value", "g")
    wanted: float = column("wanted", "g")
    at_least: bool = False

    @property
    def is_good(self) -> bool:
        """Return whether the value is as wanted."""
        return self.value >= self.wanted if self.at_least else self.value <= self.wanted

    @classmethod
    def of(cls, rig: str, trials: Sequence[StallTrial]) -> tuple[Stalls, ...]:
        """Return the figures of the trials of a rig."""
        stalled = [trial.stalled for trial in trials]
        calm = [trial.calm for trial in trials]
        every = [*calm, *stalled]
        commands = sum(each.commands for each in calm)

        def percent(some: Sequence[bool]) -> float:
            return round(100 * sum(some) / len(some), 1)

        alarms = sum(each.jams for each in calm)
        return (
            cls(
                "stalls seen before the next command, %",
                rig,
                percent([each.seen for each in stalled]),
                98.0,
                at_least=True,
            ),
            cls("cubes dropped", rig, sum(each.dropped for each in every), 0),
            cls(
                "solved, %",
                rig,
                percent([each.says_solved and each.is_solved for each in stalled]),
                98.0,
                at_least=True,
            ),
            cls(
                "falsely called solved",
                rig,
                sum(each.says_solved and not each.is_solved for each in every),
                0,
            ),
            cls("accidents", rig, sum(each.accidents for each in every), 0),
            cls(
                f"false alarms in {_PER} commands (of {commands})",
                rig,
                round(_PER * alarms / max(commands, 1), 1),
                3,
            ),
        )


def stalls(
    progress: Progress,
    kept: Kept,
    cubes: Cubes = 200,
    rigs: Annotated[
        tuple[str, ...],
        Option(
            f"Only this [{', '.join(USUAL_RIGS)}].",
            click.Choice((*RIGS, *PRESETS)),
            flag="--rig",
        ),
    ] = (),
    quick: Annotated[bool, Option(f"Only {_QUICK_CUBES} cubes a rig.")] = False,
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[Stalls]:
    """Let one turn of each solve jam on servos that measure nothing, and let the camera look after
    each command whether they are where they should be.

    The exit status is 1 if a figure is not as wanted.
    """
    work = Work(processes, progress, kept)
    for rig in rigs or USUAL_RIGS:
        yield from Stalls.of(rig, measure(rig, _QUICK_CUBES if quick else cubes, seed, work))


class _Watcher:
    """Takes note of the jams of a solve, and of whether the injected one comes to light at once."""

    def __init__(self) -> None:
        self.commands = 0
        self.jams = 0
        self.missed = False
        self.port: Serial | None = None

    def on_event(self, event: JobEvent) -> None:
        """Take note of an event."""
        match event:
            case CommandDone():
                self.commands += 1
                injected = self.port is not None and bool(self.port.robot.injections)
                self.missed = self.missed or (injected and not self.jams)
            case CommandFailed():
                self.commands += 1
                self.jams += 1


def _solve(rig: str, seed: int, faults: str) -> WatchedSolve:
    name = f"stall-{rig}-{seed}"
    cube = Cube.random(seed).facelets
    url = f"sim://{rig}?ideal=false&feedback=false&seed={seed}&scramble={cube}&name={name}"
    watcher = _Watcher()
    turns, says_solved = 0, False
    try:
        with TemporaryDirectory() as folder, connect(f"{url}&faults={faults}") as robot:
            watcher.port = port = Serial(robot.url)
            policy = SolutionPolicy("two-phase")
            with Journal(Path(folder) / "run.jsonl") as journal, suppress(SafeStopError):
                result = robot.run_job(policy, journal, on_event=watcher.on_event)
                turns, says_solved = result.htm, result.solved
            state = port.robot.state()
            accidents = port.robot.accidents
            return WatchedSolve(
                watcher.commands,
                watcher.jams,
                watcher.jams > 0 and not watcher.missed,
                turns,
                says_solved,
                state.with_layers_aligned(_ASKEW_DEGREES).is_solved(),
                len(accidents),
                state.dropped or any(each.kind == DROPPED for each in accidents),
                port.clock.now(),
            )
    finally:
        unregister_robot(name)


def _try(job: tuple[str, int]) -> StallTrial:
    rig, seed = job
    calm = _solve(rig, seed, "")
    number = Random(f"{seed} stall").randint(1, max(calm.turns, 1))
    return StallTrial(calm, _solve(rig, seed, f"jam_once@{number}"))


def measure(rig: str, cubes: int, seed: int, work: Work = USUAL_WORK) -> tuple[StallTrial, ...]:
    """Return a trial of each of `cubes` cubes."""
    jobs = {number: (rig, number) for number in range(seed, seed + cubes)}
    return work.results(f"stalls, {rig}", StallTrial, _try, jobs)
