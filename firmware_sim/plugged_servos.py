"""The servos of a robot in this process as their controller has them, with power and a plug."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.servo_mechanics import BROWN_OUT_VOLTS, ServoMechanics
from robot.clock import Clock
from robot.errors import DriveError
from robot.rigs.actuators import Completed, MotionOutcome
from robot.rigs.command import Enable, Jog, MotionCommand

NAME = "rokumen-sim/0.1.0"
LOST_IN_MOTION = "the servos have lost their power in a motion"

# A board that loses its power in a turn does so at a random part of these seconds, which are less
# than any turn of hobby servos takes.
_TURN_SECONDS = 0.15


class Plug:
    """Whether a robot is plugged in, has power, or has stopped by itself; `faults` change it.

    `stopped_by` is why it has stopped by itself, "" where it has not; `on_rest` is called at the
    end of each motion.
    """

    on_rest: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, faults: FaultSchedule, clock: Clock) -> None:
        self.is_pulled = False
        self.stopped_by = ""
        self._faults = faults
        self._clock = clock
        self._commands = 0
        self._turns_begun = 0
        self._fails_at = math.inf

    def count_command(self) -> None:
        """Note that the robot is told a motion. Raises OSError if that does not reach it."""
        self._commands += 1
        if self._faults.triggers("unplug", self._commands):
            self.is_pulled = True
        if self.is_pulled:
            raise OSError("it has been unplugged")

    def fails(self, mechanics: ServoMechanics) -> bool:
        """Return True if the power fails by now: a board resets below BROWN_OUT_VOLTS."""
        now = self._clock.now()
        if mechanics.turns_begun != self._turns_begun:
            self._turns_begun = mechanics.turns_begun
            if self._faults.triggers("reboot_mid_turn", mechanics.turns_made + 1):
                part = self._faults.rng("reboot_mid_turn").uniform(0.2, 0.8)
                self._fails_at = now + part * _TURN_SECONDS
        if mechanics.lowest_volts() >= BROWN_OUT_VOLTS and now < self._fails_at:
            return False
        self._fails_at = math.inf
        return True


class PluggedServos(SimulatedServos):
    """The servos of a robot in this process, which depend on its plug."""

    _plug: Plug
    name = NAME

    def use(self, plug: Plug, rest: float) -> None:
        """Depend on a plug; closed jaws relax `rest` seconds after a motion, 0: never."""
        self._plug = plug
        self.settings = replace(self.settings, rest=rest if "relax" in self.can else 0.0)

    @property
    def feedback(self) -> tuple[str, ...]:
        """See `DriveServos`."""
        return ("angle", "load") if self._mechanics.measures else super().feedback

    @property
    def rests(self) -> bool:
        """Return True if closed jaws relax at rest; ideal ones press no more than they must."""
        return bool(self.settings.rest)

    def relax(self) -> bool:
        """See `DriveServos`. Ideal jaws press no more than they must: they are relaxed."""
        return super().relax() or self.rests

    @property
    def stopped_by(self) -> str:
        """See `DriveServos`."""
        return self._plug.stopped_by

    def start(self, command: MotionCommand) -> None:
        """See `DriveServos`. Raises OSError where the robot is unplugged."""
        self._plug.count_command()
        super().start(command)

    def jog(self, jog: Jog) -> None:
        """See `start`."""
        self._plug.count_command()
        super().jog(jog)

    def enable(self, enable: Enable) -> None:
        """See `start`."""
        self._plug.count_command()
        super().enable(enable)

    def halt(self) -> None:
        """See `DriveServos`."""
        super().halt()
        self._plug.stopped_by = ""
        self._plug.on_rest()

    def outcome(self) -> MotionOutcome | None:
        """See `DriveServos`. Raises DriveError for a motion in which the power fails."""
        if self._plug.fails(self._mechanics):
            self.lose_power()
            raise DriveError(LOST_IN_MOTION)
        if ended := super().outcome():
            self._plug.on_rest()
        return ended

    def end_settling(self) -> Completed:
        """See `DriveServos`."""
        ended = super().end_settling()
        self._plug.on_rest()
        return ended

    def lose_power(self) -> None:
        """Take the power from all servos."""
        self.halt()
        self.unpower()
