"""The six search directions: three axes, each for the cube and for its inverse."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.search.coordinates import ORDERS, Coordinates, coordinates
from solver.search.metric import Metric
from solver.search.phase_distance import NO_TURN, Moves, distance
from solver.search.phase_tables import PHASE_TWO_TURNS, Tables, move_numbers
from solver.symmetry import AXIS_ROTATIONS, UD_SYMMETRIES, Symmetry


@dataclass(frozen=True, slots=True)
class SearchDirection:
    """A search direction: `original[move]` are the turns of the cube itself for a move.

    Where `is_inverse`, they are the turns that undo those of the solution, last one first.
    `move_images[move]` is the number that a move of the cube itself has from here.
    """

    axis: Symmetry
    is_inverse: bool
    moves: Moves
    original: tuple[tuple[Turn, ...], ...]
    move_images: tuple[int, ...]

    def transform(self, cube: Cube) -> Cube:
        """Return the cube as seen in this direction."""
        return self.axis.conjugate(cube.inverse if self.is_inverse else cube)

    def solution(self, path: list[int]) -> tuple[Turn, ...]:
        """Return the turns that solve the cube, from the moves that solve its image."""
        turns = [turn for move in path for turn in self.original[move]]
        if self.is_inverse:
            turns = [turn.inverse() for turn in reversed(turns)]
        return tuple(turns)


@dataclass(frozen=True, slots=True)
class Start:
    """Start of a search: the cube's coordinates in a direction, and the distance of phase 1's
    goal.
    """

    direction: SearchDirection
    seen: Coordinates
    distance: int

    @property
    def slice_places(self) -> int:
        """Return the rank of the set of places where the slice's edges are."""
        return self.seen.slice_sorted // ORDERS


def starts(cube: Cube, metric: Metric, tables: Tables) -> tuple[Start, ...]:
    """Return where to begin in each direction, those of the cube itself first."""
    return tuple(_start(cube, direction, tables) for direction in directions(metric))


def _start(cube: Cube, direction: SearchDirection, tables: Tables) -> Start:
    seen = coordinates(direction.transform(cube))
    far = distance(tables, seen.twist, seen.flip, seen.slice_sorted // ORDERS)
    return Start(direction, seen, far)


@lru_cache(maxsize=16)
def directions(metric: Metric) -> tuple[SearchDirection, ...]:
    """Return the six directions with the moves of a metric, in the format of the search."""
    return tuple(
        _direction(metric, axis, back) for back in (False, True) for axis in AXIS_ROTATIONS
    )


def _direction(metric: Metric, axis: Symmetry, is_inverse: bool) -> SearchDirection:
    home = {axis.map_turn(turn): turn for turn in ALL_TURNS}
    original = tuple(tuple(home[turn] for turn in move) for move in metric.moves)
    costs_by_move = {
        frozenset(move): cost for move, cost in zip(metric.moves, metric.costs, strict=True)
    }
    costs = [
        costs_by_move[frozenset(turn.inverse() if is_inverse else turn for turn in move)]
        for move in original
    ]
    sets = [frozenset(move) for move in original]
    numbers = tuple(sets.index(frozenset(move)) for move in metric.moves)
    return SearchDirection(axis, is_inverse, _moves(metric, costs), original, numbers)


def _moves(metric: Metric, costs: list[int]) -> Moves:
    groups = [_group(move, metric) for move in metric.moves]
    everything = range(len(metric.moves))
    follow = [list(everything)]
    for group in range(1, 7):
        follow.append(
            [move for move in everything if _is_legal_successor(group, groups[move], metric)]
        )
    numbers = move_numbers(metric.tables)
    near = [
        [move for move in moves if set(numbers[move]) <= set(PHASE_TWO_TURNS)] for moves in follow
    ]
    conjugated_moves = [
        [_number(metric, symmetry, move) for move in metric.moves] for symmetry in UD_SYMMETRIES
    ]
    return Moves(
        cost=np.array([*costs, 0]),
        group=np.array([*groups, 0], dtype=np.uint8),
        turns=_padded([*(list(turns) for turns in numbers), []], 2),
        follow=_padded(follow, len(metric.moves)),
        follow_count=np.array([len(moves) for moves in follow]),
        phase_two_follow=_padded(near, len(metric.moves)),
        near_follow_count=np.array([len(moves) for moves in near]),
        follow_conjugates=np.array(
            [
                [sum(1 << seen[move] for move in moves) for moves in follow]
                for seen in conjugated_moves
            ],
            dtype=np.uint64,
        ),
        from_conjugate=np.argsort(conjugated_moves, axis=1).astype(np.uint8),
    )


def _number(metric: Metric, symmetry: Symmetry, move: tuple[Turn, ...]) -> int:
    """Return the number of the move to which a symmetry maps a move."""
    seen = frozenset(map(symmetry.map_turn, move))
    return [frozenset(each) for each in metric.moves].index(seen)


def _group(move: tuple[Turn, ...], metric: Metric) -> int:
    """Return the group of a move: its face, or with pairs of turns its axis."""
    face = FACES.index(move[0].face)
    return 1 + (face % 3 if metric.tables == "axial" else face)


def _is_legal_successor(last: int, group: int, metric: Metric) -> bool:
    """Return whether a move of `group` may follow one of `last`.

    It may not where the two are equal to one move, or to the same two in the other order.
    """
    if metric.tables == "axial":
        return group != last
    return group != last and not (last > 3 and group == last - 3)


def _padded(rows: list[list[int]], width: int) -> NDArray[np.uint8]:
    """Return rows of numbers with NO_TURN after their ends, up to `width`."""
    return np.array([row + [NO_TURN] * (width - len(row)) for row in rows], dtype=np.uint8)
