"""The servos of a simulated robot that measure where they stand, and its cube, in virtual time."""

from __future__ import annotations

from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.physics.cube_forces import USUAL_FORCES, Forces
from firmware_sim.physics.jaws import IDEAL_CONTACT, UNTOLD_JAWS, JawContact, JawPulses
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.rigs.actuators import Completed, MotionOutcome
from robot.rigs.command import MotionCommand
from robot.rigs.rig import Rig


class MeasuredRig:
    """The servos of `rig`, and the cube that they hold, which begin in the state `truth`."""

    def __init__(
        self,
        rig: Rig,
        truth: PhysicalState,
        *faults: FaultSpec,
        seed: int = 0,
        servo: ServoModel = IDEAL_SERVO,
        jaws: JawContact = IDEAL_CONTACT,
        pulses: JawPulses = UNTOLD_JAWS,
        forces: Forces = USUAL_FORCES,
    ) -> None:
        self.rig = rig
        self.clock = VirtualClock()
        self.mechanics = ServoMechanics(
            rig,
            self.clock,
            truth,
            servo,
            jaws,
            FaultSchedule(faults, seed),
            forces=forces,
            measures=True,
        )
        self.servos = SimulatedServos(self.mechanics, pulses)

    def execute(self, command: MotionCommand) -> MotionOutcome:
        """Execute a command and return its outcome."""
        self.servos.start(command)
        while (outcome := self.servos.poll()) is None:
            wake = self.servos.next_wakeup()
            assert wake is not None
            self.clock.sleep(max(wake - self.clock.now(), 1e-6))
        assert self.servos.poll() is None
        return outcome

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.sleep(seconds)
        self.servos.advance()

    def home(self) -> None:
        """Home as a robot does after a boot: from the pose that the motors report."""
        for command in self.rig.homing_commands(self.servos.read().pose):
            assert isinstance(command, MotionCommand)
            assert isinstance(self.execute(command), Completed)

    @property
    def truth(self) -> PhysicalState:
        """The physical state now."""
        return self.mechanics.state()
