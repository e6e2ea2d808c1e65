"""The 24 ways to look at a cube, and what a turn that is seen so is in truth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.nxn.layers import Ints, LayerTurn, geometry, turned


@dataclass(frozen=True, slots=True)
class Views:
    """What is seen of a cube of size n in each of the 24 ways to hold it.

    View v is the cube after the turns `wholes[v]` of all of it. What is seen at sticker p is at
    `source[v, p]` in truth, and what looks like the turn of number m is the turn `truly[v, m]`.
    """

    wholes: tuple[tuple[LayerTurn, ...], ...]
    source: Ints
    truly: Ints


def words() -> tuple[tuple[LayerTurn, ...], ...]:
    """Give turns of the whole cube that bring each of the 24 views, the first being none."""
    found: dict[bytes, tuple[LayerTurn, ...]] = {}
    for tilt in ((), ((0, 1),), ((0, 2),), ((0, 3),), ((2, 1),), ((2, 3),)):
        for spin in range(4):
            word = [*tilt, *([(1, spin)] if spin else [])]
            turns = tuple(LayerTurn(axis, None, quarters) for axis, quarters in word)
            found.setdefault(matrix(turns).tobytes(), turns)
    return tuple(found.values())


def matrix(wholes: tuple[LayerTurn, ...]) -> NDArray[np.int64]:
    """Give the 3 x 3 matrix whose rows say where x, y and z go."""
    rows = np.eye(3, dtype=np.int64)
    for turn in wholes:
        for _ in range(turn.quarters):
            rows = turned(rows, turn.axis)
    return rows


@cache
def views(n: int) -> Views:
    """Derive the views of a cube of size n."""
    cube = geometry(n)
    all_words = words()
    source, truly = [], []
    for word in all_words:
        at = np.arange(6 * n * n, dtype=np.int32)
        for turn in word:
            for _ in range(turn.quarters):
                at = cube.whole[turn.axis][at]
        source.append(np.argsort(at).astype(np.int32))
        truly.append(_truly(word, n))
    return Views(all_words, np.array(source), np.array(truly))


def _truly(word: tuple[LayerTurn, ...], n: int) -> Ints:
    cube = geometry(n)
    rows = matrix(word)
    numbers = np.zeros(cube.moves, dtype=np.int32)
    for number in range(cube.moves):
        seen = cube.turn(number)
        # The axis that went where the seen axis is, and whether it points the same way there.
        axis = int(np.flatnonzero(rows[:, seen.axis])[0])
        same = rows[axis, seen.axis] > 0
        layer = seen.layer if seen.layer is None or same else n - 1 - seen.layer
        quarters = seen.quarters if same else 4 - seen.quarters
        numbers[number] = cube.number(LayerTurn(axis, layer, quarters))
    return numbers
