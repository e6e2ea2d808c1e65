"""Edges between the outer layers that are not central (steps 11 to 13 of section 14.1).

The sequences are the shortest of turns of the layers N-1-L and L and of inserts: a half turn of a
side, a turn of one of these layers, the half turn back. In this form A, B and the longest sequence
of step 12 have as many turns as in the paper, and so has the exchange of a single pair of step 13;
that of two pairs has 18 and 20 in the paper.

Names of places: the far edge (x = z = 0) holds a pair; 1 2 3 are the other three edges in layer
N-1-L, from the left over the near one to the right, 4 5 6 those in layer L.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from papers.polyhedra.tsukuda.quarter_turns import macros_of_words, shortest_sequence
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.orbits import edge_orbit
from solver.puzzles.tsukuda.macros import Macros
from solver.puzzles.tsukuda.recipes import WING_MODEL, table_spec
from solver.puzzles.tsukuda.tables import StepTable, build_step_table
from solver.puzzles.tsukuda.working_cube import WorkingCube

_X, _Y, _Z = range(3)
_EDGES = 4
_QUARTERS = (0, 1, 3, 2)
_TABLE = "middle-wings"

# Cycles of the places 1 to 6 (polyhedra paper, 14.1.11).
CYCLES = {"A": (1, 2, 3, 5, 6), "B": (1, 2, 5, 4), "A'": (3, 2, 1, 5, 4), "B'": (3, 2, 5, 6)}
# Table 14.4: the two layers, the far edge first, and what is done from left to right. Two of its
# arrangements do not occur once the layers are turned to the most pairs.
PAIRINGS = {
    "abcd/abcd": (),
    "abcd/abdc": ("A'",),
    "abcd/acbd": ("A",),
    "abcd/adbc": ("A'", "B"),
    "abcd/acdb": ("A", "B'"),
    "abcd/adcb": ("A", "A", "A'"),
    "abcc/abdd": ("B'",),
    "abcc/adbd": ("B'", "B"),
    "abcc/addb": ("B'", "A"),
    "acbc/adbd": ("B", "B", "A'"),
    "acbc/abdd": ("A", "A'"),
    "acbc/addb": ("A'", "A"),
    "accb/addb": ("B",),
    "accb/adbd": ("B", "B'"),
    "accb/abdd": ("B", "A'"),
}


def pair(cube: WorkingCube, layer: int) -> list[int]:
    """Bring pieces of one edge above each other (step 11)."""
    made: list[int] = []
    while _count_in_one_layer(_labels(cube, layer, 0)):
        made += _apply_word(cube, layer, _dividing_view(cube, layer), "A")
    made += _turn_to_most_pairs(cube, layer)
    for view in cube.spins():
        labels = _labels(cube, layer, view)
        if labels[0] == labels[_EDGES]:
            for name in _words()[_renamed(labels)]:
                made += _apply_word(cube, layer, view, name)
            return made
    raise AssertionError("layers with the same four edges have a pair after a turn")


def place_pairs(cube: WorkingCube, layer: int) -> list[int]:
    """Bring the pairs to their edges (step 12): six cyclic orders, then both layers turned."""
    orbit = edge_orbit(cube.n, layer)
    home = np.array(table_spec(_TABLE, WING_MODEL).goals[0])
    numbers = shortest_sequence(_order_table(), orbit.positions(cube.colours)[home])
    made = cube.turn_as_model(numbers, WING_MODEL, layer)
    for quarters in _QUARTERS:
        turns = _both_layers(layer, cube.n, quarters)
        after = geometry(cube.n).apply(cube.colours, turns)
        edge = _edge_numbers()
        if (edge[orbit.positions(after)[home]] == edge[home]).all():
            numbers = [geometry(cube.n).turn_index(turn) for turn in turns]
            cube.turn(numbers)
            return made + numbers
    raise AssertionError("pairs in the right order are placed by turns of their layers")


def turn_pairs(cube: WorkingCube, layer: int) -> list[int]:
    """Exchange the pieces of pairs that are upside down (step 13, table 14.5)."""
    made: list[int] = []
    while any(_wrong(cube, layer, 0)):
        made += _turn_one_or_two(cube, layer)
    return made


def _turn_one_or_two(cube: WorkingCube, layer: int) -> list[int]:
    seen = [(view, _wrong(cube, layer, view)) for view in cube.spins()]
    two, one = exchange_sequence((1, 2)), exchange_sequence((2,))
    for view, wrong in seen:
        if wrong[1] and wrong[2]:
            return cube.turn_as_model(two, WING_MODEL, layer, view)
    for view, wrong in seen:
        if wrong[1] and wrong[3]:
            half = [geometry(WING_MODEL).turn_index(LayerTurn(_X, WING_MODEL - 1, 2))]
            return cube.turn_as_model([*half, *two, *half], WING_MODEL, layer, view)
    view = next(view for view, wrong in seen if wrong[2])
    return cube.turn_as_model(one, WING_MODEL, layer, view)


@cache
def exchange_sequence(edges: tuple[int, ...]) -> list[int]:
    """Return the turns that exchange the upper with the lower piece on each of these edges.

    Edges are numbered from 0, the far one.
    """
    places = wing_places()
    where = np.arange(len(_edge_numbers()))
    for edge in edges:
        upper, lower = places[edge], places[edge + _EDGES]
        where[upper], where[lower] = lower, upper
    return shortest_sequence(_table(), where[list(table_spec(_TABLE, WING_MODEL).goals[0])])


@cache
def order_sequences() -> tuple[list[int], ...]:
    """Return the turns of step 12 for each cyclic order of the pairs, upside down or not."""
    return tuple(
        order_sequence((0, *order), swapped)
        for order, swapped in product(
            permutations(range(1, _EDGES)), product((0, 1), repeat=_EDGES)
        )
    )


def order_sequence(order: Sequence[int], swapped: Sequence[int] = (0,) * _EDGES) -> list[int]:
    """Return the turns of step 12 where pair i, the far one first, is where pair `order[i]`
    belongs, and upside down where `swapped[i]` is 1.
    """
    places = wing_places()
    to = {
        places[edge + _EDGES * height]: places[goal + _EDGES * (height ^ is_swapped)]
        for edge, (goal, is_swapped) in enumerate(zip(order, swapped, strict=True))
        for height in (0, 1)
    }
    pieces = table_spec(_TABLE, WING_MODEL).goals[0]
    return shortest_sequence(_order_table(), np.array([to[piece] for piece in pieces]))


@cache
def cycle_sequence(name: str) -> list[int]:
    """Return the turns of A, B, A' or B'. What is at a number goes to the one before it."""
    places = wing_places()
    at = {number: places[number if number < _EDGES else number + 1] for number in range(1, 7)}
    where = np.arange(len(_edge_numbers()))
    cycle = CYCLES[name]
    for before, number in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        where[at[before]] = at[number]
    return shortest_sequence(_table(), where[list(table_spec(_TABLE, WING_MODEL).goals[0])])


@cache
def wing_places() -> tuple[int, ...]:
    """Return the places of layer N-1-L, the far one first and then 1 2 3, and those of layer L."""
    orbit, last = edge_orbit(WING_MODEL, 1), WING_MODEL - 1
    at = geometry(WING_MODEL).places[orbit.stickers]
    around = ((0, 0), (0, last), (last, last), (last, 0))
    return tuple(
        int(np.flatnonzero((at == (x, height, z)).all(axis=1))[0])
        for height in (last - 1, 1)
        for x, z in around
    )


@cache
def _macros() -> Macros:
    last = WING_MODEL - 1
    layers = [LayerTurn(_Y, height, quarters) for height in (1, last - 1) for quarters in (1, 2, 3)]
    sides = [LayerTurn(axis, layer, 2) for axis in (_X, _Z) for layer in (0, last)]
    words: list[tuple[LayerTurn, ...]] = [(turn,) for turn in layers]
    words += [(side, turn, side) for side, turn in product(sides, layers)]
    return macros_of_words(WING_MODEL, edge_orbit(WING_MODEL, 1), words)


@cache
def _table() -> StepTable:
    goal = table_spec(_TABLE, WING_MODEL).goals[0]
    return build_step_table(_macros(), [goal])


@cache
def _order_table() -> StepTable:
    """Return the table of the pairs in their cyclic order, upside down or not."""
    places = wing_places()
    pieces = table_spec(_TABLE, WING_MODEL).goals[0]
    goals = []
    for spin, swapped in product(range(_EDGES), product((False, True), repeat=_EDGES)):
        to = dict[int, int]()
        for edge, is_swapped in enumerate(swapped):
            upper = (edge + spin) % _EDGES
            lower = upper + _EDGES
            to[places[edge]], to[places[edge + _EDGES]] = (
                (places[lower], places[upper]) if is_swapped else (places[upper], places[lower])
            )
        goals.append(tuple(to[piece] for piece in pieces))
    return build_step_table(_macros(), goals)


def _labels(cube: WorkingCube, layer: int, view: int) -> list[int]:
    """Return to which edge the piece at each of the eight places belongs."""
    where = cube.whereabouts(edge_orbit(cube.n, layer), view)
    places = list(wing_places())
    piece_at = np.argsort(where)
    return [places.index(int(piece_at[place])) % _EDGES for place in places]


def _wrong(cube: WorkingCube, layer: int, view: int) -> list[bool]:
    """Return for each edge whether its pair is upside down."""
    where = cube.whereabouts(edge_orbit(cube.n, layer), view)
    return [int(where[place]) != place for place in wing_places()[:_EDGES]]


def _count_in_one_layer(labels: Sequence[int]) -> int:
    """Return how many edges have both pieces in the upper layer; as many have them below."""
    return _EDGES - len(set(labels[:_EDGES]))


def _dividing_view(cube: WorkingCube, layer: int) -> int:
    """Return the view in which sequence A leaves the fewest wings of one edge in one layer."""
    left = {}
    for view in cube.spins():
        labels = _labels(cube, layer, view)
        after = labels.copy()
        cycle = [number if number < _EDGES else number + 1 for number in CYCLES["A"]]
        for before, number in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            after[before] = labels[number]
        left[view] = _count_in_one_layer(after)
    return min(left, key=lambda view: left[view])


def _turn_to_most_pairs(cube: WorkingCube, layer: int) -> list[int]:
    """Turn layer N-1-L so that the most pieces are above their like."""
    labels = _labels(cube, layer, 0)
    upper, lower = labels[:_EDGES], labels[_EDGES:]
    height = cube.n - 1 - layer

    def pairs(quarters: int) -> int:
        # A quarter turn about y takes 1 (x = 0, z = N-1) to 2, as z goes to x.
        turned = upper[_EDGES - quarters :] + upper[: _EDGES - quarters]
        return sum(one == other for one, other in zip(turned, lower, strict=True))

    quarters = max(_QUARTERS, key=pairs)
    turns = [LayerTurn(_Y, height, quarters)] if quarters else []
    numbers = [geometry(cube.n).turn_index(turn) for turn in turns]
    cube.turn(numbers)
    return numbers


def _both_layers(layer: int, n: int, quarters: int) -> list[LayerTurn]:
    heights = (layer, n - 1 - layer)
    return [LayerTurn(_Y, height, quarters) for height in heights] if quarters else []


def _apply_word(cube: WorkingCube, layer: int, view: int, name: str) -> list[int]:
    return cube.turn_as_model(cycle_sequence(name), WING_MODEL, layer, view)


@cache
def _words() -> dict[tuple[int, ...], tuple[str, ...]]:
    """Return what is done for each arrangement, its edges numbered as they appear."""
    return {
        _renamed(arrangement.replace("/", "")): words for arrangement, words in PAIRINGS.items()
    }


def _renamed(labels: Sequence[int] | str) -> tuple[int, ...]:
    order = list(dict.fromkeys(labels))
    return tuple(order.index(label) for label in labels)


def _edge_numbers() -> NDArray[np.int64]:
    """Return for each place of the orbit the number of its edge among the four, -1 for others."""
    numbers = np.full(24, -1)
    for i, place in enumerate(wing_places()):
        numbers[place] = i % _EDGES
    return numbers
