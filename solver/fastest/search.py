"""The cheapest solution of a cube where a turn's price depends on what was done before.

Many short solutions are priced, and the cheapest is picked. Where the automaton of the prices is
small, both phases of the two-phase search are then searched for a cheaper one by price itself.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.cube import Cube
from solver.fastest.automaton import Automaton, automaton, spread
from solver.fastest.bounds import Bounds, bounds
from solver.fastest.kernel import EXHAUSTED, PAUSED, advance, enter, new_stacks
from solver.fastest.prices import MOVES, NEVER, Prices, renamed
from solver.orientation import ORIENTATIONS, Orientation
from solver.symmetry import AXES, Symmetry
from solver.turn import ALL_TURNS, Turn
from solver.two_phase import Limits
from solver.two_phase import search as few_moves
from solver.two_phase.coordinates import ORDERS, coordinates
from solver.two_phase.kernel import distance
from solver.two_phase.tables import Tables, tables

# How many short solutions are priced.
CANDIDATES = 1000
# Beyond so many states of the automaton, picking finds cheaper solutions than searching does.
MOST_STATES = 50
_MOST_THREADS = 4
# What part of the time goes into the candidates where a search follows.
_PICKING = 0.5
# About a millisecond, after which the clock is looked at.
_NODES = 2000
# How many nodes phase 2 may have at an end of phase 1: beyond, other ends promise more.
_PATIENCE = 20_000

_HOME = {move: number for number, move in enumerate(map(frozenset, MOVES))}


@dataclass(frozen=True, slots=True)
class Space:
    """What is searched: prices, and `walk`, their automaton and its bounds, where it is small.

    `pair` says how many moves of the tables it is to turn two opposite faces: 1 where the rig
    turns them at once, else 2.
    """

    prices: Prices
    pair: int
    walk: tuple[Automaton, Bounds] | None

    @classmethod
    def of(cls, prices: Prices, both_at_once: bool) -> Space:
        """Prepare a search with these prices."""
        pair = 1 if both_at_once else 2
        walk = automaton(prices, MOST_STATES)
        return cls(prices, pair, None if walk is None else (walk, bounds(walk, pair)))

    @property
    def tables(self) -> Tables:
        """Give the tables of the two-phase search that count moves as these prices do."""
        return tables("axial" if self.pair == 1 else "htm")

    def price(self, turns: Sequence[Turn], held: Orientation) -> int:
        """Give the least price of making turns and coming to rest, or NEVER."""
        moves = np.array(moves_of(turns), dtype=np.int64)
        return int(_price(self.prices, ORIENTATIONS.index(held), moves))


def moves_of(turns: Sequence[Turn]) -> list[int]:
    """Number the moves that turns are, neighbours on opposite faces as one."""
    grouped: list[list[Turn]] = []
    for turn in turns:
        last = grouped[-1] if grouped else []
        if len(last) == 1 and last[0].face != turn.face and last[0].commutes_with(turn):
            last.append(turn)
        else:
            grouped.append([turn])
    return [_HOME[frozenset(group)] for group in grouped]


@njit(cache=True, nogil=True)
def _price(p: Prices, way, moves):  # type: ignore[no-untyped-def]
    ways = len(p.ending) * 24
    before, after = np.full(ways, NEVER, dtype=np.int32), np.empty(ways, dtype=np.int32)
    before[ways - 24 + way] = 0
    for move in moves:
        spread(p, before, move, after)
        before, after = after, before
    cheapest = NEVER
    for index in range(ways):
        cheapest = min(cheapest, before[index] + p.ending[index // 24])
    return cheapest


def candidates(cube: Cube, space: Space, seconds: float) -> tuple[tuple[Turn, ...], ...]:
    """Give solutions of few moves, half turns counted by what they cost more."""
    weights = {turn: half_turn_weight(space) for turn in ALL_TURNS if turn.quarter_turns == 2}
    name = "axial" if space.pair == 1 else "htm"
    threads = min(os.cpu_count() or 1, _MOST_THREADS)
    return few_moves(cube, Limits(seconds, count=CANDIDATES, threads=threads), name, weights)


def half_turn_weight(space: Space) -> float:
    """Say how many times dearer a half turn is than a quarter turn, over all stances."""
    cost = space.prices.cost[:-1].min(axis=2).astype(float)
    cost[cost >= NEVER] = np.nan
    halves = [n for n, move in enumerate(MOVES) if len(move) == 1 and move[0].quarter_turns == 2]
    quarters = [n for n, move in enumerate(MOVES) if len(move) == 1 and n not in halves]
    return float(np.nanmean(cost[:, halves]) / np.nanmean(cost[:, quarters]))


def cheapest(
    cube: Cube, held: Orientation, space: Space, known: Sequence[Sequence[Turn]], seconds: float
) -> tuple[Turn, ...]:
    """Give the cheapest solution of a cube that is held like this, found in so many seconds.

    It is no dearer than any of the solutions `known`, of which one at least must be possible.
    """
    if space.walk is not None:
        # No time limit has to cover what numba takes at the first call.
        advance(space.tables, *space.walk, new_stacks(), -1, 0, space.pair, 0, 0)
    picking = seconds if space.walk is None else _PICKING * seconds
    found: list[Sequence[Turn]] = [*known, *candidates(cube, space, picking)]
    best = min(found, key=lambda turns: space.price(turns, held))
    if space.walk is not None:
        least = space.price(best, held)
        deadline = time.perf_counter() + seconds - picking
        for turns in _searched(cube, held, space, space.walk, least, deadline):
            best = turns
    return tuple(best)


@dataclass(frozen=True, slots=True)
class _View:
    """A cube as it is seen along one of the three axes, where phase 1 begins."""

    axis: Symmetry
    state: tuple[int, int, int, int]
    placed: tuple[int, int, int, int]
    names: int

    @classmethod
    def of(cls, axis: Symmetry, cube: Cube, held: Orientation, loaded: Tables) -> _View:
        seen = coordinates(axis.cube(cube))
        state = (seen.twist, seen.flip, seen.slice_edges // ORDERS)
        placed = (seen.corners, seen.u_edges, seen.d_edges, seen.slice_edges)
        names = ORIENTATIONS.index(renamed(Orientation(tuple(axis.faces)), held))
        return cls(axis, (*state, distance(loaded, *state)), placed, names)

    def turns(self, moves: Sequence[int]) -> tuple[Turn, ...]:
        """Give the turns of the cube itself for moves as they are from here."""
        home = {self.axis.turn(turn): turn for turn in ALL_TURNS}
        return tuple(home[turn] for move in moves for turn in MOVES[move])


def _searched(
    cube: Cube,
    held: Orientation,
    space: Space,
    walk: tuple[Automaton, Bounds],
    least: int,
    deadline: float,
) -> Iterator[tuple[Turn, ...]]:
    """Search by price, and give each solution that is cheaper than all before."""
    loaded = space.tables
    stacks = new_stacks()
    stacks.bound[0] = least - 1
    views = [_View.of(axis, cube, held, loaded) for axis in AXES]
    views.sort(key=lambda view: view.state[3])
    for view, low, high in _levels(views, walk[1], stacks.bound):
        enter(stacks, view.state, view.placed, view.names)
        outcome = PAUSED
        while outcome != EXHAUSTED:
            outcome = advance(
                loaded,
                *walk,
                stacks,
                low,
                high,
                space.pair,
                _PATIENCE,
                _NODES,
            )
            if stacks.length[0]:
                yield view.turns(stacks.found[: stacks.length[0]].tolist())
            if time.perf_counter() >= deadline:
                return


def _levels(
    views: Sequence[_View], least: Bounds, bound: NDArray[np.int64]
) -> Iterator[tuple[_View, int, int]]:
    """Give what is to be searched: a view, and the prices of phase 1 (more than, at most)."""
    step = max(int(least.far[:, 1].min()), 1)
    for level in count():
        high = level * step
        for view in views:
            if high - step > bound[0]:
                return
            yield view, high - step, high
