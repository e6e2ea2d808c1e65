"""What a phase is made of: coordinates with move tables, sets of places, and its bounds."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.orbits import SIZE
from solver.puzzles.reduction import pairing
from solver.puzzles.reduction.bounds import distances, nearer_moves, packed
from solver.puzzles.reduction.coordinates import (
    Coordinate,
    CoordinatePart,
    Numbers,
    SetOfPlaces,
    Twists,
    octet_moves,
    rank_halves,
    sets_by_rank,
)
from solver.puzzles.reduction.guided_search import FARTHEST, GuidedPhase
from solver.puzzles.reduction.layer_moves import LayerMove, followers
from solver.puzzles.reduction.pairing import PairingMoves, no_pairing
from solver.search.pruning import SymmetryClasses, build_pruning_table

Progress = Callable[[float], None]

# What the distance in a bound is worth in the rank of a state: its weight times the square of what
# it has above `_FREE` moves, and a little for each move, so that only the end of a phase is worth
# nothing. The form and the weights of the designs come from a logistic regression on random cubes:
# it told states of the shortest known paths from others in beams of the same length.
_FREE = 2
_SCALE = 10
# The weight of a bound, and what a move is worth that the hash of the whole state tells, where a
# design does not say.
_WEIGHT, _WORTH_OF_NEAR = 30, 40


def _no_twists() -> Twists:
    return np.zeros((1, 1), dtype=np.uint8), np.zeros((1, 1), dtype=np.uint16)


@dataclass(frozen=True, slots=True, eq=False)
class Folded:
    """A bound of two coordinates, the first under symmetries.

    The first may be two that are folded together, `terms[0]` and `terms[2]`. `classes` has for each
    value of the first 16 * class + the symmetry that leads to the class's representative, `images`
    (symmetries x values) what the second, or the `part` of it that counts, looks like. `like` is
    the number of an earlier folded bound whose distances serve for this one too.
    """

    terms: tuple[int, ...]
    classes: SymmetryClasses
    images: Numbers
    part: CoordinatePart | None = None
    like: int | None = None

    @property
    def entries(self) -> int:
        """Return how many distances it has of its own."""
        return 0 if self.like is not None else len(self.classes.representatives) * self.width

    @property
    def width(self) -> int:
        """Return how many values the second coordinate, or its part, has."""
        return int(self.images.shape[1])

    @property
    def images_of_second(self) -> Numbers:
        """Return what each value of the second coordinate looks like: symmetries x values."""
        return self.images if self.part is None else self.images[:, self.part.of]


@dataclass(frozen=True, slots=True, eq=False)
class PhaseDesign:
    """A phase: its moves, by their numbers among all, coordinates, sets, and terms of its bounds.

    The terms are places in `coordinates` followed by `sets`. `twists` are those of twisted
    coordinates. `folded` are more bounds. 2^`near_bits` cells, or none, hold what is near the end.
    `weights` are those of the bounds in the rank of a state, `_WEIGHT` each where there are none,
    `worth_of_near` is what a move counts there that the hash tells, `step` how many moves of the
    tables' metric one is at most. `ends` are the states at the end, a row each, where these are not
    all that have the coordinates' goals; there are no sets then. `pairing` is that of wings, whose
    distances are the last. Where it `lists_moves`, the moves that lead nearer are known for each
    state of the first bound.
    """

    moves: tuple[LayerMove, ...]
    numbers: tuple[int, ...]
    coordinates: tuple[Coordinate, ...]
    sets: tuple[SetOfPlaces, ...]
    bounds: tuple[tuple[int, ...], ...]
    twists: Twists = field(default_factory=_no_twists)
    folded: tuple[Folded, ...] = ()
    near_bits: int = 0
    weights: tuple[int, ...] = ()
    worth_of_near: int = _WORTH_OF_NEAR
    step: int = 1
    ends: Numbers | None = None
    pairing: PairingMoves = field(default_factory=no_pairing)
    lists_moves: bool = False

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return how many values each term of a bound has."""
        of_sets = [each.size for each in self.sets]
        return (*(each.size for each in self.coordinates), *of_sets)

    def bound_sizes(self) -> tuple[int, ...]:
        """Return how many octets each bound takes, the folded ones last."""
        entries = [self._states_of(terms) for terms in self.bounds]
        entries += [each.entries for each in self.folded]
        if self.pairing.size:
            entries.append(self.pairing.size)
        return tuple((count + 1) // 2 for count in entries)

    @property
    def near_octets(self) -> int:
        """Return how many octets `near` takes."""
        return (1 << self.near_bits) // 4 if self.near_bits else 0

    @property
    def listed_states(self) -> int:
        """Return the number of states whose moves that lead nearer are listed."""
        return self._states_of(self.bounds[0]) if self.lists_moves else 0

    def with_bounds(
        self,
        bounds: NDArray[np.uint8],
        nearer: NDArray[np.uint32],
        near: NDArray[np.uint8],
        reach: NDArray[np.int64],
    ) -> GuidedPhase:
        """Return the phase for the compiled search, with its bounds one after the other."""
        assert all(each.size <= 1 << 16 for each in self.coordinates)
        flat = [each.next.ravel() for each in self.coordinates]
        offset = np.cumsum([0, *(len(table) for table in flat)])[: len(flat)]
        sets = [octet_moves(each.targets.astype(np.int32)) for each in self.sets]
        ranks = [np.stack(rank_halves(each.members)) for each in self.sets]
        plain, count = [-1] * len(self.bounds), len(self.bounds) + len(self.folded)
        begins, worth = self._begins(), self._worth(count)
        classes = {id(each.classes): each.classes.class_and_symmetry for each in self.folded}
        class_begins = dict(zip(classes, _begins([*classes.values()]), strict=True))
        images = [each.images_of_second.ravel() for each in self.folded]
        return GuidedPhase(
            numbers=np.array(self.numbers, dtype=np.uint8),
            group=np.array([self.moves[i].group for i in self.numbers], dtype=np.uint8),
            follow=followers(self.moves, self.numbers),
            next=np.concatenate([*flat, [0]]).astype(np.uint16),
            offset=offset.astype(np.int64),
            twisted_by=np.array([each.twisted_by for each in self.coordinates], dtype=np.int64),
            order=self.twists[0].ravel(),
            reordered=self.twists[1],
            set_moves=np.array(sets, dtype=np.uint32).reshape(-1, len(self.numbers), 3, 256),
            set_ranks=np.array(ranks, dtype=np.uint32).reshape(-1, 2, 4096),
            terms=self._terms(),
            begin=begins[:count],
            worth=worth,
            by_worth=np.argsort(-worth[:, -1], kind="stable"),
            step=np.array([self.step]),
            worth_of_near=np.array([_SCALE * self.worth_of_near]),
            bounds=bounds,
            classes=np.concatenate([*classes.values(), [0]]).astype(np.uint32),
            classes_begin=np.array(
                [*plain, *(class_begins[id(each.classes)] for each in self.folded)], dtype=np.int64
            ),
            images=np.concatenate([*images, [0]]).astype(np.uint16),
            images_begin=np.array([*plain, *_begins(images)], dtype=np.int64),
            near=near,
            reach=reach,
            pairing=self.pairing,
            pairing_begin=begins[count:],
            nearer=nearer.reshape(-1, 3),
        )

    def _worth(self, count: int) -> Numbers:
        """Return what each distance is worth: bounds x distances."""
        weights = np.array(self.weights or [_WEIGHT] * count, dtype=np.int64)
        far = np.arange(FARTHEST + 1, dtype=np.int64)
        worth: Numbers = _SCALE * weights[:, np.newaxis] * np.maximum(far - _FREE, 0) ** 2 + far
        return worth

    def without_bounds(self) -> GuidedPhase:
        """Return the phase with bounds that are still unknown."""
        nothing = np.zeros(0, dtype=np.uint8)
        return self.with_bounds(nothing, np.zeros((0, 3), dtype=np.uint32), nothing, np.array([-1]))

    def _begins(self) -> Numbers:
        """Return where each bound begins: an entry, of which there are two in an octet."""
        sizes = self.bound_sizes()
        found = 2 * (np.cumsum(sizes, dtype=np.int64) - np.array(sizes, dtype=np.int64))
        for at, each in enumerate(self.folded):
            if each.like is not None:
                found[len(self.bounds) + at] = found[len(self.bounds) + each.like]
        return found

    def _states_of(self, terms: Sequence[int]) -> int:
        return int(np.prod([self.sizes[term] for term in terms]))

    def build(self, progress: Progress) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
        """Return all bounds, one after the other, and the moves that lead nearer.

        `progress` is called with the share done.
        """
        nearer = np.zeros(0, dtype=np.uint32)
        weights = np.array(self.bound_sizes(), dtype=np.float64)
        found: list[NDArray[np.uint8]] = []
        for number in range(len(weights)):

            def share(part: float, number: int = number) -> None:
                progress((weights[:number].sum() + part * weights[number]) / weights.sum())

            if number < len(self.bounds):
                plain = self._plain_distances(number, share)
                found.append(packed(plain))
                if self.lists_moves and number == 0:
                    nearer = nearer_moves(self.without_bounds(), *self._sides(0), plain)
            elif number == len(self.bounds) + len(self.folded):
                found.append(packed(pairing.distances(self.pairing, share)))
            elif weights[number]:
                found.append(packed(self._folded_distances(number - len(self.bounds), share)))
        return np.concatenate(found), nearer

    def _plain_distances(self, number: int, progress: Progress) -> NDArray[np.uint8]:
        sides, members = self._sides(number)
        terms = self.bounds[number]
        goals = np.array([np.ravel_multi_index(goal, sides) for goal in self.goals(terms)])
        return distances(self.without_bounds(), number, sides, members, goals, progress)

    def _sides(self, number: int) -> tuple[list[int], NDArray[np.uint32]]:
        """Return how many values the terms of a bound have, and its set's members, by rank."""
        terms = self.bounds[number]
        of_set = [term - len(self.coordinates) for term in terms]
        members = [sets_by_rank(self.sets[at].members) for at in of_set if at >= 0]
        none = np.zeros(0, dtype=np.uint32)
        return [self.sizes[term] for term in terms], members[0] if members else none

    def _folded_distances(self, number: int, progress: Progress) -> NDArray[np.uint8]:
        each = self.folded[number]
        folded, second = (self.coordinates[term] for term in each.terms[:2])
        other = second if each.part is None else each.part.coordinate
        entries = each.classes.class_and_symmetry.astype(np.int64)
        ends, after = np.array(folded.goals), each.classes.representatives
        if len(each.terms) == 2:
            after = folded.next[after]
        else:
            third = self.coordinates[each.terms[2]]
            ends = (ends[:, np.newaxis] * third.size + np.array(third.goals)).ravel()
            rows, others = np.divmod(after, third.size)
            after = folded.next[rows] * third.size + third.next[others]
        of_goals = entries[ends]
        seen = [each.images[entry & 15, list(other.goals)] for entry in of_goals]
        rows = np.repeat(of_goals >> 4, len(other.goals))
        table = build_pruning_table(
            each.classes,
            entries[after],
            [1] * len(self.numbers),
            other.next.astype(np.uint16),
            each.images.astype(np.uint16),
            (rows, np.concatenate(seen)),  # type: ignore[arg-type]
            FARTHEST,
            os.cpu_count() or 1,
            progress,
        )
        return np.minimum(table, FARTHEST).ravel()

    def _terms(self) -> Numbers:
        """Return the terms and strides of each bound, -1 where it has no more."""
        most = max(3, *map(len, self.bounds))
        found = np.full((len(self.bounds) + len(self.folded), most, 2), -1, dtype=np.int64)
        for bound, terms in enumerate(self.bounds):
            stride = 1
            for i in reversed(range(len(terms))):
                found[bound, i] = terms[i], stride
                stride *= self.sizes[terms[i]]
        for at, each in enumerate(self.folded, start=len(self.bounds)):
            found[at, :2] = [
                (each.terms[0], each.width),
                (each.terms[1], self.sizes[each.terms[1]]),
            ]
            if len(each.terms) > 2:
                found[at, 2] = each.terms[2], self.sizes[each.terms[2]]
        return found

    def goals(self, terms: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the values that some terms have together at the end."""
        if self.ends is not None:
            return [tuple(row) for row in np.unique(self.ends[:, list(terms)], axis=0).tolist()]
        return list(product(*(self._goals_of(term) for term in terms)))

    def _goals_of(self, term: int) -> tuple[int, ...]:
        if term < len(self.coordinates):
            return self.coordinates[term].goals
        one = self.sets[term - len(self.coordinates)]
        high, low = rank_halves(one.members)
        return (int(high[one.goal >> SIZE // 2] + low[one.goal & 4095]),)


def _begins(parts: Sequence[NDArray[Any]]) -> list[int]:
    """Return where each of some arrays begins when they are joined."""
    ends: list[int] = np.cumsum([0, *map(len, parts)]).tolist()
    return ends[: len(parts)]
