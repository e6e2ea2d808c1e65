"""Position over time of a motion: constant speed, as hobby servos go, or braking after a stop."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import lru_cache

from firmware_sim.physics.powered_servos import PoweredServos, Supply
from firmware_sim.physics.servo import ServoModel
from firmware_sim.physics.state import Motion
from robot.rigs.motion_profile import MotionProfile

# A motor that halts this close to a detent (degrees) moves into it: a servo cannot resolve less.
_DETENT_DEGREES = 0.05
# Braking takes at most this fraction of a motion's duration: fast mechanisms brake fast.
_MAX_BRAKING_FRACTION = 0.25
_COURSE_SECONDS = 0.005
_COURSES_PER_PULSE = 4
# A gripper's servo turns so far from closed to open.
_DEGREES_PER_OPENING = 90.0


@dataclass(frozen=True, slots=True)
class ConstantSpeed:
    """A motion at constant speed that began at `start_time`.

    Times are in the mechanism's own seconds.
    """

    motion: Motion
    start_time: float

    @property
    def duration(self) -> float:
        """Return the time until standstill, in seconds."""
        return math.inf if self.motion.never_ends else self._full_duration

    @property
    def end_fraction(self) -> float:
        """Return the fraction of the motion that is done at standstill."""
        return self.motion.end_fraction

    def fraction_at(self, elapsed: float) -> float:
        """Return the fraction of the motion that is done after `elapsed` seconds."""
        # At its end a motion is exactly complete, in spite of rounding errors of times.
        if elapsed >= self._full_duration - 1e-9:
            return self.motion.end_fraction
        return elapsed / self.motion.seconds

    @property
    def _full_duration(self) -> float:
        return self.motion.end_fraction * self.motion.seconds


@dataclass(frozen=True, slots=True)
class ServoCourse:
    """A motion as hobby servos go that follow pulses along a course; it ends when they arrive.

    `fractions` are what is done of the whole motion at every _COURSE_SECONDS.
    """

    motion: Motion
    start_time: float
    fractions: tuple[float, ...]

    @classmethod
    def from_motion(
        cls, motion: Motion, start_time: float, servo: ServoModel, acceleration: float
    ) -> ServoCourse:
        """Return the course of a motion that begins at `start_time`.

        `acceleration`: the seconds in which the pulses come up to speed.
        """
        pairs = zip(motion.before.angles, motion.angles, strict=True)
        degrees = [abs(end - start) for start, end in pairs]
        openings = zip(motion.before.openings, motion.openings, strict=True)
        degrees += [_DEGREES_PER_OPENING * abs(end - start) for start, end in openings]
        pulses = MotionProfile(round(motion.seconds, 4), acceleration)
        fractions = _course(servo, round(max(degrees), 3), pulses)
        return cls(motion, start_time, fractions)

    @property
    def duration(self) -> float:
        """Return the time until standstill, in seconds."""
        if self.motion.never_ends:
            return math.inf
        return _COURSE_SECONDS * bisect_left(self.fractions, self.motion.end_fraction)

    @property
    def end_fraction(self) -> float:
        """Return the fraction of the motion that is done at standstill."""
        return self.motion.end_fraction

    def fraction_at(self, elapsed: float) -> float:
        """Return the fraction of the motion that is done after `elapsed` seconds."""
        number, between = divmod(elapsed / _COURSE_SECONDS, 1)
        if number + 1 >= len(self.fractions):
            return self.motion.end_fraction
        here, later = self.fractions[int(number)], self.fractions[int(number) + 1]
        return min(here + between * (later - here), self.motion.end_fraction)


@lru_cache(maxsize=256)
def _course(servo: ServoModel, degrees: float, pulses: MotionProfile) -> tuple[float, ...]:
    """Return the fractions of a way that a servo has covered; they never decrease."""
    if not degrees:
        return (0.0, 1.0)
    endless = replace(servo, end_stop=math.inf)
    servos = PoweredServos(endless, [0.0], Supply(servo.volts))
    servos.follow([0.0], 0.0)
    fractions, ticks = [0.0], 0
    while ticks * _COURSE_SECONDS < pulses.seconds or not servos.are_still:
        ticks += 1
        # Pulses change less often than servos are looked at.
        pulse = _COURSES_PER_PULSE * math.ceil(ticks / _COURSES_PER_PULSE)
        target = degrees * pulses.part(pulse * _COURSE_SECONDS)
        servos.follow([target], ticks * _COURSE_SECONDS)
        fractions.append(max(min(servos.motors[0].angle / degrees, 1.0), fractions[-1]))
    return (*fractions[:-1], 1.0)


@dataclass(frozen=True, slots=True)
class Braking:
    """A motion whose motors were stopped when the fraction `start` of it was done.

    They decelerate evenly within `braking` seconds. At its target, or where it jams, a motion ends
    at once, as it does without a stop.
    """

    motion: Motion
    start_time: float
    start: float
    braking: float

    @classmethod
    def from_motion(cls, motion: Motion, now: float, start: float, longest: float) -> Braking:
        """Return a motion that is stopped now and brakes within `longest` seconds."""
        return cls(motion, now, start, min(longest, _MAX_BRAKING_FRACTION * motion.seconds))

    @property
    def duration(self) -> float:
        """Return the time until standstill, in seconds."""
        if not self.braking:
            return 0.0
        left = min(self._remaining / self._braking_distance, 1.0)
        return self.braking * (1 - math.sqrt(1 - left))

    @property
    def end_fraction(self) -> float:
        """Return the fraction of the motion that is done at standstill."""
        return _into_detent(self.motion, self.start + min(self._remaining, self._braking_distance))

    def fraction_at(self, elapsed: float) -> float:
        """Return the fraction of the motion that is done after `elapsed` seconds."""
        if elapsed >= self.duration - 1e-9:
            return self.end_fraction
        slowed = elapsed - elapsed**2 / (2 * self.braking)
        return self.start + slowed / self.motion.seconds

    @property
    def _remaining(self) -> float:
        return self.motion.end_fraction - self.start

    @property
    def _braking_distance(self) -> float:
        return self.braking / 2 / self.motion.seconds if self.braking else 0.0


Course = ConstantSpeed | ServoCourse | Braking


def _into_detent(motion: Motion, fraction: float) -> float:
    """Return the fraction, rounded so that a motor very close to a detent is at it."""
    turned = motion.turned(fraction)
    for start, end in zip(motion.before.angles, motion.angles, strict=True):
        here = start + turned * (end - start)
        detent = 90 * round(here / 90)
        if start != end and abs(here - detent) < _DETENT_DEGREES:
            at_detent = (detent - start) / (end - start)
            return fraction if at_detent == turned else motion.when_turned(at_detent)
    return fraction
