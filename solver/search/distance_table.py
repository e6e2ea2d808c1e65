"""States as products of coordinates, and solving by descending their distance tables.

A state is a tuple of coordinates that moves change independently of one another: the permutation
of some pieces, the twists of others. Its number is read off them in mixed radix, the last
coordinate fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder

UNREACHED = 255


@dataclass(frozen=True, slots=True, eq=False)
class CoordinateSpace:
    """Move tables of all coordinates: an array of shape values x moves for each."""

    moves: tuple[NDArray[Any], ...]

    @property
    def size(self) -> int:
        """Return the number of states."""
        return int(np.prod([len(table) for table in self.moves]))

    def index(self, state: Sequence[int]) -> int:
        """Return the number of a state."""
        number = 0
        for value, table in zip(state, self.moves, strict=True):
            number = number * len(table) + value
        return number

    def neighbours(self, states: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers (shape n x moves) of what each move makes of n numbered states."""
        turned: NDArray[np.int64] | None = None
        scale = self.size
        for table in self.moves:
            scale //= len(table)
            part = table[states // scale % len(table)].astype(np.int64)
            turned = part if turned is None else turned * len(table) + part
        assert turned is not None
        return turned


def descend_to_goal(
    coordinates: CoordinateSpace, found: NDArray[np.uint8], start: int
) -> tuple[int, ...]:
    """Return the numbers of the moves that lead from a state to a goal, by decreasing distances."""
    state, moves = start, []
    while found[state]:
        turned = coordinates.neighbours(np.array([state]))[0]
        move = int(np.argmin(found[turned]))
        moves.append(move)
        state = int(turned[move])
    return tuple(moves)


def load_or_build(
    name: str, sizes: Mapping[str, int], build: Callable[[], Mapping[str, NDArray[Any]]]
) -> Mapping[str, NDArray[Any]]:
    """Read tables of these names and sizes from the cache; build them where there are none, or
    damaged ones.

    Raises TableCacheError where no folder takes them.
    """
    path = cache_folder() / f"{name}.tables"
    layout: table_cache.Layout = {key: (np.uint8, (size,)) for key, size in sizes.items()}
    return table_cache.load_or_build(path, lambda file: table_cache.load_as(file, layout), build)
