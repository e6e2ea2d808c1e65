"""Solves of single cubes on simulated robots: ideal ones, usual ones, and what a camera sees.

The robot's clock is virtual; on it a picture takes `simulated_camera.PICTURE_SECONDS`.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import rokumen
from benchmarks.robot.paced_plans import MOTIONS, PacedPlan, try_plan
from benchmarks.support.simulated_job import VirtualRobot
from benchmarks.support.stub_scanner import WatchingOracle
from calibration.gripper_timings import RigProfile, measure_motions
from firmware_sim.named_robots import find_robot, unregister_robot
from firmware_sim.physics.cube_forces import Forces
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.powered_servos import Supply
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.state import DROPPED, PhysicalState
from firmware_sim.robot import SimulatedRobot
from robot.errors import RobotError
from robot.execution.events import CommandDone, CommandFailed, RunEvent
from robot.execution.journal import Journal
from robot.link.session import Link
from rokumen import Result
from rokumen.api.connecting import connect
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.simulated_camera import InProcessCamera, wait_for_picture
from rokumen.errors import SafeStopError
from rokumen.jobs.events import PlanMade, Replanning, Rescanning, TurnMissing
from rokumen.storage.runs import SolutionPolicy
from solver.cube import Cube
from vision.held.placed_views import CameraPlace

# A layer may stand a little askew at the end, as in any cube.
_ASKEW_DEGREES = 10.0
_REPEATS = 2
# A USB adapter and its cable.
_WEAK = Forces(Supply(5.0, 0.5))
# So often is a run resumed, the robot being repaired each time, before it counts as lost.
_MAX_RESUMPTIONS = 5
# What showed that something had gone wrong.
WAYS: Mapping[type[RunEvent], str] = MappingProxyType(
    {
        CommandFailed: "the command",
        TurnMissing: "a face on the way",
        Rescanning: "a face, then a scan",
        PlanMade: "the last scan",
        Replanning: "a failed turn",
    }
)


@dataclass(frozen=True, slots=True)
class Solve:
    """One solve: `says_solved` is what the host says at its end, `is_solved` what is so.

    `seconds` are the robot's, `turns` those of the solution; `alarms`: how often the host said that
    something went wrong; `done_until_found`: commands that were reported done from an injected
    fault on until the host said so, None if it never did, and `way` by what; `stops`: safe stops,
    after each of which it was resumed; `megabytes`: the resident memory at its end.
    """

    says_solved: bool
    is_solved: bool
    seconds: float
    turns: int = 0
    commands: int = 0
    alarms: int = 0
    done_until_found: int | None = None
    way: str = ""
    new_plans: int = 0
    stops: int = 0
    accidents: int = 0
    dropped: bool = False
    megabytes: float = 0.0


class _Watcher:
    """Counts what a host says of its commands, and how soon it says that of an injected fault."""

    def __init__(self) -> None:
        self.robot: SimulatedRobot | None = None
        self.commands = 0
        self.alarms = 0
        self.found: int | None = None
        self.way = ""
        self._done = 0

    def on_event(self, event: RunEvent) -> None:
        """Take note of an event of the job."""
        is_injected = self.robot is not None and bool(self.robot.injections)
        self.commands += isinstance(event, CommandDone | CommandFailed)
        if isinstance(event, CommandDone):
            # The command before the turn with the fault may be reported after the turn has begun.
            self._done += is_injected and (self._done > 0 or bool(event.action.turns))
        elif type(event) in WAYS:
            self.alarms += not isinstance(event, PlanMade)
            if is_injected and self.found is None:
                self.found, self.way = self._done, WAYS[type(event)]

    def seen(self, solve: Solve) -> Solve:
        """Return a solve with what was counted in it."""
        return replace(
            solve,
            commands=self.commands,
            alarms=self.alarms,
            done_until_found=self.found,
            way=self.way,
        )


def _ended(
    robot: SimulatedRobot,
    state: PhysicalState,
    result: Result | None,
    seconds: float,
) -> Solve:
    """Return a solve with a result, None where it stopped, whose robot ends in a state."""
    return Solve(
        says_solved=result is not None and result.solved,
        is_solved=state.is_solved(),
        seconds=seconds,
        turns=result.htm if result else 0,
        new_plans=result.replans if result else 0,
        accidents=len(robot.accidents),
        dropped=state.dropped or any(each.kind == DROPPED for each in robot.accidents),
    )


def on_ideal_servos(rig: str, seed: int, faults: str = "") -> Solve:
    """Solve on servos that are where they are told to be; scans take the true stickers."""
    return _solve(VirtualRobot(seed, faults, rig_name=rig))


def on_usual_servos(rig: str, seed: int) -> Solve:
    """Solve on servos that lag and measure nothing, by the times that a camera measured of them.

    Scans take the true stickers, once nothing moves.
    """
    return _solve(
        VirtualRobot(
            seed,
            rig_name=rig,
            servo=HOBBY_SERVO,
            jaws=USUAL_CONTACT,
            profile=learnt(rig),
        )
    )


def _solve(virtual: VirtualRobot) -> Solve:
    watcher = _Watcher()
    watcher.robot = virtual.robot
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        virtual,
    ):
        result = virtual.do_job(virtual.scanner(), journal, watcher.on_event)
        seconds = virtual.clock.now()
        virtual.wait_until_still()
        return watcher.seen(_ended(virtual.robot, virtual.robot.state(), result, seconds))


@cache
def learnt(rig_name: str) -> RigProfile:
    """Measure a rig on usual servos with its camera, as `rokumen calibrate grippers` does."""
    with VirtualRobot(0, rig_name=rig_name, servo=HOBBY_SERVO, jaws=USUAL_CONTACT) as virtual:
        rig = virtual.robot.rig
        scanner = CameraScanner([InProcessCamera(virtual.url)], rig, (CameraPlace("U"),))
        with Link(virtual.url) as link:
            return measure_motions(
                link,
                rig,
                _REPEATS,
                wait_until_still=lambda: scanner.seconds_until_still(link.clock),
            )


def before_a_camera(rig: str, seed: int, faults: str = "") -> Solve:
    """Solve on usual servos, which a camera with rendered pictures sees."""
    name = f"seen-{rig}-{seed}"
    cube = Cube.random(seed).facelets
    url = f"sim://{rig}?ideal=false&feedback=false&seed={seed}&scramble={cube}&name={name}"
    watcher, result = _Watcher(), None
    try:
        with TemporaryDirectory() as folder, connect(f"{url}&faults={faults}") as robot:
            port = find_robot(robot.url)
            watcher.robot = port.robot
            with Journal(Path(folder) / "run.jsonl") as journal, suppress(SafeStopError):
                result = robot.run_job(
                    SolutionPolicy("two-phase"), journal, on_event=watcher.on_event
                )
            state = port.robot.state().with_layers_aligned(_ASKEW_DEGREES)
            return watcher.seen(_ended(port.robot, state, result, port.clock.now()))
    finally:
        unregister_robot(name)


def behind_a_weak_supply(rig: str, seed: int, faults: str) -> Solve:
    """Solve on usual servos behind a USB adapter and its cable, and resume the run if it stops.

    The rule of brown-out is that of an Uno: below 2.7 V the board that shares the supply resets,
    and its servos get no pulses; above, only the servos are weaker. A scanner that has the true
    stickers and angles stands for the camera, which `before_a_camera` measures.
    """
    virtual = VirtualRobot(
        seed, faults, rig_name=rig, servo=HOBBY_SERVO, jaws=USUAL_CONTACT, forces=_WEAK
    )
    robot = virtual.robot
    scanner = WatchingOracle(robot, lambda: wait_for_picture(robot, virtual.clock), robot.rig)
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        virtual,
    ):
        result = virtual.do_job(scanner, journal)
        virtual.wait_until_still()
        stops = int(not result.solved)
        if stops:
            robot.repair()
            result = virtual.do_job(scanner, journal)
        solve = _ended(robot, robot.state(), result, virtual.clock.now())
        return replace(solve, stops=stops)


def resumed(rig: str, seed: int, faults: str) -> Solve:
    """Solve before a camera; at each safe stop the robot is repaired and the run resumed."""
    stops, result = 0, None
    with VirtualRobot(seed, faults, rig_name=rig) as virtual:
        for _ in range(1 + _MAX_RESUMPTIONS):
            try:
                result = _begin(virtual.url) if not stops else rokumen.resume()
                break
            except (SafeStopError, RobotError):
                stops += 1
                virtual.wait_until_still()
                virtual.robot.repair()
        solve = _ended(virtual.robot, virtual.robot.state(), result, virtual.clock.now())
    return replace(solve, stops=stops, megabytes=_resident_megabytes())


def _begin(url: str) -> Result:
    with rokumen.connect(url) as robot:
        return robot.solve_cube()


def _resident_megabytes() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def at_a_pace(rig: str, seed: int, motions: str, pace: float) -> Solve:
    """Execute a plan of random turns at a pace; nobody looks, so what is said is what is so."""
    trial = try_plan(PacedPlan(MOTIONS[motions](rig), seed, pace))
    return Solve(
        says_solved=trial.solved,
        is_solved=trial.solved,
        seconds=trial.seconds,
        commands=trial.commands,
        accidents=trial.accidents,
    )
