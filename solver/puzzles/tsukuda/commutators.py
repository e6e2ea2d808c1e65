"""Compiled searches for the block commutators that solve most centre pieces per turn.

The polyhedra paper (section 14.1) moves inner pieces one by one and proposes clusters (14.1.18).
Here sets of columns and rows are moved together: a commutator of a columns and b rows makes a * b
cycles of three pieces for 2a + 2b + 4 turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import Geometry, Ints, copy_line, geometry
from solver.search.compilation import compiled_inner

X, Y = 0, 1


@dataclass(frozen=True, slots=True)
class CentreCycles:
    """Stickers that take part in the sequences; k = n - 2 is the number of inner layers.

    `three_cycles[p, q, a]` (k x k x 3) are the three stickers (s, b, c) of the commutator P Q P' Q'
    with P the turn of column x by p + 1 quarters, and Q the turn of column y by q + 1 quarters
    between a turn of U (a = 0: one quarter, 1: three) and its undoing: what is at s goes to c, from
    there to b and from there to s. Of the k x k, x is the first and y the second.

    `down` is the number of quarters about x that bring U to F. `front[x, row]` is F's sticker in
    column x and layer `row` about y, `from_u[x, row]` the one of U that comes there by `down`, and
    `from_side[b, x, row]` the one that comes there by a turn of that layer of b + 1 quarters.
    """

    n: int
    three_cycles: Ints
    down: int
    front: Ints
    from_u: Ints
    from_side: Ints


@cache
def centre_cycles(n: int) -> CentreCycles:
    """Return the tables for a size of at least 3."""
    cube = geometry(n)
    inner = np.arange(1, n - 1)
    row, column = np.meshgrid(inner, inner, indexing="ij")
    up = (row * n + column).ravel()
    k = n - 2
    down = next(q for q in (1, 3) if (_move(cube, up, X, q) // (n * n) == 2).all())
    front = np.empty((k, k), dtype=np.int32)
    on_front = 2 * n * n + up
    front[cube.places[on_front, X] - 1, cube.places[on_front, Y] - 1] = on_front
    beside = np.stack([_move(cube, front, Y, 4 - quarters) for quarters in (1, 2, 3)])
    return CentreCycles(
        n,
        _rings(cube, up),
        down,
        front,
        _move(cube, front, X, 4 - down),
        beside.astype(np.int32),
    )


def _move(
    cube: Geometry, stickers: NDArray[np.int32] | NDArray[np.int64], axis: int, quarters: int
) -> NDArray[np.int32]:
    """Return where stickers go when the whole cube turns: so does each with its own layer."""
    for _ in range(quarters % 4):
        stickers = cube.rotation_targets[axis][stickers]
    return stickers.astype(np.int32)


def _rings(cube: Geometry, up: NDArray[np.int64]) -> Ints:
    k = cube.n - 2
    ring = np.empty((3, 3, 2, k, k, 3), dtype=np.int32)
    for a, around in enumerate((1, 3)):
        there = _move(cube, up, Y, around)
        x, y = cube.places[up, X] - 1, cube.places[there, X] - 1
        for p in range(3):
            for q in range(3):
                ring[p, q, a, x, y, 0] = up
                ring[p, q, a, x, y, 1] = _move(cube, up, X, 3 - p)
                ring[p, q, a, x, y, 2] = _move(cube, there, X, 3 - q)
    return ring


_ROUNDS = 6
# On large cubes only the most promising columns are started from.
_SEEDS = 8


@njit(cache=True)
def _best_block(gain, k, fixed, columns, rows, chosen_columns, chosen_rows):  # type: ignore[no-untyped-def]
    """Choose sets of columns and rows, with none in both, for the most gain a turn.

    The turns are `fixed` and two for each column and row. Gives gain and turns.
    """
    potential_gain = np.zeros(k, dtype=np.int64)
    for x in range(k):
        for y in range(k):
            if gain[x, y] > 0:
                potential_gain[x] += gain[x, y]
    best_gain, best_turns = 0, 1
    for _ in range(min(k, _SEEDS)):
        seed = np.argmax(potential_gain)
        if potential_gain[seed] <= 0:
            break
        potential_gain[seed] = -1
        for x in range(k):
            columns[x] = x == seed
        rate = 0.0
        for _ in range(_ROUNDS):
            _choose(gain, k, columns, rows, 2 * rate, False)
            _choose(gain, k, rows, columns, 2 * rate, True)
            total, turns = 0, fixed
            for x in range(k):
                if columns[x]:
                    turns += 2
                    for y in range(k):
                        if rows[y]:
                            total += gain[x, y]
                if rows[x]:
                    turns += 2
            if total * best_turns > best_gain * turns:
                best_gain, best_turns = total, turns
                copy_line(columns, chosen_columns)
                copy_line(rows, chosen_rows)
            if total / turns <= rate:
                break
            rate = total / turns
    return best_gain, best_turns


@compiled_inner
def _choose(gain: NDArray[np.int64], k, given, wanted, min_gain, is_transposed):  # type: ignore[no-untyped-def]
    """Choose all lines that gain more than `min_gain` with the given ones, but one at least."""
    best, most = -1, -1000000.0
    for j in range(k):
        wanted[j] = False
        if given[j]:
            continue
        total = 0
        for i in range(k):
            if given[i]:
                total += gain[j, i] if is_transposed else gain[i, j]
        if total > min_gain:
            wanted[j] = True
        if total > most:
            best, most = j, total
    if best >= 0:
        wanted[best] = True


@njit(cache=True)
def best_block_commutator(state, source, ring, inverted, area, columns, rows):  # type: ignore[no-untyped-def]
    """Find the best sets of columns and rows for a commutator of one kind (k x k rings).

    Gives gain and turns; the sets are written to `columns` and `rows`.
    """
    k = len(columns)
    gain = np.zeros((k, k), dtype=np.int64)
    work_c, work_r = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
    for x in range(k):
        for y in range(k):
            i = source[ring[x, y, 0]]
            j = source[ring[x, y, 1 + inverted]]
            h = source[ring[x, y, 2 - inverted]]
            # What is at i goes to h, from h to j, from j to i.
            home_i, home_j, home_h = i // area, j // area, h // area
            gain[x, y] = (
                int(state[j] == home_i)
                + int(state[h] == home_j)
                + int(state[i] == home_h)
                - int(state[i] == home_i)
                - int(state[j] == home_j)
                - int(state[h] == home_h)
            )
    return _best_block(gain, k, 4, work_c, work_r, columns, rows)


@njit(cache=True)
def best_commutator(state, views, ring, area, columns, rows):  # type: ignore[no-untyped-def]
    """Find the commutator among side faces that brings most inner pieces home for its turns.

    `views` (4 x 6nn) are the orientations of the cube with one side face up and the others around.
    Gives gain, turns and the kind: view, p, q, a and whether it is to be done backwards; the sets
    are written to `columns` and `rows`.
    """
    k = len(columns)
    found_c, found_r = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
    best = (0, 1, 0, 0, 0, 0, 0)
    for view in range(len(views)):
        for p in range(3):
            for q in range(3):
                for a in range(2):
                    for backwards in range(2):
                        total, turns = best_block_commutator(
                            state, views[view], ring[p, q, a], backwards, area, found_c, found_r
                        )
                        if total * best[1] > best[0] * turns:
                            best = (total, turns, view, p, q, a, backwards)
                            copy_line(found_c, columns)
                            copy_line(found_r, rows)
    return best
