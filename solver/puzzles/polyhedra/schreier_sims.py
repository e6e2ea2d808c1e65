"""Construction of a stabiliser chain from short words (Minkwitz)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.core.errors import PuzzleError
from solver.puzzles.polyhedra.stabiliser_chain import StabiliserChain
from solver.puzzles.polyhedra.turn_group import (
    Element,
    TurnGroup,
    Words,
    by_length,
    commutators,
    conjugates,
    no_longer_than,
    powers,
    reduce_words,
    shortest,
    smallest_support,
    support_size,
)

_WORDS = 20_000
_FOR_BASE = 8_000
_COMMUTATORS = 10_000
_NESTED = 60
# Half turns about no more axes than these have too few short commutators.
_FEW_AXES = 6
_BY_ORBIT = 20_000
_MAX_POWER_LENGTH = 40
# The gentlest elements that move one orbit of pieces alone are set up by other turns: by how many
# turns they may grow, and how many may come of it.
_SET_UP = 8
_CONJUGATES = 6_000
_MAX_SIFTED_LENGTH = 20
# Products are sifted in rounds that allow longer and longer words, as Minkwitz does.
_ROUNDS = (16, 24, 32, 48, 64, 96)
_CHECKS = 30
# About what part of the time goes to words, and to those set up by others.
_SHARE_OF_WORDS = 0.4
_SHARE_OF_SEEDS = 0.3


def build_chain(group: TurnGroup, progress: Callable[[float], None]) -> StabiliserChain:
    """Build the chain of a group, telling about what share is done.

    Raises PuzzleError where the words that it tries are too few.
    """
    progress(0.0)
    words = shortest(group, _WORDS)
    small = _small_support_words(group, words)
    orders = group.puzzle.orders
    if len(orders) <= _FEW_AXES and set(orders) == {2}:
        small = _further_small_support_words(group, words, small)
    chain = StabiliserChain(group, _order_base_points(group, by_length(words)[:_FOR_BASE]))
    for element, word in by_length(words, smallest_support(small, _COMMUTATORS)):
        chain.add(element, word, _MAX_SIFTED_LENGTH)
    all_seeds = list(_smallest_support_elements(group, small).values())
    for number, seeds in enumerate(all_seeds):
        progress(_SHARE_OF_WORDS + _SHARE_OF_SEEDS * number / len(all_seeds))
        longest = min(map(len, seeds.values())) + _SET_UP
        for element, word in conjugates(group, seeds, longest, _CONJUGATES).items():
            chain.add(element, word, longest + _MAX_SIFTED_LENGTH)
    rng = Random(group.puzzle.name)
    for number, longest in enumerate(_ROUNDS):
        progress(1 - (1 - _SHARE_OF_WORDS - _SHARE_OF_SEEDS) / 2**number)
        chain.improve(longest)
        if chain.complete(rng, _CHECKS):
            return chain
    if chain.complete(rng, 10 * _CHECKS) or chain.complete(rng, 10 * _CHECKS):
        return chain
    raise PuzzleError(f"too few short words were found to solve {group.puzzle.name}")


def _small_support_words(group: TurnGroup, words: Words) -> Words:
    """Find elements that move little: commutators, those of commutators, and powers."""
    single = no_longer_than(words, 1)
    small = commutators(group, single, no_longer_than(words, 2))
    for _ in range(2):
        small = {**commutators(group, smallest_support(small, _NESTED), single), **small}
    return reduce_words(group, {**powers(group, words, _MAX_POWER_LENGTH), **small})


def _further_small_support_words(group: TurnGroup, words: Words, small: Words) -> Words:
    """Add commutators for the orbits that no element moves alone, three of their pieces.

    A commutator of two half turns is only a power of their product: often it takes further ones.
    """
    orbit = group.orbits
    pairs = no_longer_than(words, 2)
    for _ in range(2):
        alone = _smallest_support_elements(group, small)
        found: Words = {}
        for first in sorted(set(_orbits_of_pieces(group))):
            if any(_pieces_moved(group, element) <= 3 for element in alone.get(first, {})):
                continue
            moving = {
                element: word
                for element, word in small.items()
                if any(element[i] != i for i, own in enumerate(orbit) if own == first)
            }
            found.update(commutators(group, smallest_support(moving, _NESTED), pairs))
        small = {**reduce_words(group, smallest_support(found, _BY_ORBIT)), **small}
    return small


def _smallest_support_elements(group: TurnGroup, small: Words) -> dict[int, Words]:
    """Find for each orbit of pieces the gentlest elements that move no other pieces."""
    puzzle = group.puzzle
    of_piece = _orbits_of_pieces(group)
    alone: dict[int, Words] = {}
    for element, word in smallest_support(small, len(small)).items():
        touched = {
            of_piece[puzzle.piece_of[sticker]]
            for sticker in range(len(puzzle.piece_of))
            if element[sticker] != sticker
        }
        if len(touched) == 1:
            found = alone.setdefault(touched.pop(), {})
            if all(support_size(known) == support_size(element) for known in islice(found, 1)):
                found[element] = word
    return alone


def _orbits_of_pieces(group: TurnGroup) -> list[int]:
    """Return for each piece its orbit, by the first sticker of the orbit."""
    orbit = group.orbits
    return [min(orbit[sticker] for sticker in piece) for piece in group.puzzle.pieces]


def _pieces_moved(group: TurnGroup, element: Element) -> int:
    """Return how many pieces an element moves."""
    piece_of = group.puzzle.piece_of
    return len({piece for i, piece in enumerate(piece_of) if element[i] != i})


def _order_base_points(
    group: TurnGroup, words: Sequence[tuple[Element, tuple[int, ...]]]
) -> list[int]:
    """Return the stickers in an order in which many short words preserve the first ones.

    The stickers of a piece follow each other.
    """
    puzzle = group.puzzle
    base: list[int] = []
    left = [(element, 0.3 ** len(word)) for element, word in words]
    rest = dict.fromkeys(range(len(puzzle.piece_of)))
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


# Raise it whenever chains are built differently, or turns are numbered differently.
VERSION = 2

_LAYOUT: table_cache.Layout = {
    "base": (np.uint16, ("levels",)),
    "entries": (np.uint16, ("words", 4)),
    "turns": (np.uint16, ("turns",)),
}

_Arrays = Mapping[str, NDArray[Any]]


def load_or_build_chain(
    group: TurnGroup, progress: Callable[[float], None] = lambda _: None
) -> StabiliserChain:
    """Load a puzzle's chain, or build it, telling the share that is done, and keep it.

    Raises PuzzleError where it cannot be built, and TableCacheError where no folder takes it.
    """
    path = cache_folder() / f"{group.puzzle.table_name}-{VERSION}.tables"
    return table_cache.load_or_build(
        path, lambda file: _load(file, group), lambda: _serialise(build_chain(group, progress))
    )


def _load(path: Path, group: TurnGroup) -> StabiliserChain:
    arrays = table_cache.load_as(path, _LAYOUT)
    try:
        return _deserialise(group, arrays)
    except (IndexError, ValueError) as error:
        raise table_cache.damaged(path, str(error)) from error


def _serialise(chain: StabiliserChain) -> _Arrays:
    """Return the rows of every word.

    Its level, its place, whether it is the step, and its turns.
    """
    entries = [
        (level, place, int(is_step), len(word), word)
        for level, place, is_step, word in chain.entries()
    ]
    return {
        "base": np.array(chain.base, dtype=np.uint16),
        "entries": np.array([entry[:4] for entry in entries], dtype=np.uint16),
        "turns": np.array([turn for entry in entries for turn in entry[4]], dtype=np.uint16),
    }


def _deserialise(group: TurnGroup, arrays: _Arrays) -> StabiliserChain:
    """Return the chain. Raises IndexError or ValueError for arrays that do not describe one."""
    chain = StabiliserChain(group, arrays["base"].tolist())
    turns = arrays["turns"].tolist()
    if arrays["entries"][:, 3].sum() != len(turns):
        raise ValueError("its words are not as long as its turns")
    start = 0
    for level, place, is_step, length in arrays["entries"].tolist():
        chain.restore_entry(level, place, bool(is_step), tuple(turns[start : start + length]))
        start += length
    return chain
