"""Compiled exact cover (Knuth's Algorithm X) with multiplicities of equal pieces.

Every cell is to be covered once, and every kind of piece used as often as there are pieces of it.
The item with the fewest placements left is branched on: a cell, or a kind of which one piece is
left. So each packing is found once, however many pieces are equal. A search can be stopped and
continued: its whole state is in a `CoverState`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.search.compilation import compiled

EXHAUSTED, PAUSED = 0, 1


class ExactCoverProblem(NamedTuple):
    """Placements of an exact cover.

    Placement p is of kind `kind[p]` and covers `cells[p, :size[p]]`.

    `lists[start[i] : start[i + 1]]` are the placements of item i: first the cells, then the kinds.
    """

    kind: NDArray[np.int64]
    cells: NDArray[np.int64]
    size: NDArray[np.int64]
    start: NDArray[np.int64]
    lists: NDArray[np.int64]


class CoverState(NamedTuple):
    """State of a search, from which it can continue.

    `blocked[p]` is how many reasons forbid placement p, `open[i]` how many placements item i has
    left; level d branches on `item[d]`, is at `at[d]` of its list and has placed `placed[d]` (-1
    for nothing). `counters` are the depth and the number of placements tried.
    """

    blocked: NDArray[np.int64]
    open: NDArray[np.int64]
    covered: NDArray[np.bool_]
    remaining: NDArray[np.int64]
    item: NDArray[np.int64]
    at: NDArray[np.int64]
    placed: NDArray[np.int64]
    counters: NDArray[np.int64]


@compiled
def _forbid(cover: ExactCoverProblem, stack: CoverState, placement: Any) -> None:
    if stack.blocked[placement] == 0:
        for i in range(cover.size[placement]):
            stack.open[cover.cells[placement, i]] -= 1
        stack.open[len(stack.covered) + cover.kind[placement]] -= 1
    stack.blocked[placement] += 1


@compiled
def _allow(cover: ExactCoverProblem, stack: CoverState, placement: Any) -> None:
    stack.blocked[placement] -= 1
    if stack.blocked[placement] == 0:
        for i in range(cover.size[placement]):
            stack.open[cover.cells[placement, i]] += 1
        stack.open[len(stack.covered) + cover.kind[placement]] += 1


@compiled
def _place(cover: ExactCoverProblem, stack: CoverState, placement: Any) -> None:
    kind = cover.kind[placement]
    for i in range(cover.size[placement]):
        cell = cover.cells[placement, i]
        stack.covered[cell] = True
        for other in range(cover.start[cell], cover.start[cell + 1]):
            _forbid(cover, stack, cover.lists[other])
    stack.remaining[kind] -= 1
    if stack.remaining[kind] == 0:
        item = len(stack.covered) + kind
        for other in range(cover.start[item], cover.start[item + 1]):
            _forbid(cover, stack, cover.lists[other])


@compiled
def _remove(cover: ExactCoverProblem, stack: CoverState, placement: Any) -> None:
    kind = cover.kind[placement]
    if stack.remaining[kind] == 0:
        item = len(stack.covered) + kind
        for other in range(cover.start[item], cover.start[item + 1]):
            _allow(cover, stack, cover.lists[other])
    stack.remaining[kind] += 1
    for i in range(cover.size[placement]):
        cell = cover.cells[placement, i]
        stack.covered[cell] = False
        for other in range(cover.start[cell], cover.start[cell + 1]):
            _allow(cover, stack, cover.lists[other])


@compiled
def _branch(stack: CoverState) -> Any:
    """Return the item with the fewest placements left; -1 where all is done."""
    best, fewest = -1, np.int64(1 << 60)
    cells = len(stack.covered)
    for item in range(len(stack.open)):
        if item < cells:
            if stack.covered[item]:
                continue
        elif stack.remaining[item - cells] != 1:
            continue
        if stack.open[item] < fewest:
            best, fewest = item, stack.open[item]
    return best


@compiled
def search(cover: ExactCoverProblem, stack: CoverState, solutions: Any, most: Any) -> Any:
    """Search until `solutions` is full, `most` placements were tried, or all is tried.

    Gives DONE or FULL, and the number of packings found; each is a row of placements.
    """
    found = 0
    tried = 0
    depth, total = stack.counters[0], stack.counters[1]
    while depth >= 0:
        if found == len(solutions) or tried >= most:
            stack.counters[0], stack.counters[1] = depth, total + tried
            return PAUSED, found
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
                solutions[found, level] = stack.placed[level]
            found += 1
            continue
        depth += 1
        stack.item[depth], stack.at[depth], stack.placed[depth] = item, cover.start[item], -1
    stack.counters[0], stack.counters[1] = depth, total + tried
    return EXHAUSTED, found
