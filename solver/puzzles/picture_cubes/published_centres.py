"""The centres of a picture cube as the polyhedra paper orients them, section 14.3.

The paper has two sequences. One, of 8 turns, turns one centre by a quarter and a neighbouring one
by a quarter back (14.3.1); another, of 14 quarter turns, turns one centre by a half. It does not
print them; these were derived and are tested. First the centres that are off by a quarter, of which
there is an even number, are made even two by two (14.3.2), then those off by a half are turned
(14.3.3).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

from solver.core.geometry import FACES, OPPOSITE
from solver.notation import parse, resolve
from solver.notation.outer_turns import as_moves
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import parse as parse_layers
from solver.puzzles.nxn.notation import write_all
from solver.puzzles.nxn.views import cube_rotations
from solver.puzzles.picture_cubes.centres import CentreOrientations, add_rotations, centre_rotations

# Turns the centre of U clockwise by a quarter and that of L back: 8 turns.
QUARTERS = "M E M' U' M E' M' U"
# Turns the centre of U by a half: 14 quarter turns.
HALF = "U R L U2 R' L' U R L U2 R' L'"


class CentreSequence(NamedTuple):
    """Moves that only rotate centres, and by how many quarters clockwise (U R F D L B)."""

    moves: tuple[str, ...]
    effect: CentreOrientations


def published_correction(centres: CentreOrientations) -> tuple[str, ...]:
    """Return the paper's moves that orient the centres of a solved cube.

    `centres` are the quarters clockwise of U R F D L B; an odd number of odd ones is not possible.
    """
    moves: list[str] = []
    while odd := [face for face in range(6) if centres[face] % 2]:
        first, second = _next_pair(odd)
        sequence = _quarter_sequence(first, second, (-centres[first]) % 4)
        moves += sequence.moves
        centres = add_rotations(centres, sequence.effect)
    for face in range(6):
        if centres[face]:
            moves += _half_sequence(face).moves
    return tuple(moves)


def _next_pair(odd: list[int]) -> tuple[int, int]:
    """Return the neighbouring faces whose centres are turned next, first an odd one.

    Two odd faces that are opposite need an even one between them. Of more, two neighbours are
    taken; if possible such that no two opposite ones are left.
    """
    pairs = [pair for pair in combinations(odd, 2) if _are_neighbours(*pair)]
    if not pairs:
        return odd[0], next(face for face in range(6) if _are_neighbours(odd[0], face))
    return min(pairs, key=lambda pair: _is_opposite_pair([f for f in odd if f not in pair]))


def _is_opposite_pair(faces: list[int]) -> bool:
    return len(faces) == 2 and not _are_neighbours(*faces)


def _are_neighbours(first: int, second: int) -> bool:
    return first != second and OPPOSITE[FACES[first]] != FACES[second]


def _quarter_sequence(first: int, second: int, quarters: int) -> CentreSequence:
    """Return the sequence that turns the centre of `first` by 1 or 3 quarters, `second` back."""
    effect = [0] * 6
    effect[first], effect[second] = quarters, -quarters % 4
    return next(each for each in _views(QUARTERS) if list(each.effect) == effect)


def _half_sequence(face: int) -> CentreSequence:
    return next(each for each in _views(HALF) if each.effect[face])


@cache
def _views(moves: str) -> tuple[CentreSequence, ...]:
    """Return a sequence and its effect as seen from all 24 sides."""
    cube = geometry(3)
    word = [cube.turn_index(turn) for turn in parse_layers(moves, 3)]
    found = []
    for conjugated in cube_rotations(3).conjugated_turns:
        written = write_all((cube.turn_at(conjugated[number]) for number in word), 3)
        turns = resolve(parse(" ".join(written)).moves()).turns
        found.append(CentreSequence(written, centre_rotations(as_moves(turns))))
    return tuple(found)
