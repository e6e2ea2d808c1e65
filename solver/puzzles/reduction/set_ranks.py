"""Sets of places as masks, and their ranks."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.orbits import SIZE


def all_sets(places: int, members: int) -> NDArray[np.int64]:
    """Return all sets of some of the places as masks, in ascending order."""
    chosen = np.array(list(combinations(range(places), members)))
    return np.sort((1 << chosen).sum(axis=1))


def ranks_of(sets: NDArray[np.int64], places: int) -> NDArray[np.int64]:
    """Return for each mask of places its rank among some sets."""
    ranks = np.zeros(1 << places, dtype=np.int64)
    ranks[sets] = np.arange(len(sets))
    return ranks


def rank_halves(members: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return what the upper and the lower half of a set of some of 24 add to its rank."""
    half = np.arange(1 << SIZE // 2)
    counts = ((half[:, np.newaxis] >> np.arange(SIZE // 2)) & 1).sum(axis=1)
    ways = np.array([comb(SIZE // 2, members - n) if n <= members else 0 for n in counts])
    low = np.zeros(len(half), dtype=np.int64)
    for count in range(SIZE // 2 + 1):
        same = counts == count
        low[same] = np.arange(same.sum())
    return (np.cumsum(ways) - ways).astype(np.uint32), low.astype(np.uint32)


def sets_by_rank(members: int) -> NDArray[np.uint32]:
    """Return all sets of some of 24 places, by their rank."""
    high, low = rank_halves(members)
    half = np.arange(1 << SIZE // 2, dtype=np.uint32)
    counts = ((half[:, np.newaxis] >> np.arange(SIZE // 2, dtype=np.uint32)) & 1).sum(axis=1)
    found = np.zeros(comb(SIZE, members), dtype=np.uint32)
    for count in range(max(0, members - SIZE // 2), min(members, SIZE // 2) + 1):
        upper, lower = half[counts == count], half[counts == members - count]
        at = high[upper][:, np.newaxis] + low[lower]
        found[at] = (upper << np.uint32(SIZE // 2))[:, np.newaxis] | lower
    return found
