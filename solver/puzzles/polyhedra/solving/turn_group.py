"""The permutation group of a puzzle's turns, and words of turns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn

# A permutation is a bytes of 256 places, where the place of sticker i holds the place to which it
# goes. `first.translate(second)` does one and then the other, at the speed of copying text.
Element = bytes
Word = tuple[int, ...]

MAX_STICKERS = 256
IDENTITY = bytes(range(MAX_STICKERS))
_PLACES = np.arange(MAX_STICKERS, dtype=np.uint8)


class TurnGroup:
    """The turns of a puzzle with at most 256 stickers as permutations, and words made of them.

    A word is the numbers of turns in `turns`.
    """

    def __init__(self, puzzle: Polyhedron) -> None:
        self.puzzle = puzzle
        self.turns = puzzle.all_turns
        self.elements = tuple(self._element(turn) for turn in self.turns)
        self._number = {turn: number for number, turn in enumerate(self.turns)}
        self._axes = tuple(turn.axis for turn in self.turns)
        self._orders = tuple(axis.order for axis in puzzle.axes)
        self._opposite = tuple(
            self._number[
                PolyhedronTurn(turn.axis, turn.layer, self._orders[turn.axis] - turn.amount)
            ]
            for turn in self.turns
        )
        # Turns that only turn a centre on the spot cannot be seen, and help nobody.
        self.effective_turns = tuple(
            number for number, element in enumerate(self.elements) if element != IDENTITY
        )

    @cached_property
    def rotations(self) -> tuple[Element, ...]:
        """Return what turning all layers makes: the whole puzzle in other ways before the eye."""
        wholes = [
            self.element(
                self._number[PolyhedronTurn(axis, layer, 1)]
                for layer in range(1, self.puzzle.layers + 1)
            )
            for axis in range(len(self.puzzle.axes))
        ]
        found = [IDENTITY]
        known = {IDENTITY}
        for rotation in found:
            for whole in wholes:
                turned = rotation.translate(whole)
                if turned not in known:
                    known.add(turned)
                    found.append(turned)
        return tuple(found)

    def element(self, word: Iterable[int]) -> Element:
        """Return the element of a word: its turns one after the other."""
        element = IDENTITY
        for number in word:
            element = element.translate(self.elements[number])
        return element

    def word(self, turns: Iterable[PolyhedronTurn]) -> Word:
        """Return the numbers of turns."""
        return tuple(self._number[turn] for turn in turns)

    def inverse_word(self, word: Word) -> Word:
        """Return the word that takes a word back."""
        return tuple(self._opposite[number] for number in reversed(word))

    def concatenate(self, first: Word, second: Word) -> Word:
        """Return the product of two words, with turns of one layer merged where they meet."""
        axes = self._axes
        while first and second and axes[first[-1]] == axes[second[0]]:
            axis = axes[first[-1]]
            start, end = len(first) - 1, 1
            while start and axes[first[start - 1]] == axis:
                start -= 1
            while end < len(second) and axes[second[end]] == axis:
                end += 1
            run = self._run(axis, first[start:] + second[:end])
            first, second = first[:start], second[end:]
            if run:
                return first + run + second
        return first + second

    def reduce_word(self, word: Word) -> Word:
        """Merge what turns about one axis one after the other, layer by layer."""
        joined: Word = ()
        for number in word:
            joined = self.concatenate(joined, (number,))
        return joined

    def _run(self, axis: int, word: Word) -> Word:
        """Merge turns about one axis."""
        amounts: dict[int, int] = {}
        for number in word:
            turn = self.turns[number]
            amounts[turn.layer] = (amounts.get(turn.layer, 0) + turn.amount) % self._orders[axis]
        return tuple(
            self._number[PolyhedronTurn(axis, layer, amount)]
            for layer, amount in sorted(amounts.items())
            if amount
        )

    def conjugate_by_rotation(self, rotation: Element, word: Word) -> Word:
        """Return the turns that do, before a turn of the whole puzzle, what a word does after
        it.
        """
        back = inverse(rotation)
        number = {self.elements[number]: number for number in self.effective_turns}
        return tuple(
            number[rotation.translate(self.elements[turn]).translate(back)] for turn in word
        )

    def _element(self, turn: PolyhedronTurn) -> Element:
        targets = self.puzzle.targets(turn)
        return bytes([*targets, *range(len(targets), MAX_STICKERS)])


def inverse(element: Element) -> Element:
    """Return the permutation that takes one back."""
    places = np.empty(MAX_STICKERS, dtype=np.uint8)
    places[np.frombuffer(element, dtype=np.uint8)] = _PLACES
    return places.tobytes()


def orbits(group: TurnGroup) -> list[int]:
    """Return for each sticker the first one that turns can take to its place."""
    count = len(group.puzzle.stickers)
    first = [-1] * count
    for start in range(count):
        reached = [start] if first[start] < 0 else []
        for sticker in reached:
            if first[sticker] < 0:
                first[sticker] = start
                reached += [group.elements[number][sticker] for number in group.effective_turns]
    return first


def support_size(element: Element) -> int:
    """Return the number of stickers that a permutation moves."""
    return sum(map(int.__ne__, element, IDENTITY))
