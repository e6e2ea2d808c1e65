"""The most probable turns of a cube, from what a film's frames say of its stickers.

A hypothesis is the cube as it is held (the colour at each of 54 places), the layer that is just
turning and how far, and the turns that led there. In each frame it may stay as it is, begin, go on
with or end a turn, or be turned as a whole, at prices; equal hypotheses are merged, the better one
stays (Viterbi), and the best `BEAM` go on. A move that is older than some frames in the best
hypothesis is decided: what does not descend from it is dropped, so that memory stays the same
however long the film is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from numba import njit

from vision.arrays import FloatArray, IntArray
from vision.film.turn_candidates import (
    ALL_SOURCES,
    AT_REST,
    MOTIONS,
    NO_MOVE,
    STAY,
    TURNS,
    expand,
)

BEAM = 800
# Hypotheses that are worse than the best by more (natural logarithms) are dropped.
MARGIN = 60.0
# A move is certain if every hypothesis that is worse by less (natural logarithms) has it too, with
# its end in about the same frame.
RIVAL_MARGIN = 8.0
ALIKE_FRAMES = 12
# A turn of a layer that was on its way in fewer frames may be a pose that was wrong for a moment.
SEEN_FRAMES = 2
# Two turns of which one undoes the other leave the cube as it was: where so few frames are between
# them (from end to end) they may be a finger, or a pose that was wrong for a moment.
UNDONE_FRAMES = 12
# A turn of the whole cube takes longer: another one within so many frames has this price on top, as
# it is rather the same, which is expected in several frames.
WHOLE_FRAMES, REPEATED_WHOLE_PRICE = 6, 6.0

_HASHES = np.random.default_rng(1).integers(1, 2**63, (54, 6), dtype=np.uint64)
_MOTION_HASHES = np.random.default_rng(2).integers(1, 2**63, MOTIONS, dtype=np.uint64)


@njit(cache=True, nogil=True)
def _select(order: IntArray, candidates: IntArray, states: IntArray, beam: int) -> IntArray:
    """Return the first candidates, each cube and motion once, at most `beam`."""
    size = 1 << 14
    table = np.zeros(size, np.uint64)
    chosen = np.empty(min(beam, len(order)), np.int64)
    count = 0
    for candidate in order:
        parent, move, motion = candidates[candidate]
        state, source = states[parent], ALL_SOURCES[move]
        key = _MOTION_HASHES[motion]
        for place in range(54):
            key ^= _HASHES[place, state[source[place]]]
        slot = np.int64(key & np.uint64(size - 1))
        while table[slot] != 0 and table[slot] != key:
            slot = (slot + 1) % size
        if table[slot] == key:
            continue
        table[slot] = key
        chosen[count] = candidate
        count += 1
        if count == len(chosen):
            break
    return chosen[:count]


@dataclass(frozen=True, slots=True, eq=False)
class DoneMove:
    """A move that is done: which of MOVES, the frames of its start and its end, the one before."""

    move: int
    start: int
    end: int
    before: DoneMove | None


class TurnSearch:
    """The hypotheses at one frame; `advance` goes to the next.

    Attributes: `states` (hypotheses x 54): colours (0..5) as the cube is held; `motions`; `scores`,
    the best first; `frame`.
    """

    def __init__(self, starts: IntArray) -> None:
        """Begin with cubes that are equally probable (count x 54, colours 0..5)."""
        count = len(starts)
        self.states = np.ascontiguousarray(starts, np.int64)
        self.motions = np.full(count, AT_REST)
        self.scores = np.zeros(count)
        self.frame = 0
        self._began = np.zeros(count, np.int64)
        self._starts, self._origins = self.states, np.arange(count)
        self._done: list[DoneMove | None] = [None] * count
        self._last_moves, self._last_ends = np.full(count, NO_MOVE), np.zeros(count, np.int64)
        self._decided: DoneMove | None = None

    def advance(self, still: FloatArray, moving: FloatArray, whole_turn_prices: FloatArray) -> None:
        """Go on by one frame.

        `still` (54 x 6): the log-likelihood of each colour at each place; `moving` (6 x 3 x 21 x
        6): the same at the places of each layer on its way; `whole_turn_prices` (9).
        """
        just_turned = (self._last_moves >= TURNS) & (self.frame - self._last_ends <= WHOLE_FRAMES)
        candidates, score = expand(
            self.states,
            self.motions,
            self._last_moves,
            self.scores,
            still,
            moving,
            whole_turn_prices + REPEATED_WHOLE_PRICE * just_turned[:, None],
        )
        usable = np.flatnonzero(score > score.max() - MARGIN)
        keep = min(len(usable), 3 * BEAM)
        top = usable[np.argpartition(-score[usable], keep - 1)[:keep]]
        order = top[np.argsort(-score[top])]
        chosen = _select(order, candidates, self.states, BEAM)
        parent, move, motion = candidates[chosen].T
        self._take(parent, move, motion, score[chosen])
        self.frame += 1

    def _take(self, parent: IntArray, move: IntArray, motion: IntArray, score: FloatArray) -> None:
        """Make the chosen candidates the hypotheses."""
        done = [self._done[i] for i in parent]
        began = self._began[parent]
        was_turning = self.motions[parent] != AT_REST
        for k in np.flatnonzero(move != STAY):
            start = began[k] if was_turning[k] else self.frame
            done[k] = DoneMove(int(move[k]), int(start), self.frame, done[k])
        is_new = (motion != AT_REST) & (~was_turning | (move != STAY))
        self._began = np.where(is_new, self.frame, began)
        self._origins = self._origins[parent]
        self._last_ends = np.where(move == STAY, self._last_ends[parent], self.frame)
        self._last_moves = np.where(move == STAY, self._last_moves[parent], move)
        self._done, self.motions, self.scores = done, motion, score - score[0]
        self.states = np.take_along_axis(self.states[parent], ALL_SOURCES[move], 1)

    @property
    def rests(self) -> bool:
        """Whether nothing turns in the best hypothesis."""
        return bool(self.motions[0] == AT_REST)

    def path(self, hypothesis: int = 0) -> list[DoneMove]:
        """Return the moves of a hypothesis that are not decided yet, the oldest first."""
        moves = []
        node = self._done[hypothesis]
        while node is not None and node is not self._decided:
            moves.append(node)
            node = node.before
        return moves[::-1]

    def decide(self, lag: int) -> Iterator[tuple[DoneMove, bool]]:
        """Yield the moves of the best hypothesis that are older than a lag, and whether they are
        certain: no other hypothesis that is nearly as good is without them, they were seen on their
        way, and neither the move before nor the one after undoes them at once.
        """
        path = self.path()
        for done, after in zip_longest(path, path[1:]):
            if done.end > self.frame - lag:
                return
            certain = all(any(_is_alike(done, each) for each in rival) for rival in self._rivals())
            is_undone = _undoes(done, done.before) or _undoes(after, done)
            certain = certain and _was_seen(done) and not is_undone
            self._keep([k for k in range(len(self.scores)) if done in self.path(k)])
            self._decided = done
            yield done, certain

    @property
    def unseen(self) -> int:
        """How many moves of the best hypothesis, none decided, were not seen on their way."""
        return sum(not _was_seen(done) for done in self.path())

    def is_at(self, cubes: IntArray) -> bool:
        """Return whether the best hypothesis is one of some cubes (count x 54) now."""
        return bool((cubes == self.states[0]).all(1).any())

    def agreed(self) -> int:
        """Return the frame up to which all hypotheses that are nearly as good as the best have the
        same moves.
        """
        frame, path = self.frame, self.path()
        for rival in self._rivals():
            for done, other in zip_longest(path, rival):
                if done is None or other is None or not _is_alike(done, other):
                    frame = min(frame, *(each.start for each in (done, other) if each is not None))
                    break
        return frame

    def _rivals(self) -> Iterator[list[DoneMove]]:
        """Yield the moves of each hypothesis that is nearly as good as the best."""
        for k in np.flatnonzero(self.scores > -RIVAL_MARGIN):
            yield self.path(int(k))

    def has_turned(self, lag: int) -> bool:
        """Return whether a turn of a layer, older than a lag, was seen on its way."""
        return any(
            done.move < TURNS and done.start < done.end <= self.frame - lag for done in self.path()
        )

    def start(self) -> IntArray:
        """Return the cube (54) with which the best hypothesis began."""
        start: IntArray = self._starts[self._origins[0]]
        return start

    def decide_start(self) -> IntArray:
        """Return this cube, and drop the hypotheses that began with another one."""
        start = self.start()
        self._keep(np.flatnonzero(self._origins == self._origins[0]).tolist())
        return start

    def _keep(self, kept: list[int]) -> None:
        """Drop all other hypotheses."""
        self.states, self.motions = self.states[kept], self.motions[kept]
        self.scores, self._began = self.scores[kept], self._began[kept]
        self._origins, self._last_moves = self._origins[kept], self._last_moves[kept]
        self._last_ends = self._last_ends[kept]
        self._done = [self._done[k] for k in kept]


def _was_seen(done: DoneMove) -> bool:
    """Return whether a turn was seen on its way; one of the whole cube is seen by its pose."""
    return done.move >= TURNS or done.end - done.start >= SEEN_FRAMES


def _undoes(done: DoneMove | None, before: DoneMove | None) -> bool:
    """Return whether a turn of a layer undoes the one before it at once."""
    if done is None or before is None or done.move >= TURNS:
        return False
    return done.move == before.move ^ 1 and done.end - before.end <= UNDONE_FRAMES


def _is_alike(done: DoneMove, other: DoneMove) -> bool:
    return done.move == other.move and abs(done.end - other.end) <= ALIKE_FRAMES


def at_rest(
    state: IntArray, path: Iterable[DoneMove], first: int, last: int
) -> Iterator[tuple[int, IntArray]]:
    """Yield the frames from `first` to before `last` in which nothing turns, and the cube in each.

    `state`: the cube before the first move of the path.
    """
    number = first
    for done in path:
        for rest in range(number, min(done.start, last)):
            yield rest, state
        number = max(number, done.end + 1)
        state = state[ALL_SOURCES[done.move]]
    for rest in range(number, last):
        yield rest, state
