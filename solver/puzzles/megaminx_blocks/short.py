"""The method `short` of the Megaminx: rounds of the search, each with more beginnings.

The scrambled state is taken in 120 forms: as seen from each of 60 sides, and inverted. All are
searched together, so that the best ones go on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import PuzzleError
from solver.puzzles.megaminx_blocks.insertion import CYCLE_COST, CycleInsertion, cycles_needed
from solver.puzzles.megaminx_blocks.pieces import (
    CORNERS,
    EDGES,
    FIFTHS,
    FIRST_CORNER,
    SOLVED,
    TURNS,
    Codes,
    Word,
    after_word,
    inverse_state,
    pieces,
    state_after,
    turned_state,
)
from solver.puzzles.megaminx_blocks.stage_search import Beginnings, beginnings, search_stage
from solver.puzzles.megaminx_blocks.stages import MegaminxTables, load
from solver.puzzles.megaminx_turns import MegaminxTurn
from solver.puzzles.polyhedra.polyhedron import PolyhedronTurn
from solver.puzzles.three_cycles.words import inverse_word
from solver.search.compilation import compiling

_FIRST_COUNT = 100  # words that solve all edges, of the first round
_MOST_COUNT = 30_000
_GROWTH = 3
# Beginnings of all stages but the last, which takes the most time, for each of those words: 40 gave
# shorter solutions than 5 in the same time.
_BEGINNINGS, _MOST_BEGINNINGS = 40, 100_000
# What part of the time left is for the stages, before corners are put in.
_SHARE_OF_STAGES = 0.85
_FOLLOWED = 0.1  # of those words, how many are followed at a time when corners are put in


def prepare(progress: Callable[[float], None]) -> None:
    """Load the tables, or build them, and compile what is not yet compiled.

    `progress` is called with the share of this that is done.
    """
    load(progress)
    _compile()


@cache
def _compile() -> None:
    """Solve once, so that no time limit has to cover what numba takes at the first call."""
    word = np.random.default_rng(0).integers(0, len(TURNS), 100)
    with compiling("megaminx-kernels"):
        next(shorter_and_shorter(after_word(SOLVED, word.tolist()), 0))


def solutions(
    scramble: Sequence[PolyhedronTurn], seconds: float
) -> Iterator[tuple[MegaminxTurn, ...]]:
    """Yield turns of faces that solve what turns of layers leave, each time fewer.

    `seconds` is how long it goes on; the first is yielded in any case.
    """
    prepare(lambda share: None)
    rotation, state = state_after(scramble)
    for word in shorter_and_shorter(state, seconds):
        yield tuple(TURNS[turn] for turn in pieces().turned_word(rotation, word))


def shorter_and_shorter(state: Codes, seconds: float) -> Iterator[Word]:
    """Yield words that solve a state, each shorter than the one before, for some seconds.

    The first is yielded even where the time is too short for one. Raises PuzzleError where none is
    found, which no state is known for.
    """
    if (state == SOLVED).all():
        yield ()
        return
    end = time.monotonic() + seconds
    best: Word | None = None
    count, number = _FIRST_COUNT, 0
    while best is None or time.monotonic() < end:
        began = time.monotonic()
        until = None if best is None else began + _SHARE_OF_STAGES * (end - began)
        word = _Round(load(), state, count, number).solve(until, None if best is None else end)
        if word is not None and (best is None or len(word) < len(best)):
            best = word
            yield best
        if best is None and count >= _MOST_COUNT:
            raise PuzzleError("no solution was found by the method 'short'")
        number += 1
        growth = min(_GROWTH, (end - time.monotonic()) / max(time.monotonic() - began, 1e-3))
        count = min(_MOST_COUNT, max(_FIRST_COUNT, int(count * growth)))


class _Round:
    """One search with some number of words; rounds of other numbers break ties otherwise."""

    def __init__(self, tables: MegaminxTables, state: Codes, count: int, number: int) -> None:
        self._tables = tables
        self._state = state
        self._count = count
        self._rng = np.random.default_rng(number)

    def solve(self, until: float | None, end: float | None) -> Word | None:
        """Return the shortest word that is found, None for none.

        The stages go on to one time of the monotonic clock and insertion to another, None: without
        limit.
        """
        found = _forms(self._state)
        steps = self._tables.stages
        for stage, after in zip(steps, (*steps[1:], None), strict=True):
            rank = _corner_cost if after is None else after.distance
            many = min(_MOST_BEGINNINGS, _BEGINNINGS * self._count)
            count = self._count if after is None else many
            found = search_stage(stage, found, rank, count, self._rng, _clock(until))
            if not len(found):
                return None
        insertion = CycleInsertion(self._tables.cycles)
        skeletons = [
            insertion.skeleton(tuple(word[:length].tolist()), state, int(form))
            for word, length, state, form in zip(
                found.words, found.lengths, found.states, found.forms, strict=True
            )
        ]
        best = insertion.solve(skeletons, max(4, int(_FOLLOWED * self._count)), _clock(end))
        return None if best is None else _as_scrambled(self._state, best.word, best.form)


def _clock(until: float | None) -> Callable[[], bool]:
    return lambda: until is not None and time.monotonic() >= until


def _forms(state: Codes) -> Beginnings:
    """Return the forms of a state without turns: from each side, and inverted from each side."""
    sides = range(len(pieces().rotations))
    states = [turned_state(each, side) for each in (state, inverse_state(state)) for side in sides]
    return beginnings(np.array(states))


def _as_scrambled(state: Codes, word: Word, form: int) -> Word:
    """Return turns that solve a state from those that solve a form of it."""
    inverted, side = divmod(form, len(pieces().rotations))
    back = int(
        np.flatnonzero(
            (pieces().turned_faces == np.argsort(pieces().turned_faces[side])).all(axis=1)
        )[0]
    )
    turned = pieces().turned_word(back, word)
    found = inverse_word(turned, len(FIFTHS)) if inverted else turned
    assert (after_word(state, found) == SOLVED).all()
    return found


def _corner_cost(states: Codes) -> NDArray[np.float64]:
    """Return about how many turns the corners of states (n, 50) cost, put in as cycles."""
    corners = states[:, EDGES:].astype(np.int64) - FIRST_CORNER
    seen = np.zeros(CORNERS, dtype=np.bool_)
    return CYCLE_COST * np.array([cycles_needed(each, seen) for each in corners])
