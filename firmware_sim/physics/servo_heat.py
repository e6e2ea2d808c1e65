"""The heat of a servo's winding and case, and when it burns or cuts out."""

from __future__ import annotations

import math
from dataclasses import dataclass

from firmware_sim.physics.servo import ServoModel

ROOM_CELSIUS = 20.0
# The enamel of a winding's wire, of the usual classes B to F, bears no more.
BURNT_CELSIUS = 150.0
# A protected servo measures its case, cuts out here, and works again below.
_CUT_OUT_CELSIUS, _RESTART_CELSIUS = 70.0, 60.0

OVERHEATED = "servo overheated"


@dataclass(slots=True)
class ServoHeat:
    """The temperatures (degrees Celsius) of a servo's winding, and of its case around it."""

    servo: ServoModel
    winding: float = ROOM_CELSIUS
    case: float = ROOM_CELSIUS
    is_out: bool = False

    @property
    def share(self) -> float:
        """Return how hot it is: 0 is as cool as the room, at 1 it burns or cuts out."""
        if self.servo.is_protected:
            return (self.case - ROOM_CELSIUS) / (_CUT_OUT_CELSIUS - ROOM_CELSIUS)
        return (self.winding - ROOM_CELSIUS) / (BURNT_CELSIUS - ROOM_CELSIUS)

    def would_go_out(self, watts: float) -> bool:
        """Return whether it would go out or work again if this power stayed for ever."""
        case = ROOM_CELSIUS + watts * self.servo.case[1]
        end = ServoHeat(self.servo, case + watts * self.servo.winding[1], case)
        return self.is_out or end.share >= 1

    def add(self, watts: float, seconds: float) -> bool:
        """Let seconds pass with this power in its winding; return whether it goes out now.

        A burnt servo stays so; one that has cut out works again when it has cooled.
        """
        if self.servo.is_ideal or not seconds:
            return False
        self._warm(watts, seconds)
        if self.is_out:
            self.is_out = not self.servo.is_protected or self.case > _RESTART_CELSIUS
            return False
        self.is_out = self.share >= 1
        return self.is_out

    def _warm(self, watts: float, seconds: float) -> None:
        """Move both temperatures exactly, as two stages of capacity and resistance in a row."""
        (heat_a, ohm_a), (heat_b, ohm_b) = self.servo.winding, self.servo.case
        end_b = ROOM_CELSIUS + watts * ohm_b
        end_a = end_b + watts * ohm_a
        a, b = self.winding - end_a, self.case - end_b
        into, back, out = 1 / (heat_a * ohm_a), 1 / (heat_b * ohm_a), 1 / (heat_b * ohm_b)
        # The eigenvalues of [[-into, into], [back, -back - out]], both negative.
        half = (into + back + out) / 2
        root = math.sqrt(half**2 - into * out)
        fast, slow = -half - root, -half + root
        # exp(A t) = p + q A, by the values at both eigenvalues.
        at_fast, at_slow = math.exp(fast * seconds), math.exp(slow * seconds)
        q = (at_slow - at_fast) / (slow - fast)
        p = at_slow - q * slow
        self.winding = end_a + p * a + q * (into * (b - a))
        self.case = end_b + p * b + q * (back * (a - b) - out * b)


def went_out(name: str, servo: ServoModel) -> str:
    """Return what to say of a servo that got too hot."""
    current = f"{servo.stall_current:g} A when stalled"
    ended = "cut out" if servo.is_protected else "burnt out"
    return f"servo {name} got too hot and {ended} ({current})"
