"""Centre rotations, the sequences that rotate only centres, and a table of shortest corrections.

A cube with pictures is solved when its centres are upright too (polyhedra paper, section 14.3).
All sequences of up to eight turns that turn centres alone are searched for, and a table says which
of them, one after another, are the fewest turns for each of the 2 048 ways in which the centres of
a solved cube can be turned.

The paper has two sequences. One, of 8 turns, turns one centre by a quarter and a neighbouring one
by a quarter back (14.3.1); another, of 14 quarter turns, turns one centre by a half. It does not
print them; these were derived and are tested. First the centres that are off by a quarter, of which
there is an even number, are made even two by two (14.3.2), then those off by a half are turned
(14.3.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.core.geometry import FACES, OPPOSITE
from solver.notation import Move, parse, resolve
from solver.notation.move import as_moves
from solver.puzzles.nxn.layers import Geometry, LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_all
from solver.puzzles.nxn.orbits import Orbit, cube_rotations
from solver.puzzles.tsukuda.macros import MAX_LENGTH, NONE, find_macros

CentreOrientations = tuple[int, int, int, int, int, int]
UPRIGHT: CentreOrientations = (0, 0, 0, 0, 0, 0)

# A cube of size 5 whose three inner layers turn as one has a 3x3x3's centres as 3 x 3 stickers, so
# that it is seen how they are turned.
_MODEL = 5
_LAYERS = ((0,), (), (1, 2, 3), (), (4,))
# Well known: turns the centre of U by a half turn. The search ends at eight turns.
_HALF_TURN = "U R L U2 R' L' U R L U2 R' L'"
_CHOICES = (0, 2, 4)
_VERSION = 1


@cache
def supercube_model() -> Geometry:
    """Return the stickers of a 3x3x3 with nine on each centre: a cube of size 5, layers 0, 2, 4."""
    five = geometry(_MODEL)
    rings: list[NDArray[np.int32]] = []
    offsets = [0]
    for axis in range(3):
        for together in _LAYERS:
            for layer in together:
                start, end = five.offsets[_MODEL * axis + layer : _MODEL * axis + layer + 2]
                rings.append(five.cycles[start:end])
            offsets.append(sum(map(len, rings)))
    return Geometry(
        _MODEL,
        five.places,
        five.rotation_targets,
        np.concatenate(rings),
        np.array(offsets, dtype=np.int32),
    )


def centre_marker_orbit() -> Orbit:
    """Return the 24 stickers at the sides of the centres, four for each face in a ring."""
    own = cube_rotations(_MODEL).source[:, _MODEL + 2]
    own = own[np.argsort(own // _MODEL**2, kind="stable")]
    ring = [own[0:0]]
    cube = geometry(_MODEL)
    for face, (axis, clockwise) in enumerate(((1, 3), (0, 3), (2, 3), (1, 1), (0, 1), (2, 1))):
        at = own[4 * face]
        for _ in range(4):
            ring.append(np.array([at], dtype=np.int32))
            for _ in range(clockwise):
                at = cube.rotation_targets[axis][at]
    places = np.concatenate(ring).astype(np.int32)
    return Orbit(places, places, np.arange(36))


@dataclass(frozen=True, slots=True)
class CentreTable:
    """The sequences that restore the orientations of the centres.

    `sequences` turn centres alone (words of LayerTurns of a 3x3x3), `effects` by how many quarters
    clockwise each; `turns[centres]` is the fewest turns, and `first[centres]` the sequence to begin
    with.
    """

    sequences: tuple[tuple[LayerTurn, ...], ...]
    effects: tuple[CentreOrientations, ...]
    turns: dict[CentreOrientations, int]
    first: dict[CentreOrientations, int]

    def correction(self, centres: CentreOrientations) -> tuple[str, ...]:
        """Return the turns that put centres upright, given by how many quarters each is turned."""
        moves: list[str] = []
        while centres != UPRIGHT:
            row = self.first[centres]
            moves += write_all(self.sequences[row], 3)
            centres = add_rotations(centres, self.effects[row])
        return tuple(moves)


def add_rotations(centres: CentreOrientations, by: CentreOrientations) -> CentreOrientations:
    """Return the sum of two rotations of the centres."""
    a, b, c, d, e, f = ((x + y) % 4 for x, y in zip(centres, by, strict=True))
    return (a, b, c, d, e, f)


def centre_rotations(moves: list[Move] | tuple[Move, ...]) -> CentreOrientations:
    """Return how outer turns turn the centres."""
    quarters = dict.fromkeys(FACES, 0)
    for move in moves:
        quarters[move.family] += move.quarter_turns
    a, b, c, d, e, f = (quarters[face] % 4 for face in FACES)
    return (a, b, c, d, e, f)


@cache
def centre_table(middle_layer: int = 1) -> CentreTable:
    """Load the sequences, or find and keep them; then build the table.

    A turn of a middle layer counts as `middle_layer` turns.
    """
    path = cache_folder() / f"picture-{_VERSION}.bin"
    kept = table_cache.load_or_build(
        path, lambda file: table_cache.load_as(file, _LAYOUT), _find_sequences
    )
    cube = supercube_model()
    sequences = [
        tuple(_on_three_layers(cube.turn_at(number)) for number in row if number != NONE)
        for row in kept["moves"].astype(np.int64)
    ]
    effects = [_effect(row) for row in kept["targets"]]
    half = parse_layer_turns(_HALF_TURN, 3)
    for view in range(24):
        conjugated = cube_rotations(3).conjugated_turns[view]
        word = tuple(geometry(3).turn_at(conjugated[geometry(3).turn_index(turn)]) for turn in half)
        above = int(cube_rotations(3).source[view, 0]) // 9
        effect = tuple(2 if face == above else 0 for face in range(6))
        if effect not in effects:
            sequences.append(word)
            effects.append(effect)  # type: ignore[arg-type]
    lengths = [
        sum(middle_layer if turn.layer == 1 else 1 for turn in sequence) for sequence in sequences
    ]
    return _run_dijkstra(tuple(sequences), tuple(effects), tuple(lengths))


_LAYOUT: table_cache.Layout = {
    "moves": (np.uint8, ("sequences", MAX_LENGTH)),
    "targets": (np.uint8, ("sequences", 24)),
}


def _on_three_layers(turn: LayerTurn) -> LayerTurn:
    assert turn.layer is not None
    return LayerTurn(turn.axis, turn.layer // 2, turn.quarters)


def _effect(targets: NDArray[np.uint8]) -> CentreOrientations:
    a, b, c, d, e, f = (int(targets[4 * face]) - 4 * face for face in range(6))
    return (a, b, c, d, e, f)


def _find_sequences() -> dict[str, NDArray[np.uint8]]:
    cube = supercube_model()
    outer = ((cube.places == 0) | (cube.places == _MODEL - 1)).sum(axis=1)
    middle = (cube.places == _MODEL // 2).sum(axis=1) == 2
    found = find_macros(cube, _CHOICES, (centre_marker_orbit(),), (outer >= 2) | middle, 4, 8)
    return {"moves": found.moves, "targets": found.targets}


def _run_dijkstra(
    sequences: tuple[tuple[LayerTurn, ...], ...],
    effects: tuple[CentreOrientations, ...],
    lengths: tuple[int, ...],
) -> CentreTable:
    """Find the fewest turns from every way in which the centres can be turned."""
    turns, first = {UPRIGHT: 0}, {UPRIGHT: -1}
    waiting: list[tuple[int, CentreOrientations]] = [(0, UPRIGHT)]
    while waiting:
        length, centres = heappop(waiting)
        if length > turns[centres]:
            continue
        for row, (turned, effect) in enumerate(zip(lengths, effects, strict=True)):
            a, b, c, d, e, f = ((x - y) % 4 for x, y in zip(centres, effect, strict=True))
            before: CentreOrientations = (a, b, c, d, e, f)
            if length + turned < turns.get(before, 1000):
                turns[before] = length + turned
                first[before] = row
                heappush(waiting, (turns[before], before))
    return CentreTable(sequences, effects, turns, first)


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
    word = [cube.turn_index(turn) for turn in parse_layer_turns(moves, 3)]
    found = []
    for conjugated in cube_rotations(3).conjugated_turns:
        written = write_all((cube.turn_at(conjugated[number]) for number in word), 3)
        turns = resolve(parse(" ".join(written)).moves()).turns
        found.append(CentreSequence(written, centre_rotations(as_moves(turns))))
    return tuple(found)
