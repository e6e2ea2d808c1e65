"""Symmetry classes and pruning tables, built breadth first.

A state is a pair: a coordinate of which only one of up to 16 symmetric states is kept (its
*class*), and another, seen from the symmetry that leads there. Both phases are searched by the
same breadth-first walk, one row of the table a class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

UNREACHED = 255
_ROWS_A_TASK = 512
# Up to which share of states that are seen the walk goes forward from the last ones.
_FORWARD = 0.3

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class SymmetryClasses:
    """The symmetry classes of a coordinate.

    `class_and_symmetry[state]` is 16 * class + the symmetry that takes the state to
    `representatives[class]`; bit s of `stabilisers[class]` says that symmetry s leaves the
    representative as it is.
    """

    class_and_symmetry: NDArray[np.uint32]
    representatives: NDArray[np.int64]
    stabilisers: NDArray[np.int64]

    @classmethod
    def from_images(cls, images: NDArray[np.int64]) -> SymmetryClasses:
        """Find the classes from what every state looks like: shape symmetries x states."""
        smallest = images.min(axis=0)
        representatives, number = np.unique(smallest, return_inverse=True)
        of = number * 16 + images.argmin(axis=0)
        kept = images[:, representatives] == representatives
        bits = kept.astype(np.int64) * (1 << np.arange(len(images)))[:, None]
        return cls(of.astype(np.uint32), representatives, bits.sum(axis=0))


def build_pruning_table(
    classes: SymmetryClasses,
    children: NDArray[Any],
    costs: Sequence[int],
    moves: NDArray[Any],
    images: NDArray[Any],
    goal: tuple[int, int],
    deepest: int,
    threads: int,
    progress: Progress,
) -> NDArray[np.uint8]:
    """Return the cost of all states, those above `deepest` UNREACHED.

    `children[class, move]` is 16 * class + symmetry after a move of the representative, which
    costs `costs[move]`,
    `moves[other, move]` the other coordinate after it, `images[symmetry, other]` what it looks
    like. `progress` is called with the share of states seen.
    """
    table = np.full((len(children), len(moves)), UNREACHED, dtype=np.uint8)
    table[goal] = 0
    move_costs = np.array(costs)
    # [symmetry, move, other]: what the other coordinate looks like after a move.
    images_after = np.ascontiguousarray(images[:, moves.T])

    def expand(depth: int, is_forward: bool, first: int, last: int) -> None:
        walk: Any = _expand_forward if is_forward else _expand_backward
        walk(
            *(table, depth, children, move_costs),
            *(images_after, images, classes.stabilisers, first, last),
        )

    fill_levels(table, expand, _ROWS_A_TASK, deepest, threads, progress, max(costs))
    return table


def fill_levels(
    table: NDArray[np.uint8],
    expand: Callable[[int, bool, int, int], None],
    rows: int,
    deepest: int,
    threads: int,
    progress: Progress,
    dearest: int = 1,
) -> None:
    """Fill a table of distances up to `deepest`, breadth first, from the goals that are 0 in it.

    `expand(depth, is_forward, first, last)` marks in some rows what is at `depth` + 1: forward from
    the states before, or backward from those that are not seen, once there are few of these. It is
    called by several threads, for so many rows at a time. `dearest`: the cost of a move at most.
    """
    seen, idle = table.size - _count(table.ravel(), np.uint8(UNREACHED)), 0
    starts = range(0, len(table), rows)
    with ThreadPoolExecutor(threads) as pool:
        for depth in range(deepest):
            is_forward = seen < _FORWARD * table.size

            def task(first: int, depth: int = depth, is_forward: bool = is_forward) -> None:
                expand(depth, is_forward, first, min(first + rows, len(table)))

            list(pool.map(task, starts))
            before, seen = seen, table.size - _count(table.ravel(), np.uint8(UNREACHED))
            progress(seen / table.size)
            idle = idle + 1 if seen == before else 0
            if seen == table.size or idle == dearest:
                return


@njit(cache=True, nogil=True)
def _expand_forward(  # type: ignore[no-untyped-def]
    table, depth, children, costs, images_after, images, stabilisers, first, last
):
    """Mark what a move reaches at a cost of `depth` + 1."""
    distance = np.uint8(depth + 1)
    chosen = np.empty(table.shape[1], dtype=np.uint16)
    for cost in range(1, min(costs.max(), depth + 1) + 1):
        for row in range(first, last):
            count = _select(table[row], np.uint8(depth + 1 - cost), chosen)
            if count == 0:
                continue
            for move in range(children.shape[1]):
                if costs[move] != cost:
                    continue
                child_row = children[row, move] >> 4
                child = table[child_row]
                after = images_after[children[row, move] & 15, move]
                if stabilisers[child_row] == 1:
                    # Without a branch: no processor can predict it.
                    for i in range(count):
                        image = after[chosen[i]]
                        child[image] = min(child[image], distance)
                    continue
                for i in range(count):
                    image = after[chosen[i]]
                    if child[image] == UNREACHED:
                        _set_distance(table, child_row, image, distance, images, stabilisers)


@njit(cache=True, nogil=True)
def _expand_backward(  # type: ignore[no-untyped-def]
    table, depth, children, costs, images_after, images, stabilisers, first, last
):
    """Mark the unseen states that a move leads to at a cost of `depth` + 1."""
    distance = np.uint8(depth + 1)
    unseen = np.empty(table.shape[1], dtype=np.uint16)
    for row in range(first, last):
        here, is_alone = table[row], stabilisers[row] == 1
        count = _select(here, np.uint8(UNREACHED), unseen)
        if count == 0:
            continue
        for move in range(children.shape[1]):
            child = table[children[row, move] >> 4]
            after = images_after[children[row, move] & 15, move]
            value = np.uint8(depth + 1 - costs[move])
            left = 0
            if is_alone:
                for i in range(count):
                    other = unseen[i]
                    is_reached = child[after[other]] == value
                    here[other] = distance if is_reached else UNREACHED
                    unseen[left] = other
                    left += not is_reached
            else:
                for i in range(count):
                    other = unseen[i]
                    unseen[left] = other
                    if child[after[other]] == value:
                        _set_distance(table, row, other, distance, images, stabilisers)
                    else:
                        left += 1
            count = left


@njit(cache=True, nogil=True)
def _count(values, value):  # type: ignore[no-untyped-def]
    """Return how many of values (shape n) are equal to one."""
    count = 0
    for i in range(len(values)):
        count += values[i] == value
    return count


@njit(cache=True, nogil=True)
def _select(row, value, chosen):  # type: ignore[no-untyped-def]
    """Write the indices at which `row` has `value` into `chosen`; return their number."""
    if _count(row, value) == 0:
        return 0
    count = 0
    for other in range(len(row)):
        chosen[count] = other
        count += row[other] == value
    return count


@njit(cache=True, nogil=True)
def _set_distance(table, row, other, value, images, stabilisers):  # type: ignore[no-untyped-def]
    """Write a distance for a state and for all that look the same."""
    table[row, other] = value
    same = stabilisers[row] >> 1
    symmetry = 1
    while same:
        if same & 1:
            table[row, images[symmetry, other]] = value
        same >>= 1
        symmetry += 1


@njit(cache=True, nogil=True)
def pack(values):  # type: ignore[no-untyped-def]
    """Return values of 0 to 3 (shape n), four in each byte, the first in the lowest bits."""
    packed = np.zeros((values.size + 3) // 4, dtype=np.uint8)
    for i in range(values.size):
        packed[i >> 2] |= values[i] << (2 * (i & 3))
    return packed
