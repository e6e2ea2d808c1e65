"""A simulated robot in virtual time, and whole jobs on it."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Generic, Protocol, Self, TypeVar

from benchmarks.support.stub_scanner import OracleScanner, WatchingOracle
from calibration.gripper_timings import RigProfile
from firmware_sim.boards.chip import ChipPort
from firmware_sim.boards.chip_robot import SoftwareRobot
from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.faults import (
    FAULT_TYPES,
    SIMULATED_FIRMWARE,
    TEXT_LINE,
    FaultSchedule,
    Injection,
    read_faults,
)
from firmware_sim.named_robots import register_robot, unregister_robot
from firmware_sim.physics.cube_forces import USUAL_FORCES, Forces
from firmware_sim.physics.jaws import (
    IDEAL_CONTACT,
    USUAL_CONTACT,
    USUAL_JAWS,
    JawContact,
    JawPulses,
)
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import Accident, PhysicalState
from firmware_sim.robot import SimulatedRobot
from robot.clock import VirtualClock
from robot.errors import RobotError
from robot.execution.events import RunEvent
from robot.execution.journal import Journal
from robot.link.port import add_scheme
from robot.link.session import Link
from robot.rigs.actuators import REST_SECONDS
from robot.rigs.durations import with_durations
from robot.rigs.registry import DEFAULT_RIG, load_rig
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.scanner import Scanner
from rokumen.devices.serial_schemes import register
from rokumen.devices.simulated_camera import InProcessCamera, wait_for_picture
from rokumen.errors import SafeStopError
from rokumen.jobs.cube_job import Job
from rokumen.jobs.operator_advice import operator_advice
from rokumen.run_result import Result
from rokumen.storage.runs import SolutionPolicy
from solver.cube import Cube
from vision.held.placed_views import CameraPlace

_USUAL_POLICY = SolutionPolicy()
# Of the ports of chips in virtual time.
_SCHEME = "virtual-chip"
# A chip stops 2 s after its host has ended, and jaws take 1 s at most to relax.
_STILL_SECONDS = 4.0


class RobotInJob(Protocol):
    """A simulated robot whose true state is known."""

    @property
    def injections(self) -> tuple[Injection, ...]:
        """Return the triggered faults, in order."""
        ...

    @property
    def accidents(self) -> tuple[Accident, ...]:
        """Return the accidents: what would have damaged a real robot."""
        ...

    @property
    def turns_made(self) -> int:
        """Count the turns of faces that the motors have made."""
        ...

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        ...

    def camera_state(self) -> PhysicalState | None:
        """Return the state that a camera sees now; None where it has no picture."""
        ...

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        ...

    def advance(self) -> None:
        """Handle what is due by now."""
        ...

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next; None: only after input."""
        ...

    def repair(self) -> None:
        """Clear every fault, plug the robot in, and repair the cube as a person would."""
        ...


R_co = TypeVar("R_co", bound=RobotInJob, covariant=True)


class VirtualJobs(ABC, Generic[R_co]):
    """Jobs of a `robot` that holds the random cube of `seed`, by a virtual clock.

    `why` is the reason of the last safe stop.
    """

    def __init__(self, seed: int, robot: R_co, clock: VirtualClock, url: str) -> None:
        self.clock = clock
        self.robot = robot
        self.url = url
        self.why = ""
        self._seed = seed

    @abstractmethod
    def scanner(self, *, photographed: bool = False) -> Scanner:
        """Return a scanner of the robot: with the rendered camera, or without rendering."""

    def prepare(self, link: Link) -> None:
        """Tell a link what is known of the robot."""

    def wait_until_still(self) -> None:
        """Wait until the robot stops, as it does without commands of its host."""
        while self.robot.state_at_rest() is None:
            wake = self.robot.next_wakeup()
            assert wake is not None
            self.clock.sleep(max(wake - self.clock.now(), 0.001))
            self.robot.advance()

    def repair_and_resume(self, scanner: Scanner, journal: Journal) -> bool:
        """Remove the faults, resume, and return whether host and simulator report success."""
        self.wait_until_still()
        self.robot.repair()
        result = self.do_job(scanner, journal)
        return result.solved and self.robot.state().is_solved()

    def do_job(
        self,
        scanner: Scanner,
        journal: Journal,
        on_event: Callable[[RunEvent], None] = lambda event: None,
        policy: SolutionPolicy = _USUAL_POLICY,
    ) -> Result:
        """Run a job to its end or a safe stop; return its result."""
        try:
            with Link(self.url) as link:
                self.prepare(link)
                rng = Random(f"{self._seed} challenge")
                job = Job(link, scanner, policy, journal, rng=rng)
                try:
                    return job.run(on_event)
                except SafeStopError as error:
                    self.why = f"{error}\n{error.advice}"
                    return job.result("stopped")
        except RobotError as error:
            self.why = f"{error}\n{operator_advice(error)}"
            return _not_begun(journal)


class VirtualRobot(VirtualJobs[SimulatedRobot]):
    """Simulated robot that holds the random cube of `seed`; a context manager.

    Its servos are of the kind `servo`, and do not measure where they stand if it has `jaws`; a host
    uses the measured `profile`. Its jaws, which are told `pulses`, relax `rest` seconds after a
    motion, 0: never. `forces` are its supply and how its cube turns.
    """

    def __init__(
        self,
        seed: int,
        faults: str = "",
        clock: VirtualClock | None = None,
        rig_name: str = DEFAULT_RIG,
        servo: ServoModel = IDEAL_SERVO,
        jaws: JawContact | None = None,
        profile: RigProfile | None = None,
        rest: float = REST_SECONDS,
        forces: Forces = USUAL_FORCES,
        pulses: JawPulses = USUAL_JAWS,
    ) -> None:
        register("sim://")
        rig = load_rig(rig_name)
        clock = clock or VirtualClock()
        self.cube = Cube.random(seed)
        measures = jaws is None
        if jaws is None:
            jaws = IDEAL_CONTACT if servo.is_ideal else USUAL_CONTACT
        mechanics = ServoMechanics(
            rig,
            clock,
            PhysicalState.at_home(rig.home, self.cube),
            servo,
            jaws,
            FaultSchedule(read_faults(faults), seed, clock),
            forces=forces,
            measures=measures,
        )
        robot = SimulatedRobot(mechanics, rest, pulses)
        self._name = f"workbench{seed}"
        super().__init__(seed, robot, clock, f"sim://{rig_name}?name={self._name}")
        self._profile = profile

    def prepare(self, link: Link) -> None:
        """See `VirtualJobs`."""
        if self._profile is not None:
            link.use_rig(with_durations(link.rig, self._profile.durations))
            link.use_settling_times(self._profile.settling)

    def __enter__(self) -> Self:
        register_robot(self._name, self.robot, self.clock)
        return self

    def __exit__(self, *_: object) -> None:
        unregister_robot(self._name)

    def scanner(self, *, photographed: bool = False) -> Scanner:
        """See `VirtualJobs`."""
        if not photographed:
            return OracleScanner(self.robot, lambda: wait_for_picture(self.robot, self.clock))
        rig = self.robot.rig
        places = tuple(map(CameraPlace, rig.cameras))
        return CameraScanner([InProcessCamera(self.url)], rig, places)


class VirtualChipRobot(VirtualJobs[SoftwareRobot]):
    """A robot whose servos are on a chip in software, at a line with the faults of lines.

    They measure nothing: somebody looks after each command where the wrists are. A context manager.
    """

    def __init__(self, seed: int, faults: str = "") -> None:
        rig, clock = load_rig(DEFAULT_RIG), DeviceClock()
        start = PhysicalState.at_home(rig.home, Cube.random(seed))
        schedule = FaultSchedule(read_faults(faults), seed, clock)
        mechanics = ServoMechanics(rig, clock, start, faults=schedule)
        robot = SoftwareRobot(mechanics, Random(f"{seed} epoch"))
        clock.devices.append(robot.advance)
        self._folder = TemporaryDirectory(prefix="rokumen-chip-")
        settings = Path(self._folder.name) / "settings.toml"
        settings.write_text(robot.settings(), encoding="utf-8")
        add_scheme(_SCHEME, lambda url: ChipPort(robot, clock))
        url = f"chip://{_SCHEME}://{os.getpid()}-{seed}?settings={settings}"
        register(url)
        super().__init__(seed, robot, clock, url)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def wait_until_still(self) -> None:
        """See `VirtualJobs`: in silence the chip stops, and closed jaws relax."""
        self.clock.sleep(_STILL_SECONDS)

    def scanner(self, *, photographed: bool = False) -> Scanner:
        """See `VirtualJobs`; it is never photographed."""
        robot = self.robot
        return WatchingOracle(robot, lambda: wait_for_picture(robot, self.clock), robot.rig)


def virtual_robot(seed: int, faults: str) -> VirtualRobot | VirtualChipRobot:
    """Return a robot that can have these faults: on a chip those of its line, else without any."""
    needs = {FAULT_TYPES[each.kind].needs for each in read_faults(faults)}
    if needs.isdisjoint((TEXT_LINE, SIMULATED_FIRMWARE)):
        return VirtualRobot(seed, faults)
    return VirtualChipRobot(seed, faults)


def _not_begun(journal: Journal) -> Result:
    return Result(
        solved=False,
        facelets="",
        moves="",
        htm=0,
        motion_seconds=0.0,
        jams=0,
        slips=0,
        retries=0,
        replans=0,
        missing_turns=0,
        outcome="not started",
        journal=journal.path,
    )
