"""Sets of places as masks: where moves take them, and their ranks."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

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


def octet_moves(targets: NDArray[Any]) -> NDArray[np.uint32]:
    """Return where moves take each octet of a set, from where they take 24 pieces (moves x 24)."""
    bits = (np.arange(256)[:, np.newaxis] >> np.arange(8)) & 1
    weights = np.int64(1) << targets.astype(np.int64)
    found = [weights[:, 8 * octet : 8 * octet + 8] @ bits.T for octet in range(3)]
    return np.stack(found, axis=1).astype(np.uint32)


def move_masks(octets: NDArray[np.uint32], masks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where moves take sets of centres: sets x moves."""
    parts = [octets[:, octet, masks >> 8 * octet & 255] for octet in range(3)]
    return (parts[0] | parts[1] | parts[2]).T.astype(np.int64)
