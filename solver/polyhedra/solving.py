"""Solving a polyhedron: from its stabiliser chain, by a search among many ways at once.

Base point by base point is filled, as the chain does, but with any sticker of the right look, by
any of the words known for it, and with the whole puzzle turned in any way; the most promising
ways are followed side by side (a beam search).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.errors import PuzzleError
from solver.polyhedra.chain import StabiliserChain
from solver.polyhedra.group import IDENTITY, Element, TurnGroup, Word, orbits

# What a place may cost that no word of its level reaches: other levels will move what is there.
_UNREACHED = 12
# How much the words still to come count beside the turns already done: they overlap.
_WEIGHT = 0.3


@dataclass(frozen=True, slots=True)
class _Level:
    """A base point: its steps' lengths by place, and the stickers that look right there."""

    index: int
    point: int
    lengths: tuple[int, ...]
    alike: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """Turns that were done after the whole puzzle was turned by `rotation`."""

    word: Word
    rotation: Element


class PolyhedronSolver:
    """Solves positions of one puzzle with its chain."""

    def __init__(self, group: TurnGroup, chain: StabiliserChain) -> None:
        self._group = group
        self._chain = chain
        self._looks = looks(group)
        self._levels = [
            self._level(index) for index, steps in enumerate(chain.steps) if len(steps) > 1
        ]

    @property
    def states(self) -> int:
        """Count the states, every sticker told from every other one."""
        return self._chain.order

    def solve(self, element: Element, width: int) -> Word:
        """Give turns after which every face has one colour; `width` ways are followed at once.

        Stickers that look alike may lead to where only two of them remain to be exchanged, which
        no turns do; then each is taken to its own place.
        """
        word = self._searched(element, width, self._levels)
        if word is None:
            own = [replace(level, alike=(level.point,)) for level in self._levels]
            word = self._searched(element, width, own)
        return self.exactly(element) if word is None else word

    def _searched(self, element: Element, width: int, levels: Sequence[_Level]) -> Word | None:
        """Fill level after level, or give None where the ways that are followed end too early."""
        beam = {element.translate(turned): _Way((), turned) for turned in self._group.rotations}
        for number, level in enumerate(levels):
            ahead = levels[number:]
            costs = {
                reached: len(way.word) + _WEIGHT * _estimate(reached, ahead)
                for reached, way in beam.items()
            }
            best = sorted(beam, key=costs.__getitem__)[:width]
            beam = self._filled(level, {reached: beam[reached] for reached in best})
        solved = [way for reached, way in beam.items() if self.looks_solved(reached)]
        if not solved:
            return None
        shortest = min(solved, key=lambda way: len(way.word))
        return self._group.seen_from(shortest.rotation, shortest.word)

    def looks_solved(self, element: Element) -> bool:
        """Tell whether every sticker's place holds one of its look."""
        return all(self._looks[element[i]] == look for i, look in enumerate(self._looks))

    def exactly(self, element: Element) -> Word:
        """Take every sticker to its own place by the chain alone, also those that look alike."""
        word = self._chain.factors(element)
        if word is None:
            raise PuzzleError(f"{self._group.puzzle.name} could not be solved from this position")
        return word

    def _filled(self, level: _Level, ways: dict[Element, _Way]) -> dict[Element, _Way]:
        """Give all that can be done to fill a base point, with the fewest turns for each."""
        filled: dict[Element, _Way] = {}
        for element, way in ways.items():
            for sticker in level.alike:
                for step, more in self._steps(level, element[sticker]):
                    reached = element.translate(step)
                    word = self._group.joined(way.word, more)
                    if reached not in filled or len(word) < len(filled[reached].word):
                        filled[reached] = _Way(word, way.rotation)
        return filled

    def _steps(self, level: _Level, place: int) -> Iterator[tuple[Element, Word]]:
        step = self._chain.steps[level.index].get(place)
        if step is not None:
            yield step
            if place != level.point:
                yield from self._chain.choices[level.index].get(place, {}).items()

    def _level(self, index: int) -> _Level:
        steps = self._chain.steps[index]
        point = self._chain.base[index]
        return _Level(
            index,
            point,
            tuple(
                len(steps[place][1]) if place in steps else _UNREACHED
                for place in range(len(IDENTITY))
            ),
            tuple(i for i, look in enumerate(self._looks) if look == self._looks[point]),
        )


def looks(group: TurnGroup) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Say for each sticker how it looks: stickers of one look can stand for each other.

    A look is where turns can take the sticker, its colour, and the colours of its piece.
    """
    puzzle = group.puzzle
    orbit = orbits(group)
    return tuple(
        (
            orbit[sticker],
            puzzle.colours[sticker],
            tuple(sorted(puzzle.colours[other] for other in puzzle.pieces[piece])),
        )
        for sticker, piece in enumerate(puzzle.piece_of)
    )


def _estimate(element: Element, levels: Sequence[_Level]) -> int:
    """Add the lengths of the words that would fill each base point now."""
    return sum(
        min(level.lengths[element[sticker]] for sticker in level.alike)
        if len(level.alike) > 1
        else level.lengths[element[level.alike[0]]]
        for level in levels
    )
