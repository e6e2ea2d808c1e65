"""Position over time of a motion: constant speed, or braking after a stop."""

from __future__ import annotations

import math
from dataclasses import dataclass

from firmware_sim.physics.state import Motion

# A motor that halts so near to a detent falls into it: no servo could tell the difference.
_DETENT_DEGREES = 0.05
# What turns fast brakes well: no motor needs more than this part of its motion's time to stand.
_MAX_BRAKING_FRACTION = 0.25


@dataclass(frozen=True, slots=True)
class ConstantSpeed:
    """A motion that `start_time` at that time; as `Braking`, it tells how far it comes, and how
    soon.

    Times are in the mechanism's own seconds.
    """

    motion: Motion
    start_time: float

    @property
    def duration(self) -> float:
        """Return after how many seconds it stands still."""
        return math.inf if self.motion.never_ends else self._full_duration

    @property
    def end_fraction(self) -> float:
        """Return which part of its way is done then."""
        return self.motion.end_fraction

    def fraction_at(self, elapsed: float) -> float:
        """Return which part of its way is done after so many seconds."""
        # At its own end a motion is there exactly, whatever a sum of times comes to.
        if elapsed >= self._full_duration - 1e-9:
            return self.motion.end_fraction
        return elapsed / self.motion.seconds

    @property
    def _full_duration(self) -> float:
        return self.motion.end_fraction * self.motion.seconds


@dataclass(frozen=True, slots=True)
class Braking:
    """A motion whose motors were stopped when the part `start` of its way was done.

    They slow down evenly, so as to stand after `braking` seconds. At the end of its way, or where
    it jams, a motion stands at once, as it does without being stopped.
    """

    motion: Motion
    start_time: float
    start: float
    braking: float

    @classmethod
    def from_motion(cls, motion: Motion, now: float, start: float, longest: float) -> Braking:
        """Stop a motion now, where motors brake within `longest` seconds."""
        return cls(motion, now, start, min(longest, _MAX_BRAKING_FRACTION * motion.seconds))

    @property
    def duration(self) -> float:
        """Return after how many seconds it stands still."""
        if not self.braking:
            return 0.0
        left = min(self._remaining / self._braking_distance, 1.0)
        return self.braking * (1 - math.sqrt(1 - left))

    @property
    def end_fraction(self) -> float:
        """Return which part of its way is done then."""
        return _into_detent(self.motion, self.start + min(self._remaining, self._braking_distance))

    def fraction_at(self, elapsed: float) -> float:
        """Return which part of its way is done after so many seconds."""
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


MotionProfile = ConstantSpeed | Braking


def _into_detent(motion: Motion, fraction: float) -> float:
    """Return the fraction at which a motor that stands all but on a detent is on it."""
    for start, end in zip(motion.before.angles, motion.angles, strict=True):
        here = start + fraction * (end - start)
        detent = 90 * round(here / 90)
        if start != end and abs(here - detent) < _DETENT_DEGREES:
            return (detent - start) / (end - start)
    return fraction
