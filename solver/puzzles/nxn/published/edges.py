"""Edges of Y- and Y+ (steps 4, 5, 9 and 10 of the polyhedra paper, section 14.1)."""

from __future__ import annotations

from solver.core.geometry import FACES
from solver.puzzles.nxn.orbits import edge_orbit
from solver.puzzles.nxn.published.cases import bottom_cases, place_at, top_cases
from solver.puzzles.nxn.tsukuda.recipes import WING_MODEL, edge_model
from solver.puzzles.nxn.tsukuda.working_cube import WorkingCube

_U, _D = FACES.index("U"), FACES.index("D")


def solve_bottom_wings(cube: WorkingCube) -> list[int]:
    """Bring the pairs of edges beside Y- home: at Z+ by rising L, then at the other sides."""
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
