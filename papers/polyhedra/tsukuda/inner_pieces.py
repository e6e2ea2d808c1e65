"""Inner pieces, one at a time (steps 2, 6 and 16 of the polyhedra paper, section 14.1).

Turns of two layers that cross at a piece, [a, b], change one piece of each of three faces (four
turns: step 2). With a turn of the face where they cross, [[a, b], c], that is a cycle of three
inner pieces and nothing else: ten turns, as in steps 6 and 16. The signs follow from turns being
right-handed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import Colours, Ints, LayerTurn, geometry
from solver.puzzles.nxn.orbits import cube_rotations, matrix
from solver.puzzles.tsukuda.working_cube import WorkingCube

_X, _Y, _Z = range(3)
_U, _R, _F, _D, _L, _B = range(len(FACES))
# The quarters by which a face is turned to move a piece out of the way, the fewest turns first.
_ASIDE = (1, 3, 2)


class PublishedInnerPieces:
    """The inner pieces of a cube that is being solved: each step returns the turns' numbers."""

    def __init__(self, cube: WorkingCube) -> None:
        self._cube = cube
        self._n = cube.n
        self._sticker = _stickers(cube.n)
        self._made: list[int] = []

    def solve_bottom(self) -> list[int]:
        """Gather the colour of Y- on it: from the four sides, and by way of Z+ from Y+."""
        self._made = []
        front, left, back, right = self._cube.spins()
        while not self._is_full(_D):
            # Each time the whole is turned so that what was X+ is in front.
            for view in (front, right, back, left):
                self._front_to_bottom(view)
            view = front
            for i, j in self._cells():
                if self._seen(view)[self._sticker[_U, i, j]] == _D:
                    self._top_to_front(view, i, j)
                    self._front_to_bottom(view)
        return self._made

    def solve_top(self) -> list[int]:
        """Gather the colour of Y+ on it, from X+, Z+, Z- and X-."""
        self._made = []
        # A quarter about y takes Z+ to X+.
        for spin in (0, 1, 3, 2):
            view = self._view((LayerTurn(_Y, None, spin),) if spin else ())
            for j, k in self._cells():
                while self._seen(view)[self._sticker[_R, j, k]] == _U:
                    self._right_to_top(view, j, k)
        return self._made

    def solve_sides(self) -> list[int]:
        """Gather the colours of Z+, X+ and Z- there; X- is left with its own."""
        self._made = []
        about_z = self._view((LayerTurn(_Z, None, 2),))
        back, half = (self._view((LayerTurn(_Y, None, quarters),)) for quarters in (3, 2))
        straight = self._view(())
        for colour, views in (
            (_F, (about_z, back, straight)),
            (_R, (half, back)),
            (_B, (half,)),
        ):
            for view in views:
                self._right_to_front(view, colour)
        return self._made

    def _cells(self) -> Iterator[tuple[int, int]]:
        inside = range(1, self._n - 1)
        return ((i, j) for i in inside for j in inside if not 2 * i == 2 * j == self._n - 1)

    def _is_full(self, face: int) -> bool:
        colours = self._cube.colours
        return all(colours[self._sticker[face, i, j]] == face for i, j in self._cells())

    def _view(self, wholes: tuple[LayerTurn, ...]) -> int:
        """Return the view of the cube after turns of the whole."""
        rows = matrix(wholes)
        all_turns = cube_rotations(self._n).rotation_turns
        return next(i for i, turns in enumerate(all_turns) if (matrix(turns) == rows).all())

    def _seen(self, view: int) -> Colours:
        """Return the colours by the place that they are at as seen in a view."""
        seen: Colours = self._cube.colours[cube_rotations(self._n).source[view]]
        return seen

    def _turn(self, view: int, *turns: LayerTurn) -> None:
        conjugated = cube_rotations(self._n).conjugated_turns[view]
        numbers = [int(conjugated[geometry(self._n).turn_index(turn)]) for turn in turns]
        self._cube.turn(numbers)
        self._made += numbers

    def _front_to_bottom(self, view: int) -> None:
        """Move every piece of Y- that is on Z+: four turns, or with one of Y- five or six."""
        for i, j in self._cells():
            if self._seen(view)[self._sticker[_F, i, j]] != _D:
                continue
            for quarters in _ASIDE:
                if self._seen(view)[self._sticker[_D, i, j]] != _D:
                    break
                self._turn_until_free(view, _D, LayerTurn(_Y, 0, quarters), (i, j))
            self._turn(view, *front_to_bottom(i, j))

    def _turn_until_free(
        self, view: int, colour: int, turn: LayerTurn, cell: tuple[int, int]
    ) -> None:
        """Make a turn of the face of a colour if it takes another colour to a cell."""
        face = _D if turn.layer == 0 else (_U if turn.axis == _Y else _F)
        after = geometry(self._n).apply(self._seen(view), (turn,))
        if after[self._sticker[(face, *cell)]] != colour:
            self._turn(view, turn)

    def _top_to_front(self, view: int, i: int, j: int) -> None:
        """Move a piece of Y+ to Z+ in three turns, to where its column does not come back."""
        column = LayerTurn(_X, i, 1)
        self._turn(view, column, LayerTurn(_Z, self._n - 1, 1 if i != j else 3), column.inverse())

    def _right_to_top(self, view: int, j: int, k: int) -> None:
        """Move a piece of X+ to Y+ and put there one of another colour: ten turns."""
        last = self._n - 1
        cell = (last - k, last - j)
        for quarters in _ASIDE:
            if self._seen(view)[self._sticker[(_U, *cell)]] != _U:
                break
            self._turn_until_free(view, _U, LayerTurn(_Y, last, quarters), cell)
        row, column = LayerTurn(_Z, last - j, 1), LayerTurn(_Y, k, 1)
        self._turn(view, *three_cycle(row, column, LayerTurn(_X, last, 3)))

    def _right_to_front(self, view: int, colour: int) -> None:
        """Move every piece of a colour from X+ to Z+, which is turned back each time."""
        last = self._n - 1
        for j, k in self._cells():
            while self._seen(view)[self._sticker[_R, j, k]] == colour:
                aside: tuple[LayerTurn, ...] = ()
                for quarters in (0, *_ASIDE):
                    aside = (LayerTurn(_Z, last, quarters),) if quarters else ()
                    after = geometry(self._n).apply(self._seen(view), aside)
                    if after[self._sticker[_F, j, k]] != colour:
                        break
                row, column = LayerTurn(_Y, k, 3), LayerTurn(_Z, last - j, 3)
                cycle = three_cycle(row, column, LayerTurn(_X, last, 3))
                self._turn(view, *aside, *cycle, *(turn.inverse() for turn in aside))


def front_to_bottom(i: int, j: int) -> tuple[LayerTurn, ...]:
    """Return the turns that move the piece of Z+ in column i and row j to Y-."""
    row, column = LayerTurn(_Y, j, 1), LayerTurn(_X, i, 1)
    return row, column.inverse(), row.inverse(), column


def three_cycle(row: LayerTurn, column: LayerTurn, face: LayerTurn) -> tuple[LayerTurn, ...]:
    """Return the cycle of three pieces: two of a face, and one that a turn of the row puts in."""
    insert = (column, row.inverse(), column.inverse(), row)
    out = tuple(turn.inverse() for turn in reversed(insert))
    return (*out, face, *insert, face.inverse())


def published_cycles(orbit: Ints, n: int) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Yield the cycles of ten turns of three stickers of an orbit, as seen from every side.

    First the stickers (x, y, z), what is at x going to y and from there to z, then its turns.
    """
    cube, views = geometry(n), cube_rotations(n)
    last = n - 1
    for sticker in orbit[orbit // (n * n) == _R]:
        _, j, k = cube.places[sticker].tolist()
        turns = three_cycle(LayerTurn(_Z, last - j, 1), LayerTurn(_Y, k, 1), LayerTurn(_X, last, 3))
        after = cube.apply(np.arange(6 * n * n), turns)
        moved = np.flatnonzero(after != np.arange(6 * n * n))
        # What is at a sticker's place afterwards came from `after` of it.
        third = int(moved[0])
        cycle = [int(after[after[third]]), int(after[third]), third]
        back = [turn.inverse() for turn in reversed(turns)]
        for ordered, sequence in ((cycle, turns), (cycle[::-1], back)):
            numbers = [cube.turn_index(turn) for turn in sequence]
            for source, conjugated in zip(views.source, views.conjugated_turns, strict=True):
                yield source[ordered].tolist(), tuple(conjugated[numbers].tolist())


@cache
def _stickers(n: int) -> Ints:
    """Return the sticker (6 x n x n) of each face at two of its coordinates, in the order x y z."""
    found = np.zeros((6, n, n), dtype=np.int32)
    places = geometry(n).places
    for face, axis in enumerate((_Y, _X, _Z, _Y, _X, _Z)):
        here = np.arange(face * n * n, (face + 1) * n * n)
        first, second = (places[here, other] for other in range(3) if other != axis)
        found[face, first, second] = here
    return found
