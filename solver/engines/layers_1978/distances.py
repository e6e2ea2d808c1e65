"""Distance tables of four pieces by Dijkstra's algorithm over turns or operations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.engines.layers_1978.byte_cube import PLACES, Effect, PackedState
from solver.search.compilation import compiled

FOUR = PLACES**4
UNREACHED = 255
Distances = NDArray[np.uint8]


def index_of(state: PackedState, pieces: Sequence[int]) -> int:
    """Return the number of where four pieces are: to base PLACES, the first the lowest digit."""
    first, second, third, fourth = (state[piece] % PLACES for piece in pieces)
    return first + PLACES * (second + PLACES * (third + PLACES * fourth))


def build_distance_table(
    pieces: Sequence[int],
    goals: Iterable[PackedState],
    effects: Sequence[Effect],
    costs: Sequence[int],
) -> Distances:
    """Return for each number the least that it costs to bring four pieces to one of the goals.

    Each effect costs so much, all together less than UNREACHED; UNREACHED stands for what cannot
    be brought there. A piece may be named twice.
    """
    found = np.full(FOUR, UNREACHED, dtype=np.uint8)
    for goal in goals:
        found[index_of(goal, pieces)] = 0
    _run_dijkstra(sources(effects, pieces), np.array(costs), found)
    return found


def targets(effects: Sequence[Effect], pieces: Sequence[int]) -> NDArray[np.uint8]:
    """Return where each effect takes each piece from each place: pieces x effects x places."""
    every = np.array([list(effect[: 2 * PLACES]) for effect in effects], dtype=np.uint8)
    corners, edges = every[:, :PLACES], every[:, PLACES:] - PLACES
    return np.array([corners if piece < 8 else edges for piece in pieces], dtype=np.uint8)


def sources(effects: Sequence[Effect], pieces: Sequence[int]) -> NDArray[np.uint8]:
    """Return where each effect takes each piece from, as `targets`."""
    return np.argsort(targets(effects, pieces), axis=-1).astype(np.uint8)


@compiled
def _run_dijkstra(sources: Any, costs: Any, found: Any) -> Any:
    """Compute all distances from those that are 0 (Dijkstra's algorithm)."""
    cost, farthest = 0, 0
    while cost <= farthest:
        for number in range(len(found)):
            if found[number] != cost:
                continue
            for move in range(len(costs)):
                rest, before, digit = number, 0, 1
                for i in range(4):
                    before += digit * sources[i, move, rest % PLACES]
                    rest //= PLACES
                    digit *= PLACES
                if cost + costs[move] < found[before]:
                    found[before] = cost + costs[move]
                    farthest = max(farthest, cost + costs[move])
        cost += 1
