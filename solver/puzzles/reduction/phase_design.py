"""What a phase is made of: coordinates with move tables, sets of places, and which bounds it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.orbits import SIZE
from solver.puzzles.reduction.bounds import distances, packed
from solver.puzzles.reduction.guided_search import Phase
from solver.puzzles.reduction.layer_moves import LayerMove, followers, octet_moves
from solver.puzzles.reduction.set_ranks import rank_halves, sets_by_rank

Progress = Callable[[float], None]
Numbers = NDArray[np.int64]


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
class PhaseDesign:
    """A phase: its moves, by their numbers among all, coordinates, sets, and terms of its bounds.

    The terms are places in `coordinates` followed by `sets`. `order` (values x moves) and
    `reordered` (orders x values) are those of twisted coordinates.
    """

    moves: tuple[LayerMove, ...]
    numbers: tuple[int, ...]
    coordinates: tuple[Coordinate, ...]
    sets: tuple[SetOfPlaces, ...]
    bounds: tuple[tuple[int, ...], ...]
    order: NDArray[np.uint8]
    reordered: NDArray[np.uint16]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return how many values each term of a bound has."""
        return tuple(each.size for each in (*self.coordinates, *self.sets))

    def bound_sizes(self) -> tuple[int, ...]:
        """Return how many octets each bound takes."""
        entries = [int(np.prod([self.sizes[term] for term in terms])) for terms in self.bounds]
        return tuple((count + 1) // 2 for count in entries)

    def with_bounds(self, bounds: NDArray[np.uint8]) -> Phase:
        """Return the phase for the compiled search, with its bounds one after the other."""
        begin = np.concatenate([[0], np.cumsum(self.bound_sizes())[:-1]]) * 2
        flat = [each.next.ravel() for each in self.coordinates]
        offset = np.cumsum([0, *(len(table) for table in flat)])[: len(flat)]
        sets = [octet_moves(each.targets.astype(np.int32)) for each in self.sets]
        ranks = [np.stack(rank_halves(each.members)) for each in self.sets]
        return Phase(
            numbers=np.array(self.numbers, dtype=np.uint8),
            group=np.array([self.moves[i].group for i in self.numbers], dtype=np.uint8),
            follow=followers(self.moves, self.numbers),
            next=np.concatenate([*flat, [0]]).astype(np.uint32),
            offset=offset.astype(np.int64),
            twisted_by=np.array([each.twisted_by for each in self.coordinates], dtype=np.int64),
            order=self.order.ravel(),
            reordered=self.reordered,
            set_moves=np.array(sets, dtype=np.uint32).reshape(-1, len(self.numbers), 3, 256),
            set_ranks=np.array(ranks, dtype=np.uint32).reshape(-1, 2, 4096),
            terms=self._terms(),
            begin=begin.astype(np.int64),
            bounds=bounds,
        )

    def build(self, progress: Progress) -> NDArray[np.uint8]:
        """Return all bounds, one after the other. `progress` is called with the share done."""
        phase = self.with_bounds(np.zeros(0, dtype=np.uint8))
        weights = np.array(self.bound_sizes(), dtype=np.float64)
        done = 0.0
        found = []
        for number, terms in enumerate(self.bounds):

            def share(part: float, done: float = done, own: float = weights[number]) -> None:
                progress((done + part * own) / weights.sum())

            sides = [self.sizes[term] for term in terms]
            of_terms = [self._goals(term) for term in terms]
            goals = np.array([np.ravel_multi_index(goal, sides) for goal in product(*of_terms)])
            of_set = [term - len(self.coordinates) for term in terms]
            members = [sets_by_rank(self.sets[at].members) for at in of_set if at >= 0]
            found.append(
                packed(
                    distances(
                        *(phase, number, sides),
                        *(members[0] if members else np.zeros(0, dtype=np.uint32), goals, share),
                    )
                )
            )
            done += weights[number]
        return np.concatenate(found)

    def _terms(self) -> Numbers:
        """Return the terms and strides of each bound, -1 where it has no more."""
        most = max(map(len, self.bounds))
        found = np.full((len(self.bounds), most, 2), -1, dtype=np.int64)
        for bound, terms in enumerate(self.bounds):
            stride = 1
            for i in reversed(range(len(terms))):
                found[bound, i] = terms[i], stride
                stride *= self.sizes[terms[i]]
        return found

    def _goals(self, term: int) -> tuple[int, ...]:
        """Return the values of a term at the end."""
        if term < len(self.coordinates):
            return self.coordinates[term].goals
        one = self.sets[term - len(self.coordinates)]
        high, low = rank_halves(one.members)
        return (int(high[one.goal >> SIZE // 2] + low[one.goal & 4095]),)


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


def _closure(first: int, targets: Numbers, toggled: Numbers) -> Numbers:
    found = np.array([first])
    while True:
        more = np.unique(np.append(found, moved_keys(found, targets, toggled)))
        if len(more) == len(found):
            return more
        found = more


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
