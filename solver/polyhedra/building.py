"""A stabiliser chain for a puzzle, filled from short words."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from solver.errors import PuzzleError
from solver.polyhedra.chain import StabiliserChain
from solver.polyhedra.group import Element, TurnGroup, moved
from solver.polyhedra.short_words import (
    Words,
    by_length,
    commutators,
    conjugates,
    gentle,
    merged_all,
    no_longer_than,
    shortest,
)

_WORDS = 20_000
_FOR_BASE = 8_000
_COMMUTATORS = 10_000
_NESTED = 60
_CONJUGATES = 2_000
_LONGEST_CONJUGATE = 14
_LONGEST_SIFTED = 20
# Products are sifted in rounds that allow longer and longer words, as Minkwitz does.
_ROUNDS = (16, 24, 32, 48, 64, 96)
_CHECKS = 30


def chain_of(group: TurnGroup) -> StabiliserChain:
    """Build the chain of a group. Raises PuzzleError where the words that it tries are too few."""
    words = shortest(group, _WORDS)
    small = _small(group, words)
    chain = StabiliserChain(group, _base(group, [*by_length(words)][:_FOR_BASE]))
    for element, word in by_length(words, gentle(small, _COMMUTATORS)):
        chain.add(element, word, _LONGEST_SIFTED)
    least = moved(next(iter(small))) if small else 0
    seeds = {element: word for element, word in small.items() if moved(element) <= 1.5 * least + 2}
    for element, word in conjugates(group, seeds, _LONGEST_CONJUGATE, _CONJUGATES).items():
        chain.add(element, word, _LONGEST_SIFTED)
    rng = Random(group.puzzle.name)
    for longest in _ROUNDS:
        chain.improve(longest)
        if chain.complete(rng, _CHECKS):
            return chain
    if chain.complete(rng, 10 * _CHECKS) or chain.complete(rng, 10 * _CHECKS):
        return chain
    raise PuzzleError(f"too few short words were found to solve {group.puzzle.name}")


def _small(group: TurnGroup, words: Words) -> Words:
    """Find elements that move little, the gentlest first: commutators, and those of commutators."""
    small = commutators(group, no_longer_than(words, 1), no_longer_than(words, 2))
    for _ in range(2):
        nested = commutators(group, gentle(small, _NESTED), no_longer_than(words, 1))
        small = {**nested, **small}
    return gentle(merged_all(group, small), len(small))


def _base(group: TurnGroup, words: Sequence[tuple[Element, tuple[int, ...]]]) -> list[int]:
    """Order the stickers so that many short words are left that disturb none of the first ones.

    The stickers of a piece follow each other.
    """
    puzzle = group.puzzle
    base: list[int] = []
    left = [(element, 0.3 ** len(word)) for element, word in words]
    rest = dict.fromkeys(range(len(puzzle.stickers)))
    while rest:
        weights = dict.fromkeys(rest, 0.0)
        for element, weight in left:
            for sticker in rest:
                if element[sticker] == sticker:
                    weights[sticker] += weight
        best = max(rest, key=lambda sticker: weights[sticker])
        piece = puzzle.pieces[puzzle.piece_of[best]]
        base += piece
        for sticker in piece:
            del rest[sticker]
        left = [pair for pair in left if all(pair[0][sticker] == sticker for sticker in piece)]
    return base
