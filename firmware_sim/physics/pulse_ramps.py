"""The pulses of servos on their way: ramps, and motions whose ramps may overlap."""

from __future__ import annotations

from dataclasses import dataclass

from robot.rigs.motion_profile import MotionProfile

_TIME_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class PulseRamp:
    """Pulses (microseconds) of servos with these `numbers` on their way from `begin` to `end`.

    `acceleration`: the seconds in which they come up to speed, and in which they stop.
    """

    numbers: tuple[int, ...]
    begin: tuple[float, ...]
    end: tuple[float, ...]
    start_time: float
    seconds: float
    acceleration: float = 0.0

    @property
    def end_time(self) -> float:
        """Return the time at which the pulses arrive."""
        return self.start_time + self.seconds

    def part(self, now: float) -> float:
        """Return how much of the time has passed, 0 to 1."""
        # Its end is reached in spite of rounding errors of times.
        left = self.end_time - now
        if left <= _TIME_TOLERANCE:
            return 1.0
        return max(1 - left / self.seconds, 0.0) if self.seconds else 0.0

    def pulses(self, now: float) -> tuple[float, ...]:
        """Return the pulses at a time."""
        if self.part(now) == 1:
            return self.end
        part = MotionProfile(self.seconds, self.acceleration).part(now - self.start_time)
        return tuple(a + part * (b - a) for a, b in zip(self.begin, self.end, strict=True))


@dataclass(frozen=True, slots=True)
class PulseMotion:
    """The ramps of a motion, by their start: those of a servo follow one another.

    `began`: when it was asked for, before servos were enabled and jaws closed again.
    """

    ramps: tuple[PulseRamp, ...]
    began: float

    @property
    def end_time(self) -> float:
        """Return the time at which the last pulses arrive."""
        return max(ramp.end_time for ramp in self.ramps)

    def has_ended(self, now: float) -> bool:
        """Return True once all pulses have arrived."""
        return all(ramp.part(now) == 1 for ramp in self.ramps)

    def part(self, now: float) -> float:
        """Return how much of the time of moving pulses has passed, 0 to 1."""
        begin = min(ramp.start_time for ramp in self.ramps)
        return PulseRamp((), (), (), begin, self.end_time - begin).part(now)

    def pulses(self, before: tuple[float, ...], now: float) -> tuple[float, ...]:
        """Return the pulses of all servos at a time, by those a little earlier."""
        pulses = list(before)
        for ramp in self.ramps:
            if now >= ramp.start_time:
                for number, pulse in zip(ramp.numbers, ramp.pulses(now), strict=True):
                    pulses[number] = pulse
        return tuple(pulses)


def constant_ramp(value: float, now: float) -> PulseRamp:
    """Return the ramp of one pulse that has arrived at a value."""
    return PulseRamp((0,), (value,), (value,), now, 0.0)
