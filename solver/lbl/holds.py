"""The ways to hold the cube, so that each case needs one algorithm only.

Six VIEWS bring each face below, for the cross. In a view the four SIDES bring each side to the
front, for a slot or a picture of the last layer. Together they are all 24 ways to hold a cube.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from solver.geometry import FACELET_INDEX, FACELETS, FACES, FRAMES, Facelet, Vector
from solver.lbl.stickers import Stickers, undone
from solver.orientation import ORIENTATIONS, Orientation
from solver.turn import ALL_TURNS, Turn


@dataclass(frozen=True, slots=True)
class Hold:
    """The cube turned as a whole: what is where as seen, and what a turn is called."""

    orientation: Orientation
    to_seen: Stickers
    to_cube: Stickers = field(repr=False)
    _turns: dict[Turn, Turn] = field(repr=False, compare=False)

    @property
    def front(self) -> str:
        """Name the cube's face that looks at the person."""
        return self.orientation.face_at("F")

    @property
    def below(self) -> str:
        """Name the cube's face that is below."""
        return self.orientation.face_at("D")

    def see(self, where: Stickers) -> Stickers:
        """Give the stickers as the person sees them: the cube's front as F, and so on."""
        return tuple([self.to_seen[where[facelet]] for facelet in self.to_cube])

    def effect(self, seen_effect: Stickers) -> Stickers:
        """Give what a person does to the cube who does `seen_effect` as they see it."""
        return tuple([self.to_cube[seen_effect[facelet]] for facelet in self.to_seen])

    def turns(self, algorithm: Iterable[Turn]) -> tuple[Turn, ...]:
        """Name the faces that turn when the person does `algorithm`."""
        return tuple([self._turns[turn] for turn in algorithm])

    def turns_seen(self, moves: Iterable[Turn]) -> tuple[Turn, ...]:
        """Name the faces that turn as the person sees them."""
        seen = {made: turn for turn, made in self._turns.items()}
        return tuple([seen[turn] for turn in moves])

    def face(self, seen: str) -> str:
        """Name the cube's face that is seen at a position."""
        return self.orientation.face_at(seen)


@cache
def hold(orientation: Orientation) -> Hold:
    """Hold the cube in one of the 24 ways."""
    normals = {face: FRAMES[orientation.position_of(face)].normal for face in "RUF"}

    def moved(vector: Vector) -> Vector:
        parts = zip(vector, normals.values(), strict=True)
        scaled = [[part * n for n in normal] for part, normal in parts]
        return Vector(*map(sum, zip(*scaled, strict=True)))

    to_seen = tuple([FACELET_INDEX[Facelet(*map(moved, facelet))] for facelet in FACELETS])
    renamed = {turn: Turn(orientation.face_at(turn.face), turn.quarter_turns) for turn in ALL_TURNS}
    return Hold(orientation, to_seen, undone(to_seen), renamed)


SIDES: tuple[Hold, ...] = tuple(hold(Orientation.identity().rotated("U", n)) for n in range(4))
VIEWS: tuple[Hold, ...] = tuple(
    hold(next(o for o in ORIENTATIONS if o.face_at("D") == face)) for face in "DURFLB"
)


@cache
def held(view: int, side: int) -> Hold:
    """Hold the cube as in a view, and then turn it so that one of its sides comes to the front."""
    return hold(
        Orientation(tuple(VIEWS[view].face(SIDES[side].face(position)) for position in FACES))
    )
