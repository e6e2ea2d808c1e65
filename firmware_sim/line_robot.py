"""A simulated robot at a line that carries text: firmware, mechanics, cable and power supply."""

from __future__ import annotations

from random import Random, SystemRandom

from firmware_sim.cable import Cable
from firmware_sim.camera.optics import CameraFaultInjector
from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.cube_forces import USUAL_FORCES, Forces
from firmware_sim.physics.jaws import (
    IDEAL_CONTACT,
    UNTOLD_JAWS,
    USUAL_CONTACT,
    USUAL_JAWS,
    JawContact,
    JawPulses,
)
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.servo_mechanics import (
    BROWN_OUT_VOLTS,
    CORNER_CUTTING_DEGREES,
    ServoMechanics,
)
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.wiring import RIGHT_WIRING, Wiring
from robot.clock import Clock
from robot.firmware.firmware import Firmware
from robot.rigs.actuators import REST_SECONDS
from robot.rigs.rig import Rig, with_all_motions
from solver.cube import Cube


class LineRobot(SimulatedRobot):
    """A `SimulatedRobot` with a firmware of its own, and the faults of its line.

    Without `rng` each robot boots with an unpredictable epoch, as a real one does.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        state: PhysicalState | None = None,
        faults: FaultSchedule | None = None,
        pace: float = 1.0,
        rng: Random | None = None,
        corner_cutting: float = CORNER_CUTTING_DEGREES,
        servo: ServoModel = IDEAL_SERVO,
        jaws: JawContact | None = None,
        wiring: Wiring = RIGHT_WIRING,
        forces: Forces = USUAL_FORCES,
        rest: float = REST_SECONDS,
        pulses: JawPulses = USUAL_JAWS,
    ) -> None:
        self.rig, rig = rig, with_all_motions(rig)
        self._clock = clock
        self._faults = faults or FaultSchedule()
        begin = state or PhysicalState.at_home(rig.home, Cube.solved())
        measures = jaws is None or not rig.grippers
        if jaws is None:
            jaws = IDEAL_CONTACT if servo.is_ideal else USUAL_CONTACT
        self._mechanics = ServoMechanics(
            rig,
            clock,
            begin,
            servo if rig.grippers else IDEAL_SERVO,
            jaws,
            self._faults,
            wiring,
            forces,
            pace,
            measures=measures,
            corner_cutting=corner_cutting if measures else 0.0,
        )
        # Ideal jaws meet the cube at the end of their way: nobody finds where.
        pulses = UNTOLD_JAWS if jaws == IDEAL_CONTACT else pulses
        self._servos = SimulatedServos(rig, clock, self._mechanics, pulses)
        self._firmware = Firmware(
            rig,
            self._servos,
            clock,
            rng or SystemRandom(),
            feedback="angle,load" if measures else "none",
            rest=rest,
        )
        self._cable = Cable(self._faults, clock)
        self._sensing = CameraFaultInjector(self._faults)
        self._last_turns_begun = 0
        self._power_loss_time: float | None = None
        self._boot_event_lost = False

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        return self._servos.state_at_rest()

    @property
    def unplugged(self) -> bool:
        """Return True if the port is disconnected."""
        return self._cable.unplugged

    def repair(self) -> None:
        """Clear every fault, connect the cable, and repair the cube as a person would."""
        self._faults.clear()
        self._cable.repair()
        self._mechanics.repair()

    def reset(self) -> None:
        """Restart the firmware."""
        self.advance()
        self._servos.unpower()
        self._firmware.reboot()

    def begin_reset(self) -> None:
        """See `BootedRobot`."""
        self.reset()

    def stop(self, why: str) -> None:
        """Let the robot stop by itself: by its button ("button")."""
        self._firmware.stop(why)

    def receive(self, data: bytes) -> None:
        """Process bytes from the host."""
        self.advance()
        self._firmware.receive(self._cable.send_to_robot(data))
        self._schedule_power_loss()

    def advance(self) -> None:
        """Handle what is due by now."""
        due = self._power_loss_time
        if due is not None and self._clock.now() >= due:
            self._power_loss_time = None
            self._servos.advance()
            self._servos.unpower()
            self._firmware.reboot(send_boot_event=not self._boot_event_lost)
        self._firmware.advance()
        # Servos go on after their firmware has taken a motion for done.
        self._servos.advance()
        if self._mechanics.lowest_volts() < BROWN_OUT_VOLTS:
            self._servos.unpower()
            self._firmware.reboot()
        self._schedule_power_loss()

    def read_output(self) -> bytes:
        """Return, once, the bytes that reach the host."""
        return self._cable.send_to_host(self._firmware.read_output())

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next; None: only after input."""
        times = [self._firmware.next_wakeup(), self._power_loss_time, self._cable.next_delivery()]
        return min((time for time in times if time is not None), default=None)

    def _schedule_power_loss(self) -> None:
        """Schedule a loss of power at a random time within a turn that has just begun."""
        if self._mechanics.turns_begun == self._last_turns_begun:
            return
        self._last_turns_begun = self._mechanics.turns_begun
        number = self._mechanics.turns_made + 1
        self._boot_event_lost = self._faults.triggers("lost_banner", number)
        if self._faults.triggers("reboot_mid_turn", number) or self._boot_event_lost:
            ends = self._servos.motion_ends()
            part = self._faults.rng("reboot_mid_turn").uniform(0.2, 0.8)
            self._power_loss_time = self._clock.now() + part * (ends - self._clock.now())
