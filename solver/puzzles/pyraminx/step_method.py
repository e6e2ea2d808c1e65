"""The steps of the polyhedra paper, section 14.4, each in the fewest turns.

The paper has a sequence for each case and always solves the same face first, its edges in the same
order (`published_method`). Here each sequence is the shortest, and unless the face and the order
are given, those are taken that need the fewest turns. Turns are counted as in the paper: a wrong
tip costs one turn, and so does a turn of a layer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from solver.puzzles.distance_table import descend_to_goal
from solver.puzzles.pyraminx import tables
from solver.puzzles.pyraminx.geometry import EDGE_NAMES, LAYER_TURNS, VERTICES, PyraminxTurn
from solver.puzzles.pyraminx.state import SOLVED_STATE, PyraminxState

Turns = tuple[PyraminxTurn, ...]
Stage = tuple[str, Turns]
# The vertex opposite the face that is built, and its edges in the order in which they are placed.
BuildOrder = tuple[int, tuple[int, ...]]

BUILD_ORDERS: tuple[BuildOrder, ...] = tuple(
    (apex, order) for apex in range(4) for order in permutations(tables.base_edges(apex))
)


def solve(state: PyraminxState, orders: Sequence[BuildOrder] = BUILD_ORDERS) -> tuple[Stage, ...]:
    """Solve a state, stage by stage, in the fewest turns with one of these build orders."""
    tips, centres = tip_turns(state), centre_turns(state)
    start = state.apply((*tips, *centres))
    best = min((tuple(_edges(start, *way)) for way in orders), key=count_turns)
    return ("Tips", tips), ("Centres", centres), *best


def centre_turns(state: PyraminxState) -> Turns:
    """Return the turns that orient each centre, once its tip is aligned with it."""
    return tuple(
        PyraminxTurn(vertex, False, thirds == 2)
        for vertex, thirds in enumerate(state.centres)
        if thirds
    )


def inverse(turns: Turns) -> Turns:
    """Return the turns that undo some turns."""
    return tuple(turn.inverse() for turn in reversed(turns))


def count_turns(stages: tuple[Stage, ...]) -> int:
    """Return the number of turns of some stages."""
    return sum(len(turns) for _, turns in stages)


def tip_turns(state: PyraminxState) -> Turns:
    """Return the turns that align each tip with its centre."""
    thirds = [(tip - c) % 3 for tip, c in zip(state.tips, state.centres, strict=True)]
    return tuple(PyraminxTurn(vertex, True, by == 2) for vertex, by in enumerate(thirds) if by)


def _edges(state: PyraminxState, apex: int, order: tuple[int, ...]) -> Iterator[Stage]:
    for name, turns in base_edge_stages(state, order):
        yield name, turns
        state = state.apply(turns)
    turns = min((shortest(layer * state) for layer in layer_rotations(apex)), key=len)
    yield f"Flip at {VERTICES[apex]}", turns
    yield f"Cycle at {VERTICES[apex]}", shortest(state.apply(turns))


def base_edge_stages(state: PyraminxState, order: tuple[int, ...]) -> Iterator[Stage]:
    """Yield for each edge of a face, in this order, the fewest turns that place it and preserve the
    centres and the edges before it.
    """
    placed: tuple[int, ...] = ()
    for edge in order:
        placed = tuple(sorted((*placed, edge)))
        found = tables.distances_of(placed)
        start = tables.edge_index(state, placed)
        turns = _turns(descend_to_goal(tables.edge_coordinates(len(placed)), found, start))
        yield f"Edge {EDGE_NAMES[edge]}", turns
        state = state.apply(turns)


def layer_rotations(apex: int) -> Iterator[PyraminxState]:
    """Yield the states in which a layer's three edges are rotated by no, one or two thirds."""
    for count in range(3):
        went = SOLVED_STATE.apply([PyraminxTurn(apex, False, True)] * count)
        yield PyraminxState(went.edges, went.flips, SOLVED_STATE.centres, SOLVED_STATE.tips)


def shortest(state: PyraminxState) -> Turns:
    """Return the fewest turns of layers that solve a state up to its tips."""
    everything = tables.full_coordinates()
    start = everything.index(tables.coordinates_of(state))
    return _turns(descend_to_goal(everything, tables.tables()["all"], start))


def _turns(way: tuple[int, ...]) -> Turns:
    return tuple(LAYER_TURNS[move] for move in way)
