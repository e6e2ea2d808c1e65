"""The step method of the polyhedra paper, section 14.4, with its fixed order and sequences.

The paper solves the tips and centres one by one, then the three edges of its face I in the order
(0, 1, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1), by a sequence of at most 7 turns for each of 12 places.
Then one sequence of 9 turns flips two of the last three edges, and one of 11 turns, or its inverse,
cycles them. The paper does not print these two: here they are sequences of the same lengths that
change nothing else, found by a search. Shorter ones exist (`step_method`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from solver.puzzles.pyraminx.geometry import EDGE_NAMES
from solver.puzzles.pyraminx.notation import parse
from solver.puzzles.pyraminx.state import SOLVED_STATE, PyraminxState
from solver.puzzles.pyraminx.step_method import (
    Stage,
    Turns,
    base_edge_stages,
    centre_turns,
    inverse,
    layer_rotations,
    tip_turns,
)

# The vertex opposite the face I, and the face's edges in the order in which they are placed.
APEX = 0
EDGE_ORDER = tuple(map(EDGE_NAMES.index, ("LR", "RB", "LB")))

# Flips the edges UL and UR.
FLIP = parse("L U L' U' L R' L R L")
# Cycles the edges UL, UR and UB as a turn of their layer does.
CYCLE = parse("R U R' U R U' R' U R U R'")
# The vertices below U, clockwise as U sees them: L to B, B to R, R to L.
_AROUND_APEX = {0: 0, 1: 3, 3: 2, 2: 1}


def solve(state: PyraminxState) -> tuple[Stage, ...]:
    """Solve a state, stage by stage, as the paper does."""
    prepared: tuple[Stage, ...] = (("Tips", tip_turns(state)), ("Centres", centre_turns(state)))
    state = _after(state, prepared)
    base = tuple(base_edge_stages(state, EDGE_ORDER))
    state = _after(state, base)
    flip = _first_reaching(state, ((), *_views(FLIP)), _is_oriented)
    state = state.apply(flip)
    cycle = _first_reaching(state, ((), CYCLE, inverse(CYCLE)), _has_edges_in_place)
    return *prepared, *base, ("Flip at U", flip), ("Cycle at U", cycle)


def _after(state: PyraminxState, stages: tuple[Stage, ...]) -> PyraminxState:
    return state.apply(turn for _, turns in stages for turn in turns)


def _first_reaching(
    state: PyraminxState, sequences: Iterable[Turns], goal: Callable[[PyraminxState], bool]
) -> Turns:
    """Return the first of some sequences after which a state fulfils a condition."""
    return next(turns for turns in sequences if goal(state.apply(turns)))


def _views(sequence: Turns) -> Iterator[Turns]:
    """Yield a sequence seen with each of the three sides of U in front."""
    for _ in range(3):
        yield sequence
        sequence = tuple(turn._replace(vertex=_AROUND_APEX[turn.vertex]) for turn in sequence)


def _is_oriented(state: PyraminxState) -> bool:
    """Return whether the edges at U are as one of the three rotations of their layer has them."""
    rotated = (layer * state for layer in layer_rotations(APEX))
    return any(_has_edges_in_place(each) and not any(each.flips) for each in rotated)


def _has_edges_in_place(state: PyraminxState) -> bool:
    return state.edges == SOLVED_STATE.edges
