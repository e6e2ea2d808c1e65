"""The search tree of Shintani (2018), figure 11: how many nodes each level has.

His program turns every node in all 18 ways and deletes what equals the cube it began with; no other
cube is recognised when it comes again. So N(n) = 18 N(n-1) - F(n), where F(n) is the number of
walks of n turns that come back to where they began for the first time.

Walks that end where they began are counted from their middle: w(g), the walks of m turns to the
cube g, gives sum w(g)^2 of them with 2m turns. w is the same for all symmetric cubes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from papers.shintani.exhaustive import level_kernel
from papers.shintani.exhaustive.breadth_first import expand_levels
from papers.shintani.exhaustive.packed_cube import symmetry_tables, turn_tables
from solver.core.permutation import Permutation
from solver.core.turn import TURN_PERMUTATIONS, Turn
from solver.notation import shintani

TURNS = level_kernel.TURNS
# 18^14 walks are the most that 64 bits count; the middle of longer ones takes a gigabyte.
MAX_DEPTH = 14


@dataclass(frozen=True, slots=True)
class TreeLevel:
    """A level: its nodes, those of all levels so far, and how many were deleted so far."""

    depth: int
    nodes: int
    total: int
    deleted: int


def tree_levels(depth: int) -> tuple[TreeLevel, ...]:
    """Return the levels from 0 to `depth`. Raises ValueError beyond MAX_DEPTH."""
    levels = [TreeLevel(0, 1, 1, 0)]
    for number, returns in enumerate(first_returns(depth)[1:], 1):
        before = levels[-1]
        # The root counts as no return: it has 18 children.
        nodes = TURNS * before.nodes - returns
        levels.append(TreeLevel(number, nodes, before.total + nodes, before.deleted + returns))
    return tuple(levels)


def first_returns(depth: int) -> tuple[int, ...]:
    """Return for 0 to `depth` turns how many walks come back for the first time."""
    closed = closed_walks(depth)
    first = [0]
    for length in range(1, depth + 1):
        later = sum(first[part] * closed[length - part] for part in range(1, length))
        first.append(closed[length] - later)
    return tuple(first)


def closed_walks(depth: int) -> tuple[int, ...]:
    """Return for 0 to `depth` turns how many walks end where they began."""
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"{depth} turns: the tree has levels 0 to {MAX_DEPTH}")
    *_, around = expand_levels(depth // 2)
    stored = int(around.store.size[0])
    neighbours = np.empty((stored, TURNS), dtype=np.int32)
    sizes = np.empty(stored, dtype=np.int64)
    level_kernel.link_neighbours(turn_tables(), symmetry_tables(), around.store, neighbours, sizes)
    walks = np.zeros(stored + 1, dtype=np.int64)
    walks[0] = 1
    found = [1]
    while len(found) <= depth:
        # Number -1, the last, stands for the cubes that are farther away, which no walk reaches.
        longer = np.append(walks[neighbours].sum(axis=1), 0)
        for one, other in ((walks, longer), (longer, longer)):
            found.append(int(sizes @ (one * other)[:-1]))
        walks = longer
    return tuple(found[: depth + 1])


def place_in_level(turns: Sequence[Turn]) -> int:
    """Return the place, from 1, of a sequence in its level, as Shintani's program makes them.

    The levels are gone through to and fro: nodes of odd levels are taken from the last turn, W3,
    on, those of even ones from the first, E1; of the last level those of one node are made from the
    last. Shintani does not say in which order his program goes. This one finds his solution after
    as many states as his program, and had deleted as many at each of the 17 times at which figure
    11 says so.
    """
    at, before = _START, 0
    for level, turn in enumerate(turns, 1):
        in_order = _in_order(level, len(turns))
        for other in in_order[: in_order.index(turn)]:
            before += _nodes_below(at * TURN_PERMUTATIONS[other], len(turns) - level)
        at = at * TURN_PERMUTATIONS[turn]
    return before + 1


def deleted_until(states: int) -> int:
    """Return how many were deleted when so many states had been made, in that order.

    Raises ValueError beyond level MAX_DEPTH.
    """
    last = 1
    while tree_levels(last)[-1].total < states:
        last += 1
    done = tree_levels(last)[-2]
    rest, deleted = states - done.total, done.deleted
    at = _START
    for level in range(1, last + 1):
        for turn in _in_order(level, last):
            below = at * TURN_PERMUTATIONS[turn]
            nodes = _nodes_below(below, last - level)
            if nodes >= rest:
                at = below
                break
            rest -= nodes
            deleted += _made_below(below, last - level) - nodes
    return deleted


def _in_order(level: int, last: int) -> tuple[Turn, ...]:
    """Return the turns that make the nodes of a level, while the last level is made."""
    return _TURNS_IN_ORDER[::-1] if level % 2 == 1 or level == last else _TURNS_IN_ORDER


_START = Permutation.identity(54)
_TURNS_IN_ORDER = tuple(
    turn
    for face in "EUNSDW"
    for quarters in (1, 2, 3)
    for turn in shintani.parse(f"{face}{quarters}")
)


@cache
def _nodes_below(at: Permutation, levels: int) -> int:
    """Return how many nodes lie some levels below one; none below the start, which is deleted."""
    if at == _START:
        return 0
    if levels < _near().get(at, _FAR):
        return int(TURNS**levels)
    return sum(_nodes_below(at * TURN_PERMUTATIONS[turn], levels - 1) for turn in _TURNS_IN_ORDER)


def _made_below(at: Permutation, levels: int) -> int:
    """Return how many nodes are made some levels below one, with those that are deleted."""
    return 1 if levels == 0 else TURNS * _nodes_below(at, levels - 1)


_FAR = 4


@cache
def _near() -> dict[Permutation, int]:
    """Return the distance of all cubes that are less than _FAR turns from the start."""
    distances = {_START: 0}
    for distance in range(1, _FAR):
        for at in [one for one, known in distances.items() if known == distance - 1]:
            for turn in _TURNS_IN_ORDER:
                distances.setdefault(at * TURN_PERMUTATIONS[turn], distance)
    return distances
