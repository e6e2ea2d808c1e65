"""Meet-in-the-middle search for shortest sequences, for generating and testing the tables.

A position is the tuple of the facelets on which a few tracked stickers are. Sequences are grown
from both ends and met in the middle, so that every shortest one is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from solver.core.facelets import CORNERS, EDGES
from solver.core.geometry import FACES, OPPOSITE
from solver.core.turn import ALL_TURNS, TURN_PERMUTATIONS, Turn, inverse

Position = tuple[int, ...]
Sequence = tuple[Turn, ...]
Effort = Callable[[Sequence], tuple[int, int, str]]

_TARGETS = np.array([TURN_PERMUTATIONS[turn].targets for turn in ALL_TURNS], dtype=np.uint8)
# Every piece has 24 positions with orientations: 13 pieces fit into a 64-bit key.
_RANKS = np.zeros(54, dtype=np.uint64)
for _kind in (CORNERS, EDGES):
    for _rank, _facelet in enumerate(facelet for place in _kind for facelet in place):
        _RANKS[_facelet] = _rank
# Random, so that sums over different sets of facelets differ.
_WEIGHTS = np.random.default_rng(0).integers(2**63, size=54, dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class SequenceBlock:
    """Sequences of one length: `turns` (n x length) as indices of ALL_TURNS, and where they lead.

    `facelets` (n x tracked stickers) are the positions reached, `untracked_set` (n x stickers) the
    facelets of some more stickers, of which only matters on which facelets they are as a set.
    """

    turns: NDArray[np.uint8]
    facelets: NDArray[np.uint8]
    untracked_set: NDArray[np.uint8]

    def keys(self) -> NDArray[np.uint64]:
        """Return a number for each position, distinct with high probability."""
        total = np.zeros(len(self.turns), dtype=np.uint64)
        for column in self.facelets.T:
            total *= np.uint64(24)
            total += _RANKS[column]
        for column in self.untracked_set.T:
            total += _WEIGHTS[column]
        return total

    def select(self, rows: NDArray[np.bool_] | NDArray[np.intp]) -> SequenceBlock:
        """Return some of the sequences."""
        return SequenceBlock(self.turns[rows], self.facelets[rows], self.untracked_set[rows])

    def sequence(self, row: int) -> Sequence:
        """Return one of the sequences."""
        return tuple(ALL_TURNS[index] for index in self.turns[row])


def empty_sequence(position: Position, together: Position = ()) -> SequenceBlock:
    """Return the empty sequence at a position."""
    none = np.zeros((1, 0), dtype=np.uint8)
    return SequenceBlock(none, *(np.array([p], dtype=np.uint8) for p in (position, together)))


def extend(level: SequenceBlock) -> Iterator[SequenceBlock]:
    """Return every sequence with one more turn, in blocks by that turn.

    A face is not turned twice on end, and of two opposite ones the first in FACES goes first.
    """
    last = level.turns[:, -1] // 3 if level.turns.shape[1] else np.full(1, len(FACES))
    for index, turn in enumerate(ALL_TURNS):
        after_which_not = turn.face + (OPPOSITE[turn.face] if turn.face in "URF" else "")
        before = level.select(~np.isin(last, [FACES.index(face) for face in after_which_not]))
        targets = _TARGETS[index]
        yield SequenceBlock(
            np.hstack([before.turns, np.full((len(before.turns), 1), index, dtype=np.uint8)]),
            targets[before.facelets],
            targets[before.untracked_set],
        )


def concatenate(blocks: list[SequenceBlock]) -> SequenceBlock:
    """Return one block of several of the same length."""
    return SequenceBlock(
        np.vstack([block.turns for block in blocks]),
        np.vstack([block.facelets for block in blocks]),
        np.vstack([block.untracked_set for block in blocks]),
    )


@lru_cache(maxsize=32)
def _sorted_sequences(position: Position, length: int) -> tuple[SequenceBlock, NDArray[np.uint64]]:
    """Return the sequences of a length from a position, sorted by where they lead, and the keys."""
    level = (
        concatenate(list(extend(_sorted_sequences(position, length - 1)[0])))
        if length
        else empty_sequence(position)
    )
    keys = level.keys()
    order = np.argsort(keys)
    return level.select(order), keys[order]


def shortest(origin: Position, goals: Iterable[Position], longest: int) -> list[Sequence]:
    """Find all shortest sequences that take the tracked stickers from `origin` to one of `goals`.

    Raises ValueError where none has at most `longest` turns.
    """
    goals = list(goals)
    for length in range(longest + 1):
        found = [each for goal in goals for each in _sequences(origin, goal, length)]
        if found:
            return found
    raise ValueError(f"no {longest} turns take {origin} to any of {goals}")


def _sequences(origin: Position, goal: Position, length: int) -> list[Sequence]:
    there, keys = _sorted_sequences(origin, length // 2)
    back, back_keys = _sorted_sequences(goal, length - length // 2)
    low = np.searchsorted(back_keys, keys, side="left")
    high = np.searchsorted(back_keys, keys, side="right")
    return [
        there.sequence(int(row)) + inverse(back.sequence(match))
        for row in np.flatnonzero(high > low)
        for match in range(int(low[row]), int(high[row]))
    ]


def stabilising_sequences(
    origin: SequenceBlock, half: int, never_first: str, effort: Effort
) -> Iterator[Sequence]:
    """Find the sequences of up to 2 `half` turns that lead from a position back to itself.

    They neither start nor end with a turn of the face `never_first`, which must leave the position
    as it is. Where two halves do the same to the whole cube, only the one of less `effort` is used;
    so each thing that can be done is done by a shortest sequence at least. At half = 7 this takes
    some 90 million keys: about 3 GB and a few minutes.
    """
    met = _colliding_keys(origin, half, never_first)
    halves: dict[int, dict[bytes, Sequence]] = {}
    for block in _all_blocks(origin, half, never_first):
        keys = block.keys()
        places = np.searchsorted(met, keys)
        places[places == len(met)] = 0
        rows = np.flatnonzero(met[places] == keys)
        for row, cube in zip(rows, _cubes(block.turns[rows]), strict=True):
            sequence = block.sequence(int(row))
            known = halves.setdefault(int(keys[row]), {})
            known[cube] = min(sequence, known[cube], key=effort) if cube in known else sequence
    for same in halves.values():
        for there, back in permutations(same.values(), 2):
            if len(there) - len(back) in (0, 1) and there[-1:] != back[-1:]:
                yield there + inverse(back)


def _cubes(turns: NDArray[np.uint8]) -> Iterator[bytes]:
    """Return where all stickers are after each of some sequences."""
    facelets = np.tile(np.arange(54, dtype=np.uint8), (len(turns), 1))
    for column in turns.T:
        facelets = _TARGETS[column[:, np.newaxis], facelets]
    return (row.tobytes() for row in facelets)


def _colliding_keys(origin: SequenceBlock, half: int, never_first: str) -> NDArray[np.uint64]:
    """Return the keys to which more than one sequence leads, sorted."""
    keys = np.concatenate([b.keys() for b in _all_blocks(origin, half, never_first)])
    keys.sort()
    return np.unique(keys[1:][keys[1:] == keys[:-1]])


def _all_blocks(level: SequenceBlock, longest: int, never_first: str) -> Iterator[SequenceBlock]:
    """Return all sequences of up to `longest` turns that do not start with one face."""
    yield level
    for length in range(1, longest + 1):
        blocks = []
        for block in extend(level):
            if length == 1 and block.sequence(0)[0].face == never_first:
                continue
            yield block
            if length < longest:
                blocks.append(block)
        if blocks:
            level = concatenate(blocks)
