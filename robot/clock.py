"""Clocks (system and virtual) for code that waits on a device.

Code that waits takes a clock, so that a simulated robot can run faster than real time.
"""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """A source of time, in seconds; one that `is_virtual` goes on only while somebody waits."""

    @property
    def is_virtual(self) -> bool:
        """Return True if time passes only in `sleep`."""
        ...

    def now(self) -> float:
        """Return the time since some fixed moment; it never decreases."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait until `seconds` have passed on this clock."""
        ...


class SystemClock:
    """The computer's own monotonic clock."""

    is_virtual = False

    def now(self) -> float:
        """Return the seconds of the monotonic clock."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Sleep."""
        time.sleep(seconds)


class VirtualClock:
    """A clock that advances only when a caller sleeps on it or advances it."""

    is_virtual = True

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        """Return the seconds slept so far."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Advance by `seconds` at once."""
        self._now += max(seconds, 0.0)
