"""Beam search over crosses, slot order and pair insertions.

A level of the beam is a number of filled slots. From each level only the `width` best nodes are
expanded, by the turns made plus half of what the free slots would take if each came next: pairs get
shorter while others are filled, so that the sum is too much. After the last slot the last layer's
exact length decides. The width is the effort.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from solver.core.turn import Turn, cancel_turns
from solver.encodings import TOP, PackedState
from solver.engines.lbl.first_two_layers import (
    INSERTIONS,
    LENGTHS,
    Cross,
    Insertion,
    crosses,
    estimate_remaining_turns,
)
from solver.engines.lbl.last_layer import LastLayerMethod, LastLayerStep
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS

# Number of crosses that are examined for each node of the beam.
CROSSES_PER_NODE = 4


class SlotNode(NamedTuple):
    """A cross and some filled slots: the number of turns, and the state after them."""

    turns: int
    state: PackedState
    filled: int
    cross: Cross
    insertions: tuple[Insertion, ...]


# A node with one more slot filled, before the best ones are selected: the number of turns, the
# state after them, the node and the insertion. A plain tuple, since there are very many.
Child = tuple[int, PackedState, SlotNode, Insertion]
_rank = itemgetter(0)


class LblCandidate(NamedTuple):
    """A whole solution, seen from the viewpoint of its cross."""

    cross: Cross
    insertions: tuple[Insertion, ...]
    ending: tuple[LastLayerStep, ...]

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Return all turns, as seen from the viewpoint, without those that cancel."""
        made = list(self.cross.moves)
        for insertion in self.insertions:
            made += SLOT_VIEWPOINTS[insertion.slot].to_cube_turns(insertion.algorithm)
        for part in self.ending:
            made += part.moves
        return cancel_turns(made)


def beam_search(
    views: Sequence[PackedState], width: int, ending: LastLayerMethod, finalists: int
) -> list[LblCandidate]:
    """Find short solutions of a cube that is given in several views, the shortest first.

    `finalists` is how many are finished.
    """
    found = islice(crosses(views), CROSSES_PER_NODE * width)
    starts = [SlotNode(len(cross.moves), cross.state, 0, cross, ()) for cross in found]
    nodes = nsmallest(width, starts, key=_node_estimate)
    for _ in range(3):
        children = [(_child_estimate(child), child) for child in _children(nodes)]
        nodes = [_to_node(child) for _, child in nsmallest(width, children, key=_rank)]
    last = nsmallest(finalists, _whole_lengths(nodes, ending), key=_rank)
    finished = [_to_candidate(child, ending) for _, child in last]
    if len(finished) > 1:
        finished.sort(key=lambda candidate: len(candidate.moves))
    return finished


def _children(nodes: Sequence[SlotNode]) -> Iterable[Child]:
    """Return the candidates with one more slot filled, the shortest of equal ones."""
    best: dict[PackedState, Child] = {}
    for node in nodes:
        turns, state, filled, _, _ = node
        for pair, insertions in INSERTIONS[filled]:
            for insertion in insertions[state[pair]]:
                reached = state.translate(insertion.effect)
                needed = turns + insertion.length
                known = best.get(reached)
                if known is None or needed < known[0]:
                    best[reached] = (needed, reached, node, insertion)
    return best.values()


def _node_estimate(node: SlotNode) -> int:
    """Return twice the turns that a solution from here is believed to have, but for a constant."""
    return 2 * node.turns + estimate_remaining_turns(node.state, node.filled)


def _child_estimate(child: Child) -> int:
    turns, state, parent, insertion = child
    turns *= 2
    for pair, lengths in LENGTHS[parent.filled | 1 << insertion.slot]:
        turns += lengths[state[pair]]
    return turns


def _whole_lengths(
    nodes: Sequence[SlotNode], ending: LastLayerMethod
) -> Iterator[tuple[int, Child]]:
    """Yield the candidates with all slots filled, each with the turns of its whole solution."""
    lengths = ending.lengths
    for child in _children(nodes):
        yield child[0] + lengths[child[1][TOP]], child


def _to_node(child: Child) -> SlotNode:
    turns, state, parent, insertion = child
    return SlotNode(
        turns,
        state,
        parent.filled | 1 << insertion.slot,
        parent.cross,
        (*parent.insertions, insertion),
    )


def _to_candidate(child: Child, ending: LastLayerMethod) -> LblCandidate:
    node = _to_node(child)
    return LblCandidate(node.cross, node.insertions, ending.parts(node.state[TOP]))
