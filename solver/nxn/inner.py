"""The steps that bring inner pieces to their faces: Y- (step 2), Y+ (step 6) and the sides (16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.errors import CubeError
from solver.geometry import FACES
from solver.nxn import commutators
from solver.nxn.cells import Cells, cells
from solver.nxn.layers import Colours, Geometry, Ints, LayerTurn, geometry, turn_all
from solver.nxn.views import Views, views

_U, _F, _D = (FACES.index(face) for face in "UFD")
_X, _Y = 0, 1
# From so good a rate on (pieces home a turn), no turn of a face is tried before a sequence.
_GOOD = {"free": 0.5, "top": 0.45, "sides": 0.27}
# Up to this size everything is tried each time.
_SMALL = 6
# Beyond this size not all kinds of sequences are looked at each time, but all anew when the best
# is worse than it was by this factor.
_LAZY = 10
_FRESH = 0.8


@dataclass(frozen=True, slots=True)
class Found:
    """A sequence (numbers of turns) with the pieces it brings home."""

    gain: int
    turns: int
    numbers: tuple[int, ...]

    @property
    def rate(self) -> float:
        """Give the pieces brought home by a turn."""
        return self.gain / self.turns

    def within(self, first: Sequence[int]) -> Found:
        """Give the sequence with turns before it that are undone after it."""
        back = [_undone(number) for number in reversed(first)]
        return Found(self.gain, self.turns + 2 * len(first), (*first, *self.numbers, *back))


Search = Callable[[Colours], Found]


class InnerSteps:
    """The three steps for one size, with the tables that they use."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._cube: Geometry = geometry(n)
        self._cells: Cells = cells(n)
        self._views: Views = views(n)
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
            self._opposite = self._cube.whole[_X][self._opposite]
        ring = self._cells.ring
        moved = ring[..., 1]
        self._rows = [moved]
        for _ in range(3):
            moved = self._cube.whole[_Y][moved]
            self._rows.append(moved)
        # Turning by b quarters brings what is 4 - b quarters on.
        self._prepared = np.stack([self._rows[-b % 4][:, 0] for b in range(4)], axis=-1)
        self._x_of = self._cube.places[:, _X].astype(np.int32)

    def free(self, colours: Colours) -> list[int]:
        """Bring all of the colour of D to D, with nothing else to be kept (step 2)."""
        faces = [
            self._number(_outer(axis, layer, self.n), q)
            for axis in range(3)
            for layer in (0, 1)
            for q in (1, 2, 3)
        ]
        return self._fill(colours, _D, self._bars, faces, _GOOD["free"])

    def top(self, colours: Colours) -> list[int]:
        """Bring all of the colour of U to U, with the layer of D to be kept (step 6)."""
        faces = [self._number(LayerTurn(_Y, self.n - 1, q), 1) for q in (1, 2, 3)]
        return self._fill(colours, _U, self._insertion, faces, _GOOD["top"])

    def sides(self, colours: Colours) -> list[int]:
        """Bring all inner pieces of the sides home, with all else to be kept (step 16)."""
        numbers: list[int] = []
        faces = [
            self._number(_outer(axis, layer, self.n), q)
            for axis in (0, 2)
            for layer in (0, 1)
            for q in (1, 2, 3)
        ]
        if self.n > _LAZY:
            self._sides_lazily(colours, faces, numbers)
        while self._wrong(colours):
            best = self._commutator(colours)
            if self.n <= _SMALL or best.rate < _GOOD["sides"]:
                for first in self._setups(faces, best):
                    trial = colours.copy()
                    self._turn(trial, first)
                    found = self._commutator(trial).within(first)
                    if found.gain * best.turns > best.gain * found.turns:
                        best = found
            self._do(colours, best, numbers)
        return numbers

    def _sides_lazily(self, colours: Colours, faces: Sequence[int], numbers: list[int]) -> None:
        """Bring most inner pieces of the sides home, without looking at all kinds each time.

        A kind that was good is good for a while: the best of those last looked at is looked at
        again, and done if it is still the best. All are looked at anew when the best is not.
        """
        kinds = [
            (first, kind)
            for first in ((), *((face,) for face in faces))
            for kind in product(range(len(self._sides)), range(3), range(3), range(2), range(2))
        ]
        while True:
            rates = [-self._of_kind(colours, *kind).rate for kind in kinds]
            waiting = [(rate, number) for number, rate in enumerate(rates)]
            heapify(waiting)
            best = -waiting[0][0]
            if best <= 0:
                return
            while waiting[0][0] < -_FRESH * best:
                _, number = heappop(waiting)
                found = self._of_kind(colours, *kinds[number])
                if -found.rate <= waiting[0][0] and found.gain > 0:
                    self._do(colours, found, numbers)
                heappush(waiting, (-found.rate, number))

    def _of_kind(
        self, colours: Colours, first: tuple[int, ...], kind: tuple[int, int, int, int, int]
    ) -> Found:
        """Find the best commutator of a kind (see `best_commutator`) after some turns."""
        view, p, q, a, backwards = kind
        seen = colours
        if first:
            seen = colours.copy()
            self._turn(seen, first)
        k = self.n - 2
        columns, rows = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
        gain, turns = commutators.block_of(
            seen,
            self._views.source[self._sides[view]],
            self._cells.ring[p, q, a],
            backwards,
            self.n**2,
            columns,
            rows,
        )
        sequence = self._commutator_turns(columns, rows, p, q, a, bool(backwards))
        return Found(gain, turns, self._seen(int(self._sides[view]), sequence)).within(first)

    def _setups(self, faces: Sequence[int], best: Found) -> Iterator[list[int]]:
        for face in faces:
            yield [face]
        if best.gain <= 0:
            for face in faces:
                for other in faces:
                    if face // 3 != other // 3:
                        yield [face, other]

    def _wrong(self, colours: Colours) -> bool:
        return bool((colours[self._inner()] != self._inner() // self.n**2).any())

    def _inner(self) -> NDArray[np.int64]:
        return _inner(self.n)

    def _fill(
        self, colours: Colours, label: int, search: Search, faces: Sequence[int], good: float
    ) -> list[int]:
        numbers: list[int] = []
        own = self._inner()
        own = own[own // self.n**2 == label]
        while (colours[own] != label).any():
            best = search(colours)
            if self.n <= _SMALL or best.rate < good:
                for face in faces:
                    trial = colours.copy()
                    self._turn(trial, [face])
                    found = search(trial)
                    if found.gain * best.turns > best.gain * (found.turns + 1):
                        best = Found(found.gain, found.turns + 1, (face, *found.numbers))
            if best.gain <= 0 and label == _D:
                best = self._brought_beside(colours)
            self._do(colours, best, numbers)
        return numbers

    def _brought_beside(self, colours: Colours) -> Found:
        """Find a line of U that brings most of D's pieces from there to the sides: 3 turns."""
        inner = self._inner()
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
                    self._turn(trial, numbers)
                    gain = before - int((trial[above] == _D).sum())
                    if gain > best.gain:
                        best = Found(gain, 3, numbers)
        return best

    def _do(self, colours: Colours, found: Found, numbers: list[int]) -> None:
        if found.gain <= 0:
            raise CubeError(f"no sequence brings inner pieces of a {self.n}x{self.n} face home")
        self._turn(colours, found.numbers)
        numbers += found.numbers

    def _turn(self, colours: Colours, numbers: Sequence[int]) -> None:
        turn_all(
            colours,
            np.array(numbers, dtype=np.int64),
            self.n,
            self._cube.cycles,
            self._cube.offsets,
        )

    def _number(self, turn: LayerTurn, quarters: int) -> int:
        return self._cube.number(LayerTurn(turn.axis, turn.layer, turn.quarters * quarters % 4))

    def _seen(self, view: int, turns: Sequence[LayerTurn]) -> tuple[int, ...]:
        return tuple(int(self._views.truly[view, self._cube.number(turn)]) for turn in turns)

    def _columns(self, chosen: NDArray[np.bool_], quarters: int) -> list[LayerTurn]:
        return [LayerTurn(_X, int(x) + 1, quarters) for x in np.flatnonzero(chosen)]

    def _row_turns(self, turned: NDArray[np.int64]) -> list[LayerTurn]:
        return [LayerTurn(_Y, row + 1, int(q)) for row, q in enumerate(turned) if q]

    def _bars(self, colours: Colours) -> Found:
        c = self._cells
        columns = np.zeros(self.n - 2, dtype=np.bool_)
        turned = np.zeros(self.n - 2, dtype=np.int64)
        gain, turns, view = commutators.best_bars(
            colours,
            _D,
            self._views.source[self._below],
            c.front,
            c.above,
            c.beside,
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

    def _insertion(self, colours: Colours) -> Found:
        ring = self._cells.ring
        k = self.n - 2
        columns, rows = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
        turned = np.zeros(k, dtype=np.int64)
        gain, turns, view, p, q, a = commutators.best_insertion(
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

    def _commutator(self, colours: Colours) -> Found:
        k = self.n - 2
        columns, rows = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
        gain, turns, view, p, q, a, backwards = commutators.best_commutator(
            colours,
            self._views.source[self._sides],
            self._cells.ring,
            self.n**2,
            columns,
            rows,
        )
        sequence = self._commutator_turns(columns, rows, p, q, a, bool(backwards))
        return Found(gain, turns, self._seen(int(self._sides[view]), sequence))

    def _commutator_turns(
        self,
        columns: NDArray[np.bool_],
        rows: NDArray[np.bool_],
        p: int,
        q: int,
        a: int,
        backwards: bool,
    ) -> list[LayerTurn]:
        """Write P Q P' Q' out, or Q P Q' P': see `Cells.ring`."""
        aside = LayerTurn(_Y, self.n - 1, (1, 3)[a])
        first = self._columns(columns, p + 1)
        second = [aside, *self._columns(rows, q + 1), aside.inverse()]
        if backwards:
            first, second = second, first
        undo = [[turn.inverse() for turn in reversed(part)] for part in (first, second)]
        return [*first, *second, *undo[0], *undo[1]]


def _right(source: Ints, n: int, view: int) -> int:
    return int(source[view, FACES.index("R") * n * n]) // (n * n)


def _outer(axis: int, layer: int, n: int) -> LayerTurn:
    return LayerTurn(axis, (0, n - 1)[layer], 1)


def _undone(number: int) -> int:
    return number - number % 3 + 2 - number % 3


@cache
def _inner(n: int) -> NDArray[np.int64]:
    places = geometry(n).places
    return np.flatnonzero(((places == 0) | (places == n - 1)).sum(axis=1) == 1)


@cache
def inner_steps(n: int) -> InnerSteps:
    """Give the inner steps for a size of at least 4."""
    return InnerSteps(n)
