"""The Tsukuda method of seed 000, 14.1: its sixteen steps, in its order, by better means.

Each step keeps what the steps before it solved. The pieces of a step go home several at once, by
sequences and tables that the program finds for itself (`tables`), inner pieces by bars and blocks
(`inner`), all six colours are tried as the bottom, and turns that meet at the joins are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.geometry import FACES
from solver.nxn import tables
from solver.nxn.distances import Distances
from solver.nxn.inner import inner_steps
from solver.nxn.joining import merged
from solver.nxn.layers import Colours, LayerTurn, geometry, turn_all
from solver.nxn.orbits import SIZE, Orbit, corners, edges
from solver.nxn.views import views

_Y = 1
_U, _F, _D = (FACES.index(face) for face in "UFD")
# Up to these sizes so many colours are tried as the bottom; beyond them one.
_BOTTOMS = ((7, 6), (9, 3), (16, 2))

# The tables by which the steps are done that share a table: 7 and 8, 11 to 13, 14 and 15. Together,
# the last table leads the shortest way through them all; apart, each step has its own.
Plan = Mapping[str, Sequence[str]]
TOGETHER: Plan = {
    "corners": ("top-corners",),
    "wings": ("middle-wings",),
    "edges": ("middle-edges",),
}
APART: Plan = {
    "corners": ("top-corners-placed", "top-corners"),
    "wings": ("middle-wings-paired", "middle-wings-placed", "middle-wings"),
    "edges": ("middle-edges-placed", "middle-edges"),
}


@dataclass(frozen=True, slots=True)
class LayerStage:
    """A step of the method by its name, with its turns."""

    name: str
    turns: tuple[LayerTurn, ...]


def bottoms_tried(n: int) -> int:
    """Say how many colours are tried as the bottom of a cube of size n."""
    return next((count for most, count in _BOTTOMS if n <= most), 1)


def solve(
    colours: Colours, n: int, plan: Plan = TOGETHER, bottoms: int | None = None
) -> tuple[LayerStage, ...]:
    """Solve a legal cube of size n, given by its 6nn colours (0 to 5).

    `plan` is TOGETHER or APART, and `bottoms` is how many colours are tried as the bottom (1 to 6);
    the fewest turns are given.
    """
    tried = range(bottoms or bottoms_tried(n))
    return min((merged(steps(colours, n, plan, bottom)) for bottom in tried), key=count)


def steps(colours: Colours, n: int, plan: Plan, bottom: int) -> tuple[LayerStage, ...]:
    """Do the steps with one of six colours as the bottom, each to the end of its own turns."""
    return tuple(_Run(colours, n, _views_by_bottom(n)[bottom], plan).stages())


def count(stages: tuple[LayerStage, ...]) -> int:
    """Count the turns as the paper does: one for each layer; the whole cube's are none."""
    return sum(not turn.is_whole for stage in stages for turn in stage.turns)


def quarters(stages: tuple[LayerStage, ...]) -> int:
    """Count the turns with a half turn as two."""
    return sum(
        2 if turn.quarters == 2 else 1
        for stage in stages
        for turn in stage.turns
        if not turn.is_whole
    )


def _views_by_bottom(n: int) -> list[int]:
    """Give for each face a view in which it is below."""
    below = views(n).source[:, _D * n * n] // (n * n)
    return [int(np.flatnonzero(below == face)[0]) for face in (3, 0, 1, 4, 2, 5)]


class _Run:
    """One cube on its way through the steps, held in one way."""

    def __init__(self, colours: Colours, n: int, view: int, plan: Plan) -> None:
        self._n = n
        self._plan = plan
        self._cube = geometry(n)
        self._views = views(n)
        source = self._views.source[view]
        seen = np.empty(6, dtype=np.uint8)
        middle = np.arange(6) * n * n + n * n // 2
        # A colour is called by the face that it is to be on: an odd cube's centres tell.
        seen[colours[source[middle]] if n % 2 else source[middle] // (n * n)] = np.arange(6)
        self._colours: Colours = seen[colours[source]]
        self._held = self._views.wholes[view]

    def stages(self) -> Iterator[LayerStage]:
        """Do the steps that there are for this size."""
        n = self._n
        layers = range(1, n // 2)
        yield LayerStage("1 bottom chosen" if n % 2 == 0 else "1 Y- centre", self._held)
        if n > 3:
            yield self._stage("2 Y- inner", inner_steps(n).free(self._colours))
        yield self._bottom_corners()
        for layer in layers if n > 3 else ():
            yield self._stage(f"4 Y- edges, L={layer}", self._wings("bottom-wings", layer))
        if n % 2:
            yield self._stage("5 Y- central edges", self._central("bottom-edges"))
        if n > 3:
            yield self._stage("6 Y+ inner", inner_steps(n).top(self._colours))
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
        if n > 3:
            yield self._stage("16 side inner", inner_steps(n).sides(self._colours))

    def _stage(self, name: str, numbers: list[int]) -> LayerStage:
        return LayerStage(name, tuple([self._cube.turn(number) for number in numbers]))

    def _turn(self, numbers: list[int]) -> None:
        turn_all(
            self._colours,
            np.array(numbers, dtype=np.int64),
            self._n,
            self._cube.cycles,
            self._cube.offsets,
        )

    def _meant(self, numbers: list[int], model: int, layer: int, view: int = 0) -> list[int]:
        """Give the turns that a model's turns stand for, with layer 1 of the model as `layer`.

        They are as seen in a view.
        """
        n = self._n
        layers = {1: layer, model - 2: n - 1 - layer}
        if model % 2:
            layers[(model - 1) // 2] = (n - 1) // 2
        layers |= {0: 0, model - 1: n - 1}
        meant = []
        for number in numbers:
            which, rest = divmod(number, 3)
            axis, of_model = divmod(which, model)
            turn = self._cube.number(LayerTurn(axis, layers[of_model], rest + 1))
            meant.append(int(self._views.truly[view, turn]))
        return meant

    def _do_rows(
        self, made: Distances, rows: list[int], model: int, layer: int, view: int = 0
    ) -> list[int]:
        numbers = [
            number
            for row in rows
            for number in self._meant(tables.sequence(row, made), model, layer, view)
        ]
        self._turn(numbers)
        return numbers

    def _rows(
        self, part: str, model: int, pieces: NDArray[np.int64], where: NDArray[np.int64]
    ) -> list[int]:
        """Give the sequences that bring pieces home by the tables of the plan.

        They are rows of any of these tables, which share their sequences.
        """
        rows: list[int] = []
        for name in self._plan[part]:
            made = tables.table(name, model)
            for row in made.way(where[pieces]):
                where = made.macros.targets[row][where].astype(np.int64)
                rows.append(row)
        return rows

    def _bottom_corners(self) -> LayerStage:
        model = tables.corner_model(self._n)
        made = tables.table("bottom-corners", model)
        home = np.array(tables.recipe("bottom-corners", model).goals[0])
        orbit = corners(self._n)
        rows = made.way(orbit.whereabouts(self._colours)[home])
        numbers = self._do_rows(made, rows, model, 0)
        # They are right among themselves: hold the cube so that they are right at all.
        for spin in range(4):
            whole = [self._cube.number(LayerTurn(_Y, None, spin))] if spin else []
            self._turn(whole)
            if (orbit.whereabouts(self._colours)[home] == home).all():
                return self._stage("3 Y- corners", numbers + whole)
            self._turn([self._cube.number(LayerTurn(_Y, None, 4 - spin))] if spin else [])
        raise AssertionError("corners that are right among themselves are right in some view")

    def _top_corners(self) -> Iterator[LayerStage]:
        model = tables.corner_model(self._n)
        made = tables.table("top-corners", model)
        home = np.array(tables.recipe("top-corners", model).goals[0])
        orbit = corners(self._n)
        where = orbit.whereabouts(self._colours)
        rows = self._rows("corners", model, home, where)
        piece = _pieces(orbit, self._n)
        placed = _reached(
            made, rows, where, lambda now: bool((piece[now[home]] == piece[home]).all())
        )
        yield self._stage("7 Y+ corners placed", self._do_rows(made, rows[:placed], model, 0))
        yield self._stage("8 Y+ corners turned", self._do_rows(made, rows[placed:], model, 0))

    def _wings(self, name: str, layer: int) -> list[int]:
        """Bring eight pieces home in two groups of four, in the best of four views."""
        n, model = self._n, tables.WING_MODEL
        first, second = (tables.table(f"{name}-{part}", model) for part in (1, 2))
        homes = [np.array(tables.recipe(f"{name}-{part}", model).goals[0]) for part in (1, 2)]
        orbit = edges(n, layer)
        best: tuple[int, int, list[int], list[int]] | None = None
        for view in self._spins():
            where = self._whereabouts(orbit, view)
            rows = first.way(where[homes[0]])
            then = where
            for row in rows:
                then = first.macros.targets[row][then].astype(np.int64)
            turns = first.at(where[homes[0]]) + second.at(then[homes[1]])
            if best is None or turns < best[0]:
                best = (turns, view, rows, second.way(then[homes[1]]))
        assert best is not None
        _, view, *parts = best
        return self._do_rows(first, parts[0], model, layer, view) + self._do_rows(
            second, parts[1], model, layer, view
        )

    def _spins(self) -> list[int]:
        """Give the views with the same face below."""
        n = self._n
        below = self._views.source[:, _D * n * n] // (n * n)
        return [int(view) for view in np.flatnonzero(below == _D)]

    def _whereabouts(self, orbit: Orbit, view: int) -> NDArray[np.int64]:
        """Say where an orbit's pieces are as seen in a view, where colours are called as seen."""
        n, source = self._n, self._views.source[view]
        called = np.empty(6, dtype=np.uint8)
        called[source[np.arange(6) * n * n] // (n * n)] = np.arange(6)
        own, partner = (
            called[self._colours[source[stickers]]].astype(np.int64)
            for stickers in (orbit.own, orbit.partner)
        )
        return np.argsort(orbit.home[6 * own + partner])

    def _central(self, name: str) -> list[int]:
        model = tables.edge_model(self._n)
        made = tables.table(name, model)
        home = np.array(tables.recipe(name, model).goals[0])
        where = edges(self._n, (self._n - 1) // 2).whereabouts(self._colours)
        return self._do_rows(made, made.way(where[home]), model, 1)

    def _middle_wings(self, layer: int) -> tuple[LayerStage, LayerStage, LayerStage]:
        """Do steps 11 to 13 for a layer: one table knows the shortest way through all three."""
        n, model = self._n, tables.WING_MODEL
        made = tables.table("middle-wings", model)
        some = np.array(tables.recipe("middle-wings", model).goals[0])
        orbit = edges(n, layer)
        where = orbit.whereabouts(self._colours)
        sides = np.arange(SIZE)[~_touches(orbit, n, (_U, _D))]
        edge = _edge_of(orbit, n)
        rows = self._rows("wings", model, some, where)
        paired = _reached(made, rows, where, lambda now: _is_paired(now[sides], sides, edge))
        placed = _reached(
            made, rows, where, lambda now: bool((edge[now[sides]] == edge[sides]).all())
        )
        after = [where]
        for row in rows:
            after.append(made.macros.targets[row][after[-1]].astype(np.int64))
        is_odd, is_odd_at_last = (not _is_even(at[sides], sides) for at in (where, after[placed]))
        is_swapped = n % 2 == 0 and not _pairs_are_even(after[paired][sides], sides, edge)
        names = (
            f"11 Y-middle edges paired, L={layer}"
            + (" (OLL parity)" if is_odd and not is_odd_at_last else ""),
            f"12 pairs placed, L={layer}" + (" (PLL parity)" if is_swapped else ""),
            f"13 pairs turned, L={layer}" + (" (OLL parity)" if is_odd_at_last else ""),
        )
        first, second, third = (
            self._stage(name, self._do_rows(made, part, model, layer))
            for name, part in zip(
                names, (rows[:paired], rows[paired:placed], rows[placed:]), strict=True
            )
        )
        return first, second, third

    def _middle_edges(self) -> Iterator[LayerStage]:
        n, model = self._n, tables.edge_model(self._n)
        made = tables.table("middle-edges", model)
        goal = np.array(tables.recipe("middle-edges", model).goals[0])
        orbit = edges(n, (n - 1) // 2)
        middles = np.arange(6) * n * n + n * n // 2
        centres = np.argsort(self._colours[middles])
        where = np.concatenate([orbit.whereabouts(self._colours), SIZE + centres])
        edge = _edge_of(orbit, n)
        home = goal[:-1]
        rows = self._rows("edges", model, goal, where)

        def is_placed(now: NDArray[np.int64]) -> bool:
            return bool((edge[now[home]] == edge[home]).all() and now[goal[-1]] == goal[-1])

        placed = _reached(made, rows, where, is_placed)
        yield self._stage(
            "14 Y-middle central edges placed", self._do_rows(made, rows[:placed], model, 1)
        )
        yield self._stage(
            "15 Y-middle central edges turned", self._do_rows(made, rows[placed:], model, 1)
        )


def _reached(
    made: Distances,
    rows: list[int],
    where: NDArray[np.int64],
    promise: Callable[[NDArray[np.int64]], bool],
) -> int:
    """Say after how many of some sequences what a step promises is true."""
    for number, row in enumerate(rows):
        if promise(where):
            return number
        where = made.macros.targets[row][where].astype(np.int64)
    return len(rows)


def _touches(orbit: Orbit, n: int, faces: tuple[int, ...]) -> NDArray[np.bool_]:
    touching: NDArray[np.bool_] = np.isin(orbit.own // (n * n), faces) | np.isin(
        orbit.partner // (n * n), faces
    )
    return touching


def _pieces(orbit: Orbit, n: int) -> NDArray[np.int64]:
    """Number the corner that each place of the corners' orbit is on."""
    x, y, z = geometry(n).places[orbit.own].T
    corner: NDArray[np.int64] = (x > 0) * 4 + (y > 0) * 2 + (z > 0)
    return corner


def _edge_of(orbit: Orbit, n: int) -> NDArray[np.int64]:
    """Number the cube's edge that each place of an orbit is on, by its two faces."""
    pair = np.sort(np.stack([orbit.own, orbit.partner]) // (n * n), axis=0)
    numbered: NDArray[np.int64] = 6 * pair[0] + pair[1]
    return numbered


def _is_paired(now: NDArray[np.int64], sides: NDArray[np.int64], edge: NDArray[np.int64]) -> bool:
    """Tell whether pieces that belong to one edge are on one edge."""
    return all(len(set(edge[now[edge[sides] == one]].tolist())) == 1 for one in set(edge[sides]))


def _is_even(now: NDArray[np.int64], places: NDArray[np.int64]) -> bool:
    order = np.searchsorted(places, now)
    return sum(int((order[:i] > order[i]).sum()) for i in range(len(order))) % 2 == 0


def _pairs_are_even(
    now: NDArray[np.int64], sides: NDArray[np.int64], edge: NDArray[np.int64]
) -> bool:
    """Tell whether the pairs, which are made, are an even permutation of the edges."""
    names = np.unique(edge[sides])
    at = np.array([edge[now[edge[sides] == one]][0] for one in names])
    return _is_even(at, names)
