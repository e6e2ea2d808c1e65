"""A beam search of one phase: of all paths of a length those whose states are nearest the end.

Paths that are longer already enter later, so that all of a level have the same total length.
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.reduction.guided_search import (
    DEPTH,
    GuidedPhase,
    Starts,
    hash_of,
    move_state,
    rank_of,
    set_values,
)
from solver.search.compilation import compiled

# The rank of moves that may not follow.
_NOTHING = 1 << 14


class Level(NamedTuple):
    """Paths of one total length, each with the state at its end and the group of its last move.

    `start` is the row of its start, `depth` how many moves of `path` were made from there.
    """

    state: NDArray[np.int64]
    sets: NDArray[np.uint32]
    group: NDArray[np.int64]
    start: NDArray[np.int64]
    depth: NDArray[np.int64]
    path: NDArray[np.uint8]


def beam_level(
    phase: GuidedPhase, starts: Starts, width: int, levels: int, pool: Executor
) -> Level:
    """Return the paths of a beam after some moves beyond the shortest start.

    Longer starts, those that may be fewer moves than `levels` from the end, and paths that reach it
    earlier are there too. The values of starts are set.
    """
    total = int(starts.length.min())
    near = starts.value - starts.length <= levels
    found = _entering(phase, starts, np.flatnonzero(near | (starts.length > total + levels)))
    level = _entering(phase, starts, np.flatnonzero(starts.length == total))
    for _ in range(levels):
        total += 1
        level = _moved(phase, level, width, pool)
        is_end = _are_ends(phase, level)
        found = _joined(found, _chosen(level, is_end))
        level = _chosen(level, ~is_end)
        level = _joined(level, _entering(phase, starts, np.flatnonzero(starts.length == total)))
    return _joined(found, level)


def _are_ends(phase: GuidedPhase, level: Level) -> NDArray[np.bool_]:
    nothing = np.zeros(len(level.start), dtype=np.int64)
    found = Starts(level.state, level.sets, nothing, nothing.copy())
    set_values(phase, found)
    ends: NDArray[np.bool_] = found.value == 0
    return ends


def _entering(phase: GuidedPhase, starts: Starts, rows: NDArray[np.int64]) -> Level:
    count = len(rows)
    return Level(
        starts.state[rows],
        starts.sets[rows],
        np.full(count, len(phase.follow) - 1),
        rows,
        np.zeros(count, dtype=np.int64),
        np.zeros((count, DEPTH), dtype=np.uint8),
    )


def _joined(one: Level, other: Level) -> Level:
    arrays: list[Any] = [np.concatenate((a, b)) for a, b in zip(one, other, strict=True)]  # type: ignore[arg-type]
    return Level(*arrays)


def _chosen(level: Level, rows: NDArray[np.bool_]) -> Level:
    arrays: list[Any] = [each[rows] for each in level]
    return Level(*arrays)


def _moved(phase: GuidedPhase, level: Level, width: int, pool: Executor) -> Level:
    """Return the best states after one more move, each once."""
    moves = len(phase.numbers)
    ranks = np.full((len(level.start), moves), _NOTHING, dtype=np.int16)
    keys = np.zeros((len(level.start), moves), dtype=np.uint64)

    def rank(rows: slice) -> None:
        given = level.state[rows], level.sets[rows], level.group[rows]
        _rank_moved(phase, *given, *_room(level), ranks[rows], keys[rows])

    half = len(level.start) // 2
    list(pool.map(rank, (slice(half), slice(half, None))))
    row, move = np.divmod(_best_once(ranks.ravel(), keys.ravel(), width), moves)
    after = Level(
        np.empty((len(row), level.state.shape[1]), dtype=np.int64),
        np.empty((len(row), level.sets.shape[1]), dtype=np.uint32),
        phase.group[move].astype(np.int64),
        level.start[row],
        level.depth[row] + 1,
        level.path[row],
    )
    after.path[np.arange(len(row)), level.depth[row]] = phase.numbers[move]
    _move_chosen(
        *(phase, level.state, level.sets, row, move, *_room(level), after.state, after.sets)
    )
    return after


def _room(level: Level) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Return room for a state before and after a move."""
    return (
        np.zeros((2, level.state.shape[1]), dtype=np.int64),
        np.zeros((2, level.sets.shape[1]), dtype=np.uint32),
    )


def _best_once(ranks: NDArray[np.int16], keys: NDArray[np.uint64], width: int) -> NDArray[np.int64]:
    """Return where the best ranks are, one of each key; those at the end all are."""
    counts = np.bincount(ranks, minlength=_NOTHING + 1)[:_NOTHING].cumsum()
    limit = min(int(np.searchsorted(counts, 2 * width)), _NOTHING - 1)
    near = np.flatnonzero((ranks <= limit) & (ranks > 0))
    _, first = np.unique(keys[near], return_index=True)
    once = near[first]
    # Of equal ranks any serve: they come in the order of their keys, which are hashes.
    order = np.argsort(ranks[once], kind="stable")[:width]
    best: NDArray[np.int64] = np.append(once[order], np.flatnonzero(ranks == 0))
    return best


@compiled
def _rank_moved(
    p: GuidedPhase,
    state: NDArray[np.int64],
    sets: NDArray[np.uint32],
    group: NDArray[np.int64],
    one: NDArray[np.int64],
    one_sets: NDArray[np.uint32],
    ranks: NDArray[np.int16],
    keys: NDArray[np.uint64],
) -> None:
    """Set rank and hash of each state after each move that may follow."""
    for row in range(len(group)):
        for c in range(one.shape[1]):
            one[0, c] = state[row, c]
        for j in range(one_sets.shape[1]):
            one_sets[0, j] = sets[row, j]
        allowed = p.follow[group[row]]
        for move in range(len(p.numbers)):
            if (allowed >> np.uint64(move)) & np.uint64(1):
                move_state(p, move, one, one_sets, 0, 1)
                ranks[row, move] = rank_of(p, one, one_sets, 1)
                keys[row, move] = hash_of(p, one, one_sets, 1)


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
        for c in range(one.shape[1]):
            one[0, c] = state[rows[at], c]
        for j in range(one_sets.shape[1]):
            one_sets[0, j] = sets[rows[at], j]
        move_state(p, moves[at], one, one_sets, 0, 1)
        for c in range(one.shape[1]):
            after[at, c] = one[1, c]
        for j in range(one_sets.shape[1]):
            after_sets[at, j] = one_sets[1, j]
