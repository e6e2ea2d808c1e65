"""Step tables counted in quarter turns, as the polyhedra paper counts them.

The paper's turns have an axis, a layer and one of two directions (3.1.1; 14: 18 turns of a 3x3x3),
so a half turn is two of them. Its lengths agree: A of step 11 has six turns and is four turns of
layers, two of them by 180 degrees, and the fourteen of 14.3.1 are twelve with two half turns.

The case tables for one piece are those of steps 3, 4, 5, 9 and 10. The two sequences that the paper
prints for them (figure 14.1, numbers 1 and 23) consist of turns of the upper layer and of inserts:
a layer of a side, a layer about y, the first layer back. The sequences of Y- are the shortest ones
of that form. Those of Y+ are the shortest that the search finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.orbits import SIZE, Orbit
from solver.puzzles.tsukuda.macros import MAX_LENGTH, NONE, Macros
from solver.puzzles.tsukuda.recipes import table_spec
from solver.puzzles.tsukuda.tables import (
    StepTable,
    build_step_table,
    load_table,
    macro_turns,
)
from solver.search.distance_table import UNREACHED

Places = NDArray[np.int64]


def count_quarters(turns: Iterable[LayerTurn]) -> int:
    """Return the number of turns with a half turn as two and the whole cube's as none."""
    return sum(2 if turn.quarters == 2 else 1 for turn in turns if not turn.is_rotation)


def quarter_turn_macros(name: str, model: int) -> Macros:
    """Return the sequences of a step table, with their lengths in quarter turns."""
    made = load_table(name, model)
    cube = geometry(model)
    lengths = [
        count_quarters(cube.turn_at(number) for number in macro_turns(row, made))
        for row in range(len(made.macros.moves))
    ]
    return Macros(made.macros.moves, np.array(lengths, dtype=np.uint8), made.macros.targets)


def macros_of_words(model: int, orbit: Orbit, words: Sequence[tuple[LayerTurn, ...]]) -> Macros:
    """Return words of turns with what they do to the places of an orbit."""
    cube = geometry(model)
    stickers = np.arange(6 * model * model)
    place_of = np.zeros(len(stickers), dtype=np.int64)
    place_of[orbit.stickers] = np.arange(SIZE)
    moves = np.full((len(words), MAX_LENGTH), NONE, dtype=np.uint8)
    targets = np.zeros((len(words), SIZE), dtype=np.uint8)
    for number, word in enumerate(words):
        moves[number, : len(word)] = [cube.turn_index(turn) for turn in word]
        targets[number] = np.argsort(place_of[cube.apply(stickers, word)[orbit.stickers]])
    lengths = np.array([count_quarters(word) for word in words], dtype=np.uint8)
    return Macros(moves, lengths, targets)


def keeping(macros: Macros, fixed: Sequence[int]) -> Macros:
    """Return the sequences that leave some places alone."""
    still = (macros.targets[:, list(fixed)] == list(fixed)).all(axis=1)
    return Macros(macros.moves[still], macros.lengths[still], macros.targets[still])


def shortest_sequence(table: StepTable, where: Places) -> list[int]:
    """Return the turns, by their numbers on the table's model, that bring pieces home."""
    return [number for row in table.solve(where) for number in macro_turns(row, table)]


def one_piece_sequences(
    macros: Macros, pieces: Sequence[Sequence[int]], zone: Sequence[int], home: int
) -> dict[int, list[int]]:
    """Return for each place that a piece may be at a sequence that brings it home.

    `pieces` says for each place which places are on the same piece. Of the places outside `zone`
    that one turn joins, the nearest to home has the shortest sequence that leaves alone the places
    of the zone that are not on the piece at home; from the others the piece is turned there first.
    From the zone it is taken out, in as few turns as can be, to where it is nearest to home. Places
    from which no sequence leads home are left out.
    """
    at_home = set(pieces[home])
    kept = keeping(macros, [place for place in zone if place not in at_home])
    outside = [place for place in range(len(pieces)) if place not in {*zone, *at_home}]
    sequences = _sequences_by_one_turn(kept, outside, home)
    goals = [place for place in outside if place in sequences]
    taken_out = {}
    for start in zone:
        free = {*at_home, *pieces[start]}
        kept = keeping(macros, [place for place in zone if place not in free])
        ways = [way + sequences[goal] for goal, way in _nearest(kept, start, goals)]
        if start != home and ways:
            taken_out[start] = min(ways, key=lambda way: quarters(way))
    return {**sequences, **taken_out, home: []}


def _sequences_by_one_turn(
    macros: Macros, places: Sequence[int], home: int
) -> dict[int, list[int]]:
    """Return a sequence for each place: that of the nearest place that one turn leads to."""
    table = build_step_table(macros, [(home,)])
    turns = np.flatnonzero(macros.moves[:, 1] == NONE)
    sequences = {}
    for start in places:
        joined = {start: list[int]()}
        for row in turns:
            joined.setdefault(int(macros.targets[row, start]), [int(macros.moves[row, 0])])
        reached = [place for place in joined if place in places and _is_reached(table, place)]
        if reached:
            nearest = min(reached, key=lambda at: (table.distance(np.array([at])), at))
            sequences[start] = joined[nearest] + shortest_sequence(table, np.array([nearest]))
    return sequences


def _nearest(macros: Macros, start: int, goals: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Return the goals that the fewest turns lead to from a place, and those turns."""
    found = []
    for goal in goals:
        table = build_step_table(macros, [(goal,)])
        if _is_reached(table, start):
            place = np.array([start])
            found.append((table.distance(place), goal, shortest_sequence(table, place)))
    fewest = min((distance for distance, _, _ in found), default=0)
    return [(goal, way) for distance, goal, way in found if distance == fewest]


def quarters(numbers: Iterable[int]) -> int:
    """Return the quarter turns of turns by their numbers, of which 1 modulo 3 is a half turn."""
    return sum(2 if number % 3 == 1 else 1 for number in numbers)


def _is_reached(table: StepTable, place: int) -> bool:
    rank = int(table.ranks[place])
    return rank < len(table.turns) and int(table.turns[rank]) < UNREACHED


_X, _Y, _Z = range(3)
_U, _D = FACES.index("U"), FACES.index("D")

# A place where a piece may be -> the numbers of a model's turns that bring it home.
Cases = Mapping[int, list[int]]


@cache
def bottom_cases(name: str, model: int, home: tuple[int, int, int], solved: int = -1) -> Cases:
    """Return the cases of a piece of Y- by the name of its step table, its home by coordinates.

    `solved` is a place of the same orbit that is left alone: the first of two pieces.
    """
    spec = table_spec(name, model)
    orbit = spec.orbits[0]
    macros = _inserts(model, spec.layers, orbit, _kept_below(name, model))
    return _cases(keeping(macros, [solved] if solved >= 0 else []), orbit, model, home, _D)


@cache
def top_cases(name: str, model: int, home: tuple[int, int, int], solved: int = -1) -> Cases:
    """Return the cases of a piece of Y+ in the same way."""
    orbit = table_spec(name, model).orbits[0]
    macros = quarter_turn_macros(name, model)
    return _cases(keeping(macros, [solved] if solved >= 0 else []), orbit, model, home, _U)


def place_at(orbit: Orbit, n: int, at: tuple[int, int, int], face: int) -> int:
    """Return the place of an orbit at some coordinates, on a face where the piece has it there."""
    on_piece = np.flatnonzero((geometry(n).places[orbit.stickers] == at).all(axis=1))
    on_face = [int(place) for place in on_piece if orbit.stickers[place] // (n * n) == face]
    return on_face[0] if on_face else int(on_piece[0])


def _cases(
    macros: Macros, orbit: Orbit, model: int, home: tuple[int, int, int], face: int
) -> Cases:
    at = geometry(model).places[orbit.stickers]
    pieces = [np.flatnonzero((at == one).all(axis=1)).tolist() for one in at]
    height = model - 1 if face == _U else 0
    zone = np.flatnonzero(at[:, _Y] == height).tolist()
    return one_piece_sequences(macros, pieces, zone, place_at(orbit, model, home, face))


def _kept_below(name: str, model: int) -> NDArray[np.bool_]:
    """Return the stickers that a step on Y- preserves beside the pieces of its own orbit."""
    keep = table_spec(name, model).keep
    if name == "bottom-corners":
        faces = np.arange(6 * model * model) // (model * model)
        places = geometry(model).places
        inside = (places[:, [_X, _Z]] > 0) & (places[:, [_X, _Z]] < model - 1)
        keep = keep | ((faces == _D) & inside.all(axis=1))
    return keep


def _inserts(model: int, layers: tuple[int, ...], orbit: Orbit, keep: NDArray[np.bool_]) -> Macros:
    """Return the turns and inserts that preserve stickers' colours."""
    cube = geometry(model)
    words = [
        word
        for word in _words(layers)
        if (cube.apply(cube.solved, word) == cube.solved)[keep].all()
    ]
    return macros_of_words(model, orbit, words)


def _words(layers: tuple[int, ...]) -> Iterator[tuple[LayerTurn, ...]]:
    about_y = [
        LayerTurn(_Y, layer, quarters) for layer in layers if layer for quarters in (1, 2, 3)
    ]
    for turn in about_y:
        yield (turn,)
    sides = [
        LayerTurn(axis, layer, quarters)
        for axis in (_X, _Z)
        for layer in layers
        for quarters in (1, 3)
    ]
    for side, turn in product(sides, about_y):
        yield side, turn, side.inverse()
