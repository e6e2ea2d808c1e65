"""The four ways to hold the cube with D below, so that each case needs one algorithm only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from solver.geometry import FACELET_INDEX, FACELETS, Facelet, rotate_clockwise
from solver.lbl.stickers import SOLVED, Stickers, after, undone
from solver.orientation import Orientation
from solver.turn import ALL_TURNS, Turn

_QUARTER: Stickers = tuple(
    FACELET_INDEX[Facelet(*(rotate_clockwise(part, "U") for part in facelet))]
    for facelet in FACELETS
)


@dataclass(frozen=True, slots=True)
class Hold:
    """The cube turned by some quarters about its upright axis, clockwise as seen from above."""

    orientation: Orientation
    to_seen: Stickers
    to_cube: Stickers = field(repr=False)
    _turns: dict[Turn, Turn] = field(repr=False, compare=False)

    @property
    def front(self) -> str:
        """Name the cube's face that looks at the person."""
        return self.orientation.face_at("F")

    def see(self, where: Stickers) -> Stickers:
        """Give the stickers as the person sees them: the cube's front as F, and so on."""
        return tuple([self.to_seen[where[facelet]] for facelet in self.to_cube])

    def effect(self, seen_effect: Stickers) -> Stickers:
        """Give what a person does to the cube who does `seen_effect` as they see it."""
        return tuple([self.to_cube[seen_effect[facelet]] for facelet in self.to_seen])

    def turns(self, algorithm: Iterable[Turn]) -> tuple[Turn, ...]:
        """Name the faces that turn when the person does `algorithm`."""
        return tuple([self._turns[turn] for turn in algorithm])


def _hold(quarters: int) -> Hold:
    orientation = Orientation.identity().rotated("U", quarters)
    to_seen = SOLVED
    for _ in range(quarters):
        to_seen = after(to_seen, _QUARTER)
    renamed = {turn: Turn(orientation.face_at(turn.face), turn.quarter_turns) for turn in ALL_TURNS}
    return Hold(orientation, to_seen, undone(to_seen), renamed)


HOLDS: tuple[Hold, ...] = tuple(_hold(quarters) for quarters in range(4))
