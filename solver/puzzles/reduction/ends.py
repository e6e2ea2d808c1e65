"""Ends of a phase: the cubes there, and the paths from the first; pools of the best of them."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.orbits import cube_rotations
from solver.puzzles.reduction.beam import Starts
from solver.puzzles.reduction.layer_moves import moves_of
from solver.puzzles.reduction.pieces import Contents, after_paths, views

# By how much the pools grow from one round to the next, and up to what.
_GROWTH = 3
_LARGEST = (400_000, 30_000, 30_000, 10_000)
# No path through all phases is longer.
_LONGEST = 120


class PooledEnds(NamedTuple):
    """Cubes with the paths that lead there: `path` has `length` moves in the view `origin`."""

    cubes: Contents
    path: NDArray[np.uint8]
    length: NDArray[np.int64]
    origin: NDArray[np.int64]

    def rows(self, rows: NDArray[np.int64]) -> PooledEnds:
        """Return some of them."""
        kept: list[Any] = [np.ascontiguousarray(each[rows]) for each in self]
        return PooledEnds(*kept)

    def after(
        self, n: int, metric: str, paths: NDArray[np.uint8], lengths: NDArray[np.int64]
    ) -> PooledEnds:
        """Return the ends of further paths of a cube of size n, one from each."""
        cubes = after_paths(self.cubes, n, metric, paths, lengths)
        path = self.path.copy()
        for row, (done, more) in enumerate(zip(self.length, lengths, strict=True)):
            path[row, done : done + more] = paths[row, :more]
        return PooledEnds(cubes, path, self.length + lengths, self.origin)

    def turns(self, n: int, metric: str, end: int) -> tuple[LayerTurn, ...]:
        """Return the turns of the cube, as it is held, that lead to an end."""
        moves, cube = moves_of(n, metric), geometry(n)
        seen = cube_rotations(n).conjugated_turns[views(n)[int(self.origin[end])]]
        turns = [
            turn
            for number in self.path[end, : self.length[end]]
            for turn in moves[int(number)].turns
        ]
        return tuple(cube.turn_at(int(seen[cube.turn_index(turn)])) for turn in turns)


@dataclass(frozen=True, slots=True)
class Pools:
    """How many ends are found of each phase, and how many of them the next begins with."""

    first_found: int = 10_000
    first_kept: int = 500
    second_found: int = 300
    second_kept: int = 100

    def larger(self) -> Pools:
        """Return the pools of the next round."""
        return Pools(
            *(min(_GROWTH * size, most) for size, most in zip(astuple(self), _LARGEST, strict=True))
        )


@dataclass(frozen=True, slots=True)
class Pool:
    """Ends of a phase, the states with which the next begins, and its ends' least lengths."""

    ends: PooledEnds
    starts: Starts
    value: NDArray[np.int64]

    def best(self, most: int) -> Pool:
        """Return those of the least values."""
        rows = np.argsort(self.value, kind="stable")[:most]
        return Pool(self.ends.rows(rows), self.starts.rows(rows), self.value[rows])


def first_ends(cubes: Contents, origin: NDArray[np.int64]) -> PooledEnds:
    """Return some of the cubes in `views`, with no path yet."""
    nothing = np.zeros(len(origin), dtype=np.int64)
    path = np.zeros((len(origin), _LONGEST), dtype=np.uint8)
    return PooledEnds(cubes[origin], path, nothing, origin)
