"""A step of the method as a person does it: hold the cube so, see this, do that."""

from __future__ import annotations

from dataclasses import dataclass

from solver.lbl.holds import Hold
from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class Step:
    """One case met and solved.

    `stage` is the stage of the solution that it belongs to, `case` says what was seen, `algorithm`
    what to do about it when the cube is held as `hold` says, and `reason` why.
    """

    stage: str
    case: str
    hold: Hold
    algorithm: tuple[Turn, ...]
    reason: str

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Give the turns with the cube's centres at rest."""
        return self.hold.turns(self.algorithm)

    @property
    def note(self) -> str:
        """Say how the cube is held and why the step is what it is."""
        return f"{self.hold.below} below, {self.hold.front} in front: {self.reason}"
