"""The heat of servos that squeeze or are kept from moving, until they cut out."""

from __future__ import annotations

import math
from collections.abc import Sequence

from firmware_sim.physics.jaws import JawContact
from firmware_sim.physics.servo import ServoModel
from firmware_sim.physics.state import GRIP_OPENINGS, PhysicalState
from robot.rigs.command import CLOSED, OPEN, Grip, Move
from robot.rigs.rig import Rig

# A servo that has cut out works again below this share of the heat at which it does.
_RESTART_HEAT = 0.7


OVERHEATED = "servo overheated"


class ServoHeat:
    """How hot each of `count` servos of one kind is: 0 is cool, at 1 it cuts out.

    The heat grows with the square of the current and is lost as in `ServoModel`. With the default
    values a servo can hold for ever what needs half of its stall current.
    """

    def __init__(self, servo: ServoModel, count: int) -> None:
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


class HeatedServos:
    """The heat of a robot's servos, all of one model, by the names of its actuators.

    With feedback or without, a servo heats up while something keeps it from its target.
    """

    def __init__(self, servo: ServoModel, names: Sequence[str]) -> None:
        self._servo = servo
        self._names = tuple(names)
        self._heat = ServoHeat(servo, len(self._names))
        self._updated: float | None = None

    def is_out(self, number: int) -> bool:
        """Return True while a servo is too hot and has no force."""
        return self._heat.is_out(number)

    def heat(self) -> tuple[float, ...]:
        """Return how hot each servo is: 0 is cool, at 1 it cuts out."""
        return tuple(self._heat.heat)

    def advance(self, kept: Sequence[float], now: float) -> tuple[str, ...]:
        """Update the heat of servos kept `kept` degrees from their targets since the last call.

        Returns what to say of each that cuts out now, at the time `now` (seconds).
        """
        passed = 0.0 if self._updated is None else now - self._updated
        self._updated = now
        loads = [self._servo.load(degrees) for degrees in kept]
        current = f"{self._servo.stall_current:g} A when stalled"
        return tuple(
            f"servo {self._names[number]} got too hot and cut out ({current})"
            for number in self._heat.add(loads, passed)
        )


class PushingServos:
    """The servos of a `rig` that measures where they stand, and what they push against.

    A jammed one pushes until it is moved or halted; grippers press the cube, which they touch at
    `contact`.
    """

    def __init__(self, rig: Rig, servo: ServoModel, contact: JawContact) -> None:
        self._rig = rig
        self._contact = contact
        self._servos = HeatedServos(servo, (*rig.axes, *rig.grippers))
        # How far a motor that jammed is from its target, in degrees.
        self._pushing: dict[str, float] = {}
        self._presses = True

    def heat(self) -> tuple[float, ...]:
        """Return how hot each servo is, axes first: 0 is cool, at 1 it cuts out."""
        return self._servos.heat()

    def jam(self, axis: str, degrees: float) -> None:
        """Let an axis push while it is kept `degrees` from its target."""
        self._pushing = {axis: degrees}

    def relax(self) -> None:
        """Let no axis push any more."""
        self._pushing = {}

    def touch(self) -> None:
        """Let closed jaws hold the cube with little force, until `press`."""
        self._presses = False

    def press(self) -> None:
        """Let closed jaws press the cube."""
        self._presses = True

    def has_cut_out(self, command: Move | Grip) -> str:
        """Return the actuator of a command whose servo has no force, "" for none."""
        begin = 0 if isinstance(command, Move) else len(self._rig.axes)
        names = (*self._rig.axes, *self._rig.grippers)
        out = (name for name, _ in command.targets if self._servos.is_out(names.index(name, begin)))
        return next(out, "")

    def advance(self, state: PhysicalState, now: float) -> tuple[str, ...]:
        """Let the servos have been in a state since the last call; see `HeatedServos.advance`."""
        kept = [self._pushing.get(axis, 0.0) for axis in self._rig.axes]
        for name, opening in zip(self._rig.grippers, state.openings, strict=True):
            is_closed = opening == GRIP_OPENINGS[CLOSED] and not state.dropped
            presses = is_closed and self._presses
            squeeze = self._contact.squeeze(opening) if presses else 0.0
            kept.append(squeeze * self._rig.servo_travel.angles(name)[OPEN])
        return self._servos.advance(kept, now)
