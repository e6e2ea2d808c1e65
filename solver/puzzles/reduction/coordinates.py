"""Coordinates of a phase: numbers of sets and of arrangements of pieces, and what moves do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.orbits import SIZE


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


Numbers = NDArray[np.int64]
# The order of each value and move (values x moves), and what each order makes of arrangements.
Twists = tuple[NDArray[np.uint8], NDArray[np.uint16]]


@dataclass(frozen=True, slots=True, eq=False)
class Coordinate:
    """A number with its value after each move (`next`: values x moves) and its values at the end.

    `of_key` are the values of the keys by which states are described, -1 for those that cannot
    occur. Where `twisted_by` is another coordinate's place in the phase, the value after a move is
    `reordered[order, value]` with `order` of that one's value and the move.
    """

    next: Numbers
    goals: tuple[int, ...]
    of_key: Numbers
    twisted_by: int = -1

    @property
    def size(self) -> int:
        """Return how many values it has."""
        return len(self.next)


@dataclass(frozen=True, slots=True, eq=False)
class SetOfPlaces:
    """A set of some of 24 places: where moves take them (moves x 24), and the set at the end."""

    members: int
    targets: Numbers
    goal: int

    @property
    def size(self) -> int:
        """Return how many such sets there are."""
        return comb(SIZE, self.members)


@dataclass(frozen=True, slots=True, eq=False)
class CoordinatePart:
    """A coordinate that says less than another, and `of` its value for each of that one's."""

    coordinate: Coordinate
    of: Numbers


def moved_keys(keys: Numbers, targets: Numbers, toggled: Numbers) -> Numbers:
    """Return masks after moves (masks x moves), from where these take each place (moves x places).

    `toggled` (moves) is then taken to be exchanged: 1 for 0.
    """
    bits = (keys[:, np.newaxis] >> np.arange(targets.shape[1])) & 1
    moved: Numbers = bits @ (np.int64(1) << targets).T
    return moved ^ toggled


def closed_masks(
    solved: int, targets: Numbers, later: Sequence[int], toggled: Numbers | None = None
) -> Coordinate:
    """Return the coordinate of the masks that moves lead to from that of the solved cube.

    The end is what the moves `later`, places among these, lead to. See `moved_keys`.
    """
    toggled = np.zeros(len(targets), dtype=np.int64) if toggled is None else toggled
    keys = _closure(solved, targets, toggled)
    of_key = np.full(1 << targets.shape[1], -1, dtype=np.int64)
    of_key[keys] = np.arange(len(keys))
    goals = _closure(solved, targets[list(later)], toggled[list(later)])
    after = of_key[moved_keys(keys, targets, toggled)]
    return Coordinate(after, tuple(of_key[goals].tolist()), of_key)


def keys_of(coordinate: Coordinate) -> Numbers:
    """Return the key of each value."""
    found = np.zeros(coordinate.size, dtype=np.int64)
    keys = np.flatnonzero(coordinate.of_key >= 0)
    found[coordinate.of_key[keys]] = keys
    return found


def _closure(first: int, targets: Numbers, toggled: Numbers) -> Numbers:
    found = latest = np.array([first])
    while len(latest):
        latest = np.setdiff1d(moved_keys(latest, targets, toggled), found)
        found = np.union1d(found, latest)
    return found


@cache
def arrangements(places: int, pieces: int) -> tuple[Numbers, Numbers]:
    """Return all arrangements of some pieces in some places, and their numbers by `key_of`."""
    found = np.array(list(permutations(range(places), pieces)), dtype=np.int64)
    number = np.full(places**pieces, -1, dtype=np.int64)
    number[key_of(found, places)] = np.arange(len(found))
    return found, number


def key_of(arranged: NDArray[Any], places: int) -> Numbers:
    """Return the digits of arrangements (... x pieces) as one number."""
    weights = places ** np.arange(arranged.shape[-1], dtype=np.int64)[::-1]
    key: Numbers = arranged.astype(np.int64) @ weights
    return key


def arrangement(targets: Numbers, solved: Sequence[int], twisted_by: int = -1) -> Coordinate:
    """Return the coordinate of where some pieces are, from where moves take each place.

    `solved` are their places at the end. For `twisted_by` see Coordinate.
    """
    arranged, number = arrangements(targets.shape[1], len(solved))
    after = [number[key_of(target[arranged], targets.shape[1])] for target in targets]
    end = number[key_of(np.array(solved), targets.shape[1])]
    return Coordinate(np.stack(after, axis=1), (int(end),), number, twisted_by)


def twists(places: Coordinate, targets: Numbers) -> Twists:
    """Return in which order moves leave the pieces at a set of places, and what orders make.

    `targets` (moves x places) is where moves take each place. The first array has an order for each
    set and move, the second (orders x arrangements) what an arrangement becomes in each.
    """
    width = targets.shape[1]
    members = np.array(
        [[at for at in range(width) if mask >> at & 1] for mask in keys_of(places).tolist()]
    )
    pieces = members.shape[1]
    sorted_to = np.argsort(targets[:, members], axis=2)
    orders = np.array(list(permutations(range(pieces))))
    number = {tuple(order): i for i, order in enumerate(orders.tolist())}
    order = np.array(
        [[number[tuple(each)] for each in row] for row in sorted_to.transpose(1, 0, 2).tolist()]
    )
    arranged, of_key = arrangements(width, pieces)
    reordered = np.stack([of_key[key_of(arranged[:, each], width)] for each in orders])
    return order.astype(np.uint8), reordered.astype(np.uint16)
