"""Stabiliser chain whose transversals are short words; sifting and factoring of elements.

T. Minkwitz, An algorithm for solving the factorization problem in permutation groups, 1998: a
table holds for each point of a base, and each place to which it can be taken while the points
before it stay, the shortest word known to take it home. Words are sifted through the table: each
level multiplies a word by its entry for where the word takes the point, and enters the product at
the next level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from random import Random

from solver.puzzles.polyhedra.turn_group import IDENTITY, Element, TurnGroup, Word, inverse

Step = tuple[Element, Word]

# Other words that take a point home, kept for the search that chooses among them.
_CHOICES = 12
_MAX_ALTERNATIVE_LENGTH = 14

_RANDOM_TURNS = 100


class StabiliserChain:
    """Words for each base point and place; `steps[i][x]` takes place x to base point i.

    All of them leave the base points before theirs alone.
    """

    def __init__(self, group: TurnGroup, base: Iterable[int]) -> None:
        self.group = group
        self.base = tuple(base)
        self.steps: list[dict[int, Step]] = [{point: (IDENTITY, ())} for point in self.base]
        self.alternatives: list[dict[int, dict[Element, Word]]] = [{} for _ in self.base]

    @property
    def order(self) -> int:
        """Return the number of elements that the chain can factor."""
        return prod(len(steps) for steps in self.steps)

    def add(self, element: Element, word: Word, longest: int, level: int = 0) -> None:
        """Sift a word through the table and store what is new or shorter, up to a length.

        The element leaves the base points before `level` alone.
        """
        for i in range(level, len(self.base)):
            point = self.base[i]
            place = element[point]
            if place == point:
                continue
            self._keep_if_shorter(i, place, inverse(element), self.group.puzzle.inverse_word(word))
            self._keep_if_shorter(i, element.index(point), element, word)
            home, path = self.steps[i][place]
            element = element.translate(home)
            word = self.group.concatenate(word, path)
            if len(word) > longest or element == IDENTITY:
                return

    def improve(self, longest: int) -> None:
        """Sift the products of every two steps of a level, up to a length."""
        for level in range(len(self.base)):
            steps = sorted(self.steps[level].values(), key=lambda step: len(step[1]))
            for first, word in steps:
                for second, other in steps:
                    if len(word) + len(other) > longest:
                        break
                    both = self.group.concatenate(word, other)
                    self.add(first.translate(second), both, longest, level)

    def factors(self, element: Element) -> Word | None:
        """Return turns that take an element back, or None where the chain does not reach it yet."""
        word: Word = ()
        for point, steps in zip(self.base, self.steps, strict=True):
            step = steps.get(element[point])
            if step is None:
                return None
            element = element.translate(step[0])
            word = self.group.concatenate(word, step[1])
        return word if element == IDENTITY else None

    def entries(self) -> Iterator[tuple[int, int, bool, Word]]:
        """Return every word by its level and place, and whether it is the step there or a
        choice.
        """
        for level, steps in enumerate(self.steps):
            for place, (_, word) in steps.items():
                yield level, place, True, word
            for place, choices in self.alternatives[level].items():
                for word in choices.values():
                    yield level, place, False, word

    def restore_entry(self, level: int, place: int, is_step: bool, word: Word) -> None:
        """Restore one of the entries."""
        element = self.group.element(word)
        if is_step:
            self.steps[level][place] = (element, word)
        else:
            self.alternatives[level].setdefault(place, {})[element] = word

    def complete(self, rng: Random, checks: int) -> bool:
        """Factor `checks` random elements, and add those that cannot be; return whether all could.

        A chain that is not complete fails each check with a probability of at least 1/2.
        """
        whole = True
        for _ in range(checks):
            word = tuple(rng.choices(self.group.effective_turns, k=_RANDOM_TURNS))
            element = self.group.element(word)
            if self.factors(element) is None:
                whole = False
                self.add(element, self.group.reduce_word(word), longest=10**9)
        return whole

    def _keep_if_shorter(self, level: int, place: int, element: Element, word: Word) -> None:
        steps = self.steps[level]
        if place not in steps or len(word) < len(steps[place][1]):
            steps[place] = (element, word)
        if len(word) <= _MAX_ALTERNATIVE_LENGTH:
            self._offer_choice(self.alternatives[level].setdefault(place, {}), element, word)

    def _offer_choice(self, choices: dict[Element, Word], element: Element, word: Word) -> None:
        if len(choices) == _CHOICES and element not in choices:
            longest = max(map(len, choices.values()))
            if longest <= len(word):
                return
            del choices[next(known for known in choices if len(choices[known]) == longest)]
        if element not in choices or len(word) < len(choices[element]):
            choices[element] = word
