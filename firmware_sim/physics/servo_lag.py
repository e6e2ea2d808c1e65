"""Hobby servos that follow their pulses late: with a first-order lag, and a top speed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# A servo this close to its pulse, in microseconds, has arrived: its dead band.
DEAD_BAND = 1.0


@dataclass(frozen=True, slots=True)
class ServoLag:
    """The `seconds` in which a servo covers 63% of its way, and its `top_speed`.

    `top_speed` is in microseconds of the pulse a second: 60 degrees in 0.1 s is usual.
    """

    seconds: float = 0.0
    top_speed: float = 6667.0


# Servos that are where their pulses are.
NO_LAG = ServoLag()


class LaggingServos:
    """The pulses at which servos stand, after those that they get."""

    def __init__(self, lag: ServoLag) -> None:
        self._lag = lag
        self._places: list[float | None] = []
        self._updated = 0.0
        self.have_arrived = True

    def follow(self, pulses: Sequence[float | None], now: float) -> tuple[float | None, ...]:
        """Return where the servos stand at time `now` (seconds); None for one without a pulse.

        The pulses have been these since the last call. A servo begins at its first pulse.
        """
        if not self._lag.seconds:
            return tuple(pulses)
        passed, self._updated = now - self._updated, now
        before = self._places or [None] * len(pulses)
        pairs = list(zip(before, pulses, strict=True))
        self._places = [self._place(at, pulse, passed) for at, pulse in pairs]
        self.have_arrived = all(
            pulse is None or at == pulse for at, pulse in zip(self._places, pulses, strict=True)
        )
        return tuple(
            None if pulse is None else at for at, pulse in zip(self._places, pulses, strict=True)
        )

    def _place(self, at: float | None, pulse: float | None, passed: float) -> float | None:
        if pulse is None or at is None:
            return at if pulse is None else pulse
        away = pulse - at
        fastest = self._lag.top_speed * passed
        step = away * (1 - math.exp(-passed / self._lag.seconds))
        to = at + max(-fastest, min(step, fastest))
        return pulse if abs(pulse - to) < DEAD_BAND else to
