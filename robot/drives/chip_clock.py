"""The clock of a chip as its host knows it, by what the chip's answers say of its time."""

from __future__ import annotations

import math

from robot.clock import Clock

MICROSECONDS = 1_000_000
# The chip counts from 0 again after this many microseconds.
_WRAP = 1 << 32
# Answers that are later than the fastest by more than this tell the time worse (seconds).
_DELAY_SECONDS = 0.002
# After this time without a better answer any is used (seconds).
_OLD_SECONDS = 2.0
# The two clocks are compared over this time at least (seconds); no chip's is further off.
_RATE_SECONDS = 5.0
_MOST_DEVIATION = 0.02


class ChipClock:
    """The seconds of a chip's clock; they go on without a gap where the chip restarts.

    Between two answers it runs by the host's clock, corrected by the difference of the two.
    """

    def __init__(self, host: Clock) -> None:
        self._host = host
        self._last = -math.inf
        self._fastest = math.inf
        self._rate = 1.0
        # Times of this clock and of the host's that are the same: of the first answer, and of the
        # last one that was used; and the time of this clock at which the chip counted 0.
        self._first = self._same = (0.0, host.now())
        self._zero = 0.0

    def begin(self, host: float, microseconds: int) -> None:
        """Take the chip's time at a time of the host's, for the first time since its start."""
        now = microseconds / MICROSECONDS
        if self._last > -math.inf:
            now = self.now() + host - self._host.now()
        self._zero = now - microseconds / MICROSECONDS
        self._first = self._same = (now, host)

    @property
    def is_virtual(self) -> bool:
        """Return whether the host's clock is."""
        return self._host.is_virtual

    def now(self) -> float:
        """Return the chip's time; it never decreases."""
        same, host = self._same
        self._last = max(self._last, same + (self._host.now() - host) * self._rate)
        return self._last

    def sleep(self, seconds: float) -> None:
        """Wait until `seconds` have passed; a microsecond at least, which the chip counts."""
        self._host.sleep(max(seconds, 1 / MICROSECONDS))

    def synchronize(self, host: float, delay: float, microseconds: int) -> None:
        """Take the chip's time at a time of the host's, from an answer that came after a delay."""
        self._fastest = min(self._fastest, delay)
        is_old = host - self._same[1] > _OLD_SECONDS
        if delay > self._fastest + _DELAY_SECONDS and not is_old:
            return
        expected = self._same[0] + (host - self._same[1]) * self._rate
        ahead = (microseconds - self.chip_time(expected) + _WRAP // 2) % _WRAP - _WRAP // 2
        self._same = (expected + ahead / MICROSECONDS, host)
        passed = host - self._first[1]
        if passed > _RATE_SECONDS:
            rate = (self._same[0] - self._first[0]) / passed
            self._rate = min(max(rate, 1 - _MOST_DEVIATION), 1 + _MOST_DEVIATION)

    def chip_time(self, seconds: float) -> int:
        """Return a time of this clock as the chip counts it."""
        return round((seconds - self._zero) * MICROSECONDS) % _WRAP
