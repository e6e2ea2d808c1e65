"""Corners (steps 3, 7 and 8 of the polyhedra paper, section 14.1)."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from papers.polyhedra.tsukuda.quarter_turns import (
    bottom_cases,
    place_at,
    quarter_turn_macros,
    shortest_sequence,
)
from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.orbits import corner_orbit
from solver.puzzles.tsukuda.recipes import corner_model
from solver.puzzles.tsukuda.tables import StepTable, build_step_table
from solver.puzzles.tsukuda.working_cube import WorkingCube

_Y = 1
_U, _D = FACES.index("U"), FACES.index("D")
_TABLE = "top-corners"
_CORNERS = 4

Places = NDArray[np.int64]


def solve_bottom_corners(cube: WorkingCube) -> list[int]:
    """Bring the corners of Y- home, one after another (24 cases)."""
    model = corner_model(cube.n)
    at = (model - 1, 0, model - 1)
    home = place_at(corner_orbit(model), model, at, _D)
    cases = bottom_cases("bottom-corners", model, at)
    made: list[int] = []
    for view in cube.spins():
        start = int(cube.whereabouts(corner_orbit(cube.n), view)[home])
        made += cube.turn_as_model(cases[start], model, 0, view)
    return made


def place_top_corners(cube: WorkingCube) -> list[int]:
    """Bring the corners of Y+ into their cyclic order (six cases)."""
    model = corner_model(cube.n)
    where = corner_orbit(cube.n).positions(cube.colours)[_top_places(model)]
    return cube.turn_as_model(shortest_sequence(_order_table(model), where), model, 0)


@cache
def order_sequence(model: int, order: tuple[int, ...]) -> list[int]:
    """Return the turns that bring four corners of Y+ into their cyclic order.

    Corner i, the far one first and then counterclockwise seen from above, is where corner
    `order[i]` belongs.
    """
    return shortest_sequence(_order_table(model), _top_places(model)[list(order)])


def twist_top_corners(cube: WorkingCube) -> list[int]:
    """Twist the corners of Y+ (table 14.2), three at a time by a third of a turn: once or twice.

    Then Y+ is turned until they are home.
    """
    made: list[int] = []
    while any(_twists(cube, 0)):
        view, twist = _next_twist(cube)
        made += cube.turn_as_model(
            twist_sequence(corner_model(cube.n), twist), corner_model(cube.n), 0, view
        )
    for quarters in (0, 1, 3, 2):
        turns = [LayerTurn(_Y, cube.n - 1, quarters)] if quarters else []
        if _are_home(geometry(cube.n).apply(cube.colours, turns), cube.n):
            numbers = [geometry(cube.n).turn_index(turn) for turn in turns]
            cube.turn(numbers)
            return made + numbers
    raise AssertionError("corners in the right order are home after a turn of their layer")


@cache
def twist_sequence(model: int, twist: int) -> list[int]:
    """Return the turns that untwist three corners of Y+, each twisted by `twist` thirds.

    The fourth corner, the farthest, is not twisted. The turns may leave Y+ turned as a whole.
    """
    where = _top_places(model)
    for _ in range(twist):
        where[1:] = _clockwise(model)[where[1:]]
    goals = tuple(
        tuple(int(on_piece[0]) for on_piece in _turned(model, spin)) for spin in range(_CORNERS)
    )
    return shortest_sequence(_table(model, goals), where)


def _next_twist(cube: WorkingCube) -> tuple[int, int]:
    """Return a view and a twist, after which the corners are right or once more is enough."""
    seen = [(view, _twists(cube, view)) for view in cube.spins()]
    for view, twists in seen:
        if twists[0] == 0 and twists[1] == twists[2] == twists[3]:
            return view, twists[1]
    for (view, (far, *others)), twist in product(seen, (1, 2)):
        after = [far, *((each - twist) % 3 for each in others)]
        if after.count(0) == 1 and len(set(after)) == 2:
            return view, twist
    raise AssertionError("the corners of a legal cube are right after two twists of three")


def _twists(cube: WorkingCube, view: int) -> list[int]:
    """Return the thirds by which pieces of Y+ are twisted: those of its places, the far one first,
    as far as Y+ is turned from where they belong.
    """
    model = corner_model(cube.n)
    home = _top_places(model)
    where = cube.whereabouts(corner_orbit(cube.n), view)[home]
    twists: dict[int, int] = {}
    for at in where:
        for twist in range(3):
            if at in home:
                twists[int(np.flatnonzero(home == at)[0])] = -twist % 3
            at = _clockwise(model)[at]
    return [twists[place] for place in range(_CORNERS)]


def _clockwise(model: int) -> Places:
    """Return the place of the next sticker clockwise on the same corner."""
    orbit = corner_orbit(model)
    order = np.argsort(orbit.stickers)
    return order[np.searchsorted(orbit.stickers[order], orbit.partner)]


def _top_places(model: int) -> Places:
    last = model - 1
    around = ((0, last, 0), (0, last, last), (last, last, last), (last, last, 0))
    orbit = corner_orbit(model)
    return np.array([place_at(orbit, model, at, _U) for at in around])


def _are_home(colours: Colours, n: int) -> bool:
    home = _top_places(corner_model(n))
    return bool((corner_orbit(n).positions(colours)[home] == home).all())


def _turned(model: int, spin: int) -> list[list[int]]:
    """Return the places of each corner of Y+, its own sticker above first, after turns of Y+."""
    orbit = corner_orbit(model)
    pieces = geometry(model).places[orbit.stickers]
    home = _top_places(model)
    found = [
        sorted(np.flatnonzero((pieces == pieces[place]).all(axis=1)).tolist(), key=place.__ne__)
        for place in home.tolist()
    ]
    return found[spin:] + found[:spin]


def _order_table(model: int) -> StepTable:
    goals = [goal for spin in range(_CORNERS) for goal in product(*_turned(model, spin))]
    return _table(model, tuple(goals))


@cache
def _table(model: int, goals: tuple[tuple[int, ...], ...]) -> StepTable:
    return build_step_table(quarter_turn_macros(_TABLE, model), goals)
