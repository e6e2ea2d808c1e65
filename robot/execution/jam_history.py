"""Limits on the number of jams in one plan, though each turn succeeds in the end."""

from __future__ import annotations

from dataclasses import dataclass

# With this many jams retries do not help: in a window that is
# JAM_WINDOW_TURNS times as long as the turn (45 s for turns of 1 s), or in the whole plan.
MAX_JAMS_IN_WINDOW = 3
JAM_WINDOW_TURNS = 45
MAX_JAMS_PER_PLAN = 8


@dataclass(frozen=True, slots=True)
class JamHistory:
    """Times of a plan's jams, in seconds of motion since the link was opened."""

    seconds: tuple[float, ...] = ()

    def add(self, now: float) -> JamHistory:
        """Return the history with one more jam."""
        return JamHistory((*self.seconds, now))

    def excess(self, turn_seconds: float) -> str:
        """Return a description of too many jams, "" if they are within the limits.

        `turn_seconds` is the duration of the turn that jammed last.
        """
        window = JAM_WINDOW_TURNS * turn_seconds
        in_window = sum(self.seconds[-1] - at <= window for at in self.seconds)
        if in_window >= MAX_JAMS_IN_WINDOW:
            return f"{in_window} within {window:.3g} s"
        if len(self.seconds) >= MAX_JAMS_PER_PLAN:
            return f"{len(self.seconds)} in one plan"
        return ""
