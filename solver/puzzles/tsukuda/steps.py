"""The sixteen steps of the Tsukuda method (polyhedra paper, section 14.1).

Each step keeps what the steps before it solved. The pieces of a step go home several at once, by
sequences and tables that the program finds for itself (`tables`), inner pieces by bars and blocks
(`inner`), all six colours are tried as the bottom, and turns that meet at the joins are merged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import Colours, LayerStage, LayerTurn, geometry
from solver.puzzles.nxn.orbits import SIZE, corner_orbit, cube_rotations, edge_orbit
from solver.puzzles.tsukuda import recipes, tables
from solver.puzzles.tsukuda.centre_steps import CentreSteps, inner_steps
from solver.puzzles.tsukuda.working_cube import (
    WorkingCube,
    corner_of,
    edge_of,
    is_even,
    is_paired,
    macros_until,
    on_faces,
    pairs_are_even,
)
from solver.solution import Stage, merge_across_stages

_Y = 1
_U, _F, _D = (FACES.index(face) for face in "UFD")
# (size, number): up to this size this number of colours are tried as the bottom; beyond them one.
_BOTTOMS = ((7, 6), (9, 3), (16, 2))

# The tables by which the steps are done that share a table: 7 and 8, 11 to 13, 14 and 15. Together,
# the last table leads the shortest way through them all; apart, each step has its own.
StepTables = Mapping[str, Sequence[str]]
COMBINED_STEPS: StepTables = {
    "corners": ("top-corners",),
    "wings": ("middle-wings",),
    "edges": ("middle-edges",),
}
SEPARATE_STEPS: StepTables = {
    "corners": ("top-corners-placed", "top-corners"),
    "wings": ("middle-wings-paired", "middle-wings-placed", "middle-wings"),
    "edges": ("middle-edges-placed", "middle-edges"),
}


def bottom_colour_count(n: int) -> int:
    """Return how many colours are tried as the bottom of a cube of size n."""
    return next((count for most, count in _BOTTOMS if n <= most), 1)


def solve(
    colours: Colours, n: int, plan: StepTables = COMBINED_STEPS, bottoms: int | None = None
) -> tuple[LayerStage, ...]:
    """Solve a legal cube of size n, given by its 6nn colours (0 to 5).

    `plan` is TOGETHER or APART, and `bottoms` is how many colours are tried as the bottom (1 to 6);
    the fewest turns are given.
    """
    tried = range(bottoms or bottom_colour_count(n))
    return min(
        (merge_across_stages(steps(colours, n, plan, bottom)) for bottom in tried), key=count_turns
    )


def steps(colours: Colours, n: int, plan: StepTables, bottom: int) -> tuple[LayerStage, ...]:
    """Return the stages with one of six colours as the bottom, not merged."""
    inner = inner_steps(n) if n > 3 else None
    return tuple(_TsukudaSolver(colours, n, _views_by_bottom(n)[bottom], plan, inner).stages())


def corner_and_edge_steps(colours: Colours, n: int, bottom: int) -> tuple[LayerStage, ...]:
    """Return the stages, as `steps`, that solve corners and edges but no inner pieces.

    The middles of the faces of an odd cube are in their places at the end.
    """
    view = _views_by_bottom(n)[bottom]
    return tuple(_TsukudaSolver(colours, n, view, COMBINED_STEPS, None).stages())


def count_turns(stages: tuple[LayerStage, ...]) -> int:
    """Return the number of turns as the paper does.

    One for each layer; the whole cube's are none.
    """
    return sum(not turn.is_rotation for stage in stages for turn in stage.turns)


def _views_by_bottom(n: int) -> list[int]:
    """Return for each face a view in which it is below."""
    below = cube_rotations(n).source[:, _D * n * n] // (n * n)
    return [int(np.flatnonzero(below == face)[0]) for face in (3, 0, 1, 4, 2, 5)]


class _TsukudaSolver:
    """The steps for one cube, in one orientation, with or without those of inner pieces."""

    def __init__(
        self, colours: Colours, n: int, view: int, plan: StepTables, inner: CentreSteps | None
    ) -> None:
        self._n = n
        self._plan = plan
        self._inner = inner
        self._geometry = geometry(n)
        self._cube = WorkingCube(colours, n, view)

    def stages(self) -> Iterator[LayerStage]:
        """Yield the stages that exist for this size."""
        n = self._n
        layers = range(1, n // 2)
        yield Stage("1 bottom chosen" if n % 2 == 0 else "1 Y- centre", self._cube.held)
        if self._inner is not None:
            yield self._stage("2 Y- inner", self._inner.solve_bottom(self._cube.colours))
        yield self._bottom_corners()
        for layer in layers if n > 3 else ():
            yield self._stage(f"4 Y- edges, L={layer}", self._wings("bottom-wings", layer))
        if n % 2:
            yield self._stage("5 Y- central edges", self._central("bottom-edges"))
        if self._inner is not None:
            yield self._stage("6 Y+ inner", self._inner.solve_top(self._cube.colours))
        yield from self._top_corners()
        for layer in layers if n > 3 else ():
            yield self._stage(f"9 Y+ edges, L={layer}", self._wings("top-wings", layer))
        if n % 2:
            yield self._stage("10 Y+ central edges", self._central("top-edges"))
        if n > 3:
            split = [self._middle_wings(layer) for layer in layers]
            for step in range(3):
                yield from (parts[step] for parts in split)
        if n % 2:
            yield from self._middle_edges()
        if self._inner is not None:
            yield self._stage("16 side inner", self._inner.solve_sides(self._cube.colours))

    def _stage(self, name: str, numbers: list[int]) -> LayerStage:
        return Stage(name, tuple([self._geometry.turn_at(number) for number in numbers]))

    def _rows(
        self, part: str, model: int, pieces: NDArray[np.int64], where: NDArray[np.int64]
    ) -> list[int]:
        """Return the sequences that bring pieces home by the tables of the plan.

        They are rows of any of these tables, which share their sequences.
        """
        rows: list[int] = []
        for name in self._plan[part]:
            made = tables.load_table(name, model)
            for row in made.solve(where[pieces]):
                where = made.macros.targets[row][where].astype(np.int64)
                rows.append(row)
        return rows

    def _bottom_corners(self) -> LayerStage:
        model = recipes.corner_model(self._n)
        made = tables.load_table("bottom-corners", model)
        home = np.array(recipes.table_spec("bottom-corners", model).goals[0])
        orbit = corner_orbit(self._n)
        rows = made.solve(orbit.positions(self._cube.colours)[home])
        numbers = self._cube.apply_rows(made, rows, model, 0)
        # They are right among themselves: hold the cube so that they are right at all.
        for spin in range(4):
            whole = [self._geometry.turn_index(LayerTurn(_Y, None, spin))] if spin else []
            self._cube.turn(whole)
            if (orbit.positions(self._cube.colours)[home] == home).all():
                return self._stage("3 Y- corners", numbers + whole)
            self._cube.turn(
                [self._geometry.turn_index(LayerTurn(_Y, None, 4 - spin))] if spin else []
            )
        raise AssertionError("corners that are right among themselves are right in some view")

    def _top_corners(self) -> Iterator[LayerStage]:
        model = recipes.corner_model(self._n)
        made = tables.load_table("top-corners", model)
        home = np.array(recipes.table_spec("top-corners", model).goals[0])
        orbit = corner_orbit(self._n)
        where = orbit.positions(self._cube.colours)
        rows = self._rows("corners", model, home, where)
        piece = corner_of(orbit, self._n)
        placed = macros_until(
            made, rows, where, lambda now: bool((piece[now[home]] == piece[home]).all())
        )
        yield self._stage(
            "7 Y+ corners placed", self._cube.apply_rows(made, rows[:placed], model, 0)
        )
        yield self._stage(
            "8 Y+ corners turned", self._cube.apply_rows(made, rows[placed:], model, 0)
        )

    def _wings(self, name: str, layer: int) -> list[int]:
        """Return the turns that solve eight pieces in two groups of four, in the best of four
        views.
        """
        n, model = self._n, recipes.WING_MODEL
        first, second = (tables.load_table(f"{name}-{part}", model) for part in (1, 2))
        homes = [np.array(recipes.table_spec(f"{name}-{part}", model).goals[0]) for part in (1, 2)]
        orbit = edge_orbit(n, layer)
        best: tuple[int, int, list[int], list[int]] | None = None
        for view in self._cube.spins():
            where = self._cube.whereabouts(orbit, view)
            rows = first.solve(where[homes[0]])
            then = where
            for row in rows:
                then = first.macros.targets[row][then].astype(np.int64)
            turns = first.distance(where[homes[0]]) + second.distance(then[homes[1]])
            if best is None or turns < best[0]:
                best = (turns, view, rows, second.solve(then[homes[1]]))
        assert best is not None
        _, view, *parts = best
        return self._cube.apply_rows(first, parts[0], model, layer, view) + self._cube.apply_rows(
            second, parts[1], model, layer, view
        )

    def _central(self, name: str) -> list[int]:
        model = recipes.edge_model(self._n)
        made = tables.load_table(name, model)
        home = np.array(recipes.table_spec(name, model).goals[0])
        where = edge_orbit(self._n, (self._n - 1) // 2).positions(self._cube.colours)
        return self._cube.apply_rows(made, made.solve(where[home]), model, 1)

    def _middle_wings(self, layer: int) -> tuple[LayerStage, LayerStage, LayerStage]:
        """Return steps 11 to 13 for a layer, by the shortest path of one table."""
        n, model = self._n, recipes.WING_MODEL
        made = tables.load_table("middle-wings", model)
        home_positions = np.array(recipes.table_spec("middle-wings", model).goals[0])
        orbit = edge_orbit(n, layer)
        where = orbit.positions(self._cube.colours)
        sides = np.arange(SIZE)[~on_faces(orbit, n, (_U, _D))]
        edge = edge_of(orbit, n)
        rows = self._rows("wings", model, home_positions, where)
        paired = macros_until(made, rows, where, lambda now: is_paired(now[sides], sides, edge))
        placed = macros_until(
            made, rows, where, lambda now: bool((edge[now[sides]] == edge[sides]).all())
        )
        after = [where]
        for row in rows:
            after.append(made.macros.targets[row][after[-1]].astype(np.int64))
        is_odd, is_odd_at_last = (not is_even(at[sides], sides) for at in (where, after[placed]))
        is_swapped = n % 2 == 0 and not pairs_are_even(after[paired][sides], sides, edge)
        names = (
            f"11 Y-middle edges paired, L={layer}"
            + (" (OLL parity)" if is_odd and not is_odd_at_last else ""),
            f"12 pairs placed, L={layer}" + (" (PLL parity)" if is_swapped else ""),
            f"13 pairs turned, L={layer}" + (" (OLL parity)" if is_odd_at_last else ""),
        )
        first, second, third = (
            self._stage(name, self._cube.apply_rows(made, part, model, layer))
            for name, part in zip(
                names, (rows[:paired], rows[paired:placed], rows[placed:]), strict=True
            )
        )
        return first, second, third

    def _middle_edges(self) -> Iterator[LayerStage]:
        n, model = self._n, recipes.edge_model(self._n)
        made = tables.load_table("middle-edges", model)
        goal = np.array(recipes.table_spec("middle-edges", model).goals[0])
        orbit = edge_orbit(n, (n - 1) // 2)
        middles = np.arange(6) * n * n + n * n // 2
        centres = np.argsort(self._cube.colours[middles])
        where = np.concatenate([orbit.positions(self._cube.colours), SIZE + centres])
        edge = edge_of(orbit, n)
        home = goal[:-1]
        rows = self._rows("edges", model, goal, where)

        def is_placed(now: NDArray[np.int64]) -> bool:
            return bool((edge[now[home]] == edge[home]).all() and now[goal[-1]] == goal[-1])

        placed = macros_until(made, rows, where, is_placed)
        yield self._stage(
            "14 Y-middle central edges placed", self._cube.apply_rows(made, rows[:placed], model, 1)
        )
        yield self._stage(
            "15 Y-middle central edges turned", self._cube.apply_rows(made, rows[placed:], model, 1)
        )
