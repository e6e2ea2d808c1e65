"""One stage of the search of a Megaminx: many beginnings go in, many go out that are longer.

From each beginning all words of some length that end the stage are found (depth first, pruned by
the stage's tables), for the sum of both lengths rising, until there are enough. Kept are those that
are shortest together with what the next stage needs at least.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.megaminx_blocks.pieces import Codes, commutes, face_of, pieces
from solver.puzzles.megaminx_blocks.stages import BlockStage
from solver.search.compilation import compiled, compiled_inner

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]

LONGEST = 96  # turns of a beginning
_DEEPEST = 20  # turns of a stage
_MADE = 6  # times as many as are kept are made, and the best chosen
_AT_ONCE = 1_000_000  # nodes until the clock is looked at, about a tenth of a second
NONE = 255  # no turn

# Of a search that is interrupted and goes on: which beginning, how many were found, nodes left.
_NEXT, _FOUND, _LEFT = range(3)


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Words that lead to states: `states` (n, 50), `words` (n, 96), `lengths` (n).

    `forms` (n): which form of the scrambled state each began with.
    """

    states: Codes
    words: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    forms: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.lengths)

    def chosen(self, which: NDArray[np.int64]) -> Beginnings:
        """Return those of some numbers."""
        return Beginnings(
            self.states[which], self.words[which], self.lengths[which], self.forms[which]
        )


def beginnings(states: Codes) -> Beginnings:
    """Return the beginnings without turns of states (n, 50), each a form of its own."""
    return Beginnings(
        states,
        np.full((len(states), LONGEST), NONE, dtype=np.uint8),
        np.zeros(len(states), dtype=np.int64),
        np.arange(len(states)),
    )


@cache
def _may_follow(turns: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return (49, m) which of some turns may follow one of all, or none.

    Not one of the same face; and of faces that share no piece only in one order.
    """
    faces = np.array([face_of(turn) for turn in range(48)])
    after = faces[list(turns)]
    allowed = np.ones((49, len(turns)), dtype=np.bool_)
    allowed[:48] = faces[:, None] != after
    allowed[:48] &= ~(commutes()[faces[:, None], after] & (after < faces[:, None]))
    return allowed


@compiled_inner
def _fits(
    codes: Numbers,
    at: int,
    left: int,
    covered: Numbers,
    factors: Numbers,
    starts: Numbers,
    distances: Bytes,
) -> bool:
    """Return whether the tables allow that so few turns end the stage."""
    for table in range(covered.shape[0]):
        number = starts[table]
        for j in range(covered.shape[1]):
            if covered[table, j] < 0:
                break
            number += codes[at, covered[table, j]] * factors[table, j]
        if distances[number] > left:
            return False
    return True


@compiled
def _search(
    codes: Numbers,
    last: Numbers,
    depths: Numbers,
    turns: Numbers,
    may_follow: NDArray[np.bool_],
    kinds: Numbers,
    moves: Bytes,
    covered: Numbers,
    factors: Numbers,
    starts: Numbers,
    distances: Bytes,
    path: Numbers,
    stack: Numbers,
    progress: Numbers,
    out_from: Numbers,
    out_words: Bytes,
) -> None:
    """Find words of exactly `depths` turns that end the stage; see `_NEXT` for `progress`."""
    while progress[_NEXT] < codes.shape[0] and progress[_FOUND] < out_from.shape[0]:
        if progress[_LEFT] <= 0:
            return
        beginning = progress[_NEXT]
        progress[_NEXT] += 1
        for i in range(codes.shape[1]):
            stack[0, i] = codes[beginning, i]
        depth = depths[beginning]
        if depth == 0 and _fits(stack, 0, 0, covered, factors, starts, distances):
            out_from[progress[_FOUND]] = beginning
            progress[_FOUND] += 1
        at = 0 if depth else -1
        path[0] = -1
        while at >= 0 and progress[_FOUND] < out_from.shape[0]:
            path[at] += 1
            if path[at] == turns.shape[0]:
                at -= 1
                continue
            turn = path[at]
            if not may_follow[last[beginning] if at == 0 else turns[path[at - 1]], turn]:
                continue
            progress[_LEFT] -= 1
            for i in range(codes.shape[1]):
                stack[at + 1, i] = moves[kinds[i], turn, stack[at, i]]
            left = depth - at - 1
            if not _fits(stack, at + 1, left, covered, factors, starts, distances):
                continue
            if left:
                at += 1
                path[at] = -1
            else:
                out_from[progress[_FOUND]] = beginning
                for i in range(depth):
                    out_words[progress[_FOUND], i] = turns[path[i]]
                progress[_FOUND] += 1


def search_stage(
    stage: BlockStage,
    begun: Beginnings,
    rank: Callable[[Codes], NDArray[Any]],
    count: int,
    rng: np.random.Generator,
    is_over: Callable[[], bool],
) -> Beginnings:
    """Return up to `count` beginnings that end the stage; `rank` says what states still need.

    `is_over`: asked now and then; once it says so, only those found until then are returned. `rng`
    decides between equal ones.
    """
    need = stage.distance(begun.states).astype(np.int64)
    limit = int((begun.lengths + need).min())
    found: list[Beginnings] = []
    total = 0
    while total < count and not is_over():
        depths = limit - begun.lengths
        order = rng.permutation(np.flatnonzero(depths >= need))
        most = _MADE * count - total
        found.append(_of_length(stage, begun.chosen(order), depths[order], most, is_over))
        total += len(found[-1])
        limit += 1
    if not found:
        return begun.chosen(np.array([], dtype=np.int64))
    return _best(_joined(found), rank, count)


def _of_length(
    stage: BlockStage,
    begun: Beginnings,
    depths: NDArray[np.int64],
    most: int,
    is_over: Callable[[], bool],
) -> Beginnings:
    """Return beginnings that exactly some more turns of a stage follow: at most some, in time."""
    out_from = np.zeros(most, dtype=np.int64)
    out_words = np.zeros((most, _DEEPEST), dtype=np.uint8)
    progress = np.zeros(3, dtype=np.int64)
    last = np.array(
        [
            words[length - 1] if length else 48
            for words, length in zip(begun.words, begun.lengths.tolist(), strict=True)
        ],
        dtype=np.int64,
    )
    codes = stage.small_codes(begun.states).astype(np.int64)
    may_follow = _may_follow(tuple(stage.turns.tolist()))
    path = np.zeros(_DEEPEST + 1, dtype=np.int64)
    stack = np.zeros((_DEEPEST + 1, codes.shape[1]), dtype=np.int64)
    while progress[_NEXT] < len(begun) and progress[_FOUND] < most:
        progress[_LEFT] = _AT_ONCE
        _search(
            codes,
            last,
            depths,
            stage.turns,
            may_follow,
            stage.is_corner,
            stage.moves,
            stage.covered,
            stage.factors,
            stage.starts,
            stage.distances,
            path,
            stack,
            progress,
            out_from,
            out_words,
        )
        if is_over():
            break
    number = int(progress[_FOUND])
    return _extended(begun, out_from[:number], out_words[:number], depths)


def _extended(
    begun: Beginnings,
    chosen: NDArray[np.int64],
    more: NDArray[np.uint8],
    depths: NDArray[np.int64],
) -> Beginnings:
    longer = begun.chosen(chosen)
    added = depths[chosen]
    states, words = longer.states.copy(), longer.words.copy()
    for at in range(int(added.max(initial=0))):
        which = np.flatnonzero(added > at)
        turn = more[which, at]
        states[which] = pieces().targets[turn[:, None], states[which]]
        words[which, longer.lengths[which] + at] = turn
    return Beginnings(states, words, longer.lengths + added, longer.forms)


def _joined(parts: list[Beginnings]) -> Beginnings:
    return Beginnings(
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.words for part in parts]),
        np.concatenate([part.lengths for part in parts]),
        np.concatenate([part.forms for part in parts]),
    )


def _best(found: Beginnings, rank: Callable[[Codes], NDArray[Any]], count: int) -> Beginnings:
    """Return the best of the beginnings, each state once, the shortest first."""
    by_length = np.argsort(found.lengths, kind="stable")
    _, first = np.unique(found.states[by_length] @ _MIXED, return_index=True)
    different = found.chosen(by_length[first])
    costs = different.lengths + rank(different.states)
    return different.chosen(np.argsort(costs, kind="stable")[:count])


# Two states whose sums with these agree are taken for the same.
_MIXED = np.random.default_rng(0).integers(0, 2**62, 50, dtype=np.uint64)
