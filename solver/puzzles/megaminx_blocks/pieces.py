"""The pieces of a Megaminx as codes, and what its 48 turns of faces and 60 rotations do to them.

A code is a place with a way to be in it: 2 * place + flip for edges, from 0 on, and 60 + 3 * place
+ twist for corners. A state is the code of each piece, edges first. As a piece that is solved has
the code `SOLVED` says, a turn is a table of codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.megaminx_turns import FACES, MegaminxTurn, parse, shape
from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn, after
from solver.puzzles.polyhedra.turn_group import TurnGroup

EDGES, CORNERS = 30, 20
CODES = 120
FIRST_CORNER = 60  # the first code of corners
FIFTHS = range(1, 5)
TURNS = tuple(MegaminxTurn(face, fifths) for face in FACES for fifths in FIFTHS)
SOLVED = np.array([*range(0, 60, 2), *range(60, 120, 3)], dtype=np.uint8)

Codes = NDArray[np.uint8]  # (..., 50): states
Word = tuple[int, ...]  # numbers of turns in TURNS


def face_of(turn: int) -> int:
    """Return the number of the face that a turn turns."""
    return turn // len(FIFTHS)


def write(word: Iterable[int]) -> str:
    """Return turns as text."""
    return " ".join(str(TURNS[turn]) for turn in word)


@dataclass(frozen=True, slots=True)
class Pieces:
    """The stickers of the pieces, and the tables of codes.

    `stickers` (120): the sticker of each code; `centres` (12): of each face. `targets` (48, 120):
    where turns take codes; `rotations` (60, 120) and `turned_faces` (60, 12): where rotations of
    the whole take codes and faces.
    """

    stickers: NDArray[np.int64]
    centres: NDArray[np.int64]
    targets: Codes
    rotations: Codes
    turned_faces: NDArray[np.int64]

    def turned_word(self, rotation: int, word: Sequence[int]) -> Word:
        """Return turns as they are after a rotation of the whole, of the faces that were theirs."""
        faces = self.turned_faces[rotation]
        return tuple(int(faces[face_of(turn)]) * 4 + turn % 4 for turn in word)


@cache
def pieces() -> Pieces:
    """Return the tables of codes."""
    puzzle = shape()
    by_size: dict[int, list[tuple[int, ...]]] = {1: [], 2: [], 3: []}
    for piece in puzzle.pieces:
        by_size[len(piece)].append(_clockwise(puzzle, piece))
    stickers = np.array([sticker for size in (2, 3) for each in by_size[size] for sticker in each])
    code_of = np.full(len(puzzle.stickers), -1)
    code_of[stickers] = np.arange(CODES)
    turns = [_layer_turn(turn) for turn in TURNS]
    targets = np.array([puzzle.targets(turn) for turn in turns])
    rotations = np.array([list(each) for each in TurnGroup(puzzle).rotations])
    centres = _centres(puzzle, turns, [piece[0] for piece in by_size[1]])
    face_at = np.full(len(puzzle.stickers), -1)
    face_at[centres] = np.arange(len(FACES))
    return Pieces(
        stickers,
        centres,
        code_of[targets[:, stickers]].astype(np.uint8),
        code_of[rotations[:, stickers]].astype(np.uint8),
        face_at[rotations[:, centres]],
    )


def _layer_turn(turn: MegaminxTurn) -> PolyhedronTurn:
    (layer_turn,) = parse(str(turn))
    return layer_turn


def _clockwise(puzzle: Polyhedron, piece: tuple[int, ...]) -> tuple[int, ...]:
    """Return the stickers of a corner clockwise, so that turns keep their order."""
    if len(piece) < 3:
        return piece
    first, second, third = (puzzle.stickers[sticker].corners.mean(axis=0) for sticker in piece)
    is_clockwise = np.linalg.det(np.array([first, second, third])) < 0
    return piece if is_clockwise else (piece[0], piece[2], piece[1])


def _centres(
    puzzle: Polyhedron, turns: Sequence[PolyhedronTurn], single: Sequence[int]
) -> NDArray[np.int64]:
    """Return the centre of each face: the one on the colour that most of its layer shows."""
    found = []
    for turn in turns[:: len(FIFTHS)]:
        moved = [i for i, target in enumerate(puzzle.targets(turn)) if i != target]
        colours = [puzzle.colours[sticker] for sticker in moved]
        colour = max(set(colours), key=colours.count)
        found.append(next(sticker for sticker in single if puzzle.colours[sticker] == colour))
    return np.array(found)


def state_after(turns: Iterable[PolyhedronTurn]) -> tuple[int, Codes]:
    """Return how turns of layers leave the whole turned, and the pieces as if it were not.

    The first is the number of a rotation: turns of faces that solve the state, made on the faces
    to which it takes them, solve what the turns have left.
    """
    known = pieces()
    places = np.array(after(shape(), turns))
    where = np.full(len(places), -1)
    where[known.centres] = np.arange(len(FACES))
    (rotation,) = np.flatnonzero(
        (known.turned_faces == where[places[known.centres]]).all(axis=1)
    ).tolist()
    code_of = np.full(len(places), -1)
    code_of[known.stickers] = np.arange(CODES)
    codes = code_of[places[known.stickers[SOLVED]]]
    back = np.argsort(known.rotations[rotation])
    return rotation, back[codes].astype(np.uint8)


def after_word(state: Codes, word: Iterable[int]) -> Codes:
    """Return a state after turns."""
    for turn in word:
        state = pieces().targets[turn][state]
    return state


def inverse_state(state: Codes) -> Codes:
    """Return the state that the inverse of the turns which lead to a state leads to."""
    inverse: Codes = np.argsort(all_codes(state)).astype(np.uint8)
    return inverse[SOLVED]


def turned_state(state: Codes, rotation: int) -> Codes:
    """Return the state that turns lead to when they are made on the faces of a rotation."""
    by = pieces().rotations[rotation]
    turned: Codes = by[all_codes(state)[np.argsort(by)]]
    return turned[SOLVED]


def all_codes(state: Codes) -> Codes:
    """Return for each code where a state takes it: the other stickers follow the first."""
    whole = np.zeros(CODES, dtype=np.uint8)
    for start, sides, codes in ((0, 2, state[:EDGES]), (FIRST_CORNER, 3, state[EDGES:])):
        place, way = np.divmod(codes.astype(np.int64) - start, sides)
        for side in range(sides):
            first = start + sides * np.arange(len(codes)) + side
            whole[first] = start + sides * place + (way + side) % sides
    return whole


def commutes() -> NDArray[np.bool_]:
    """Return (12, 12) which faces share no piece, so that their turns commute."""
    moved = pieces().targets[:: len(FIFTHS)] != np.arange(CODES)
    apart: NDArray[np.bool_] = ~(moved[:, None] & moved[None]).any(axis=2)
    return apart
