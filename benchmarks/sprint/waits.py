"""How long a robot waits between two commands while a camera looks on, and what this sees then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Self

from benchmarks.sprint.rows import SprintRow, Trials
from benchmarks.support.rendered_camera import RenderedCamera
from firmware_sim.drives.simulated_drive import PERIOD_SECONDS
from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.physics.jaws import USUAL_CONTACT, USUAL_JAWS
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.control.drive_connection import DriveConnection
from robot.execution.events import CommandDone, CommandFailed, RunEvent
from robot.execution.journal import Journal
from robot.link.session import Link
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig, with_all_motions
from robot.rigs.servo_presets import servo_preset
from robot.rigs.servo_speeds import with_servos
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.errors import SafeStopError
from rokumen.jobs.cube_job import Job
from rokumen.jobs.events import Challenge, PlanMade, Rescanning, TurnMissing
from rokumen.storage.runs import SolutionPolicy
from solver.cube import Cube
from vision.held.placed_views import CameraPlace

_SERVOS = "ds3218"
_RIG = "two-gripper"
# What a line to a chip takes for a motion, in seconds: it is said while servos settle.
_LINE_SECONDS = 0.03
_MEDIAN_WAIT = 0.06
_SEEN_SHARE = 0.98
_MOST_ALARMS, _PER = 3, 30_000
_CUBES, _QUICK_CUBES = 20, 1
_CHUNK = 1
# A turn of the plan that every solution of two-phase has.
_TURNS = 14
# A layer may stand a little askew at the end, as in any cube.
_ASKEW_DEGREES = 10.0


class TimedMechanics(ServoMechanics):
    """Mechanics that keep when the pulses of their board changed, in seconds by the clock."""

    @cached_property
    def changes(self) -> list[float]:
        """Return these times, in order."""
        return []

    @cached_property
    def _last(self) -> list[Sequence[float | None]]:
        return [()]

    def follow(
        self,
        pulses: Sequence[float | None],
        now: float,
        moving: Mapping[int, float | None] | None = None,
    ) -> None:
        """See `ServoMechanics`."""
        if self._last[0] != tuple(pulses):
            self._last[0] = tuple(pulses)
            self.changes.append(now)
        super().follow(pulses, now, moving)


class SeenRobot:
    """A robot on hobby servos in this process, which a camera with rendered pictures sees.

    Its connection has the next command while one is in progress.
    """

    def __init__(self, rig: Rig, seed: int, faults: str = "", settle: float = 0.0) -> None:
        clock = VirtualClock()
        begin = PhysicalState.at_home(rig.home, Cube.random(seed))
        self.faults = FaultSchedule([FaultSpec.parse(faults)] if faults else [], seed, clock)
        self.mechanics = TimedMechanics(
            rig, clock, begin, HOBBY_SERVO, USUAL_CONTACT, faults=self.faults
        )
        servos = SimulatedServos(self.mechanics, USUAL_JAWS)
        servos.settings = replace(servos.settings, settle=settle)
        self.rig = rig
        self.link = Link(
            "simulated://seen", lambda url: DriveConnection(url, servos, clock=clock), rig
        )
        self.clock = self.link.clock

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.link.close()

    def advance(self) -> None:
        """See `PicturedRobot`: the connection goes on while its clock does."""

    def state(self) -> PhysicalState:
        """See `PicturedRobot`."""
        return self.mechanics.state()

    def scanner(self) -> CameraScanner:
        """Return the robot's camera."""
        return CameraScanner([RenderedCamera(self)], self.rig, (CameraPlace("U"),))


@dataclass(frozen=True, slots=True)
class SeenCube:
    """A cube, by its seed, to solve before a camera on a robot; `faults` as `--faults` takes them.

    `overlaps`: whether its motions do.
    """

    seed: int
    overlaps: bool
    faults: str = ""


@dataclass(frozen=True, slots=True)
class SeenSolve:
    """A solve: the seconds between the motions of its first plan, and what the host said.

    `found`: commands that were reported done from an injected fault on until the host said so, None
    if it never did; `alarms`: how often it said that something had gone wrong.
    """

    waits: tuple[float, ...]
    commands: int
    alarms: int
    found: int | None
    is_solved: bool
    accidents: int


class _Listener:
    """Keeps when a job began its first plan and did its commands, and what it said of faults."""

    def __init__(self, robot: SeenRobot) -> None:
        self._robot = robot
        self.times: list[float] = []
        self.commands = self.alarms = 0
        self.found: int | None = None
        self._plans = self._done = self._left = 0

    def on_event(self, event: RunEvent) -> None:
        """Take note of an event of the job."""
        is_injected = bool(self._robot.faults.log)
        self._plans += isinstance(event, PlanMade | Challenge | Rescanning)
        if isinstance(event, PlanMade) and self._plans == 1:
            self._left = len(event.plan.commands)
            self.times.append(self._robot.clock.now())
        if isinstance(event, CommandDone) and self._plans == 1 and self._left:
            self._left -= 1
            self.times.append(self._robot.clock.now())
        if isinstance(event, CommandDone):
            self.commands += 1
            # The command before the turn that stalls may be reported after the turn has begun.
            self._done += is_injected and (self._done > 0 or bool(event.action.turns))
        elif isinstance(event, CommandFailed | Rescanning | TurnMissing):
            self.alarms += 1
            if is_injected and self.found is None:
                self.found = self._done

    def waits(self) -> tuple[float, ...]:
        """Return how long the robot stood still between the commands of the plan, with a line."""
        begin, *done = self.times
        changes = [at for at in self._robot.mechanics.changes if begin <= at <= done[-1]]
        gaps = [later - at - PERIOD_SECONDS for at, later in pairwise(changes)]
        still = [round(gap, 3) for gap in gaps if gap > _LINE_SECONDS]
        return (*still, *[_LINE_SECONDS] * (len(done) - 1 - len(still)))


def solve_seen(job: SeenCube) -> SeenSolve:
    """Return how a cube is solved before a camera, by a robot that measures nothing."""
    preset = servo_preset(_SERVOS)
    rig = with_servos(with_all_motions(load_rig(_RIG)), _SERVOS)
    rig = rig if job.overlaps else replace(rig, overlap=False)
    choice = SolutionPolicy("two-phase", overlap=job.overlaps)
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        SeenRobot(rig, job.seed, job.faults, preset.settling) as robot,
    ):
        listener = _Listener(robot)
        with suppress(SafeStopError):
            rng = Random(job.seed)
            Job(robot.link, robot.scanner(), choice, journal, rng=rng).run(listener.on_event)
        return SeenSolve(
            listener.waits() if not job.faults else (),
            listener.commands,
            listener.alarms,
            listener.found,
            robot.state().with_layers_aligned(_ASKEW_DEGREES).is_solved(),
            len(robot.mechanics.accidents),
        )


def wait_rows(trials: Trials) -> Iterator[SprintRow]:
    """Yield the waits between two commands, and what the camera sees meanwhile."""
    seeds = trials.seeds(_CUBES, _QUICK_CUBES)
    calm: list[SeenSolve] = []
    how = f"{_SERVOS}, a webcam at 25 frames a second that is 70 ms late, a line of 30 ms"
    for overlaps, name in ((True, "motions overlap"), (False, "one after the other")):
        jobs = {seed: SeenCube(seed, overlaps) for seed in seeds}
        found = trials.work.results(f"waits, {name}", SeenSolve, solve_seen, jobs, _CHUNK)
        calm += found
        waits = [wait for solve in found for wait in solve.waits]
        yield SprintRow.at_most(
            f"waits a command (s), median; {name}",
            median(waits),
            _MEDIAN_WAIT,
            f"{_RIG}, {how}; mean {fmean(waits):.3f} s; {len(waits)} commands of two-phase's plans",
        )
    jobs = {
        seed: SeenCube(seed, seed % 2 == 0, f"jam_once@{Random(seed).randint(1, _TURNS)}")
        for seed in seeds
    }
    found = trials.work.results("stalls", SeenSolve, solve_seen, jobs, _CHUNK)
    unharmed = sum(solve.is_solved and not solve.accidents for solve in found)
    yield SprintRow.at_least(
        "stalls seen before the next command is done, share",
        sum(solve.found == 0 for solve in found) / len(found),
        _SEEN_SHARE,
        f"{_RIG}, one of {len(found)} solves each; {unharmed} solved without an accident",
    )
    commands = sum(solve.commands for solve in calm)
    alarms = sum(solve.alarms for solve in calm)
    yield SprintRow.at_most(
        f"false alarms in {_PER:,} commands",
        _PER * alarms / commands,
        _MOST_ALARMS,
        f"{_RIG}, {alarms} in {commands} commands of solves without a fault",
    )
