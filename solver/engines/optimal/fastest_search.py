"""Least-cost solutions: the cheapest of many short ones, then a search by cost.

The cost of many short solutions is computed, and the cheapest is taken. If the automaton of the
costs is small, both phases of the two-phase algorithm are then searched for a cheaper one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numba import njit

from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import ALL_TURNS, Turn, parse_turns
from solver.cube import Cube
from solver.engines.optimal.fastest_costs import (
    MOVES,
    PAIR_TURNS,
    UNREACHABLE_COST,
    CostAutomaton,
    CostBounds,
    MoveCosts,
    build_automaton,
    build_bounds,
    propagate,
    relabel,
)
from solver.engines.optimal.fastest_kernel import advance, new_stack, start_search
from solver.engines.two_phase.search import two_phase_search, warm_up
from solver.search.compilation import compiling
from solver.search.deepening import EXHAUSTED, PAUSED, levels
from solver.search.directions import starts
from solver.search.half_turns import HALF_TURN_TABLES, half_turns
from solver.search.metric import METRICS, metric
from solver.search.phase_tables import Tables, tables
from solver.search.pruning import Progress
from solver.search.solution_pool import Limits
from solver.symmetry import AXIS_ROTATIONS

# Number of short solutions whose cost is computed.
CANDIDATES = 1000
# With more automaton states, choosing among short solutions beats the search by cost.
MAX_STATES = 10
_MAX_THREADS = 4
# Fraction of the time for short solutions if a search by cost follows: where the rig makes every
# turn by one motion, and where it does not, so that few short ones are possible.
_CANDIDATE_TIME_SHARE, _RARE_CANDIDATE_TIME_SHARE = 0.9, 0.5
# Nodes between two readings of the clock, about a millisecond.
_NODES = 2000
# Node limit of phase 2 after one end of phase 1: beyond it, other ends are more promising.
_PHASE_TWO_NODE_LIMIT = 20_000

_KERNELS = "fastest-kernels"

# What part of the time to the first search ever goes into the two-phase search; the rest into half
# turns.
_TWO_PHASE_PART = 0.7

# As long as most solutions: what its cost takes to compute, the others' takes too.
_USUAL_LENGTH = parse_turns("R U2 F' L D2 B R' U F2 D' L2 B' U R2 F D B2 L' U2 F'")

_MOVE_NUMBER = {move: number for number, move in enumerate(map(frozenset, MOVES))}


@dataclass(frozen=True, slots=True)
class CostSearch:
    """Input of the search: costs, and if their automaton is small, that with its bounds.

    `pair` is the number of moves (of the tables) for a turn of two opposite faces: 1 where the rig
    turns them at once, else 2.
    """

    costs: MoveCosts
    pair: int
    automaton_and_bounds: tuple[CostAutomaton, CostBounds] | None

    @classmethod
    def of(cls, costs: MoveCosts, both_at_once: bool) -> CostSearch:
        """Return a search with these costs."""
        pair = 1 if both_at_once else 2
        automaton = build_automaton(costs, MAX_STATES)
        return cls(
            costs, pair, None if automaton is None else (automaton, build_bounds(automaton, pair))
        )

    @property
    def tables(self) -> Tables:
        """Return the tables of the two-phase search with the move metric of these costs."""
        return tables(self.metric_name)

    @property
    def metric_name(self) -> str:
        """Return the move metric of these costs."""
        return "axial" if self.pair == 1 else "htm"

    def warm_up(self, progress: Progress = lambda share: None) -> None:
        """Load or build the two-phase tables, and compile what the search needs.

        `progress` is called with the share of this that is done.
        """
        warm_up(self.metric_name, lambda share: progress(_TWO_PHASE_PART * share))
        half_turns(
            metric(self.metric_name, exact_weights(self)),
            lambda share: progress(_TWO_PHASE_PART + (1 - _TWO_PHASE_PART) * share),
        )
        if self.automaton_and_bounds is not None:
            with compiling(_KERNELS):
                automaton, bounds = self.automaton_and_bounds
                advance(self.tables, automaton, bounds, new_stack(), -1, 0, self.pair, 0, 0)

    def cost(self, turns: Sequence[Turn], held: Orientation) -> int:
        """Return the least cost of turns with the final motion, or UNREACHABLE_COST."""
        moves = np.array(group_moves(turns), dtype=np.int64)
        return int(_cost(self.costs, ORIENTATIONS.index(held), moves))


@cache
def load_kernels() -> None:
    """Compile what makes a `CostSearch`, so that no time limit has to cover it."""
    moves = len(MOVES)
    free = MoveCosts(
        np.ones(moves, dtype=np.int64),
        np.zeros((moves, 1), dtype=np.int32),
        np.zeros((moves, 1), dtype=np.uint8),
        np.ones((2, moves, 1), dtype=np.int32),
        np.zeros(2, dtype=np.int32),
    )
    with compiling(_KERNELS):
        CostSearch.of(free, both_at_once=True).cost(_USUAL_LENGTH, Orientation.identity())


def group_moves(turns: Sequence[Turn]) -> list[int]:
    """Return the numbers of the moves of a sequence, where neighbours on opposite faces are one
    move.
    """
    grouped: list[list[Turn]] = []
    for turn in turns:
        last = grouped[-1] if grouped else []
        if len(last) == 1 and last[0].face != turn.face and last[0].commutes_with(turn):
            last.append(turn)
        else:
            grouped.append([turn])
    return [_MOVE_NUMBER[frozenset(group)] for group in grouped]


@njit(cache=True, nogil=True)
def _cost(p: MoveCosts, orientation, moves):  # type: ignore[no-untyped-def]
    size = len(p.final_cost) * 24
    before, after = np.full(size, UNREACHABLE_COST, dtype=np.int32), np.empty(size, dtype=np.int32)
    before[size - 24 + orientation] = 0
    for move in moves:
        propagate(p, before, move, after)
        before, after = after, before
    cheapest = UNREACHABLE_COST
    for index in range(size):
        cheapest = min(cheapest, before[index] + p.final_cost[index // 24])
    return cheapest


def candidates(
    cube: Cube, space: CostSearch, seconds: float, clock: Callable[[], float]
) -> tuple[tuple[Turn, ...], ...]:
    """Return solutions of few moves.

    A half turn counts by its extra cost where the tables know it; else fewer are found by weights.
    Where weights of turns are the costs themselves, it is the cheapest solution alone.
    """
    weights, count = exact_weights(space), 1
    if weights is None:
        halves = [turn for turn in ALL_TURNS if turn.quarter_turns == 2]
        by_halves = dict.fromkeys(halves, half_turn_weight(space))
        is_known = space.metric_name in HALF_TURN_TABLES
        weights, count = by_halves if is_known else None, CANDIDATES
    threads = min(os.cpu_count() or 1, _MAX_THREADS)
    limits = Limits(seconds, count=count, threads=threads)
    return two_phase_search(cube, limits, space.metric_name, weights, clock=clock)


def exact_weights(space: CostSearch) -> dict[Turn, float] | None:
    """Return what each turn costs in units of the cheapest, None where that is not all there is.

    It is all where nothing of a move but its cost matters for those after it, the last one costs
    nothing more, and two opposite turns at once cost as much as the more expensive one.
    """
    costs = space.costs
    if len(costs.final_cost) != 2 or costs.final_cost.any() or costs.outcome_count.max() != 1:
        return None
    moves = costs.cost[0, :, 0]
    whole = np.maximum(moves[PAIR_TURNS[:, 0]], moves[PAIR_TURNS[:, 1]])
    is_other = costs.orientation.any() or (moves >= UNREACHABLE_COST).any()
    if is_other or (moves != whole).any() or (costs.cost[1] != costs.cost[0]).any():
        return None
    least = moves.min()
    return {turn: float(moves[n] / least) for n, (turn, *more) in enumerate(MOVES) if not more}


def half_turn_weight(space: CostSearch) -> float:
    """Return the mean cost of a half turn divided by that of a quarter turn, over all poses."""
    cost = space.costs.cost[:-1].min(axis=2).astype(float)
    cost[cost >= UNREACHABLE_COST] = np.nan
    halves = [n for n, move in enumerate(MOVES) if len(move) == 1 and move[0].quarter_turns == 2]
    quarters = [n for n, move in enumerate(MOVES) if len(move) == 1 and n not in halves]
    return float(np.nanmean(cost[:, halves]) / np.nanmean(cost[:, quarters]))


def cheapest(
    cube: Cube,
    held: Orientation,
    space: CostSearch,
    known: Sequence[tuple[Turn, ...]],
    deadline: float,
    clock: Callable[[], float],
) -> tuple[Turn, ...]:
    """Return the cheapest solution of a cube in this orientation that is found until `deadline`.

    It costs no more than the first of the solutions `known`, which are possible.
    """
    picking = _seconds_for_candidates(space, held, deadline, clock)
    best, *others = *known, *candidates(cube, space, picking, clock)
    least = space.cost(best, held)
    # The shortest come first, and a rig of many poses takes long for each.
    for turns in others:
        if clock() >= deadline:
            return best
        cost = space.cost(turns, held)
        if cost < least:
            best, least = turns, cost
    if space.automaton_and_bounds is not None:
        automaton = space.automaton_and_bounds
        for turns in _search_by_cost(cube, held, space, automaton, least, deadline, clock):
            best = turns
    return best


def _seconds_for_candidates(
    space: CostSearch, held: Orientation, deadline: float, clock: Callable[[], float]
) -> float:
    """Return what part of the time the short solutions get: their costs are computed after it."""
    if exact_weights(space) is not None:
        return max(deadline - clock(), 0.0)
    singles = space.costs.cost[-1, : len(ALL_TURNS)].min(axis=-1)
    makes_all = bool((singles < UNREACHABLE_COST).all())
    share = _CANDIDATE_TIME_SHARE if makes_all else _RARE_CANDIDATE_TIME_SHARE
    began = clock()
    space.cost(_USUAL_LENGTH, held)
    of_one = clock() - began
    seconds = max(deadline - clock(), 0.0)
    if space.automaton_and_bounds is not None:
        return share * seconds
    return max(share * seconds, seconds - CANDIDATES * of_one)


def _search_by_cost(
    cube: Cube,
    held: Orientation,
    space: CostSearch,
    automaton: tuple[CostAutomaton, CostBounds],
    least: int,
    deadline: float,
    clock: Callable[[], float],
) -> Iterator[tuple[Turn, ...]]:
    """Search by cost, and yield each solution that is cheaper than all before."""
    loaded = space.tables
    stacks = new_stack()
    stacks.bound[0] = least - 1
    begun = starts(cube, METRICS["axial"], loaded)[: len(AXIS_ROTATIONS)]
    by_distance = sorted(begun, key=lambda start: start.distance)
    any_moves = automaton[1].any_moves
    step = max(int(any_moves[:, 1].min()), 1)
    from_start = [(start, int(any_moves[0, start.distance])) for start in by_distance]
    for start, low, high in levels(from_start, step, stacks.bound):
        names = relabel(Orientation(tuple(start.direction.axis.faces)), held)
        start_search(stacks, start, ORIENTATIONS.index(names))
        outcome = PAUSED
        while outcome != EXHAUSTED:
            outcome = advance(
                loaded,
                *automaton,
                stacks,
                low,
                high,
                space.pair,
                _PHASE_TWO_NODE_LIMIT,
                _NODES,
            )
            if stacks.length[0]:
                yield start.direction.solution(stacks.found[: stacks.length[0]].tolist())
            if clock() >= deadline:
                return
