"""Cycles of three pieces of a twisty polyhedron, and what they cannot change.

Turns of a puzzle whose planes pass through its centre move half of the pieces, and no short word
moves few. But a power of a word keeps all pieces whose cycles have lengths that divide the
exponent: among all words of four turns there are some that leave three pieces, or few. Two elements
that move few and have one piece in common make a cycle of three (their commutator).

Cycles permute pieces evenly. Where they only join pieces of a part of their orbit (a block), they
also leave each piece in its block and each block even: that is the class of a state. Turns carry
blocks to blocks, so that few classes are left, and a search of all finds the turns from each to
that of home (breadth first).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import PuzzleError
from solver.core.permutation import Permutation
from solver.puzzles.polyhedra.polyhedron import Polyhedron
from solver.puzzles.polyhedra.turn_group import Word, orbits

Numbers = NDArray[np.int64]

_TURNS = 4
_EXPONENTS = range(1, 31)
_AT_ONCE = 10_000  # words
_FEWEST = 60  # of the words of an orbit, those that move the fewest pieces
_SEEDS = 3  # of these, those whose commutators are tried
_ROUNDS = 4  # of commutators of commutators


class ThreeCycle(NamedTuple):
    """A word that moves three pieces of one orbit alone; `targets` says where each sticker goes."""

    word: Word
    targets: Numbers


class TurnTargets:
    """The turns of a puzzle as arrays of where each sticker goes, and its orbits of pieces.

    `first` has the first sticker of each piece.
    """

    def __init__(self, puzzle: Polyhedron) -> None:
        self.puzzle = puzzle
        self.turns = puzzle.all_turns
        self.targets = np.array([puzzle.targets(turn) for turn in self.turns])
        self.piece_of = np.array(puzzle.piece_of)
        self.first = np.array([piece[0] for piece in puzzle.pieces])
        self.orbit_of_piece = orbits(self.piece_of[self.targets[:, self.first]])

    def element(self, word: Word) -> Numbers:
        """Return where the turns of a word, one after another, take each sticker."""
        places = np.arange(self.targets.shape[1])
        for turn in word:
            places = self.targets[turn][places]
        return places

    def moved_pieces(self, targets: Numbers) -> set[int]:
        """Return the pieces that an element moves or twists."""
        return set(self.piece_of[targets != np.arange(len(targets))].tolist())


def three_cycles(turns: TurnTargets) -> dict[int, ThreeCycle]:
    """Return a cycle of three pieces for each orbit, by its first piece.

    Raises PuzzleError where none is found.
    """
    found = {}
    for orbit, words in _gentle_words(turns).items():
        found[orbit] = _shortest_cycle(turns, words)
    return found


def _shortest_cycle(turns: TurnTargets, words: list[Word]) -> ThreeCycle:
    """Return the shortest cycle of three pieces among words of one orbit and their commutators.

    Where there is none, commutators of commutators are tried. Raises PuzzleError for none at all.
    """
    for _ in range(_ROUNDS):
        cycles = [*_cycles_among(turns, words), *_commutators(turns, words)]
        if cycles:
            return min(cycles, key=lambda cycle: len(cycle.word))
        words = _gentler(turns, words)
    raise PuzzleError(f"no cycle of three pieces was found for {turns.puzzle.name}")


def _gentler(turns: TurnTargets, words: list[Word]) -> list[Word]:
    """Return commutators that move the fewest pieces, of words that have a few in common."""
    found = {}
    for word, other in _pairs(turns, words):
        made = _commutator(turns, word, other)
        moved = len(turns.moved_pieces(turns.element(made)))
        if moved:
            found[made] = (moved, len(made))
    return sorted(found, key=found.__getitem__)[:_FEWEST]


def _gentle_words(turns: TurnTargets) -> dict[int, list[Word]]:
    """Return for each orbit of pieces the words that move few of it and no other pieces."""
    words = _short_words(turns)
    orbits = sorted(set(turns.orbit_of_piece.tolist()))
    in_orbit = turns.orbit_of_piece[turns.piece_of] == np.array(orbits)[:, None]
    found: dict[int, list[tuple[int, int, Word]]] = {orbit: [] for orbit in orbits}
    still = np.arange(turns.targets.shape[1])
    for start in range(0, len(words), _AT_ONCE):
        block = words[start : start + _AT_ONCE]
        for exponent, power in _powers(turns, block):
            moved = (power != still).astype(np.float32)
            by_orbit = moved @ in_orbit.T.astype(np.float32)
            # Twists alone commute, so that they make no cycles.
            is_placing = (turns.piece_of[power] != turns.piece_of).any(axis=1)
            alone = is_placing & ((by_orbit > 0).sum(axis=1) == 1)
            for number in np.flatnonzero(alone).tolist():
                column = int(by_orbit[number].argmax())
                word = block[number] * exponent
                found[orbits[column]].append((int(by_orbit[number, column]), len(word), word))
    return {orbit: [word for _, _, word in sorted(each)[:_FEWEST]] for orbit, each in found.items()}


def _powers(turns: TurnTargets, words: list[Word]) -> Iterator[tuple[int, Numbers]]:
    """Yield exponents, and for each where those powers of words take each sticker."""
    elements = np.broadcast_to(
        np.arange(turns.targets.shape[1]), (len(words), turns.targets.shape[1])
    )
    for position in range(_TURNS):
        chosen = turns.targets[[word[position] for word in words]]
        elements = np.take_along_axis(chosen, elements, axis=1)
    power = elements
    for exponent in _EXPONENTS:
        yield exponent, power
        power = np.take_along_axis(elements, power, axis=1)


def _short_words(turns: TurnTargets) -> list[Word]:
    """Return the words of four turns that begin about the first axis.

    The others are as these, seen from another side.
    """
    axis = [turn.axis for turn in turns.turns]
    words: list[Word] = [(turn,) for turn in range(len(axis)) if axis[turn] == 0]
    for _ in range(_TURNS - 1):
        words = [
            (*word, turn)
            for word, turn in product(words, range(len(axis)))
            if axis[word[-1]] != axis[turn]
        ]
    return words


def _cycles_among(turns: TurnTargets, words: list[Word]) -> Iterator[ThreeCycle]:
    """Yield the words that move three pieces."""
    for word in words:
        targets = turns.element(word)
        if len(turns.moved_pieces(targets)) == 3:
            yield ThreeCycle(word, targets)


def _commutators(turns: TurnTargets, words: list[Word]) -> Iterator[ThreeCycle]:
    """Yield commutators, of two words that have one piece in common, which move three pieces."""
    for word, other in _pairs(turns, words):
        moved = turns.moved_pieces(turns.element(word))
        if len(moved & turns.moved_pieces(turns.element(other))) == 1:
            made = _commutator(turns, word, other)
            targets = turns.element(made)
            if len(turns.moved_pieces(targets)) == 3:
                yield ThreeCycle(made, targets)


def _pairs(turns: TurnTargets, words: list[Word]) -> Iterator[tuple[Word, Word]]:
    """Yield a few of the words with each of them, and with each set up by one turn."""
    around: list[Word] = [(), *((turn,) for turn in range(len(turns.turns)))]
    for word, seed, setup in product(words[:_SEEDS], words, around):
        yield word, (*turns.puzzle.inverse_word(setup), *seed, *setup)


def _commutator(turns: TurnTargets, word: Word, other: Word) -> Word:
    inverse_word = turns.puzzle.inverse_word
    return (*word, *other, *inverse_word(word), *inverse_word(other))


# For each block the one that it is carried to, and whether its pieces come there out of order.
Class = tuple[tuple[int, bool], ...]


class CycleClasses:
    """The classes of a puzzle's states, by its blocks: the pieces that cycles can exchange."""

    def __init__(self, turns: TurnTargets, blocks: Sequence[Numbers]) -> None:
        """Take the turns and, of each block, the numbers of its pieces in order."""
        self._turns = turns
        self._blocks = blocks
        self._block_of = np.full(len(turns.puzzle.pieces), -1)
        for number, block in enumerate(blocks):
            self._block_of[block] = number
        self._of_turns = [self.of(targets) for targets in turns.targets]
        self._home = self.of(np.arange(turns.targets.shape[1]))
        self._words: dict[Class, Word] = {self._home: ()}
        self._frontier = [self._home]

    def of(self, places: Numbers) -> Class:
        """Return the class of where each sticker is."""
        found = []
        for block in self._blocks:
            reached = self._turns.piece_of[places[self._turns.first[block]]]
            carried = int(self._block_of[reached[0]])
            order = np.searchsorted(self._blocks[carried], reached)
            found.append((carried, not Permutation(tuple(order.tolist())).is_even))
        return tuple(found)

    def way_home(self, places: Numbers) -> Word:
        """Return the fewest turns after which cycles of three can solve the rest.

        Raises PuzzleError for what no turns lead to.
        """
        wanted = self.of(places)
        while wanted not in self._words and self._frontier:
            self._frontier = self._next_frontier()
        if wanted not in self._words:
            raise PuzzleError(f"{self._turns.puzzle.name} is in a state that no turns lead to")
        return self._turns.puzzle.inverse_word(self._words[wanted])

    def _next_frontier(self) -> list[Class]:
        reached = []
        for known in self._frontier:
            for number, turn in enumerate(self._of_turns):
                both = tuple((turn[to][0], odd ^ turn[to][1]) for to, odd in known)
                if both not in self._words:
                    self._words[both] = (*self._words[known], number)
                    reached.append(both)
        return reached
