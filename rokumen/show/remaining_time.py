"""How far something is, and how long it still takes, from the share that is done."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

# The rate is not known before so much is done.
_LEAST_SHARE = 0.02
_SECONDS_A_MINUTE = 60


@dataclass(slots=True)
class RemainingTime:
    """An estimate from the shares that are reported, which counts down between two reports.

    `share` is what is done, 0 to 1, None before the first report; `seconds` is when that was
    reported, from the start. The rate is that since the first report, since what was there already
    took no time.
    """

    share: float | None = None
    seconds: float = 0.0
    _first: tuple[float, float] | None = None

    def report(self, share: float, seconds: float) -> None:
        """Take the share that is done after `seconds`."""
        self._first = self._first or (share, seconds)
        self.share, self.seconds = share, seconds

    def left(self, seconds: float) -> float | None:
        """Return the seconds that it takes from `seconds` after its start, None if unknown."""
        if self.share is None or self._first is None:
            return None
        first_share, first_seconds = self._first
        done = self.share - first_share
        if done < _LEAST_SHARE:
            return None
        needed = (1 - self.share) * (self.seconds - first_seconds) / done
        return max(0.0, needed - (seconds - self.seconds))

    def describe(self, seconds: float) -> str:
        """Return the share and the time left, such as "34 %, about 40 s left"."""
        if self.share is None:
            return f"{seconds:.0f} s"
        left, percent = self.left(seconds), f"{math.floor(100 * self.share)} %"
        if left is None:
            return f"{percent}, {seconds:.0f} s so far"
        return f"{percent}, about {_rounded(left)} left" if left else f"{percent}, nearly done"


def _rounded(seconds: float) -> str:
    """Return a time as precisely as it can be estimated: "8 s", "40 s", "3 min"."""
    if seconds < 10:
        return f"{math.ceil(seconds)} s"
    if seconds < 1.5 * _SECONDS_A_MINUTE:
        return f"{5 * math.ceil(seconds / 5)} s"
    return f"{math.ceil(seconds / _SECONDS_A_MINUTE)} min"


def describe_building(
    name: str, describe: Callable[[str], None], every: float
) -> Callable[[float], None]:
    """Return a callback for the share that is built of the tables of `name`.

    It calls `describe` with words for the user, at most once in `every` seconds.
    """
    began = time.monotonic()
    estimate = RemainingTime()
    said = -math.inf

    def on_progress(share: float) -> None:
        nonlocal said
        seconds = time.monotonic() - began
        estimate.report(share, seconds)
        if seconds - said >= every:
            said = seconds
            describe(f"{building(name)}: {estimate.describe(seconds)}")

    return on_progress


def building(name: str) -> str:
    """Return what is done while the tables of an engine or a puzzle are built."""
    return f"building the tables of {name} (first use only)"
