"""Penalties on axes whose turns have jammed."""

from __future__ import annotations

from dataclasses import dataclass

from robot.errors import RetriesExhaustedError, TooManyJamsError

# Penalty of an axis that failed on every retry step, in multiples of a turn's own duration:
# more than any detour.
FAILED_AXIS_PENALTY = 30.0
# Penalty of an axis whose turns jammed and then succeeded: small, because the next turn is as
# likely to jam on another axis.
JAMMED_AXIS_PENALTY = 4.0


@dataclass(frozen=True, slots=True)
class Penalties:
    """Penalty of each axis, in multiples of a turn's own duration; 0 for all others."""

    by_axis: frozenset[tuple[str, float]] = frozenset()

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes with a penalty, sorted."""
        return tuple(sorted(axis for axis, _ in self.by_axis))

    def of(self, axis: str) -> float:
        """Return the penalty of an axis."""
        return dict(self.by_axis).get(axis, 0.0)

    def after(self, error: RetriesExhaustedError) -> Penalties:
        """Return the penalties after a plan was abandoned because of `error`."""
        if not error.axis:
            return self
        new = JAMMED_AXIS_PENALTY if isinstance(error, TooManyJamsError) else FAILED_AXIS_PENALTY
        by_axis = {**dict(self.by_axis), error.axis: max(new, self.of(error.axis))}
        return Penalties(frozenset(by_axis.items()))
