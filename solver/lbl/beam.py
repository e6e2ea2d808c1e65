"""The search: all six crosses, the order of the slots, and the last insertion, by a beam.

A level of the beam is a number of filled slots. From each level only the `width` best nodes go on,
judged by the turns made and what the free slots would need at once; after the last slot the last
layer's exact length decides. The width is the effort.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple

from solver.lbl.cross import Cross, crosses
from solver.lbl.ending import Ending, Part
from solver.lbl.f2l import INSERTIONS, Insertion, turns_left
from solver.lbl.holds import SIDES
from solver.lbl.state import TOP, State
from solver.turn import Turn, cancel

# How many crosses are looked at for each node that goes on.
CROSSES_A_NODE = 4


class Node(NamedTuple):
    """A cross and some filled slots: how many turns they took, and where the pieces are then."""

    turns: int
    state: State
    filled: int
    cross: Cross
    insertions: tuple[Insertion, ...]


class Child(NamedTuple):
    """A node with one more slot filled, before it is known whether it goes on."""

    turns: int
    state: State
    parent: Node
    insertion: Insertion


class Way(NamedTuple):
    """A whole solution in the view of its cross."""

    cross: Cross
    insertions: tuple[Insertion, ...]
    ending: tuple[Part, ...]

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Give all turns, as seen in the view, less those that cancel."""
        made = list(self.cross.moves)
        for insertion in self.insertions:
            made += SIDES[insertion.slot].turns(insertion.algorithm)
        for part in self.ending:
            made += part.moves
        return cancel(made)


def find_ways(views: Sequence[State], width: int, ending: Ending, finalists: int) -> list[Way]:
    """Find short solutions of a cube that is given in several views, the shortest first.

    `finalists` is how many are finished.
    """
    found = islice(crosses(views), CROSSES_A_NODE * width)
    starts = [Node(len(cross.moves), cross.state, 0, cross, ()) for cross in found]
    nodes = nsmallest(width, starts, key=_promise_of_node)
    for _ in range(3):
        nodes = [_grown(child) for child in nsmallest(width, _children(nodes), key=_promise)]
    last = nsmallest(
        finalists,
        _children(nodes),
        key=lambda child: child.turns + ending.length(child.state[TOP]),
    )
    return sorted((_finished(child, ending) for child in last), key=lambda way: len(way.moves))


def _children(nodes: Sequence[Node]) -> list[Child]:
    """Fill each free slot in each way; of those that come to the same, keep the shortest."""
    best: dict[State, Child] = {}
    for node in nodes:
        turns, state, filled, _, _ = node
        for pair, insertions in INSERTIONS[filled]:
            for insertion in insertions[state[pair]]:
                reached = state.translate(insertion.effect)
                needed = turns + insertion.length
                if reached not in best or needed < best[reached].turns:
                    best[reached] = Child(needed, reached, node, insertion)
    return list(best.values())


def _promise_of_node(node: Node) -> int:
    return node.turns + turns_left(node.state, node.filled)


def _promise(child: Child) -> int:
    filled = child.parent.filled | 1 << child.insertion.slot
    return child.turns + turns_left(child.state, filled)


def _grown(child: Child) -> Node:
    parent, insertion = child.parent, child.insertion
    return Node(
        child.turns,
        child.state,
        parent.filled | 1 << insertion.slot,
        parent.cross,
        (*parent.insertions, insertion),
    )


def _finished(child: Child, ending: Ending) -> Way:
    node = _grown(child)
    return Way(node.cross, node.insertions, ending.parts(node.state[TOP]))
