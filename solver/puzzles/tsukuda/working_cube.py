"""A cube of size n as the steps of the Tsukuda method turn it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.orbits import Orbit, cube_rotations
from solver.puzzles.tsukuda.tables import StepTable, macro_turns

_D = FACES.index("D")


class WorkingCube:
    """The `colours` of one cube, held in one of 24 orientations, that turns are applied to.

    `held` are the turns of the whole cube that bring it into that orientation.
    """

    def __init__(self, colours: Colours, n: int, view: int) -> None:
        self.n = n
        self._geometry = geometry(n)
        self._views = cube_rotations(n)
        source = self._views.source[view]
        seen = np.empty(6, dtype=np.uint8)
        middle = np.arange(6) * n * n + n * n // 2
        # A colour is named by the face that it belongs to, which an odd cube's centres determine.
        seen[colours[source[middle]] if n % 2 else source[middle] // (n * n)] = np.arange(6)
        self.colours: Colours = seen[colours[source]]
        self.held = self._views.rotation_turns[view]

    def turn(self, numbers: Sequence[int]) -> None:
        """Apply turns by their numbers."""
        self._geometry.apply_numbers(self.colours, numbers)

    def _resolve(self, numbers: list[int], model: int, layer: int, view: int = 0) -> list[int]:
        """Return the turns that a model's turns stand for, with layer 1 of the model as `layer`.

        They are as seen in a view.
        """
        n = self.n
        layers = {1: layer, model - 2: n - 1 - layer}
        if model % 2:
            layers[(model - 1) // 2] = (n - 1) // 2
        layers |= {0: 0, model - 1: n - 1}
        resolved = []
        for number in numbers:
            which, rest = divmod(number, 3)
            axis, of_model = divmod(which, model)
            turn = self._geometry.turn_index(LayerTurn(axis, layers[of_model], rest + 1))
            resolved.append(int(self._views.conjugated_turns[view, turn]))
        return resolved

    def turn_as_model(self, numbers: list[int], model: int, layer: int, view: int = 0) -> list[int]:
        """Apply turns of a model, with its layer 1 as `layer` and as seen in a view.

        Return the numbers of the turns.
        """
        resolved = self._resolve(numbers, model, layer, view)
        self.turn(resolved)
        return resolved

    def apply_rows(
        self, made: StepTable, rows: list[int], model: int, layer: int, view: int = 0
    ) -> list[int]:
        """Apply sequences of a step, rows of its table; return the numbers of their turns.

        `model`: the size of the cube that the table was made for.
        """
        numbers = [number for row in rows for number in macro_turns(row, made)]
        return self.turn_as_model(numbers, model, layer, view)

    def spins(self) -> list[int]:
        """Return the views with the same face below."""
        n = self.n
        below = self._views.source[:, _D * n * n] // (n * n)
        return [int(view) for view in np.flatnonzero(below == _D)]

    def whereabouts(self, orbit: Orbit, view: int) -> NDArray[np.int64]:
        """Return where the pieces of an orbit are, as seen in a view.

        Colours are named by the face on which their centre is seen in that view.
        """
        n, source = self.n, self._views.source[view]
        called = np.empty(6, dtype=np.uint8)
        called[source[np.arange(6) * n * n] // (n * n)] = np.arange(6)
        own, partner = (
            called[self.colours[source[stickers]]].astype(np.int64)
            for stickers in (orbit.stickers, orbit.partner)
        )
        return np.argsort(orbit.home[6 * own + partner])


def macros_until(
    made: StepTable,
    rows: list[int],
    where: NDArray[np.int64],
    goal: Callable[[NDArray[np.int64]], bool],
) -> int:
    """Return the number of the macros `rows` after which the goal of a step holds."""
    for number, row in enumerate(rows):
        if goal(where):
            return number
        where = made.macros.targets[row][where].astype(np.int64)
    return len(rows)


def on_faces(orbit: Orbit, n: int, faces: tuple[int, ...]) -> NDArray[np.bool_]:
    """Mark the places of an orbit of edges that are on one of some faces."""
    touching: NDArray[np.bool_] = np.isin(orbit.stickers // (n * n), faces) | np.isin(
        orbit.partner // (n * n), faces
    )
    return touching


def corner_of(orbit: Orbit, n: int) -> NDArray[np.int64]:
    """Return the number of the corner that each position of the corners' orbit is on."""
    x, y, z = geometry(n).places[orbit.stickers].T
    corner: NDArray[np.int64] = (x > 0) * 4 + (y > 0) * 2 + (z > 0)
    return corner


def edge_of(orbit: Orbit, n: int) -> NDArray[np.int64]:
    """Return the number of the edge that each position of an orbit is on, by its two faces."""
    pair = np.sort(np.stack([orbit.stickers, orbit.partner]) // (n * n), axis=0)
    numbered: NDArray[np.int64] = 6 * pair[0] + pair[1]
    return numbered


def is_paired(now: NDArray[np.int64], sides: NDArray[np.int64], edge: NDArray[np.int64]) -> bool:
    """Return whether pieces that belong to one edge are on one edge."""
    return all(len(set(edge[now[edge[sides] == one]].tolist())) == 1 for one in set(edge[sides]))


def is_even(now: NDArray[np.int64], places: NDArray[np.int64]) -> bool:
    """Return whether pieces are an even permutation of their places, which are in order."""
    order = np.searchsorted(places, now)
    return sum(int((order[:i] > order[i]).sum()) for i in range(len(order))) % 2 == 0


def pairs_are_even(
    now: NDArray[np.int64], sides: NDArray[np.int64], edge: NDArray[np.int64]
) -> bool:
    """Return whether the pairs, which are made, are an even permutation of the edges."""
    names = np.unique(edge[sides])
    at = np.array([edge[now[edge[sides] == one]][0] for one in names])
    return is_even(at, names)
