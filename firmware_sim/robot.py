"""A simulated robot in this process: its servos, cube, camera, plug and power supply."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.camera.optics import CameraFaultInjector
from firmware_sim.faults import FaultSchedule, Injection
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
from firmware_sim.physics.servo_mechanics import CORNER_CUTTING_DEGREES, ServoMechanics
from firmware_sim.physics.state import Accident, PhysicalState
from firmware_sim.plugged_servos import Plug, PluggedServos
from firmware_sim.wiring import RIGHT_WIRING, Wiring
from robot.clock import Clock
from robot.rigs.actuators import REST_SECONDS
from robot.rigs.rig import Rig, with_all_motions
from solver.cube import Cube


class SimulatedRobot:
    """A robot of kind `rig` in the physical state `state` (by default a solved cube at home).

    Its motors are of the kind `servo`, and measure where they stand; with `jaws` they do not, and
    follow their pulses as those of boards do, connected by `wiring`. Closed jaws relax `rest`
    seconds after a motion, 0: never; with `jaws` to where `pulses` say, by default as a person
    finds those of usual jaws. `servos` are what a controller moves.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        state: PhysicalState | None = None,
        faults: FaultSchedule | None = None,
        corner_cutting: float = CORNER_CUTTING_DEGREES,
        servo: ServoModel = IDEAL_SERVO,
        jaws: JawContact | None = None,
        wiring: Wiring = RIGHT_WIRING,
        forces: Forces = USUAL_FORCES,
        rest: float = REST_SECONDS,
        pulses: JawPulses = USUAL_JAWS,
    ) -> None:
        self.rig, rig = rig, with_all_motions(rig)
        self._faults = faults or FaultSchedule()
        begin = state or PhysicalState.at_home(rig.home, Cube.solved())
        self._plug = Plug(self._faults, clock)
        measures = jaws is None or not rig.grippers
        if jaws is None:
            jaws = IDEAL_CONTACT if servo.is_ideal else USUAL_CONTACT
        self._mechanics = ServoMechanics(
            rig,
            clock,
            begin,
            servo,
            jaws,
            self._faults,
            wiring,
            forces,
            measures=measures,
            corner_cutting=corner_cutting if measures else 0.0,
        )
        # Ideal jaws meet the cube at the end of their way: nobody finds where.
        pulses = UNTOLD_JAWS if jaws == IDEAL_CONTACT else pulses
        self.servos = PluggedServos(rig, clock, self._mechanics, pulses)
        self.servos.use(self._plug, rest)
        self._sensing = CameraFaultInjector(self._faults)

    def state(self) -> PhysicalState:
        """Return the physical state now; may be called from any thread."""
        return self._mechanics.state()

    def camera_state(self) -> PhysicalState | None:
        """Return the state that a camera sees now; None where it has no picture."""
        return self._sensing.apply(self._mechanics.state(), self._mechanics.turns_made)

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        return self.servos.state_at_rest()

    @property
    def accidents(self) -> tuple[Accident, ...]:
        """Return the accidents: what would have damaged a real robot."""
        return tuple(self._mechanics.accidents)

    @property
    def turns_done(self) -> int:
        """Count the turns of faces that the motors have made."""
        return self._mechanics.turns_made

    @property
    def injections(self) -> tuple[Injection, ...]:
        """Return the triggered faults, in order."""
        return tuple(self._faults.log)

    @property
    def unplugged(self) -> bool:
        """Return True if the robot is disconnected from this computer."""
        return self._plug.is_pulled

    def heat(self) -> tuple[float, ...]:
        """Return how hot each servo is, axes first: 0 is cool, at 1 it burns or cuts out."""
        return self._mechanics.heat()

    def repair(self) -> None:
        """Clear every fault, plug the robot in, and repair the cube as a person would."""
        self._faults.clear()
        self._plug.is_pulled = False
        self._mechanics.repair()

    def reset(self) -> None:
        """Restart the robot's board: its servos lose their power."""
        self.servos.lose_power()

    def stop(self, why: str) -> None:
        """Let the robot stop by itself: by its button ("button"), or because of "silence"."""
        self._plug.stopped_by = why

    def on_rest(self, action: Callable[[], None]) -> None:
        """Let an action be done at the end of each motion."""
        self._plug.on_rest = action

    def advance(self) -> None:
        """Handle what is due by now."""
        self.servos.advance()

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next; None: only after input."""
        return self.servos.next_wakeup()

    def power_off(self) -> PhysicalState:
        """Switch off. Returns the state in which the motors come to rest."""
        return self._mechanics.power_off()
