"""Sequences that bring most centre pieces of a cube of size n to their faces for their turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import AMOUNTS, Colours, Geometry, Ints, LayerTurn, geometry
from solver.puzzles.nxn.orbits import CubeRotations, cube_rotations
from solver.puzzles.three_cycles.words import inverse_word
from solver.puzzles.tsukuda.commutators import (
    CentreCycles,
    best_block_commutator,
    best_commutator,
    centre_cycles,
)
from solver.puzzles.tsukuda.insertions import best_column_fill, best_insertion
from solver.search.compilation import compiling

_U, _F, _D = (FACES.index(face) for face in "UFD")
_X, _Y = 0, 1
# The faces that are not bottom or top.
SIDES = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A sequence (numbers of turns) with the pieces it brings home."""

    gain: int
    turns: int
    numbers: tuple[int, ...]

    @property
    def rate(self) -> float:
        """Return the pieces brought home by a turn."""
        return self.gain / self.turns

    def conjugated_by(self, first: Sequence[int]) -> Found:
        """Return the sequence with turns before it that are undone after it."""
        back = inverse_word(first, AMOUNTS)
        return Found(self.gain, self.turns + 2 * len(first), (*first, *self.numbers, *back))


@cache
def centre_sequences(n: int) -> CentreSequences:
    """Return the sequences for a size of at least 4."""
    _compile()
    return CentreSequences(n)


@cache
def _compile() -> None:
    """Search once; other processes that search wait, and load what this one compiles."""
    sequences, colours = CentreSequences(4), geometry(4).solved
    with compiling("centre-kernels"):
        sequences.bars(colours)
        sequences.insertion(colours)
        sequences.commutator(colours)


# View, p, q, a and whether it is done backwards: see `best_commutator`.
Kind = tuple[int, int, int, int, int]


class CentreSequences:
    """The sequences for one size, with the tables that their searches use."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._cube: Geometry = geometry(n)
        self._cells: CentreCycles = centre_cycles(n)
        self._views: CubeRotations = cube_rotations(n)
        source = self._views.source
        above = source[:, _U * n * n] // (n * n)
        front = source[:, _F * n * n] // (n * n)
        self._below = np.flatnonzero(above == _D)
        self._top = np.flatnonzero(above == _U)
        # A side above, and Y+ at the left or right: then turns about the seen x are about y.
        sides = [f for f in range(6) if f not in (_U, _D)]
        self._sides = np.array(
            [
                next(
                    v
                    for v in range(24)
                    if above[v] == side and front[v] in sides and _right(source, n, v) == _U
                )
                for side in sides
            ]
        )
        self._opposite = np.arange(6 * n * n, dtype=np.int32)
        for _ in range(4 - self._cells.down):
            # Where what lies at a sticker came from, when all columns turned by `down`.
            self._opposite = self._cube.rotation_targets[_X][self._opposite]
        ring = self._cells.three_cycles
        moved = ring[..., 1]
        self._rows = [moved]
        for _ in range(3):
            moved = self._cube.rotation_targets[_Y][moved]
            self._rows.append(moved)
        # Turning by b quarters brings what is 4 - b quarters on.
        self._prepared = np.stack([self._rows[-b % 4][:, 0] for b in range(4)], axis=-1)
        self._x_of = self._cube.places[:, _X].astype(np.int32)

    def of_kind(self, colours: Colours, kind: Kind) -> Found:
        """Find the best commutator of a kind."""
        view, p, q, a, backwards = kind
        k = self.n - 2
        columns, rows = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
        gain, turns = best_block_commutator(
            colours,
            self._views.source[self._sides[view]],
            self._cells.three_cycles[p, q, a],
            backwards,
            self.n**2,
            columns,
            rows,
        )
        sequence = self._commutator_turns(columns, rows, p, q, a, bool(backwards))
        return Found(gain, turns, self._seen(int(self._sides[view]), sequence))

    def bars(self, colours: Colours) -> Found:
        """Find the best columns of a free face to be filled with the colour of D."""
        c = self._cells
        columns = np.zeros(self.n - 2, dtype=np.bool_)
        turned = np.zeros(self.n - 2, dtype=np.int64)
        gain, turns, view = best_column_fill(
            colours,
            _D,
            self._views.source[self._below],
            c.front,
            c.from_u,
            c.from_side,
            self._opposite,
            self._x_of,
            columns,
            turned,
        )
        sequence = [
            *self._columns(columns, c.down),
            *self._row_turns(turned),
            *self._columns(columns, 4 - c.down),
        ]
        return Found(gain, turns, self._seen(int(self._below[view]), sequence))

    def from_above(self, colours: Colours) -> Found:
        """Find a line of U that brings most of D's pieces from there to the sides: 3 turns."""
        inner = inner_stickers(self.n)
        above = inner[inner // self.n**2 == _U]
        before = int((colours[above] == _D).sum())
        best = Found(0, 3, ())
        for view in self._below:
            for x in range(1, self.n - 1):
                for quarters in (1, 2, 3):
                    column = LayerTurn(_X, x, self._cells.down)
                    sequence = [column, LayerTurn(_Y, 0, quarters), column.inverse()]
                    numbers = self._seen(int(view), sequence)
                    trial = colours.copy()
                    self._cube.apply_numbers(trial, numbers)
                    gain = before - int((trial[above] == _D).sum())
                    if gain > best.gain:
                        best = Found(gain, 3, numbers)
        return best

    def insertion(self, colours: Colours) -> Found:
        """Find the best commutator that brings pieces of the colour of U from the sides to U."""
        ring = self._cells.three_cycles
        k = self.n - 2
        columns, rows = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
        turned = np.zeros(k, dtype=np.int64)
        gain, turns, view, p, q, a = best_insertion(
            colours,
            _U,
            self._views.source[self._top],
            ring,
            self._prepared,
            columns,
            rows,
            turned,
        )
        some = int(np.argmax(columns))
        prepared = [
            LayerTurn(_Y, int(self._cube.places[ring[p, q, a, some, y, 1], _Y]), int(b))
            for y, b in enumerate(turned)
            if rows[y] and b
        ]
        sequence = [*prepared, *self._commutator_turns(columns, rows, p, q, a, False)[:-1]]
        return Found(gain, turns, self._seen(int(self._top[view]), sequence))

    def commutator(self, colours: Colours) -> Found:
        """Find the best commutator among the sides."""
        return self._best_commutator(colours, self._sides, self.n**2)

    def placing_commutator(self, places: Ints) -> Found:
        """Find the best commutator among all faces that brings pieces to their own places.

        `places` (6nn) says for each sticker where it belongs.
        """
        return self._best_commutator(places, np.arange(len(self._views.source)), 1)

    def _best_commutator(self, marks: Colours | Ints, views: NDArray[np.int64], area: int) -> Found:
        """Return the commutator in some views that places the most marks for its turns.

        A mark divided by `area` is the number of the face, or of the place, where it belongs.
        """
        k = self.n - 2
        columns, rows = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
        gain, turns, view, p, q, a, backwards = best_commutator(
            # Compiled for one type, colours or places.
            marks.astype(np.int32),
            self._views.source[views],
            self._cells.three_cycles,
            area,
            columns,
            rows,
        )
        sequence = self._commutator_turns(columns, rows, p, q, a, bool(backwards))
        return Found(gain, turns, self._seen(int(views[view]), sequence))

    def single_cycles(self, stickers: Ints) -> Iterator[tuple[list[int], tuple[int, ...]]]:
        """Yield every commutator of one column and one row that cycles three of some stickers.

        First the stickers (x, y, z), what is at x going to y and from there to z, then its turns.
        """
        lines = np.eye(self.n - 2, dtype=np.bool_)
        for view, source in enumerate(self._views.source):
            cycles = source[self._cells.three_cycles]
            for p, q, a, x, y in np.argwhere(np.isin(cycles, stickers).all(axis=-1)).tolist():
                if x != y:
                    i, j, h = cycles[p, q, a, x, y].tolist()
                    for backwards, cycle in ((False, [i, h, j]), (True, [i, j, h])):
                        sequence = self._commutator_turns(lines[x], lines[y], p, q, a, backwards)
                        yield cycle, self._seen(view, sequence)

    def _commutator_turns(
        self,
        columns: NDArray[np.bool_],
        rows: NDArray[np.bool_],
        p: int,
        q: int,
        a: int,
        backwards: bool,
    ) -> list[LayerTurn]:
        """Write P Q P' Q' out, or Q P Q' P': see `CentreCycles.three_cycles`."""
        aside = LayerTurn(_Y, self.n - 1, (1, 3)[a])
        first = self._columns(columns, p + 1)
        second = [aside, *self._columns(rows, q + 1), aside.inverse()]
        if backwards:
            first, second = second, first
        undo = [[turn.inverse() for turn in reversed(part)] for part in (first, second)]
        return [*first, *second, *undo[0], *undo[1]]

    def _seen(self, view: int, turns: Sequence[LayerTurn]) -> tuple[int, ...]:
        return tuple(
            int(self._views.conjugated_turns[view, self._cube.turn_index(turn)]) for turn in turns
        )

    def _columns(self, chosen: NDArray[np.bool_], quarters: int) -> list[LayerTurn]:
        return [LayerTurn(_X, int(x) + 1, quarters) for x in np.flatnonzero(chosen)]

    def _row_turns(self, turned: NDArray[np.int64]) -> list[LayerTurn]:
        return [LayerTurn(_Y, row + 1, int(q)) for row, q in enumerate(turned) if q]


def _right(source: Ints, n: int, view: int) -> int:
    return int(source[view, FACES.index("R") * n * n]) // (n * n)


@cache
def inner_stickers(n: int) -> NDArray[np.int64]:
    """Return the stickers of the inner pieces of all faces."""
    places = geometry(n).places
    return np.flatnonzero(((places == 0) | (places == n - 1)).sum(axis=1) == 1)
