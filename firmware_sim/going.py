"""Motions that are going on: driven to their ends, or coasting to a standstill once stopped."""

from __future__ import annotations

import math
from dataclasses import dataclass

from firmware_sim.truth import Motion

# A motor that halts so near to a detent falls into it: no servo could tell the difference.
_DETENT_DEGREES = 0.05
# What turns fast brakes well: no motor needs more than this part of its motion's time to stand.
_BRAKING_PART = 0.25


@dataclass(frozen=True, slots=True)
class Driven:
    """A motion that `began` at that time; as `Coasting`, it tells how far it comes, and how soon.

    Times are in the mechanism's own seconds.
    """

    motion: Motion
    began: float

    @property
    def lasts(self) -> float:
        """Say after how many seconds it stands still."""
        return math.inf if self.motion.endless else self._full

    @property
    def end(self) -> float:
        """Say which part of its way is done then."""
        return self.motion.reach

    def fraction(self, elapsed: float) -> float:
        """Say which part of its way is done after so many seconds."""
        # At its own end a motion is there exactly, whatever a sum of times comes to.
        if elapsed >= self._full - 1e-9:
            return self.motion.reach
        return elapsed / self.motion.seconds

    @property
    def _full(self) -> float:
        return self.motion.reach * self.motion.seconds


@dataclass(frozen=True, slots=True)
class Coasting:
    """A motion whose motors were stopped when the part `start` of its way was done.

    They slow down evenly, so as to stand after `braking` seconds. At the end of its way, or where
    it catches, a motion stands at once, as it does without being stopped.
    """

    motion: Motion
    began: float
    start: float
    braking: float

    @classmethod
    def of(cls, motion: Motion, now: float, start: float, longest: float) -> Coasting:
        """Stop a motion now, where motors brake within `longest` seconds."""
        return cls(motion, now, start, min(longest, _BRAKING_PART * motion.seconds))

    @property
    def lasts(self) -> float:
        """Say after how many seconds it stands still."""
        if not self.braking:
            return 0.0
        left = min(self._way_left / self._longest_way, 1.0)
        return self.braking * (1 - math.sqrt(1 - left))

    @property
    def end(self) -> float:
        """Say which part of its way is done then."""
        return _into_detent(self.motion, self.start + min(self._way_left, self._longest_way))

    def fraction(self, elapsed: float) -> float:
        """Say which part of its way is done after so many seconds."""
        if elapsed >= self.lasts - 1e-9:
            return self.end
        slowed = elapsed - elapsed**2 / (2 * self.braking)
        return self.start + slowed / self.motion.seconds

    @property
    def _way_left(self) -> float:
        return self.motion.reach - self.start

    @property
    def _longest_way(self) -> float:
        return self.braking / 2 / self.motion.seconds if self.braking else 0.0


Going = Driven | Coasting


def _into_detent(motion: Motion, fraction: float) -> float:
    """Give the fraction at which a motor that stands all but on a detent is on it."""
    for start, end in zip(motion.before.angles, motion.angles, strict=True):
        here = start + fraction * (end - start)
        detent = 90 * round(here / 90)
        if start != end and abs(here - detent) < _DETENT_DEGREES:
            return (detent - start) / (end - start)
    return fraction
