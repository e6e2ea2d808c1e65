"""The step method of the polyhedra paper, section 14.4, each step in the fewest turns.

The paper writes a sequence down for each case. Here each is the shortest there is. The paper
always builds the same face, its edges in the same order; here those are taken, unless it is said
otherwise, that need the fewest turns. Turns are counted as there: tips cost a turn each where they
are wrong, a layer a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from solver.puzzles.distance_table import descend_to_goal
from solver.puzzles.pyraminx import tables
from solver.puzzles.pyraminx.geometry import EDGE_NAMES, LAYER_TURNS, VERTICES, PyraminxTurn
from solver.puzzles.pyraminx.state import SOLVED_STATE, PyraminxState

Stage = tuple[str, tuple[PyraminxTurn, ...]]
# The vertex opposite the face that is built, and its edges in the order in which they are placed.
BuildOrder = tuple[int, tuple[int, ...]]

BUILD_ORDERS: tuple[BuildOrder, ...] = tuple(
    (apex, order) for apex in range(4) for order in permutations(tables.base_edges(apex))
)
# Its face I, and the edges (0, 1, 1, 0), (0, 0, 1, 1) and (0, 1, 0, 1).
PAPER_BUILD_ORDER: BuildOrder = (0, tuple(map(EDGE_NAMES.index, ("LR", "RB", "LB"))))


def solve(state: PyraminxState, orders: Sequence[BuildOrder] = BUILD_ORDERS) -> tuple[Stage, ...]:
    """Solve a state, stage by stage, in the fewest turns with one of these build orders."""
    tips = tip_turns(state)
    centres = tuple(
        PyraminxTurn(vertex, False, thirds == 2)
        for vertex, thirds in enumerate(state.centres)
        if thirds
    )
    start = state.apply((*tips, *centres))
    best = min((tuple(_edges(start, *way)) for way in orders), key=count_turns)
    return ("Tips", tips), ("Centres", centres), *best


def count_turns(stages: tuple[Stage, ...]) -> int:
    """Return the number of turns of some stages."""
    return sum(len(turns) for _, turns in stages)


def tip_turns(state: PyraminxState) -> tuple[PyraminxTurn, ...]:
    """Return the turns that align each tip with its centre."""
    thirds = [(tip - c) % 3 for tip, c in zip(state.tips, state.centres, strict=True)]
    return tuple(PyraminxTurn(vertex, True, by == 2) for vertex, by in enumerate(thirds) if by)


def _edges(state: PyraminxState, apex: int, order: tuple[int, ...]) -> Iterator[Stage]:
    placed: tuple[int, ...] = ()
    for edge in order:
        placed = tuple(sorted((*placed, edge)))
        found = tables.distances_of(placed)
        start = tables.edge_index(state, placed)
        turns = _turns(descend_to_goal(tables.edge_coordinates(len(placed)), found, start))
        yield f"Edge {EDGE_NAMES[edge]}", turns
        state = state.apply(turns)
    turns = min((shortest(layer * state) for layer in _rotations(apex)), key=len)
    yield f"Flip at {VERTICES[apex]}", turns
    yield f"Cycle at {VERTICES[apex]}", shortest(state.apply(turns))


def _rotations(apex: int) -> Iterator[PyraminxState]:
    """Return what a layer's three edges are when they have gone round by no, one or two thirds."""
    for count in range(3):
        went = SOLVED_STATE.apply([PyraminxTurn(apex, False, True)] * count)
        yield PyraminxState(went.edges, went.flips, SOLVED_STATE.centres, SOLVED_STATE.tips)


def shortest(state: PyraminxState) -> tuple[PyraminxTurn, ...]:
    """Return the fewest turns of layers that solve a state up to its tips."""
    everything = tables.full_coordinates()
    start = everything.index(tables.coordinates_of(state))
    return _turns(descend_to_goal(everything, tables.tables()["all"], start))


def _turns(way: tuple[int, ...]) -> tuple[PyraminxTurn, ...]:
    return tuple(LAYER_TURNS[move] for move in way)
