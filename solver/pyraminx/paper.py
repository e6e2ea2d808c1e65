"""The method of seed 000, 14.4: tips and centres, three edges of a face, two looks at the rest.

The paper writes a sequence down for each case. Here each is the shortest there is. The paper
always builds the same face, its edges in the same order; here those are taken, unless it is said
otherwise, that need the fewest turns. Turns are counted as there: tips cost a turn each where they
are wrong, a layer a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from solver.complete import descend
from solver.pyraminx import tables
from solver.pyraminx.geometry import EDGE_NAMES, LAYER_TURNS, VERTICES, Turn
from solver.pyraminx.state import HOME, State

Stage = tuple[str, tuple[Turn, ...]]
# The vertex opposite the face that is built, and its edges in the order in which they are placed.
Way = tuple[int, tuple[int, ...]]

WAYS: tuple[Way, ...] = tuple(
    (apex, order) for apex in range(4) for order in permutations(tables.base_edges(apex))
)
# Its face I, and the edges (0, 1, 1, 0), (0, 0, 1, 1) and (0, 1, 0, 1).
PAPER_WAY: Way = (0, tuple(map(EDGE_NAMES.index, ("LR", "RB", "LB"))))


def solve(state: State, ways: Sequence[Way] = WAYS) -> tuple[Stage, ...]:
    """Solve a state, stage by stage, in the fewest turns that these steps and ways allow."""
    tips = tip_turns(state)
    centres = tuple(
        Turn(vertex, False, thirds == 2) for vertex, thirds in enumerate(state.centres) if thirds
    )
    start = state.apply((*tips, *centres))
    best = min((tuple(_edges(start, *way)) for way in ways), key=length)
    return ("Tips", tips), ("Centres", centres), *best


def length(stages: tuple[Stage, ...]) -> int:
    """Count the turns of some stages."""
    return sum(len(turns) for _, turns in stages)


def tip_turns(state: State) -> tuple[Turn, ...]:
    """Turn each tip the way that its centre is turned."""
    thirds = [(tip - c) % 3 for tip, c in zip(state.tips, state.centres, strict=True)]
    return tuple(Turn(vertex, True, by == 2) for vertex, by in enumerate(thirds) if by)


def _edges(state: State, apex: int, order: tuple[int, ...]) -> Iterator[Stage]:
    placed: tuple[int, ...] = ()
    for edge in order:
        placed = tuple(sorted((*placed, edge)))
        found = tables.distances_of(placed)
        start = tables.edges_number(state, placed)
        turns = _turns(descend(tables.some_edges(len(placed)), found, start))
        yield f"Edge {EDGE_NAMES[edge]}", turns
        state = state.apply(turns)
    turns = min((shortest(layer * state) for layer in _rotations(apex)), key=len)
    yield f"Flip at {VERTICES[apex]}", turns
    yield f"Cycle at {VERTICES[apex]}", shortest(state.apply(turns))


def _rotations(apex: int) -> Iterator[State]:
    """Give what a layer's three edges are when they have gone round by no, one or two thirds."""
    for count in range(3):
        went = HOME.apply([Turn(apex, False, True)] * count)
        yield State(went.edges, went.flips, HOME.centres, HOME.tips)


def shortest(state: State) -> tuple[Turn, ...]:
    """Give the fewest turns of layers that solve a state up to its tips."""
    everything = tables.everything()
    start = everything.number(tables.coordinates_of(state))
    return _turns(descend(everything, tables.tables()["all"], start))


def _turns(way: tuple[int, ...]) -> tuple[Turn, ...]:
    return tuple(LAYER_TURNS[move] for move in way)
