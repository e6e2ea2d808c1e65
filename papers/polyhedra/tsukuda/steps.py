"""The sixteen steps as published, one piece at a time (polyhedra paper, section 14.1).

The order is the paper's. What it does not say is chosen as docs/nxn.md lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from papers.polyhedra.tsukuda import corners, edges, middle_wings
from papers.polyhedra.tsukuda.inner_pieces import PublishedInnerPieces
from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import Colours, LayerStage, geometry
from solver.puzzles.nxn.orbits import cube_rotations
from solver.puzzles.tsukuda.working_cube import WorkingCube
from solver.solution import Stage

_D = FACES.index("D")


class InnerPieceSteps(Protocol):
    """The steps for inner pieces; each returns the numbers of its turns."""

    def solve_bottom(self) -> list[int]:
        """Solve those of Y-: step 2."""
        ...

    def solve_top(self) -> list[int]:
        """Solve those of Y+: step 6."""
        ...

    def solve_sides(self) -> list[int]:
        """Solve those of the sides: step 16."""
        ...


def solve_as_published(colours: Colours, n: int) -> tuple[LayerStage, ...]:
    """Return the stages that solve a legal cube of size n, given by its 6nn colours (0 to 5)."""
    cube = WorkingCube(colours, n, bottom_view(colours, n))
    return tuple(stages_of(cube, PublishedInnerPieces(cube)))


def stages_of(cube: WorkingCube, inner: InnerPieceSteps) -> Iterator[LayerStage]:
    """Yield the stages that solve a cube, with the steps for its inner pieces."""
    return _PublishedSolver(cube, inner).stages()


class _PublishedSolver:
    """The steps for one cube."""

    def __init__(self, cube: WorkingCube, inner: InnerPieceSteps) -> None:
        self._cube = cube
        self._inner = inner

    def stages(self) -> Iterator[LayerStage]:
        """Yield the stages that exist for this size."""
        cube, inner = self._cube, self._inner
        is_big, is_odd = cube.n > 3, cube.n % 2 == 1
        if is_odd:
            yield Stage("1 Y- centre", cube.held)
        if is_big:
            yield self._stage("2 Y- inner", inner.solve_bottom())
        yield self._stage("3 Y- corners", corners.solve_bottom_corners(cube))
        if is_big:
            yield self._stage("4 Y- edges", edges.solve_bottom_wings(cube))
        if is_odd:
            yield self._stage("5 Y- central edges", edges.solve_bottom_edges(cube))
        if is_big:
            yield self._stage("6 Y+ inner", inner.solve_top())
        yield self._stage("7 Y+ corners placed", corners.place_top_corners(cube))
        yield self._stage("8 Y+ corners turned", corners.twist_top_corners(cube))
        if is_big:
            yield self._stage("9 Y+ edges", edges.solve_top_wings(cube))
        if is_odd:
            yield self._stage("10 Y+ central edges", edges.solve_top_edges(cube))
        if is_big:
            yield self._of_layers("11 Y-middle edges paired", middle_wings.pair)
            yield self._of_layers("12 pairs placed", middle_wings.place_pairs)
            yield self._of_layers("13 pairs turned", middle_wings.turn_pairs)
        if is_odd:
            centred = edges.turn_centres(cube)
            placed = edges.place_edges(cube)
            yield self._stage("14 Y-middle central edges placed", centred + placed)
            yield self._stage("15 Y-middle central edges turned", edges.flip_edges(cube))
        if is_big:
            yield self._stage("16 side inner", inner.solve_sides())

    def _stage(self, name: str, numbers: list[int]) -> LayerStage:
        cube = geometry(self._cube.n)
        return Stage(name, tuple(cube.turn_at(number) for number in numbers))

    def _of_layers(self, name: str, solve: Callable[[WorkingCube, int], list[int]]) -> LayerStage:
        layers = range(1, self._cube.n // 2)
        return self._stage(name, [move for layer in layers for move in solve(self._cube, layer)])


def bottom_view(colours: Colours, n: int) -> int:
    """Return a view in which the centre of Y- is below; an even cube stays as it is held."""
    if n % 2 == 0:
        return 0
    below = colours[cube_rotations(n).source[:, _D * n * n + n * n // 2]]
    return int(np.flatnonzero(below == _D)[0])
