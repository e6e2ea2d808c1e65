"""A beam search of one phase: of all paths of a length those whose states seem nearest the end.

Paths that are longer already enter later, so that all of a level have the same total length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.reduction.guided_search import (
    GuidedPhase,
    bound_of,
    copy_state,
    hash_of,
    move_state,
    near_bound,
    rank_of,
)
from solver.search.compilation import compiled

# No path of one phase is longer.
DEPTH = 32
# The rank of moves that may not follow: all others are less, and it is not much more, since ranks
# are counted.
NOTHING = 1 << 18
# How many times as many as are kept are looked at, to be told apart.
_LOOKED_AT = 2
# One of so many rows is ranked first, to guess up to which rank the others matter, and how many
# times as many as are looked at are then to be expected.
_SAMPLE = 8
_SURE = 1.25


class Starts(NamedTuple):
    """States with which a phase begins: coordinates, sets, and the length of the path so far."""

    state: NDArray[np.int64]
    sets: NDArray[np.uint32]
    length: NDArray[np.int64]

    def rows(self, rows: NDArray[np.int64]) -> Starts:
        """Return some of them."""
        kept: list[Any] = [np.ascontiguousarray(each[rows]) for each in self]
        return Starts(*kept)


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """States of a phase, each with the row of the cube that it is of: one cube may have several."""

    row: NDArray[np.int64]
    state: NDArray[np.int64]
    sets: NDArray[np.uint32]

    def starts(self, lengths: NDArray[np.int64]) -> Starts:
        """Return them for the search, with the lengths of the paths to the cubes."""
        return Starts(
            np.ascontiguousarray(self.state), np.ascontiguousarray(self.sets), lengths[self.row]
        )


class Paths(NamedTuple):
    """Paths through a phase, each with how many moves it has, and the row of its start."""

    path: NDArray[np.uint8]
    length: NDArray[np.int64]
    start: NDArray[np.int64]


class Moved(NamedTuple):
    """States after one move: the row of the one before, the move, their rank and their hash."""

    row: NDArray[np.int64]
    move: NDArray[np.int64]
    rank: NDArray[np.int32]
    key: NDArray[np.uint64]


class Level(NamedTuple):
    """Paths of one total length, each with the state at its end, its rank, and its last group.

    `start` is the row of its start, `depth` how many moves of `path` were made from there.
    """

    state: NDArray[np.int64]
    sets: NDArray[np.uint32]
    rank: NDArray[np.int32]
    group: NDArray[np.int64]
    start: NDArray[np.int64]
    depth: NDArray[np.int64]
    path: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Beam:
    """A search of a phase that keeps the `width` best of each length, until it `is_over`.

    Of these at most `alike` have the same coordinates: to the next phase they are different.
    """

    phase: GuidedPhase
    width: int
    alike: int
    pool: Executor
    is_over: Callable[[], bool]

    def paths(self, starts: Starts, wanted: int, beyond: int, most: int) -> Paths:
        """Return paths to the end, the shortest in total first.

        These are the first that are found, until they are as many as `wanted`, and no longer ones
        than `beyond` moves more than the shortest. There are none if the beam is too narrow to
        reach the end in `most` moves more than the shortest start.
        """
        rank = np.zeros(len(starts.length), dtype=np.int32)
        _rank_all(self.phase, starts.state, starts.sets, rank)
        total = int(starts.length.min())
        last, count = total + min(most, DEPTH), 0
        level = self._entering(starts, rank, total)
        found = [_chosen(level, level.rank == 0)]
        while total < last and count < wanted and not self.is_over():
            total += 1
            moved = self.moved(_chosen(level, level.rank > 0))
            level = _joined([moved, self._entering(starts, rank, total)])
            found.append(_chosen(level, level.rank == 0))
            count += len(found[-1].start)
            if count:
                last = min(last, total + beyond)
        ends = _joined(found)
        return Paths(ends.path, ends.depth, ends.start)

    def _entering(self, starts: Starts, rank: NDArray[np.int32], total: int) -> Level:
        """Return the best starts of a length."""
        rows = np.flatnonzero(starts.length == total)
        rows = rows[np.argsort(rank[rows], kind="stable")[: self.width]]
        return Level(
            starts.state[rows],
            starts.sets[rows],
            rank[rows],
            np.full(len(rows), len(self.phase.follow) - 1),
            rows,
            np.zeros(len(rows), dtype=np.int64),
            np.zeros((len(rows), DEPTH), dtype=np.uint8),
        )

    def moved(self, level: Level) -> Level:
        """Return the best states after one more move."""
        rows = np.arange(len(level.start))
        sample = self.ranked(level, [rows[::_SAMPLE]], NOTHING)
        rest = rows[rows % _SAMPLE > 0]
        limit = _limit_of(sample, self.width, len(rows))
        ranked = [*sample, *self.ranked(level, [rest[::2], rest[1::2]], limit)]
        joined: list[Any] = [np.concatenate(each) for each in zip(*ranked, strict=True)]
        row, move, ranks, keys = joined
        best = best_of(ranks, keys, self.width, self.alike)
        row, move = row[best], move[best]
        state = np.empty((len(row), level.state.shape[1]), dtype=np.int64)
        sets = np.empty((len(row), level.sets.shape[1]), dtype=np.uint32)
        phase = self.phase
        _move_chosen(phase, level.state, level.sets, row, move, *_room(level), state, sets)
        path, depth = level.path[row], level.depth[row]
        path[np.arange(len(row)), depth] = phase.numbers[move]
        group = phase.group[move].astype(np.int64)
        return Level(state, sets, ranks[best], group, level.start[row], depth + 1, path)

    def ranked(self, level: Level, parts: Sequence[NDArray[np.int64]], limit: int) -> list[Moved]:
        """Return what moves from some rows lead to, up to a rank, each part by a thread."""

        def rank(rows: NDArray[np.int64]) -> Moved:
            room, count = len(rows) * len(self.phase.numbers), np.zeros(1, dtype=np.int64)
            moved = Moved(
                np.empty(room, dtype=np.int64),
                np.empty(room, dtype=np.int64),
                np.empty(room, dtype=np.int32),
                np.empty(room, dtype=np.uint64),
            )
            given = level.state, level.sets, level.group, *_room(level)
            own = np.zeros(len(self.phase.begin), dtype=np.int64)
            _rank_moved(self.phase, rows, *given, own, limit, moved, count)
            arrays: list[Any] = [each[: count[0]] for each in moved]
            return Moved(*arrays)

        return list(self.pool.map(rank, parts))


def _limit_of(sample: Sequence[Moved], width: int, rows: int) -> int:
    """Return a rank up to which there are likely to be more than are looked at."""
    ranks = np.concatenate([each.rank for each in sample])
    share = _LOOKED_AT * width * _SURE / max(1, _SAMPLE * len(ranks))
    if share >= 1:
        return NOTHING
    return int(np.partition(ranks, int(share * len(ranks)))[int(share * len(ranks))])


def _joined(levels: Sequence[Level]) -> Level:
    arrays: list[Any] = [np.concatenate(each) for each in zip(*levels, strict=True)]
    return Level(*arrays)


def _chosen(level: Level, rows: NDArray[np.bool_]) -> Level:
    arrays: list[Any] = [each[rows] for each in level]
    return Level(*arrays)


def _room(level: Level) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Return room for a state before and after a move."""
    return (
        np.zeros((2, level.state.shape[1]), dtype=np.int64),
        np.zeros((2, level.sets.shape[1]), dtype=np.uint32),
    )


def best_of(
    ranks: NDArray[np.int32], keys: NDArray[np.uint64], width: int, alike: int
) -> NDArray[np.int64]:
    """Return where the best ranks are, up to `alike` of each key; those at the end all are.

    Only twice as many as wanted are looked at.
    """
    looked_at = _LOOKED_AT * width
    limit = NOTHING if len(ranks) <= looked_at else int(np.partition(ranks, looked_at)[looked_at])
    near = np.flatnonzero((ranks <= limit) & (ranks > 0))
    near = near[np.argsort(keys[near], kind="stable")]
    # Those of one key stand together: left out is what has the key of one `alike` places before.
    is_kept = np.ones(len(near), dtype=bool)
    is_kept[alike:] = keys[near[alike:]] != keys[near[:-alike]]
    kept = near[is_kept]
    # Of equal ranks any serve: they come in the order of their keys, which are hashes.
    order = np.argsort(ranks[kept], kind="stable")[:width]
    best: NDArray[np.int64] = np.append(kept[order], np.flatnonzero(ranks == 0))
    return best


@compiled
def _rank_all(
    p: GuidedPhase, state: NDArray[np.int64], sets: NDArray[np.uint32], ranks: NDArray[np.int32]
) -> None:
    """Set the rank of each state."""
    for row in range(len(ranks)):
        ranks[row] = rank_of(p, state, sets, row)


@compiled
def _rank_moved(
    p: GuidedPhase,
    rows: NDArray[np.int64],
    state: NDArray[np.int64],
    sets: NDArray[np.uint32],
    group: NDArray[np.int64],
    one: NDArray[np.int64],
    one_sets: NDArray[np.uint32],
    own: NDArray[np.int64],
    limit: Any,
    moved: Moved,
    count: NDArray[np.int64],
) -> None:
    """Add the states after each move from some rows that may follow and ranks up to a limit.

    A move makes no bound much less. So what the bounds of the state before leave
    possible is replaced bound by bound, and often the first few are enough to leave a move out.
    """
    at: Any = np.int64(0)
    for row in rows:
        copy_state(state, sets, row, one, one_sets, 0)
        least: Any = np.int64(0)
        for b in range(len(own)):
            own[b] = p.worth[b, max(bound_of(p, b, one, one_sets, 0) - p.step[0], 0)]
            least += own[b]
        near: Any = np.int64(0)
        if p.reach[0] >= 0:
            near = near_bound(p, one, one_sets, 0)
            near = max(near - p.step[0], 0)
            near = near * p.worth_of_near[0] if near >= p.reach[0] - 1 else 0
        allowed = p.follow[group[row]]
        for move in range(len(p.numbers)):
            if (allowed >> np.uint64(move)) & np.uint64(1) == 0:
                continue
            move_state(p, move, one, one_sets, 0, 1)
            rank: Any = least + near
            for i in range(len(own)):
                b = p.by_worth[i]
                rank += p.worth[b, bound_of(p, b, one, one_sets, 1)] - own[b]
                if rank > limit:
                    break
            if rank > limit:
                continue
            if p.reach[0] >= 0:
                rank += p.worth_of_near[0] * near_bound(p, one, one_sets, 1) - near
            if rank <= limit:
                moved.row[at], moved.move[at], moved.rank[at] = row, move, rank
                moved.key[at] = hash_of(p, one, one_sets, 1)
                at += 1
    count[0] = at


@compiled
def _move_chosen(
    p: GuidedPhase,
    state: NDArray[np.int64],
    sets: NDArray[np.uint32],
    rows: NDArray[np.int64],
    moves: NDArray[np.int64],
    one: NDArray[np.int64],
    one_sets: NDArray[np.uint32],
    after: NDArray[np.int64],
    after_sets: NDArray[np.uint32],
) -> None:
    """Write the states that chosen moves lead to."""
    for at in range(len(rows)):
        copy_state(state, sets, rows[at], one, one_sets, 0)
        move_state(p, moves[at], one, one_sets, 0, 1)
        copy_state(one, one_sets, 1, after, after_sets, at)
