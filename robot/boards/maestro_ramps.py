"""The pulses that a Maestro's servos get on their way: ramps, and motions whose ramps may overlap.

Pulses are in the Maestro's units, by channel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from robot.boards.maestro_protocol import TICKS_PER_SECOND
from robot.rigs.motion_profile import MotionProfile

TIME_TOLERANCE = 1e-9
# The highest limit of a speed that a Maestro takes.
_FASTEST = 0x3FFF


@dataclass(frozen=True, slots=True)
class ChannelRamp:
    """Pulses on their way: (channel, from, to), in the Maestro's units, and their course."""

    channels: tuple[tuple[int, int, int], ...]
    start_time: float
    profile: MotionProfile

    @property
    def end_time(self) -> float:
        """Return the time at which the pulses arrive."""
        return self.start_time + self.profile.seconds

    def pulses(self, now: float) -> dict[int, int]:
        """Return the pulse of each channel at a time."""
        part = self.profile.part(now - self.start_time)
        return {
            channel: round(start + part * (end - start)) for channel, start, end in self.channels
        }

    def peak_units(self) -> dict[int, int]:
        """Return the limit of speed that lets each channel follow, in the Maestro's units."""
        peak = self.profile.peak_speed / TICKS_PER_SECOND
        return {
            channel: min(math.ceil(abs(end - start) * peak) + 1, _FASTEST)
            for channel, start, end in self.channels
            if start != end
        }


@dataclass(frozen=True, slots=True)
class ChannelMotion:
    """A motion in progress: its ramps, by their start; those of a channel follow one another.

    It was commanded at `began`, before servos were enabled and jaws closed again.
    """

    ramps: tuple[ChannelRamp, ...]
    began: float

    def pulses(self, now: float) -> dict[int, int]:
        """Return the pulse of each channel whose ramp has begun."""
        found: dict[int, int] = {}
        for ramp in self.ramps:
            if now >= ramp.start_time - TIME_TOLERANCE:
                found |= ramp.pulses(now)
        return found

    @property
    def ends(self) -> dict[int, int]:
        """Return the last pulse of each channel."""
        return {channel: end for ramp in self.ramps for channel, _, end in ramp.channels}

    @property
    def end_time(self) -> float:
        """Return the time at which the last pulses arrive."""
        return max(ramp.end_time for ramp in self.ramps)

    def part(self, now: float) -> float:
        """Return how much of the time of moving pulses has passed, 0 to 1."""
        begin = self.ramps[0].start_time
        whole = self.end_time - begin
        return min((now - begin) / whole, 1.0) if whole else 1.0

    def has_ended(self, now: float) -> bool:
        """Return True once its time is over."""
        return now >= self.end_time - TIME_TOLERANCE

    @property
    def moves(self) -> bool:
        """Return True if a pulse is on its way."""
        return any(start != end for ramp in self.ramps for _, start, end in ramp.channels)
