"""Hobby servos that follow their pulses late: lag, top speed, acceleration, dead band, backlash.

Sources of the default values: see `HOBBY_SERVO` and docs/references.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Servos are computed in steps of this many seconds.
STEP_SECONDS = 0.002
# A servo slower than this (degrees a second) stands still.
_STILL = 2.0

# Of the usual servos: 500 to 2500 microseconds for 180 degrees.
MICROSECONDS_PER_DEGREE = 1000 / 90
MIDDLE_PULSE = 1500.0


@dataclass(frozen=True, slots=True)
class ServoModel:
    """A kind of hobby servo, at the speed of its supply voltage.

    It covers 63% of its way in `lag` seconds, unless its `top_speed` (degrees a second) or its
    `acceleration` (degrees a second, each second) is less. Within `dead_band` degrees of its pulse
    it does not move; its horn has a play of `backlash` degrees; it turns to `end_stop` degrees from
    its middle at most.

    Kept from its place by `full_torque_degrees` or more it draws `stall_current` (amperes), and
    proportionally less where it is nearer. With that current it is too hot after `stall_seconds`
    and cuts out; without, it cools by 63% in `cooling_seconds`.
    """

    lag: float = 0.0
    top_speed: float = math.inf
    acceleration: float = math.inf
    dead_band: float = 0.0
    backlash: float = 0.0
    end_stop: float = math.inf
    full_torque_degrees: float = 15.0
    stall_current: float = 0.0
    stall_seconds: float = math.inf
    cooling_seconds: float = 180.0

    @property
    def is_ideal(self) -> bool:
        """Return True for a servo that is where its pulse is."""
        return self == IDEAL_SERVO

    def load(self, degrees: float) -> float:
        """Return the share of the stall current (0 to 1) of a servo kept so far from its pulse."""
        return min(abs(degrees) / self.full_torque_degrees, 1.0)


# Servos that are where their pulses are, and never get hot.
IDEAL_SERVO = ServoModel()

# DSServo's data sheet of the DS3218, a usual 20 kg cm servo of 180 degrees, at 5 V: 0.16 s for 60
# degrees, a dead band of 3 microseconds, 1.8 A when stalled. Lag, acceleration, play and heat are
# in no data sheet; these are usual values of servos with metal gears. Protected servos cut out
# after 5 s, others survive a minute.
HOBBY_SERVO = ServoModel(
    lag=0.04,
    top_speed=60 / 0.16,
    acceleration=6000.0,
    dead_band=3 / MICROSECONDS_PER_DEGREE,
    backlash=1.0,
    end_stop=95.0,
    stall_current=1.8,
    stall_seconds=60.0,
)


@dataclass(slots=True)
class Shaft:
    """The motor of one servo, in degrees from its middle, and `horn`, which has its play."""

    place: float
    speed: float
    horn: float

    @classmethod
    def at(cls, place: float) -> Shaft:
        """Return a motor that stands still."""
        return cls(place, 0.0, place)

    def has_arrived(self, servo: ServoModel, target: float) -> bool:
        """Return True if it stands as near to its target as it can."""
        return not self.speed and abs(_reachable(servo, target) - self.place) <= servo.dead_band

    def follow(self, servo: ServoModel, target: float, seconds: float) -> None:
        """Move towards a target (degrees), which has been the same for these seconds."""
        target = _reachable(servo, target)
        while seconds > 0 and not self.has_arrived(servo, target):
            step = min(seconds, STEP_SECONDS)
            seconds -= step
            self._step(servo, target, step)
        play = servo.backlash / 2
        self.horn = min(max(self.horn, self.place - play), self.place + play)

    def _step(self, servo: ServoModel, target: float, seconds: float) -> None:
        away = target - self.place
        if abs(away) <= servo.dead_band:
            away = 0.0
        # The exact step of a first-order lag, where nothing limits it.
        covered = 1 - math.exp(-seconds / servo.lag) if servo.lag else 1.0
        # It must also be able to stop at its target.
        stoppable = math.sqrt(2 * servo.acceleration * abs(away)) if away else 0.0
        fastest = min(servo.top_speed, stoppable)
        wanted = min(max(away * covered / seconds, -fastest), fastest)
        change = servo.acceleration * seconds
        self.speed += min(max(wanted - self.speed, -change), change)
        self.place += self.speed * seconds
        if abs(self.speed) < _STILL and abs(target - self.place) <= max(servo.dead_band, 1e-3):
            self.speed = 0.0
            if not servo.dead_band:
                self.place = target


def _reachable(servo: ServoModel, target: float) -> float:
    return min(max(target, -servo.end_stop), servo.end_stop)


class FollowingServos:
    """Servos of one kind behind the pulses that they get; they begin where `pulses` would be."""

    def __init__(self, servo: ServoModel, pulses: Sequence[float] = ()) -> None:
        self._servo = servo
        self._shafts: list[Shaft | None] = [Shaft.at(degrees_of(pulse)) for pulse in pulses]
        self._updated = 0.0
        self.have_arrived = True

    def follow(self, pulses: Sequence[float | None], now: float) -> tuple[float | None, ...]:
        """Return the pulses (microseconds) at which the horns stand at time `now` (seconds).

        The pulses have been these since the last call; a servo without one stays, and is None. A
        servo begins at its first pulse.
        """
        if self._servo.is_ideal:
            return tuple(pulses)
        passed, self._updated = now - self._updated, now
        self._shafts = self._shafts or [None] * len(pulses)
        self.have_arrived = True
        for number, pulse in enumerate(pulses):
            if pulse is not None:
                self._follow_one(number, degrees_of(pulse), passed)
        return tuple(
            None if pulse is None or shaft is None else pulse_of(shaft.horn)
            for pulse, shaft in zip(pulses, self._shafts, strict=True)
        )

    def _follow_one(self, number: int, target: float, passed: float) -> None:
        shaft = self._shafts[number]
        if shaft is None:
            shaft = self._shafts[number] = Shaft.at(_reachable(self._servo, target))
        shaft.follow(self._servo, target, passed)
        self.have_arrived &= shaft.has_arrived(self._servo, target)


def degrees_of(pulse: float) -> float:
    """Return the angle (degrees from the middle) that a pulse (microseconds) commands."""
    return (pulse - MIDDLE_PULSE) / MICROSECONDS_PER_DEGREE


def pulse_of(degrees: float) -> float:
    """Return the pulse (microseconds) that commands an angle (degrees from the middle)."""
    return MIDDLE_PULSE + degrees * MICROSECONDS_PER_DEGREE
