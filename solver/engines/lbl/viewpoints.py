"""The 24 cube orientations as relabellings of stickers and turns.

Six VIEWS bring each face below, for the cross. In a view the four SIDES bring each side to the
front, for a slot or a picture of the last layer. Together they are all 24 orientations of a cube.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from solver.core.geometry import FACELET_INDEX, FACELETS, FACES, FRAMES, Facelet, Vector
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import ALL_TURNS, Turn
from solver.encodings import IDENTITY, PIECES, ByteEffect, PackedState, Stickers, inverse_effect


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """An orientation of the whole cube, with the relabelling of its stickers and turns.

    `description` says in words how the cube is held; `face_names` is the cube's face for each that
    is seen, as `str.translate` takes it.
    """

    orientation: Orientation
    to_view: Stickers
    to_cube: Stickers = field(repr=False)
    description: str = field(repr=False, compare=False)
    face_names: dict[int, str] = field(repr=False, compare=False)
    _turns: dict[Turn, Turn] = field(repr=False, compare=False)
    # The facelets of the cube that are seen as PIECES; each facelet as it is seen, and what it is.
    _pieces: bytes = field(repr=False, compare=False)
    _seen_facelets: ByteEffect = field(repr=False, compare=False)
    _cube_facelets: ByteEffect = field(repr=False, compare=False)

    @property
    def front_face(self) -> str:
        """Return the cube's face that is in front."""
        return self.orientation.face_at("F")

    @property
    def bottom_face(self) -> str:
        """Return the cube's face that is below."""
        return self.orientation.face_at("D")

    def view(self, where: Stickers) -> Stickers:
        """Return the stickers as the person sees them: the cube's front as F, and so on."""
        return tuple([self.to_view[where[facelet]] for facelet in self.to_cube])

    def packed(self, where: Stickers) -> PackedState:
        """Return the bytes of `view`: one sticker of each piece."""
        found = self._pieces.translate(bytes(where) + IDENTITY[54:])
        return found.translate(self._seen_facelets)

    def effect(self, seen_effect: Stickers) -> Stickers:
        """Return the effect on the cube of an effect that is given as seen from this viewpoint."""
        return tuple([self.to_cube[seen_effect[facelet]] for facelet in self.to_view])

    def byte_effect(self, seen_effect: ByteEffect) -> ByteEffect:
        """Return the effect on the cube as `effect` does, of bytes as in a packed state."""
        return self._seen_facelets.translate(seen_effect).translate(self._cube_facelets)

    def to_cube_turns(self, algorithm: Iterable[Turn]) -> tuple[Turn, ...]:
        """Return `algorithm`, given in this viewpoint, with the cube's own faces."""
        return tuple([self._turns[turn] for turn in algorithm])

    def to_view_turns(self, moves: Iterable[Turn]) -> tuple[Turn, ...]:
        """Return turns of the cube's own faces as seen in this viewpoint."""
        seen = {made: turn for turn, made in self._turns.items()}
        return tuple([seen[turn] for turn in moves])

    def face(self, seen: str) -> str:
        """Return the cube's face at a position of this viewpoint."""
        return self.orientation.face_at(seen)


@cache
def viewpoint(orientation: Orientation) -> Viewpoint:
    """Return the viewpoint of one of the 24 orientations."""
    normals = {face: FRAMES[orientation.position_of(face)].normal for face in "RUF"}

    def moved(vector: Vector) -> Vector:
        parts = zip(vector, normals.values(), strict=True)
        scaled = [[part * n for n in normal] for part, normal in parts]
        return Vector(*map(sum, zip(*scaled, strict=True)))

    to_seen = tuple([FACELET_INDEX[Facelet(*map(moved, facelet))] for facelet in FACELETS])
    renamed = {turn: Turn(orientation.face_at(turn.face), turn.quarter_turns) for turn in ALL_TURNS}
    to_cube = inverse_effect(to_seen)
    return Viewpoint(
        orientation,
        to_seen,
        to_cube,
        description=f"{orientation.face_at('D')} below, {orientation.face_at('F')} in front",
        face_names=str.maketrans({seen: orientation.face_at(seen) for seen in FACES}),
        _turns=renamed,
        _pieces=bytes([to_cube[piece] for piece in PIECES]),
        _seen_facelets=bytes(to_seen) + IDENTITY[54:],
        _cube_facelets=bytes(to_cube) + IDENTITY[54:],
    )


SLOT_VIEWPOINTS: tuple[Viewpoint, ...] = tuple(
    viewpoint(Orientation.identity().rotated("U", n)) for n in range(4)
)
CROSS_VIEWPOINTS: tuple[Viewpoint, ...] = tuple(
    viewpoint(next(o for o in ORIENTATIONS if o.face_at("D") == face)) for face in "DURFLB"
)


@cache
def side_viewpoint(view: int, side: int) -> Viewpoint:
    """Return the number of a viewpoint rotated so that one of its sides is in front."""
    return viewpoint(
        Orientation(
            tuple(
                CROSS_VIEWPOINTS[view].face(SLOT_VIEWPOINTS[side].face(position))
                for position in FACES
            )
        )
    )
