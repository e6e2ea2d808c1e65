"""The six ways to search one cube: along each of three axes, from its own side or the inverse's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.cube import Cube
from solver.geometry import FACES
from solver.symmetry import AXES, AXIS_SYMMETRIES, Symmetry, inverse
from solver.turn import ALL_TURNS, Turn
from solver.two_phase.kernel import NO_TURN, Moves
from solver.two_phase.metric import Metric
from solver.two_phase.tables import PHASE_TWO_TURNS, move_numbers


@dataclass(frozen=True, slots=True)
class Direction:
    """A way to look at a cube: `original[move]` are the turns of the cube itself for a move.

    Where `is_inverse`, they are the turns that undo those of the solution, last one first.
    `numbers[move]` is the number that a move of the cube itself has from here.
    """

    axis: Symmetry
    is_inverse: bool
    moves: Moves
    original: tuple[tuple[Turn, ...], ...]
    numbers: tuple[int, ...]

    def cube(self, cube: Cube) -> Cube:
        """Give the cube as it looks from here."""
        return self.axis.cube(inverse(cube) if self.is_inverse else cube)

    def solution(self, path: list[int]) -> tuple[Turn, ...]:
        """Give the turns that solve the cube, from the moves that solve what it looks like."""
        turns = [turn for move in path for turn in self.original[move]]
        if self.is_inverse:
            turns = [turn.inverse() for turn in reversed(turns)]
        return tuple(turns)


@lru_cache(maxsize=16)
def directions(metric: Metric) -> tuple[Direction, ...]:
    """Give the six directions with the moves of a metric, as the search wants them."""
    return tuple(_direction(metric, axis, back) for back in (False, True) for axis in AXES)


def _direction(metric: Metric, axis: Symmetry, is_inverse: bool) -> Direction:
    home = {axis.turn(turn): turn for turn in ALL_TURNS}
    original = tuple(tuple(home[turn] for turn in move) for move in metric.moves)
    prices = {frozenset(move): cost for move, cost in zip(metric.moves, metric.costs, strict=True)}
    costs = [
        prices[frozenset(turn.inverse() if is_inverse else turn for turn in move)]
        for move in original
    ]
    sets = [frozenset(move) for move in original]
    numbers = tuple(sets.index(frozenset(move)) for move in metric.moves)
    return Direction(axis, is_inverse, _moves(metric, costs), original, numbers)


def _moves(metric: Metric, costs: list[int]) -> Moves:
    groups = [_group(move, metric) for move in metric.moves]
    everything = range(len(metric.moves))
    follow = [list(everything)]
    for group in range(1, 7):
        follow.append([move for move in everything if _may_follow(group, groups[move], metric)])
    numbers = move_numbers(metric.tables)
    near = [
        [move for move in moves if set(numbers[move]) <= set(PHASE_TWO_TURNS)] for moves in follow
    ]
    looks = [
        [_number(metric, symmetry, move) for move in metric.moves] for symmetry in AXIS_SYMMETRIES
    ]
    return Moves(
        np.array([*costs, 0]),
        np.array([*groups, 0], dtype=np.uint8),
        _filled([*(list(turns) for turns in numbers), []], 2),
        _filled(follow, len(metric.moves)),
        np.array([len(moves) for moves in follow]),
        _filled(near, len(metric.moves)),
        np.array([len(moves) for moves in near]),
        np.array(
            [[sum(1 << seen[move] for move in moves) for moves in follow] for seen in looks],
            dtype=np.uint64,
        ),
        np.argsort(looks, axis=1).astype(np.uint8),
    )


def _number(metric: Metric, symmetry: Symmetry, move: tuple[Turn, ...]) -> int:
    """Give the number of what a move looks like after a symmetry."""
    seen = frozenset(map(symmetry.turn, move))
    return [frozenset(each) for each in metric.moves].index(seen)


def _group(move: tuple[Turn, ...], metric: Metric) -> int:
    """Number what decides which moves make sense next: the face, or with pairs the axis."""
    face = FACES.index(move[0].face)
    return 1 + (face % 3 if metric.tables == "axial" else face)


def _may_follow(last: int, group: int, metric: Metric) -> bool:
    """Tell whether two moves make sense in this order: no other move or order does the same."""
    if metric.tables == "axial":
        return group != last
    return group != last and not (last > 3 and group == last - 3)


def _filled(rows: list[list[int]], width: int) -> NDArray[np.uint8]:
    return np.array([row + [NO_TURN] * (width - len(row)) for row in rows], dtype=np.uint8)
