"""A simulated robot in this process: its servos, cube, camera, plug and power supply."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.boards.pulsed_robot import PulsedRobot
from firmware_sim.physics.jaws import IDEAL_CONTACT, UNTOLD_JAWS, USUAL_JAWS, JawPulses
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from firmware_sim.plugged_servos import Plug, PluggedServos
from robot.rigs.actuators import REST_SECONDS


class SimulatedRobot(PulsedRobot):
    """A robot in this process. `servos` are what a controller moves.

    Closed jaws relax `rest` seconds after a motion, 0: never, to where `pulses` say, by default as
    a person finds those of usual jaws.
    """

    def __init__(
        self,
        mechanics: ServoMechanics,
        rest: float = REST_SECONDS,
        pulses: JawPulses = USUAL_JAWS,
    ) -> None:
        super().__init__(mechanics)
        self._plug = Plug(self._faults, self._clock)
        # Ideal jaws meet the cube at the end of their way: nobody finds where.
        pulses = UNTOLD_JAWS if mechanics.jaws == IDEAL_CONTACT else pulses
        self.servos = PluggedServos(mechanics, pulses)
        self.servos.use(self._plug, rest)

    @property
    def unplugged(self) -> bool:
        """Return True if the robot is disconnected from this computer."""
        return self._plug.is_pulled

    def state_at_rest(self) -> PhysicalState | None:
        """See `PulsedRobot`."""
        return self.servos.state_at_rest()

    def heat(self) -> tuple[float, ...]:
        """Return how hot each servo is, axes first: 0 is cool, at 1 it burns or cuts out."""
        return self._mechanics.heat()

    def repair(self) -> None:
        """See `PulsedRobot`. It is plugged in again, too."""
        super().repair()
        self._plug.is_pulled = False

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
