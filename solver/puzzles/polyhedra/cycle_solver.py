"""Solves a twisty polyhedron by cycles of three pieces alone.

For puzzles for which no stabiliser chain is built: each step brings one piece home, by a cycle of
three that other turns set up. Where a cycle of three stickers can come from is searched backwards
from the one that is known (breadth first). Solutions have thousands of turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.polyhedra.cycle_search import CycleClasses, Numbers, TurnTargets, three_cycles
from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn
from solver.puzzles.polyhedra.turn_group import orbits
from solver.puzzles.three_cycles.set_ups import UNREACHED, Cycle, SetUps


def _blocks(depth: NDArray[np.uint8], pieces: Numbers) -> list[Numbers]:
    """Return the sets of pieces that cycles can exchange, from the piece of each sticker."""
    names, piece = np.unique(pieces, return_inverse=True)
    joined = np.eye(len(names), dtype=np.bool_)
    first, second = np.nonzero((depth != UNREACHED).any(axis=2))
    joined[piece[first], piece[second]] = True
    block = np.arange(len(names))
    while (nearer := np.where(joined, block, len(names)).min(axis=1)).tolist() != block.tolist():
        block = nearer
    return [names[block == number] for number in np.unique(block)]


class CycleSolver:
    """A solver for one puzzle: a cycle and its set-ups for each orbit of pieces."""

    def __init__(self, puzzle: Polyhedron, progress: Callable[[float], None]) -> None:
        """Find the cycles, telling about what share is done. Raises PuzzleError for too few."""
        progress(0.0)
        self._turns = turns = TurnTargets(puzzle)
        cycles = three_cycles(turns)
        of_sticker = orbits(turns.targets)
        self._set_ups = []
        for number, cycle in enumerate(cycles.values(), 1):
            progress(0.5 + 0.5 * number / (len(cycles) + 1))
            first = int(np.flatnonzero(cycle.targets != np.arange(len(cycle.targets)))[0])
            second = int(cycle.targets[first])
            stickers = np.flatnonzero(of_sticker == of_sticker[first])
            known = ((first, second, int(cycle.targets[second])), cycle.word)
            set_ups = SetUps(turns.targets, stickers, puzzle.inverse_word, [known])
            self._set_ups.append((stickers, set_ups))

        blocks = [
            block
            for stickers, set_ups in self._set_ups
            for block in _blocks(set_ups.depth, turns.piece_of[stickers])
        ]
        self._classes = CycleClasses(turns, blocks)

    def solve(self, scramble: Sequence[PolyhedronTurn]) -> tuple[PolyhedronTurn, ...]:
        """Return turns that take every sticker home after others."""
        word = tuple(map(self._turns.turns.index, scramble))
        start = self._classes.way_home(self._turns.element(word))
        made = list(start)
        places = self._turns.element((*word, *start))
        for stickers, set_ups in self._set_ups:
            pieces = self._turns.piece_of[stickers]
            while (places[stickers] != stickers).any():
                step = set_ups.word(_next_cycle(set_ups.index[places[stickers]], pieces, set_ups))
                made += step
                places = self._turns.element(step)[places]
        return _merged(self._turns.puzzle, [self._turns.turns[number] for number in made])


def _next_cycle(where: Numbers, pieces: Numbers, set_ups: SetUps) -> Cycle:
    """Return the cycle of three stickers that costs the fewest turns for a piece that comes home.

    `where` is the place of each sticker, `pieces` the piece at each place. Where all pieces are at
    home, but some twisted, one of these is taken out.
    """
    depth = set_ups.depth
    at = np.argsort(where)
    wrong = np.isin(pieces, pieces[where != np.arange(len(where))])
    best: tuple[float, Cycle] | None = None
    for sticker in np.flatnonzero(pieces != pieces[where]).tolist():
        start = int(where[sticker])
        third = np.flatnonzero(wrong & (depth[start, sticker] != UNREACHED))
        solved = 1 + (at[sticker] == third) + (at[third] == start)
        cost = (set_ups.length + 2.0 * depth[start, sticker, third]) / solved
        if len(cost) and (best is None or cost.min() < best[0]):
            best = (float(cost.min()), (start, sticker, int(third[cost.argmin()])))
    return best[1] if best else _twisted(wrong, pieces, depth)


def _twisted(wrong: NDArray[np.bool_], pieces: Numbers, depth: NDArray[np.uint8]) -> Cycle:
    """Return a cycle that takes out a piece which is at home but twisted.

    And a second such piece, where there is one: then what is left of their twists is one piece's.
    Cycles of one twisted piece at a time pass its twist on and may never end.
    """
    start = int(np.flatnonzero(wrong)[0])
    others = pieces != pieces[start]
    partners = others & wrong if (others & wrong).any() else others
    near = np.where(partners[:, None], depth[start], UNREACHED)
    second, third = np.unravel_index(int(near.argmin()), near.shape)
    return start, int(second), int(third)


def _merged(puzzle: Polyhedron, turns: Sequence[PolyhedronTurn]) -> tuple[PolyhedronTurn, ...]:
    """Merge successive turns of one layer."""
    made: list[PolyhedronTurn] = []
    for turn in turns:
        if made and (made[-1].axis, made[-1].layer) == (turn.axis, turn.layer):
            amount = (made.pop().amount + turn.amount) % puzzle.axes[turn.axis].order
            if amount:
                made.append(replace(turn, amount=amount))
        else:
            made.append(turn)
    return tuple(made)
