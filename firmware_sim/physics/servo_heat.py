"""The heat of servos that squeeze or are kept from moving, until they cut out."""

from __future__ import annotations

import math
from collections.abc import Sequence

from firmware_sim.physics.servo import Servo

# A servo that has cut out works again below this share of the heat at which it does.
_RESTART_HEAT = 0.7


class ServoHeat:
    """How hot each of `count` servos of one kind is: 0 is cool, at 1 it cuts out.

    The heat grows with the square of the current and is lost as in `Servo`. With the default values
    a servo can hold for ever what needs half of its stall current.
    """

    def __init__(self, servo: Servo, count: int) -> None:
        self.heat = [0.0] * count
        self._servo = servo
        self._is_out = [False] * count

    def is_out(self, number: int) -> bool:
        """Return True while a servo is too hot and has no force."""
        return self._is_out[number]

    def add(self, loads: Sequence[float], seconds: float) -> tuple[int, ...]:
        """Let seconds pass with these shares of the stall current; return which cut out now."""
        servo = self._servo
        if math.isinf(servo.stall_seconds):
            return ()
        kept = math.exp(-seconds / servo.cooling_seconds)
        # The heat at which a stalled servo would lose as much as it makes.
        hottest = 1 / (1 - math.exp(-servo.stall_seconds / servo.cooling_seconds))
        cut_out = []
        for number, load in enumerate(loads):
            limit = 0.0 if self._is_out[number] else hottest * load**2
            self.heat[number] = limit + (self.heat[number] - limit) * kept
            if self.heat[number] >= 1 and not self._is_out[number]:
                self._is_out[number] = True
                cut_out.append(number)
            elif self.heat[number] < _RESTART_HEAT:
                self._is_out[number] = False
        return tuple(cut_out)
