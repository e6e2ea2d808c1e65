"""Distance table of one step: the macros that bring its pieces home, and how many turns they
take.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.puzzles.tsukuda.macros import Macros

UNREACHED = 255


@dataclass(frozen=True, slots=True)
class StepTable:
    """The table of a step: the distance of each arrangement of its pieces.

    `ranks` gives the b places that they can be in a number from 0 to b - 1 (others UNREACHED); the
    pieces' ranks are the digits, to base b, of an index into `turns`, the distances. `macros` are
    the step's m sequences, `steps` (m x b) their targets by rank.
    """

    macros: Macros
    ranks: NDArray[np.uint8]
    steps: NDArray[np.uint8]
    turns: NDArray[np.uint8]

    def distance(self, where: NDArray[np.int64]) -> int:
        """Return the distance of pieces at these positions.

        Raises KeyError if they cannot be solved.
        """
        distance = int(self.turns[_index(self.ranks[where], len(self.steps[0]))])
        if distance == UNREACHED:
            raise KeyError(f"no sequences of this step bring pieces home from {where.tolist()}")
        return distance

    def solve(self, where: NDArray[np.int64]) -> list[int]:
        """Return the sequences, as rows of `macros`, that bring the pieces home."""
        rows: list[int] = []
        self.distance(where)
        digits = self.ranks[where]
        while True:
            row = int(_next_macro(digits, self.steps, self.macros.lengths, self.turns))
            if row < 0:
                return rows
            rows.append(row)
            digits = self.steps[row][digits]


def build_step_table(macros: Macros, goals: Sequence[Sequence[int]]) -> StepTable:
    """Build the table for pieces that are home at any of `goals`, each a place for each piece."""
    ranks = np.full(macros.targets.shape[1], UNREACHED, dtype=np.uint8)
    reachable = _reachable(macros, goals)
    ranks[reachable] = np.arange(len(reachable))
    steps = np.ascontiguousarray(ranks[macros.targets[:, reachable]])
    moving = (steps != np.arange(len(reachable))).any(axis=1)
    macros = Macros(macros.moves[moving], macros.lengths[moving], macros.targets[moving])
    base, pieces = len(reachable), len(goals[0])
    turns = np.full(base**pieces, UNREACHED, dtype=np.uint8)
    for goal in goals:
        turns[_index(ranks[list(goal)], base)] = 0
    steps = np.ascontiguousarray(steps[moving])
    by_length = np.argsort(macros.lengths, kind="stable")
    by_place = np.ascontiguousarray(steps[by_length].T, dtype=np.int32)
    _run_dijkstra(turns, by_place, macros.lengths[by_length], pieces)
    return StepTable(macros, ranks, steps, turns)


def _reachable(macros: Macros, goals: Sequence[Sequence[int]]) -> list[int]:
    found = {place for goal in goals for place in goal}
    while True:
        more = found | set(np.unique(macros.targets[:, sorted(found)]).tolist())
        if more == found:
            return sorted(found)
        found = more


@njit(cache=True, nogil=True)
def _index(digits, base):  # type: ignore[no-untyped-def]
    index = 0
    for digit in digits:
        index = index * base + digit
    return index


@njit(cache=True, nogil=True)
def _run_dijkstra(turns, by_place, lengths, pieces):  # type: ignore[no-untyped-def]
    """Compute distances from the goals; every sequence of a step has its inverse in the step.

    `by_place` (b x m) are the targets of the m sequences, the shortest first, of `lengths` turns.
    """
    base = len(by_place)
    arrangements = 1
    for i in range(pieces):
        arrangements *= base - i
    digits = np.zeros(pieces, dtype=np.int64)
    there = np.zeros(len(lengths), dtype=np.int32)
    distance, farthest = 0, 0
    while distance <= farthest:
        useful = len(lengths)
        if (turns != UNREACHED).sum() == arrangements:
            # Longer sequences lead nowhere in fewer turns.
            useful = int(np.searchsorted(lengths, farthest - distance))
        for start in range(len(turns)):
            if turns[start] != distance:
                continue
            rest = start
            for i in range(pieces - 1, -1, -1):
                digits[i] = rest % base
                rest //= base
            for row in range(useful):
                there[row] = by_place[digits[0], row]
            for digit in digits[1:]:
                for row in range(useful):
                    there[row] = there[row] * base + by_place[digit, row]
            for row in range(useful):
                if turns[there[row]] > distance + lengths[row]:
                    turns[there[row]] = distance + lengths[row]
                    farthest = max(farthest, distance + lengths[row])
        distance += 1


@njit(cache=True, nogil=True)
def _next_macro(digits, steps, lengths, turns):  # type: ignore[no-untyped-def]
    """Return a sequence that leads nearer by its whole length, -1 at home."""
    base = steps.shape[1]
    here = turns[_index(digits, base)]
    if here == 0:
        return -1
    for row in range(len(steps)):
        there = 0
        for digit in digits:
            there = there * base + steps[row, digit]
        if turns[there] + lengths[row] == here:
            return row
    return -2
