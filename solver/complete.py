"""Complete tables: how far every state of a small puzzle is from the goal, and the way there.

A state is a tuple of coordinates that moves change independently of one another: the permutation
of some pieces, the twists of others. Its number is read off them in mixed radix, the last
coordinate fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver import store

UNSEEN = 255


@dataclass(frozen=True, slots=True, eq=False)
class Coordinates:
    """What each move does to each coordinate: an array of shape values x moves for each."""

    moves: tuple[NDArray[np.int32], ...]

    @property
    def size(self) -> int:
        """Count the states."""
        return int(np.prod([len(table) for table in self.moves]))

    def number(self, state: Sequence[int]) -> int:
        """Give the number of a state."""
        number = 0
        for value, table in zip(state, self.moves, strict=True):
            number = number * len(table) + value
        return number

    def after(self, states: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give the numbers (shape n x moves) of what each move makes of n numbered states."""
        turned: NDArray[np.int64] | None = None
        scale = self.size
        for table in self.moves:
            scale //= len(table)
            part = table[states // scale % len(table)].astype(np.int64)
            turned = part if turned is None else turned * len(table) + part
        assert turned is not None
        return turned


def distances(coordinates: Coordinates, goals: Iterable[int]) -> NDArray[np.uint8]:
    """Count the moves from each state to the nearest goal, breadth first.

    The moves must come with their inverses. What no move reaches keeps UNSEEN.
    """
    found = np.full(coordinates.size, UNSEEN, np.uint8)
    frontier = np.fromiter(goals, np.int64)
    depth = 0
    while len(frontier):
        found[frontier] = depth
        depth += 1
        turned = coordinates.after(frontier).ravel()
        found[turned[found[turned] == UNSEEN]] = depth
        frontier = np.flatnonzero(found == depth)
    return found


def descend(coordinates: Coordinates, found: NDArray[np.uint8], start: int) -> tuple[int, ...]:
    """Follow the distances from a state to a goal; gives the numbers of the moves."""
    state, way = start, []
    while found[state]:
        turned = coordinates.after(np.array([state]))[0]
        move = int(np.argmin(found[turned]))
        way.append(move)
        state = int(turned[move])
    return tuple(way)


def kept(name: str, build: Callable[[], Mapping[str, NDArray[Any]]]) -> Mapping[str, NDArray[Any]]:
    """Read tables from the cache; build them where there are none, or damaged ones.

    Raises store.TableError where the cache cannot be written.
    """
    path = store.cache_folder() / f"{name}.tables"
    try:
        return store.load(path)
    except (FileNotFoundError, store.TableError):
        store.save(path, build())
        return store.load(path)
