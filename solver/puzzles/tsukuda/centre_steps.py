"""The steps that solve centre pieces: bottom (2), top (6) and sides (16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import product

from solver.core.errors import CubeError
from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import Colours, Geometry, LayerTurn, geometry
from solver.puzzles.tsukuda.centre_sequences import (
    SIDES,
    Found,
    Kind,
    centre_sequences,
    inner_stickers,
)

_U, _F, _D = (FACES.index(face) for face in "UFD")
_X, _Y = 0, 1
# From this rate on (solved pieces per turn), no turn of a face is tried before a sequence.
_GOOD_RATES = {"free": 0.5, "top": 0.45, "sides": 0.27}
# Up to this size everything is tried each time.
_EXHAUSTIVE_MAX_SIZE = 6
# Beyond this size not all kinds of sequences are looked at each time, but all anew when the best
# is worse than it was by this factor.
_LAZY_MIN_SIZE = 10
_RESCAN_RATIO = 0.8


Search = Callable[[Colours], Found]


class CentreSteps:
    """The three steps for one size, with the tables that they use."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._cube: Geometry = geometry(n)
        self._sequences = centre_sequences(n)

    def solve_bottom(self, colours: Colours) -> list[int]:
        """Return the turns that bring the colour of D to D, with nothing else to be preserved (step
        2).
        """
        faces = [
            self._number(_outer(axis, layer, self.n), q)
            for axis in range(3)
            for layer in (0, 1)
            for q in (1, 2, 3)
        ]
        return self._fill(colours, _D, self._sequences.bars, faces, _GOOD_RATES["free"])

    def solve_top(self, colours: Colours) -> list[int]:
        """Return the turns that bring the colour of U to U and preserve the layer of D (step 6)."""
        faces = [self._number(LayerTurn(_Y, self.n - 1, q), 1) for q in (1, 2, 3)]
        return self._fill(colours, _U, self._sequences.insertion, faces, _GOOD_RATES["top"])

    def solve_sides(self, colours: Colours) -> list[int]:
        """Return the turns that solve the centres of the sides and preserve all else (step 16)."""
        numbers: list[int] = []
        faces = [
            self._number(_outer(axis, layer, self.n), q)
            for axis in (0, 2)
            for layer in (0, 1)
            for q in (1, 2, 3)
        ]
        if self.n > _LAZY_MIN_SIZE:
            self._solve_sides_lazy_greedy(colours, faces, numbers)
        while self._has_wrong_centres(colours):
            best = self._sequences.commutator(colours)
            if self.n <= _EXHAUSTIVE_MAX_SIZE or best.rate < _GOOD_RATES["sides"]:
                for first in self._setups(faces, best):
                    trial = colours.copy()
                    self._cube.apply_numbers(trial, first)
                    found = self._sequences.commutator(trial).conjugated_by(first)
                    if found.gain * best.turns > best.gain * found.turns:
                        best = found
            self._apply(colours, best, numbers)
        return numbers

    def _solve_sides_lazy_greedy(
        self, colours: Colours, faces: Sequence[int], numbers: list[int]
    ) -> None:
        """Solve most centres of the sides without evaluating all kinds each time.

        A kind that was good is good for a while: the best of those last looked at is looked at
        again, and done if it is still the best. All are looked at anew when the best is not.
        """
        kinds = [
            (first, kind)
            for first in ((), *((face,) for face in faces))
            for kind in product(range(SIDES), range(3), range(3), range(2), range(2))
        ]
        while True:
            rates = [-self._evaluate_kind(colours, *kind).rate for kind in kinds]
            waiting = [(rate, number) for number, rate in enumerate(rates)]
            heapify(waiting)
            best = -waiting[0][0]
            if best <= 0:
                return
            while waiting[0][0] < -_RESCAN_RATIO * best:
                _, number = heappop(waiting)
                found = self._evaluate_kind(colours, *kinds[number])
                if -found.rate <= waiting[0][0] and found.gain > 0:
                    self._apply(colours, found, numbers)
                heappush(waiting, (-found.rate, number))

    def _evaluate_kind(self, colours: Colours, first: tuple[int, ...], kind: Kind) -> Found:
        """Find the best commutator of a kind after some turns."""
        turned = colours
        if first:
            turned = colours.copy()
            self._cube.apply_numbers(turned, first)
        return self._sequences.of_kind(turned, kind).conjugated_by(first)

    def _setups(self, faces: Sequence[int], best: Found) -> Iterator[list[int]]:
        for face in faces:
            yield [face]
        if best.gain <= 0:
            for face in faces:
                for other in faces:
                    if face // 3 != other // 3:
                        yield [face, other]

    def _has_wrong_centres(self, colours: Colours) -> bool:
        return bool((colours[inner_stickers(self.n)] != inner_stickers(self.n) // self.n**2).any())

    def _fill(
        self, colours: Colours, label: int, search: Search, faces: Sequence[int], good: float
    ) -> list[int]:
        numbers: list[int] = []
        own = inner_stickers(self.n)
        own = own[own // self.n**2 == label]
        while (colours[own] != label).any():
            best = search(colours)
            if self.n <= _EXHAUSTIVE_MAX_SIZE or best.rate < good:
                for face in faces:
                    trial = colours.copy()
                    self._cube.apply_numbers(trial, [face])
                    found = search(trial)
                    if found.gain * best.turns > best.gain * (found.turns + 1):
                        best = Found(found.gain, found.turns + 1, (face, *found.numbers))
            if best.gain <= 0 and label == _D:
                best = self._sequences.from_above(colours)
            self._apply(colours, best, numbers)
        return numbers

    def _apply(self, colours: Colours, found: Found, numbers: list[int]) -> None:
        if found.gain <= 0:
            raise CubeError(f"no sequence solves more centre pieces of a {self.n}x{self.n} face")
        self._cube.apply_numbers(colours, found.numbers)
        numbers += found.numbers

    def _number(self, turn: LayerTurn, quarters: int) -> int:
        return self._cube.turn_index(LayerTurn(turn.axis, turn.layer, turn.quarters * quarters % 4))


def _outer(axis: int, layer: int, n: int) -> LayerTurn:
    return LayerTurn(axis, (0, n - 1)[layer], 1)


@cache
def inner_steps(n: int) -> CentreSteps:
    """Return the inner steps for a size of at least 4."""
    return CentreSteps(n)
