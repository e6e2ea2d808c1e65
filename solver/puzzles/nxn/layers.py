"""Sticker geometry of an n x n x n cube, and layer turns of it.

The coordinates are those of the polyhedra paper, section 3.1.1: x points right, y up and z towards
the viewer, each from 0 to n - 1. A sticker's number is face * n * n + row * n + column with the
faces in the order U R F D L B, each row by row as seen from outside. A turn is right-handed about
its axis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.core.errors import NotationError
from solver.core.geometry import FACES, FRAMES
from solver.puzzles.families import CUBE_SIZES
from solver.search.compilation import compiled_inner
from solver.solution import Stage

AMOUNTS = 3  # of each layer: a quarter turn, a half turn and one back

Ints = NDArray[np.int32]
Colours = NDArray[np.uint8]

ScalarT = TypeVar("ScalarT", bound=np.generic)


@dataclass(frozen=True, slots=True)
class LayerTurn:
    """Layer `layer` (0 to n - 1; None: the whole cube) about `axis` (0, 1, 2 for x, y, z).

    `quarters` (1, 2 or 3) quarter turns, right-handed about the axis.
    """

    axis: int
    layer: int | None
    quarters: int

    def __post_init__(self) -> None:
        if self.axis not in (0, 1, 2) or self.quarters not in (1, 2, 3):
            raise NotationError(f"no turn has axis {self.axis} and {self.quarters} quarters")

    def inverse(self) -> LayerTurn:
        """Return the turn that undoes this one."""
        return LayerTurn(self.axis, self.layer, 4 - self.quarters)

    @property
    def is_rotation(self) -> bool:
        """Return whether the whole cube is turned, which counts as no turn."""
        return self.layer is None

    def commutes_with(self, other: LayerTurn) -> bool:
        """Return whether both are about one axis, neither of them turning the whole cube."""
        return self.axis == other.axis and not (self.is_rotation or other.is_rotation)

    def merged_with(self, other: LayerTurn) -> tuple[LayerTurn, ...] | None:
        """Return the turn that both are together, none where they cancel; None for other layers."""
        if self.layer != other.layer or not self.commutes_with(other):
            return None
        quarters = (self.quarters + other.quarters) % 4
        return (LayerTurn(self.axis, self.layer, quarters),) if quarters else ()


def rotate_quarter(vectors: NDArray[np.int64], axis: int) -> NDArray[np.int64]:
    """Return vectors (... x 3) from the cube's centre rotated by a quarter about an axis.

    The matrix of the polyhedra paper, equation (2), acts on directions from the right in the same
    way; its signs are lost in the text and follow from the turn being right-handed.
    """
    second, third = (axis + 1) % 3, (axis + 2) % 3
    result = vectors.copy()
    result[..., second], result[..., third] = -vectors[..., third], vectors[..., second]
    return result


LayerStage = Stage[LayerTurn]


@dataclass(frozen=True, slots=True)
class Geometry:
    """The stickers of a cube of size `n`.

    `places` (6nn x 3) are the coordinates of the pieces they are on, `rotation_targets` (3 x 6nn)
    where a quarter turn of the whole cube takes each. `cycles` (k x 4) are the stickers that a
    quarter turn of layer `axis * n + layer` moves in a ring, rows `offsets[layer]` to
    `offsets[layer + 1]`.
    """

    n: int
    places: NDArray[np.int64]
    rotation_targets: Ints
    cycles: Ints
    offsets: Ints

    @property
    def solved(self) -> Colours:
        """Return the colours (0 to 5, by faces) of the solved cube."""
        return np.repeat(np.arange(6, dtype=np.uint8), self.n**2)

    @property
    def moves(self) -> int:
        """Return how many turns are numbered: those of layers, then those of the whole cube."""
        return 9 * self.n + 9

    def turn_index(self, turn: LayerTurn) -> int:
        """Return the number by which the compiled parts know a turn."""
        if turn.layer is None:
            return 9 * self.n + 3 * turn.axis + turn.quarters - 1
        return 3 * (turn.axis * self.n + turn.layer) + turn.quarters - 1

    def turn_at(self, number: int) -> LayerTurn:
        """Return the turn that has a number."""
        which, quarters = divmod(int(number), 3)
        if which >= 3 * self.n:
            return LayerTurn(which - 3 * self.n, None, quarters + 1)
        return LayerTurn(which // self.n, which % self.n, quarters + 1)

    def apply(self, stickers: NDArray[ScalarT], turns: Iterable[LayerTurn]) -> NDArray[ScalarT]:
        """Return the colours, or other marks, of the 6nn stickers after some turns."""
        result = stickers.copy()
        self.apply_in_place(result, turns)
        return result

    def apply_in_place(self, stickers: NDArray[Any], turns: Iterable[LayerTurn]) -> None:
        """Apply turns to the 6nn stickers, in place."""
        self.apply_numbers(stickers, [self.turn_index(turn) for turn in turns])

    def sources(self, stickers: NDArray[Any], turn: LayerTurn) -> Ints:
        """Return which of some stickers comes to the place of each by a turn, -1 for any other."""
        marks = np.full(6 * self.n**2, -1, dtype=np.int32)
        marks[stickers] = np.arange(len(stickers), dtype=np.int32)
        moved: Ints = self.apply(marks, [turn])[stickers]
        return moved

    def apply_numbers(self, stickers: NDArray[Any], numbers: Sequence[int]) -> None:
        """Apply turns by their numbers to the 6nn stickers, in place."""
        turn_all(stickers, np.array(numbers, dtype=np.int64), self.n, self.cycles, self.offsets)


@cache
def geometry(n: int) -> Geometry:
    """Return the geometry of a size. Raises NotationError for one that is not offered."""
    if n not in CUBE_SIZES:
        raise NotationError(
            f"a cube of size {n} is not offered; there is {CUBE_SIZES[0]} to {CUBE_SIZES[-1]}"
        )
    frames = [FRAMES[face] for face in FACES]
    row, column = np.divmod(np.arange(n * n), n)
    across, down = 2 * column - (n - 1), 2 * row - (n - 1)
    # Positions from the cube's centre, doubled to be whole; a sticker lies one beyond its piece.
    outer = np.concatenate(
        [
            np.array(frame.normal) * n
            + across[:, np.newaxis] * np.array(frame.right)
            + down[:, np.newaxis] * np.array(frame.down)
            for frame in frames
        ]
    )
    inner = np.clip(outer, 1 - n, n - 1)
    keys = _key(outer, n)
    order = np.argsort(keys)
    whole = np.array(
        [
            order[np.searchsorted(keys[order], _key(rotate_quarter(outer, axis), n))]
            for axis in range(3)
        ],
        dtype=np.int32,
    )
    places = (inner + n - 1) // 2
    rings, offsets = [], [0]
    for axis in range(3):
        by_layer = _four_cycles(whole[axis])
        layer_of = places[by_layer[:, 0], axis]
        for layer in range(n):
            rings.append(by_layer[layer_of == layer])
            offsets.append(offsets[-1] + len(rings[-1]))
    return Geometry(n, places, whole, np.concatenate(rings), np.array(offsets, dtype=np.int32))


def _key(positions: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    shifted = positions + n
    key: NDArray[np.int64] = (shifted[:, 0] * (2 * n + 1) + shifted[:, 1]) * (2 * n + 1)
    return key + shifted[:, 2]


def _four_cycles(target: Ints) -> Ints:
    """Return the cycles of four of a permutation (k x 4), each from its smallest member."""
    start = np.arange(len(target), dtype=np.int32)
    ring = np.stack([start, target[start], target[target[start]], target[target[target]]], axis=1)
    first: Ints = ring[ring[:, 0] < ring[:, 1:].min(axis=1)]
    return first


@njit(cache=True)
def turn_layer(state, layer, quarters, cycles, offsets):  # type: ignore[no-untyped-def]
    """Turn one layer (axis * n + layer) of an array of 6nn elements, in place."""
    for row in range(offsets[layer], offsets[layer + 1]):
        a, b, c, d = cycles[row, 0], cycles[row, 1], cycles[row, 2], cycles[row, 3]
        if quarters == 1:
            state[a], state[b], state[c], state[d] = state[d], state[a], state[b], state[c]
        elif quarters == 2:
            state[a], state[b], state[c], state[d] = state[c], state[d], state[a], state[b]
        else:
            state[a], state[b], state[c], state[d] = state[b], state[c], state[d], state[a]


@njit(cache=True)
def turn_all(state, numbers, n, cycles, offsets):  # type: ignore[no-untyped-def]
    """Apply turns by their numbers to an array of 6nn elements, in place."""
    for number in numbers:
        which, quarters = number // 3, number % 3 + 1
        if which < 3 * n:
            turn_layer(state, which, quarters, cycles, offsets)
        else:
            for layer in range(n):
                turn_layer(state, (which - 3 * n) * n + layer, quarters, cycles, offsets)


@compiled_inner
def copy_line(line: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy all values of a line.

    `target[:] = line` would do the same, but with the text of an error for lines of different
    lengths, which takes longer to compile than a search.
    """
    for i in range(len(line)):
        target[i] = line[i]
