"""How often turns of one plan may jam, though each succeeds in the end."""

from __future__ import annotations

from dataclasses import dataclass

# More jams than these have a cause that retries cannot mend: so many within a window that is so
# many times as long as the turn (45 s for grippers that take a second for one), or so many in all.
MAX_JAMS_IN_WINDOW = 3
JAM_WINDOW_TURNS = 45
MAX_JAMS_PER_PLAN = 8


@dataclass(frozen=True, slots=True)
class JamHistory:
    """When the turns of a plan jammed, in seconds of motion since the link was opened."""

    seconds: tuple[float, ...] = ()

    def add(self, now: float) -> JamHistory:
        """Return the history with one more jam."""
        return JamHistory((*self.seconds, now))

    def excess(self, turn_seconds: float) -> str:
        """Return in words how many jams are too many, "" if they are not.

        `turn_seconds` is the duration of the turn that jammed last.
        """
        window = JAM_WINDOW_TURNS * turn_seconds
        in_window = sum(self.seconds[-1] - at <= window for at in self.seconds)
        if in_window >= MAX_JAMS_IN_WINDOW:
            return f"{in_window} within {window:.3g} s"
        if len(self.seconds) >= MAX_JAMS_PER_PLAN:
            return f"{len(self.seconds)} in one plan"
        return ""
