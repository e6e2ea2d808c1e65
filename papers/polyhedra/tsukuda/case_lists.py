"""The cases of section 14.1 of the polyhedra paper, as its program lists them (figure 14.1).

A case of one piece is written as there: the coordinates of the piece in the letters of table 14.1,
and the direction of its vector y, which is that of its label of Y+ or against that of Y-. Steps 1,
2, 6 and 16 have no cases: they look for pieces, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import permutations
from typing import NamedTuple

import numpy as np

from papers.polyhedra.tsukuda import corners, edges, middle_wings
from papers.polyhedra.tsukuda.quarter_turns import Cases, bottom_cases, place_at, top_cases
from solver.core.errors import PuzzleError
from solver.core.geometry import FACES
from solver.core.permutation import Permutation
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.orbits import Orbit, corner_orbit, edge_orbit
from solver.puzzles.tsukuda.recipes import WING_MODEL, corner_model, edge_model

_U, _D = FACES.index("U"), FACES.index("D")
_LARGE = 5
_CORNER_MODEL, _EDGE_MODEL = corner_model(_LARGE), edge_model(_LARGE)
_AXES = dict(zip("RUFLDB", ("X", "Y", "Z", "-X", "-Y", "-Z"), strict=True))
# Around the lower layer, then around the upper one.
_PLACES_IN_FIGURE = ("n,0,n", "n,0,0", "0,0,0", "0,0,n", "n,n,n", "n,n,0", "0,n,0", "0,n,n")
_ORDERS = tuple((0, *rest) for rest in permutations((1, 2, 3)))


class StepCase(NamedTuple):
    """A case: its step, where pieces are, and the turns for it on a cube of size `model`.

    `stickers` are those of the pieces that the step is about, by their homes.
    """

    step: int
    where: str
    turns: tuple[LayerTurn, ...]
    model: int
    stickers: tuple[int, ...]


def step_cases(step: int) -> tuple[StepCase, ...]:
    """Return the cases of a step.

    Raises PuzzleError for one that the paper does not have, or that has no cases.
    """
    if step not in _STEPS:
        known = ", ".join(map(str, _STEPS))
        raise PuzzleError(f"step {step} has no list of cases: give one of {known}")
    return tuple(_STEPS[step](step))


def steps_with_cases() -> tuple[int, ...]:
    """Return the steps that have cases."""
    return tuple(_STEPS)


def _case(step: int, where: str, numbers: Iterable[int], model: int, orbit: Orbit) -> StepCase:
    turns = tuple(map(geometry(model).turn_at, numbers))
    return StepCase(step, where, turns, model, tuple(map(int, orbit.stickers)))


def _of_piece(
    step: int, cases: Cases, orbit: Orbit, model: int, home: tuple[int, int, int], name: str = ""
) -> Iterator[StepCase]:
    """Yield the cases of a piece that goes home, wherever it is."""
    cube = geometry(model)
    of_piece = np.flatnonzero((cube.places == home).all(axis=1))
    goal = place_at(orbit, model, home, _U if home[1] else _D)
    # Of an edge that is not central the orbit may have the sticker beside that of Y+ or Y-.
    labels = orbit.stickers
    if labels[goal] // model**2 not in (_U, _D):
        labels = orbit.partner
    for place, numbers in cases.items():
        sticker = int(labels[place])
        coordinates = ",".join(_letter(int(at), model) for at in cube.places[sticker])
        direction = _vector_y(int(labels[goal]) // model**2, sticker // model**2)
        turns = tuple(map(cube.turn_at, numbers))
        where = f"{name}{coordinates},{direction}"
        yield StepCase(step, where, turns, model, tuple(map(int, of_piece)))


def _letter(at: int, n: int) -> str:
    """Return the letter of table 14.1."""
    return {0: "0", n - 1: "n", (n - 1) / 2: "m", 1: "l", n - 2: "r"}[at]


def _vector_y(home: int, face: int) -> str:
    """Return the direction of a piece's vector y, whose label of one face is on another."""
    direction = _AXES[FACES[face]]
    if home == _U:
        return direction
    return direction[1:] if direction.startswith("-") else f"-{direction}"


def _bottom_corners(step: int) -> Iterator[StepCase]:
    model, last = _CORNER_MODEL, _CORNER_MODEL - 1
    home = (last, 0, last)
    cases = bottom_cases("bottom-corners", model, home)
    found = _of_piece(step, cases, corner_orbit(model), model, home)
    return iter(sorted(found, key=_number_in_figure))


def _number_in_figure(case: StepCase) -> tuple[int, int]:
    """Return what sorts the cases of step 3 as figure 14.1 does: it prints numbers 0, 1 and 23."""
    place, _, direction = case.where.rpartition(",")
    return _PLACES_IN_FIGURE.index(place), "YXZ".index(direction[-1])


def _wings(step: int, name: str, face: int) -> Iterator[StepCase]:
    make = top_cases if face == _U else bottom_cases
    model, orbit = WING_MODEL, edge_orbit(WING_MODEL, 1)
    height = model - 1 if face == _U else 0
    left, right = (1, height, model - 1), (model - 2, height, model - 1)
    first = place_at(orbit, model, left, face)
    yield from _of_piece(step, make(name, model, left), orbit, model, left, "first ")
    yield from _of_piece(step, make(name, model, right, first), orbit, model, right, "second ")


def _central_edges(step: int, name: str, face: int) -> Iterator[StepCase]:
    make = top_cases if face == _U else bottom_cases
    model, middle = _EDGE_MODEL, _EDGE_MODEL // 2
    home = (middle, model - 1 if face == _U else 0, model - 1)
    return _of_piece(step, make(name, model, home), edge_orbit(model, middle), model, home)


def _corner_orders(step: int) -> Iterator[StepCase]:
    for order in _ORDERS:
        numbers = corners.order_sequence(_CORNER_MODEL, order)
        yield _case(step, _order(order), numbers, _CORNER_MODEL, corner_orbit(_CORNER_MODEL))


def _order(order: Iterable[int]) -> str:
    return "order " + " ".join(map(str, order))


def _corner_twists(step: int) -> Iterator[StepCase]:
    for twist in (1, 2):
        numbers = corners.twist_sequence(_CORNER_MODEL, twist)
        twisted = f"three corners turned by {twist}, the far one right"
        yield _case(step, twisted, numbers, _CORNER_MODEL, corner_orbit(_CORNER_MODEL))


def _pairings(step: int) -> Iterator[StepCase]:
    orbit = edge_orbit(WING_MODEL, 1)
    for name in middle_wings.CYCLES:
        yield _case(step, name, middle_wings.cycle_sequence(name), WING_MODEL, orbit)
    for arrangement, words in middle_wings.PAIRINGS.items():
        numbers = [move for word in words for move in middle_wings.cycle_sequence(word)]
        yield _case(step, f"{arrangement} {' '.join(words) or '-'}", numbers, WING_MODEL, orbit)


def _pair_orders(step: int) -> Iterator[StepCase]:
    for order in _ORDERS:
        numbers = middle_wings.order_sequence(order)
        yield _case(step, _order(order), numbers, WING_MODEL, edge_orbit(WING_MODEL, 1))


def _exchanges(step: int) -> Iterator[StepCase]:
    for name, pairs in (("A: two neighbouring pairs", (1, 2)), ("B: one pair", (2,))):
        numbers = middle_wings.exchange_sequence(pairs)
        yield _case(step, name, numbers, WING_MODEL, edge_orbit(WING_MODEL, 1))


def _edge_orders(step: int) -> Iterator[StepCase]:
    orbit = edge_orbit(_EDGE_MODEL, _EDGE_MODEL // 2)
    for order in permutations(range(4)):
        if Permutation(order).is_even:
            numbers = edges.order_sequence(_EDGE_MODEL, order)
            yield _case(step, _order(order), numbers, _EDGE_MODEL, orbit)


def _flips(step: int) -> Iterator[StepCase]:
    orbit = edge_orbit(_EDGE_MODEL, _EDGE_MODEL // 2)
    yield _case(step, "two edges beside Z+", edges.flip_sequence(_EDGE_MODEL), _EDGE_MODEL, orbit)


_STEPS: dict[int, Callable[[int], Iterator[StepCase]]] = {
    3: _bottom_corners,
    4: partial(_wings, name="bottom-wings-1", face=_D),
    5: partial(_central_edges, name="bottom-edges", face=_D),
    7: _corner_orders,
    8: _corner_twists,
    9: partial(_wings, name="top-wings-1", face=_U),
    10: partial(_central_edges, name="top-edges", face=_U),
    11: _pairings,
    12: _pair_orders,
    13: _exchanges,
    14: _edge_orders,
    15: _flips,
}
