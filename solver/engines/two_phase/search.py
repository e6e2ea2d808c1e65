"""Two-phase search under a time or length limit, in one or more threads.

A solution goes through the set of cubes that U, D and half turns alone can solve: phase 1 leads
there, phase 2 on from there (http://kociemba.org/twophase.htm). All paths of phase 1 are tried,
the short ones first, along three axes and from the cube and its inverse in turn, and each is
continued in as few moves as leave the whole shorter than what is known.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from solver.core.turn import Turn, parse_turns
from solver.cube import Cube
from solver.engines.two_phase.phase_one import advance
from solver.engines.two_phase.search_stack import new_stack, solution_paths, start_search
from solver.search.compilation import compiling
from solver.search.deepening import EXHAUSTED, FOUND, PAUSED, SharedIterator, levels, run
from solver.search.directions import Start, starts
from solver.search.half_turns import half_turns
from solver.search.metric import METRICS, Metric, metric
from solver.search.phase_tables import PHASE_TWO_TURNS, Tables, move_numbers, tables
from solver.search.pruning import Progress
from solver.search.short_solutions import solve_shallow
from solver.search.solution_pool import DEFAULT_LIMITS, PROVEN_LENGTH, Limits, SolutionPool
from solver.symmetry import AXIS_ROTATIONS

# Limit of phase 2, in cheapest moves: longer ones are rarely found, and at great cost. Until
# there is a solution a few more are allowed, so that one is soon found.
_PHASE_TWO_LIMIT = {"htm": 10, "qtm": 10, "axial": 9}

_FIRST_PHASE_TWO_LIMIT = _PHASE_TWO_LIMIT | {"qtm": 13}

# What part of the time goes into a first solution where moves differ in cost, and how many
# solutions of few moves it is chosen from.
_FIRST_PART = 0.3

_CANDIDATES = 50

# What part of the time to the first search ever goes into the tables; the rest into compiling.
_TABLES_PART = 0.45

# Nodes between two readings of the clock, about half a millisecond.
_NODES = 1000

# More than PROVEN_LENGTH away, so that all parts of the search have to work.
_WARM_UP_CUBE = Cube.solved().apply(parse_turns("R U2 F' L D2 B R' U F2 D' L2 B'"))


def two_phase_search(
    cube: Cube,
    limits: Limits = DEFAULT_LIMITS,
    name: str = "htm",
    weights: Mapping[Turn, float] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[tuple[Turn, ...], ...]:
    """Return the cheapest solutions of a legal cube that were found, the cheapest first.

    `name` is a metric of `solver.search.metric`, `weights` what turns cost instead; the time limit
    is by `clock`. A cube that can be solved in at most PROVEN_LENGTH of the cheapest moves is
    solved at the least cost. Raises MethodError, TableCacheError where no folder takes the tables,
    and NoSolutionError where there are no solutions of `limits.max_length` in the time.
    """
    chosen = metric(name, weights)
    loaded = tables(chosen.tables)
    _compile(chosen.tables)
    half_turns(chosen)
    pool = SolutionPool(chosen, limits, clock() + limits.seconds, clock)
    begun = starts(cube, chosen, loaded)
    most = PROVEN_LENGTH[chosen.tables]
    if all(start.distance <= most for start in begun[: len(AXIS_ROTATIONS)]):
        nearest = solve_shallow(begun, chosen, loaded, most)
        if nearest is not None:
            pool.add_solution(nearest, proven=True)
    if not pool.best and chosen.costs != METRICS[chosen.tables].costs:
        # The tables count moves: where moves differ in cost, a solution of few is found first.
        pool.add_solution(_best_of_short_solutions(cube, chosen, limits, clock))
    if not pool.is_over():
        _run(pool, begun, loaded)
    return pool.result()


def warm_up(name: str = "htm", progress: Progress = lambda share: None) -> None:
    """Load the tables for a metric, or build them, and compile what is not yet compiled.

    `progress` is called with the share of this that is done, where the tables are not there yet.
    Raises MethodError, and TableCacheError where no folder takes them.
    """
    kind = metric(name).tables
    tables(kind, lambda share: progress(_TABLES_PART * share))
    _compile(kind)


@cache
def _compile(kind: str) -> None:
    """Search once, so that no time limit has to cover what numba takes at the first call."""
    loaded = tables(kind)
    begun = starts(_WARM_UP_CUBE, metric(kind), loaded)
    with compiling("two-phase-kernels"):
        solve_shallow(begun, metric(kind), loaded, PROVEN_LENGTH[kind])
        _run(SolutionPool(metric(kind), Limits(0), 0.0), begun, loaded)


def _best_of_short_solutions(
    cube: Cube, chosen: Metric, limits: Limits, clock: Callable[[], float]
) -> tuple[Turn, ...]:
    """Return the cheapest of several solutions of few moves, in a part of the time.

    It is the first one where the tables know what half turns cost: the search is as quick then.
    """
    part = Limits(_FIRST_PART * limits.seconds, count=_CANDIDATES, threads=limits.threads)
    if half_turns(chosen).cost[0]:
        part = Limits(0)
    found = two_phase_search(cube, part, chosen.tables, clock=clock)
    return min(found, key=chosen.cost_of)


def _run(pool: SolutionPool, begun: Sequence[Start], loaded: Tables) -> None:
    """Search until the pool is complete, or no path of phase 1 can lead to a better solution."""
    unit = pool.metric.unit
    by_distance = sorted(begun, key=lambda start: start.distance)
    intervals = SharedIterator(
        levels([(start, start.distance * unit) for start in by_distance], unit, pool.bound)
    )
    if pool.limits.threads == 1:
        _search(pool, intervals, loaded)
    else:
        run(lambda: _search(pool, intervals, loaded), pool.limits.threads, pool.stop)


def _search(
    pool: SolutionPool, intervals: Iterator[tuple[Start, int, int]], loaded: Tables
) -> None:
    """Search the intervals until none is left, or the search is over."""
    stacks = new_stack(len(pool.metric.moves), pool.limits.count)
    unit, halves = pool.metric.unit, half_turns(pool.metric)
    usual = _phase_two_limit(pool.metric, _PHASE_TWO_LIMIT)
    first = _phase_two_limit(pool.metric, _FIRST_PHASE_TWO_LIMIT)
    for start, low, high in intervals:
        start_search(stacks, start, loaded)
        moves = start.direction.moves
        outcome = PAUSED
        while outcome != EXHAUSTED:
            most = usual if pool.best else first
            outcome = advance(
                loaded, moves, stacks, low, high, unit, pool.bound, most, _NODES, halves
            )
            if outcome == FOUND:
                for path in solution_paths(stacks):
                    pool.add_solution(start.direction.solution(path))
            if pool.is_over():
                return


def _phase_two_limit(chosen: Metric, moves: Mapping[str, int]) -> int:
    """Return what phase 2 may cost, from how many of the cheapest moves it may have."""
    if chosen.name in moves:
        return moves[chosen.name]
    near = [
        cost
        for numbers, cost in zip(move_numbers(chosen.tables), chosen.costs, strict=True)
        if set(numbers) <= set(PHASE_TWO_TURNS)
    ]
    return moves[chosen.tables] * sum(near) // len(near)
