"""What simulated robots share whose servos and cube are moved by the pulses of a board."""

from __future__ import annotations

from firmware_sim.camera.optics import CameraFaultInjector
from firmware_sim.faults import Injection
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import Accident, PhysicalState


class PulsedRobot:
    """The servos and the cube of `mechanics`, with its faults, and the camera that sees them."""

    def __init__(self, mechanics: ServoMechanics) -> None:
        self.rig = mechanics.rig
        self._clock = mechanics.clock
        self._faults = mechanics.schedule
        self._mechanics = mechanics
        self._sensing = CameraFaultInjector(self._faults)

    def state(self) -> PhysicalState:
        """Return the physical state now; may be called from any thread."""
        return self._mechanics.state()

    def camera_state(self) -> PhysicalState | None:
        """Return the state that a camera sees now; None where it has no picture."""
        return self._sensing.apply(self.state(), self.turns_made)

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        return self._mechanics.state_at_rest()

    @property
    def turns_made(self) -> int:
        """Count the turns of faces that have come to their end."""
        return self._mechanics.turns_made

    @property
    def injections(self) -> tuple[Injection, ...]:
        """Return the triggered faults, in order."""
        return tuple(self._faults.log)

    @property
    def accidents(self) -> tuple[Accident, ...]:
        """Return the accidents: what would have damaged a real robot."""
        return self._mechanics.accidents

    def repair(self) -> None:
        """Clear every fault, and repair the cube as a person would."""
        self._faults.clear()
        self._mechanics.repair()
