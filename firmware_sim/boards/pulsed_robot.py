"""What simulated robots share whose servos and cube are moved by the pulses of a board."""

from __future__ import annotations

from firmware_sim.camera.optics import CameraFaultInjector
from firmware_sim.faults import FaultSchedule, Injection
from firmware_sim.physics.cube_forces import USUAL_FORCES, Forces
from firmware_sim.physics.jaws import IDEAL_CONTACT, JawContact
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import Accident, PhysicalState
from firmware_sim.wiring import RIGHT_WIRING, Wiring
from robot.clock import Clock
from robot.rigs.rig import Rig


class PulsedRobot:
    """The servos, the cube and the camera of a robot of kind `rig`, from `state` on.

    `jaws` are the actual positions at which its grippers touch the cube; its servos are all of the
    kind `servo`, connected by `wiring`. `measures`, `corner_cutting`: see `ServoMechanics`.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        state: PhysicalState,
        jaws: JawContact = IDEAL_CONTACT,
        servo: ServoModel = IDEAL_SERVO,
        faults: FaultSchedule | None = None,
        wiring: Wiring = RIGHT_WIRING,
        forces: Forces = USUAL_FORCES,
        *,
        measures: bool = False,
        corner_cutting: float = 0.0,
    ) -> None:
        self.rig = rig
        self._clock = clock
        self._faults = faults or FaultSchedule()
        self._servos = ServoMechanics(
            rig,
            clock,
            state,
            servo,
            jaws,
            self._faults,
            wiring,
            forces,
            measures=measures,
            corner_cutting=corner_cutting,
        )
        self._sensing = CameraFaultInjector(self._faults)

    def state(self) -> PhysicalState:
        """Return the physical state now; may be called from any thread."""
        return self._servos.state()

    def camera_state(self) -> PhysicalState | None:
        """Return the state that a camera sees now; None where it has no picture."""
        return self._sensing.apply(self.state(), self._servos.turns_made)

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        return self._servos.state_at_rest()

    @property
    def injections(self) -> tuple[Injection, ...]:
        """Return the triggered faults, in order."""
        return tuple(self._faults.log)

    @property
    def accidents(self) -> tuple[Accident, ...]:
        """Return the accidents: what would have damaged a real robot."""
        return self._servos.accidents

    def power_off(self) -> PhysicalState:
        """Switch off; servos keep their positions. Returns the final physical state."""
        return self._servos.state()
