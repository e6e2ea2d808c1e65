"""Exact cover, compiled: Knuth's algorithm X, with a count for pieces that are alike.

Every cell is to be covered once, and every kind of piece used as often as there are pieces of it.
The item with the fewest placements left is branched on: a cell, or a kind of which one piece is
left. So each way is met once, however many pieces are alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.compiling import compiled

DONE, FULL = 0, 1


class Cover(NamedTuple):
    """What can be placed: placement p is of kind `kind[p]` and covers `cells[p, :size[p]]`.

    `lists[start[i] : start[i + 1]]` are the placements of item i: first the cells, then the kinds.
    """

    kind: NDArray[np.int64]
    cells: NDArray[np.int64]
    size: NDArray[np.int64]
    start: NDArray[np.int64]
    lists: NDArray[np.int64]


class Stack(NamedTuple):
    """How far a search is, so that it can be taken up again.

    `blocked[p]` is how many reasons forbid placement p, `open[i]` how many placements item i has
    left; level d branches on `item[d]`, is at `at[d]` of its list and has placed `placed[d]` (-1
    for nothing). `counters` are the depth and the number of placements tried.
    """

    blocked: NDArray[np.int64]
    open: NDArray[np.int64]
    covered: NDArray[np.bool_]
    left: NDArray[np.int64]
    item: NDArray[np.int64]
    at: NDArray[np.int64]
    placed: NDArray[np.int64]
    counters: NDArray[np.int64]


@compiled
def _block(cover: Cover, stack: Stack, placement: Any) -> None:
    if stack.blocked[placement] == 0:
        for i in range(cover.size[placement]):
            stack.open[cover.cells[placement, i]] -= 1
        stack.open[len(stack.covered) + cover.kind[placement]] -= 1
    stack.blocked[placement] += 1


@compiled
def _free(cover: Cover, stack: Stack, placement: Any) -> None:
    stack.blocked[placement] -= 1
    if stack.blocked[placement] == 0:
        for i in range(cover.size[placement]):
            stack.open[cover.cells[placement, i]] += 1
        stack.open[len(stack.covered) + cover.kind[placement]] += 1


@compiled
def _place(cover: Cover, stack: Stack, placement: Any) -> None:
    kind = cover.kind[placement]
    for i in range(cover.size[placement]):
        cell = cover.cells[placement, i]
        stack.covered[cell] = True
        for other in range(cover.start[cell], cover.start[cell + 1]):
            _block(cover, stack, cover.lists[other])
    stack.left[kind] -= 1
    if stack.left[kind] == 0:
        item = len(stack.covered) + kind
        for other in range(cover.start[item], cover.start[item + 1]):
            _block(cover, stack, cover.lists[other])


@compiled
def _remove(cover: Cover, stack: Stack, placement: Any) -> None:
    kind = cover.kind[placement]
    if stack.left[kind] == 0:
        item = len(stack.covered) + kind
        for other in range(cover.start[item], cover.start[item + 1]):
            _free(cover, stack, cover.lists[other])
    stack.left[kind] += 1
    for i in range(cover.size[placement]):
        cell = cover.cells[placement, i]
        stack.covered[cell] = False
        for other in range(cover.start[cell], cover.start[cell + 1]):
            _free(cover, stack, cover.lists[other])


@compiled
def _branch(stack: Stack) -> Any:
    """Give the item with the fewest placements left; -1 where all is done."""
    best, fewest = -1, np.int64(1 << 60)
    cells = len(stack.covered)
    for item in range(len(stack.open)):
        if item < cells:
            if stack.covered[item]:
                continue
        elif stack.left[item - cells] != 1:
            continue
        if stack.open[item] < fewest:
            best, fewest = item, stack.open[item]
    return best


@compiled
def search(cover: Cover, stack: Stack, ways: Any, most: Any) -> Any:
    """Go on until `ways` is full, `most` placements were tried, or all is tried.

    Gives DONE or FULL, and how many ways were found; each is a row of placements.
    """
    found = 0
    tried = 0
    depth, total = stack.counters[0], stack.counters[1]
    while depth >= 0:
        if found == len(ways) or tried >= most:
            stack.counters[0], stack.counters[1] = depth, total + tried
            return FULL, found
        if stack.placed[depth] >= 0:
            _remove(cover, stack, stack.placed[depth])
            stack.placed[depth] = -1
        item = stack.item[depth]
        at = stack.at[depth]
        while at < cover.start[item + 1] and stack.blocked[cover.lists[at]] > 0:
            at += 1
        if at == cover.start[item + 1]:
            depth -= 1
            continue
        placement = cover.lists[at]
        stack.at[depth] = at + 1
        stack.placed[depth] = placement
        _place(cover, stack, placement)
        tried += 1
        item = _branch(stack)
        if item < 0:
            for level in range(depth + 1):
                ways[found, level] = stack.placed[level]
            found += 1
            continue
        depth += 1
        stack.item[depth], stack.at[depth], stack.placed[depth] = item, cover.start[item], -1
    stack.counters[0], stack.counters[1] = depth, total + tried
    return DONE, found
