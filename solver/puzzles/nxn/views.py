"""The 24 rotations of an n x n x n cube, as sticker and turn relabellings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import Ints, LayerTurn, geometry, rotate_quarter


@dataclass(frozen=True, slots=True)
class CubeRotations:
    """The stickers of a cube of size n in each of its 24 orientations.

    View v is the cube after the whole-cube turns `rotation_turns[v]`. Sticker p of the view is
    sticker `source[v, p]` of the cube, and turn number m as seen in the view is turn
    `conjugated_turns[v, m]` of the cube.
    """

    rotation_turns: tuple[tuple[LayerTurn, ...], ...]
    source: Ints
    conjugated_turns: Ints


def rotation_sequences() -> tuple[tuple[LayerTurn, ...], ...]:
    """Return turns of the whole cube that bring each of the 24 views, the first being none."""
    found: dict[bytes, tuple[LayerTurn, ...]] = {}
    for tilt in ((), ((0, 1),), ((0, 2),), ((0, 3),), ((2, 1),), ((2, 3),)):
        for spin in range(4):
            word = [*tilt, *([(1, spin)] if spin else [])]
            turns = tuple(LayerTurn(axis, None, quarters) for axis, quarters in word)
            found.setdefault(matrix(turns).tobytes(), turns)
    return tuple(found.values())


def matrix(wholes: tuple[LayerTurn, ...]) -> NDArray[np.int64]:
    """Return the 3 x 3 matrix whose rows say where x, y and z go."""
    rows = np.eye(3, dtype=np.int64)
    for turn in wholes:
        for _ in range(turn.quarters):
            rows = rotate_quarter(rows, turn.axis)
    return rows


@cache
def cube_rotations(n: int) -> CubeRotations:
    """Return the views of a cube of size n."""
    cube = geometry(n)
    all_words = rotation_sequences()
    source, conjugated = [], []
    for word in all_words:
        at = np.arange(6 * n * n, dtype=np.int32)
        for turn in word:
            for _ in range(turn.quarters):
                at = cube.rotation_targets[turn.axis][at]
        source.append(np.argsort(at).astype(np.int32))
        conjugated.append(_conjugated_turns(word, n))
    return CubeRotations(all_words, np.array(source), np.array(conjugated))


def conjugated(seen: LayerTurn, rows: NDArray[np.int64], n: int) -> LayerTurn:
    """Return the turn of a cube of size n that is `seen` after turns of the whole with a matrix."""
    # The axis that went where the seen axis is, and whether it points the same way there.
    axis = int(np.flatnonzero(rows[:, seen.axis])[0])
    same = rows[axis, seen.axis] > 0
    layer = seen.layer if seen.layer is None or same else n - 1 - seen.layer
    return LayerTurn(axis, layer, seen.quarters if same else 4 - seen.quarters)


def _conjugated_turns(word: tuple[LayerTurn, ...], n: int) -> Ints:
    cube = geometry(n)
    rows = matrix(word)
    turns = [conjugated(cube.turn_at(number), rows, n) for number in range(cube.moves)]
    return np.array([cube.turn_index(turn) for turn in turns], dtype=np.int32)
