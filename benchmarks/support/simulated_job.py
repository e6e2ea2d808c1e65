"""A simulated robot in virtual time, and whole jobs on it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Self

from benchmarks.support.stub_scanner import OracleScanner
from calibration.gripper_timings import RigProfile
from firmware_sim.faults import FaultSchedule, read_faults
from firmware_sim.line_robot import LineRobot
from firmware_sim.named_robots import register_robot, unregister_robot
from firmware_sim.physics.cube_forces import USUAL_FORCES, Forces
from firmware_sim.physics.jaws import USUAL_JAWS, JawContact, JawPulses
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from robot.clock import VirtualClock
from robot.errors import RobotError
from robot.execution.events import RunEvent
from robot.execution.journal import Journal
from robot.link.connection import RobotConnection
from robot.link.line_connection import LineConnection
from robot.link.port import open_port
from robot.link.registry import open_connection
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


class VirtualRobot:
    """Simulated robot that holds the random cube of `seed`; a context manager.

    Its servos are of the kind `servo`, and do not measure where they stand if it has `jaws`; a host
    uses the measured `profile`. Its jaws, which are told `pulses`, relax `rest` seconds after a
    motion, 0: never. `forces` are its supply and how its cube turns. `why` is the reason of the
    last safe stop.
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
        self.clock = clock or VirtualClock()
        self._seed = seed
        self.cube = Cube.random(seed)
        self.robot = self._made(
            rig,
            self.clock,
            PhysicalState.at_home(rig.home, self.cube),
            FaultSchedule(read_faults(faults), seed, self.clock),
            servo=servo,
            jaws=jaws,
            rest=rest,
            forces=forces,
            pulses=pulses,
        )
        self._profile = profile
        self.why = ""
        self._name = f"workbench{seed}"
        self.url = f"sim://{rig_name}?name={self._name}"

    def _made(self, *arguments: Any, **named: Any) -> SimulatedRobot:
        """Return a simulated robot of its kind."""
        return SimulatedRobot(*arguments, **named)

    def open(self, url: str) -> RobotConnection:
        """Return the way of a host to the robot. Raises what `Link` does."""
        return open_connection(url)

    def __enter__(self) -> Self:
        register_robot(self._name, self.robot, self.clock)
        return self

    def __exit__(self, *_: object) -> None:
        unregister_robot(self._name)

    def scanner(self, *, photographed: bool = False) -> Scanner:
        """Return a scanner of the robot: with the rendered camera, or without rendering."""
        if not photographed:
            return OracleScanner(self.robot, lambda: wait_for_picture(self.robot, self.clock))
        rig = self.robot.rig
        places = tuple(map(CameraPlace, rig.cameras))
        return CameraScanner([InProcessCamera(self.url)], rig, places)

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
        result, _ = self.do_job(scanner, journal)
        return result.solved and self.robot.state().is_solved()

    def do_job(
        self,
        scanner: Scanner,
        journal: Journal,
        on_event: Callable[[RunEvent], None] = lambda event: None,
        policy: SolutionPolicy = _USUAL_POLICY,
    ) -> tuple[Result, int]:
        """Run a job to its end or a safe stop; return result and number of repeated lines."""
        try:
            with Link(self.url, opened_by=self.open) as link:
                if self._profile is not None:
                    link.use_rig(with_durations(link.rig, self._profile.durations))
                    link.use_settling_times(self._profile.settling)
                rng = Random(f"{self._seed} challenge")
                job = Job(link, scanner, policy, journal, rng=rng)
                try:
                    return job.run(on_event), link.statistics.retransmissions
                except SafeStopError as error:
                    self.why = f"{error}\n{error.advice}"
                    return job.result("stopped"), link.statistics.retransmissions
        except RobotError as error:
            self.why = f"{error}\n{operator_advice(error)}"
            return _not_begun(journal), 0


class VirtualLineRobot(VirtualRobot):
    """A `VirtualRobot` at a line of text, which has the faults of lines."""

    def _made(self, *arguments: Any, **named: Any) -> LineRobot:
        named["rng"] = Random(f"{self._seed} epoch")
        return LineRobot(*arguments, **named)

    def open(self, url: str) -> RobotConnection:
        """See `VirtualRobot`."""
        return LineConnection(url, open_port)


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
