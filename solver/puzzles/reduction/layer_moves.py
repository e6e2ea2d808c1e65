"""Moves of big cubes that count as one in a metric, and what they do to stickers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.engines.options import LAYERS, WIDE
from solver.puzzles.nxn.layers import Ints, LayerTurn, geometry

# The turned layers of one move about an axis, by size and metric. A wide turn from the other side
# is one of these and a rotation of the whole cube, and so is a turn of the middle layer: where the
# middle layer stays, all others are turned.
_BLOCKS = {
    (4, WIDE): ((0,), (3,), (2, 3)),
    (4, LAYERS): ((0,), (3,), (1,), (2,)),
    (5, WIDE): ((0,), (4,), (0, 1), (3, 4)),
    (5, LAYERS): ((0,), (4,), (1,), (3,), (0, 1, 3, 4)),
}
X, Y, Z = range(3)


@dataclass(frozen=True, slots=True)
class LayerMove:
    """Layers of one axis of a cube of size n turned together by some quarters: one move.

    `group` numbers axis and layers: moves of one axis are made in the order of their groups.
    """

    n: int
    axis: int
    layers: tuple[int, ...]
    quarters: int
    group: int

    @property
    def turns(self) -> tuple[LayerTurn, ...]:
        """Return the move as turns of single layers."""
        return tuple(LayerTurn(self.axis, layer, self.quarters) for layer in self.layers)

    @property
    def is_outer(self) -> bool:
        """Return whether only faces are turned."""
        return set(self.layers) <= {0, self.n - 1}

    @property
    def is_half(self) -> bool:
        """Return whether the layers are turned by half a turn."""
        return self.quarters == 2

    @property
    def keeps_axis(self) -> bool:
        """Return whether it leaves the centres of R and L on these two faces."""
        return self.is_outer or self.axis == X or self.is_half

    @property
    def keeps_wing_kinds(self) -> bool:
        """Return whether it leaves high wings in high places."""
        return self.is_half or (self.is_outer and self.axis != X)

    def is_odd(self, depth: int) -> bool:
        """Return whether it is an odd number of quarter turns of the layers at a depth."""
        count = sum(min(layer, self.n - 1 - layer) == depth for layer in self.layers)
        return bool(count * self.quarters % 2)


@cache
def moves_of(n: int, metric: str) -> tuple[LayerMove, ...]:
    """Return the moves of a cube of size n that count as one."""
    blocks = _BLOCKS[n, metric]
    return tuple(
        LayerMove(n, axis, layers, quarters, axis * len(blocks) + at)
        for axis in range(3)
        for at, layers in enumerate(blocks)
        for quarters in (1, 2, 3)
    )


def followers(moves: Sequence[LayerMove], phase: Sequence[int]) -> NDArray[np.uint64]:
    """Return a bit for each move of a phase that may come after one of each group, or none.

    Moves of one axis are made in the order of their groups.
    """
    axes = {move.group: move.axis for move in moves}
    rows = [
        [moves[number].axis != axis or moves[number].group > group for number in phase]
        for group, axis in sorted(axes.items())
    ]
    rows.append([True] * len(phase))
    bits: NDArray[np.uint64] = (
        np.array(rows, dtype=np.uint64) @ (np.uint64(1) << np.arange(len(phase), dtype=np.uint64))
    ).astype(np.uint64)
    return bits


def sticker_targets(n: int, turns: tuple[LayerTurn, ...]) -> Ints:
    """Return where some turns take each of the stickers of a cube of size n."""
    origin = geometry(n).apply(np.arange(6 * n * n, dtype=np.int32), turns)
    return np.argsort(origin).astype(np.int32)


def restricted(targets: Ints, stickers: Ints) -> Ints:
    """Return the permutation of some stickers among themselves, by their numbers in `stickers`."""
    number = np.full(len(targets), -1, dtype=np.int32)
    number[stickers] = np.arange(len(stickers))
    return number[targets[stickers]]


def reached_from_first(targets: Sequence[Ints]) -> NDArray[np.bool_]:
    """Return a mask of the places to which permutations can take the first."""
    reached = np.zeros(len(targets[0]), dtype=bool)
    reached[0] = True
    while True:
        before = reached.sum()
        for target in targets:
            reached[target[reached]] = True
        if reached.sum() == before:
            return reached
