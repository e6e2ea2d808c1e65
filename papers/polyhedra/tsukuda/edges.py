"""Edges of Y-, of Y+ and central ones (steps 4, 5, 9, 10, 14 and 15 of section 14.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from papers.polyhedra.tsukuda.quarter_turns import (
    Places,
    bottom_cases,
    place_at,
    quarter_turn_macros,
    shortest_sequence,
    top_cases,
)
from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.orbits import SIZE, edge_orbit
from solver.puzzles.tsukuda.recipes import WING_MODEL, edge_model, table_spec
from solver.puzzles.tsukuda.tables import StepTable, build_step_table
from solver.puzzles.tsukuda.working_cube import WorkingCube

_U, _D = FACES.index("U"), FACES.index("D")


def solve_bottom_wings(cube: WorkingCube) -> list[int]:
    """Bring the wings of the edges at Y- home: those at Z+ first, then the other sides."""
    return _solve_wings(cube, "bottom-wings-1", _D)


def solve_top_wings(cube: WorkingCube) -> list[int]:
    """Do the same at Y+."""
    return _solve_wings(cube, "top-wings-1", _U)


def solve_bottom_edges(cube: WorkingCube) -> list[int]:
    """Bring the central edges of Y- home, one after another."""
    return _solve_central(cube, "bottom-edges", _D)


def solve_top_edges(cube: WorkingCube) -> list[int]:
    """Bring the central edges of Y+ home, one after another."""
    return _solve_central(cube, "top-edges", _U)


def _solve_wings(cube: WorkingCube, name: str, face: int) -> list[int]:
    """Bring the wings of a face home, side by side and layer by layer; return the turns."""
    model = WING_MODEL
    height = model - 1 if face == _U else 0
    make = top_cases if face == _U else bottom_cases
    left, right = (1, height, model - 1), (model - 2, height, model - 1)
    orbit = edge_orbit(model, 1)
    first = place_at(orbit, model, left, face)
    second = place_at(orbit, model, right, face)
    steps = ((first, make(name, model, left)), (second, make(name, model, right, first)))
    made: list[int] = []
    for view in cube.spins():
        for layer in range(1, cube.n // 2):
            for home, cases in steps:
                start = int(cube.whereabouts(edge_orbit(cube.n, layer), view)[home])
                made += cube.turn_as_model(cases[start], model, layer, view)
    return made


def _solve_central(cube: WorkingCube, name: str, face: int) -> list[int]:
    model = edge_model(cube.n)
    middle = (model - 1) // 2
    at = (middle, model - 1 if face == _U else 0, model - 1)
    home = place_at(edge_orbit(model, middle), model, at, face)
    cases = (top_cases if face == _U else bottom_cases)(name, model, at)
    made: list[int] = []
    for view in cube.spins():
        start = int(cube.whereabouts(edge_orbit(cube.n, (cube.n - 1) // 2), view)[home])
        made += cube.turn_as_model(cases[start], model, 1, view)
    return made


_Y = 1
_F = FACES.index("F")
_TABLE = "middle-edges"
# Well known, and fourteen turns as in the paper: flips the two edges of the layer beside Z+.
_FLIP = "ym' zn ym' zn ym' znd ym zn ym zn ym znd"


def turn_centres(cube: WorkingCube) -> list[int]:
    """Turn the middle layer so that the centres of the sides agree with the other layers."""
    n = cube.n
    for quarters in (0, 1, 3, 2):
        turns = [LayerTurn(_Y, (n - 1) // 2, quarters)] if quarters else []
        if geometry(n).apply(cube.colours, turns)[_F * n * n + n * n // 2] == _F:
            numbers = [geometry(n).turn_index(turn) for turn in turns]
            cube.turn(numbers)
            return numbers
    raise AssertionError("the centre of Z+ is in the middle layer")


def place_edges(cube: WorkingCube) -> list[int]:
    """Bring the edges of the middle layer to their places: twelve even permutations."""
    model = edge_model(cube.n)
    goal = np.array(table_spec(_TABLE, model).goals[0])
    table = _table(f"{_TABLE}-placed", model)
    numbers = shortest_sequence(table, _where(cube)[goal])
    return cube.turn_as_model(numbers, model, 1)


def order_sequence(model: int, order: Sequence[int]) -> list[int]:
    """Return the turns of step 14 where edge i of the middle layer, the far one first, is where
    edge `order[i]` belongs.
    """
    where = np.arange(2 * SIZE)
    sides = _two_sides(model)
    for edge, goal in enumerate(order):
        where[list(sides[edge])] = sides[goal]
    goal_places = np.array(table_spec(_TABLE, model).goals[0])
    return shortest_sequence(_table(f"{_TABLE}-placed", model), where[goal_places])


def flip_edges(cube: WorkingCube) -> list[int]:
    """Flip the edges of the middle layer (table 14.6), two neighbours at a time."""
    model = edge_model(cube.n)
    made: list[int] = []
    while any(_flipped(cube, 0)):
        seen = [(view, _flipped(cube, view)) for view in cube.spins()]
        neighbours = (view for view, flipped in seen if flipped[1] and flipped[2])
        opposite = (view for view, flipped in seen if flipped[2])
        view = next(neighbours, None)
        chosen = next(opposite) if view is None else view
        made += cube.turn_as_model(flip_sequence(model), model, 1, chosen)
    return made


@cache
def flip_sequence(model: int) -> list[int]:
    """Return the turns that flip the two edges beside Z+."""
    return [geometry(model).turn_index(turn) for turn in parse_layer_turns(_FLIP, model)]


@cache
def _table(name: str, model: int) -> StepTable:
    goals = table_spec(name, model).goals
    return build_step_table(quarter_turn_macros(name, model), goals)


def _where(cube: WorkingCube) -> Places:
    n = cube.n
    centres = np.argsort(cube.colours[np.arange(len(FACES)) * n * n + n * n // 2])
    edges = edge_orbit(n, (n - 1) // 2).positions(cube.colours)
    return np.concatenate([edges, SIZE + centres])


def _flipped(cube: WorkingCube, view: int) -> list[bool]:
    """Return for each edge of the middle layer, the far one first, whether it is flipped."""
    where = cube.whereabouts(edge_orbit(cube.n, (cube.n - 1) // 2), view)
    return [int(where[place]) != place for place, _ in _two_sides(edge_model(cube.n))]


@cache
def _two_sides(model: int) -> list[tuple[int, int]]:
    """Return the two places on each edge of the middle layer: far, left, near and right."""
    last, middle = model - 1, (model - 1) // 2
    at = geometry(model).places[edge_orbit(model, middle).stickers]
    edges = []
    for x, z in ((0, 0), (0, last), (last, last), (last, 0)):
        one, other = np.flatnonzero((at == (x, middle, z)).all(axis=1)).tolist()
        edges.append((one, other))
    return edges
