"""Beam search over the levels of a stabiliser chain.

Base point by base point is filled, as the chain does, but with any sticker of the right look, by
any of the words known for it, and with the whole puzzle turned in any node; the most promising
candidates are kept at each level (a beam search).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from solver.core.errors import PuzzleError
from solver.puzzles.polyhedra.polyhedron import Permutation, PolyhedronTurn
from solver.puzzles.polyhedra.stabiliser_chain import StabiliserChain
from solver.puzzles.polyhedra.turn_group import IDENTITY, Element, TurnedPuzzle, TurnGroup, Word

# What a place may cost that no word of its level reaches: other levels will move what is there.
_UNREACHED = 12
# How much the words still to come count beside the turns already done: they overlap.
_WEIGHT = 0.3
# Of long solutions most turns move the last pieces, and which these are depends on the start: one
# that is longer than this is searched again from a few positions nearby, by narrower beams, which
# take about as long together.
_LONG = 400
_STARTS, _NARROWER = 12, 10


@dataclass(frozen=True, slots=True)
class _Level:
    """A base point: its steps' lengths by place, and the stickers that look right there."""

    index: int
    point: int
    lengths: tuple[int, ...]
    equivalent_stickers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _BeamNode:
    """Turns that were done after the whole puzzle was turned by `rotation`."""

    word: Word
    rotation: Element


# The beam width of each method, but of the last, which uses the chain alone.
_WIDTHS = {"beam": 100, "wide": 1000, "narrow": 1}
_EXACT = "exact"


class ChainMethods:
    """The methods of a puzzle that is solved by a stabiliser chain, which is loaded on use."""

    NAMES = (*_WIDTHS, _EXACT)

    def __init__(self, puzzle: TurnedPuzzle) -> None:
        self._group = TurnGroup(puzzle)
        self._solver: PolyhedronSolver | None = None

    def prepare(self, progress: Callable[[float], None] = lambda _: None) -> PolyhedronSolver:
        """Load the chain, or build it and report the share that is built; return its solver.

        Raises PuzzleError where the words that are tried are too few, and TableCacheError where no
        folder takes the chain.
        """
        if self._solver is None:
            # Tables are built by numba, which takes long to import and only solving needs.
            from solver.puzzles.polyhedra.schreier_sims import load_or_build_chain

            self._solver = PolyhedronSolver(self._group, load_or_build_chain(self._group, progress))
        return self._solver

    def solve(self, targets: Permutation, method: str) -> tuple[PolyhedronTurn, ...]:
        """Return turns that solve by a method what was taken to `targets` from each place.

        Raises what `prepare` raises.
        """
        solver, element = self.prepare(), self._group.permutation(targets)
        if method == _EXACT:
            word = solver.solve_exactly(element)
        else:
            word = solver.solve(element, _WIDTHS[method])
        return tuple(self._group.turns[number] for number in word)


class PolyhedronSolver:
    """A solver for one puzzle with its stabiliser chain."""

    def __init__(self, group: TurnGroup, chain: StabiliserChain) -> None:
        self._group = group
        self._chain = chain
        self._looks = sticker_classes(group)
        self._levels = [
            self._level(index) for index, steps in enumerate(chain.steps) if len(steps) > 1
        ]

    @property
    def states(self) -> int:
        """Return the number of states, every sticker told from every other one."""
        return self._chain.order

    def solve(self, element: Element, width: int) -> Word:
        """Return turns after which every face has one colour; `width` is the beam width.

        Stickers that look alike may lead to where only two of them remain to be exchanged, which
        no turns do; then each is taken to its own place. The word by the chain alone is returned
        where it is shorter. A long one is searched again, after two random turns.
        """
        best = self._solve_from(element, width)
        if len(best) <= _LONG or width < _NARROWER:
            return best
        rng = Random(0)
        for _ in range(_STARTS):
            start = tuple(rng.sample(self._group.effective_turns, 2))
            reached = element.translate(self._group.element(start))
            word = self._solve_from(reached, width // _NARROWER)
            best = min(best, self._group.concatenate(start, word), key=len)
        return best

    def _solve_from(self, element: Element, width: int) -> Word:
        word = self._beam_search(element, width, self._levels)
        if word is None:
            own = [replace(level, equivalent_stickers=(level.point,)) for level in self._levels]
            word = self._beam_search(element, width, own)
        by_chain = self.solve_exactly(element)
        return by_chain if word is None else min(word, by_chain, key=len)

    def _beam_search(self, element: Element, width: int, levels: Sequence[_Level]) -> Word | None:
        """Return a word that fills level after level, or None if all candidates end too early."""
        beam = {
            element.translate(turned): _BeamNode((), turned) for turned in self._group.rotations
        }
        for number, level in enumerate(levels):
            ahead = levels[number:]
            costs = {
                reached: len(node.word) + _WEIGHT * _estimate(reached, ahead)
                for reached, node in beam.items()
            }
            best = sorted(beam, key=costs.__getitem__)[:width]
            beam = self._expand_level(level, {reached: beam[reached] for reached in best})
        solved = [node for reached, node in beam.items() if self.is_visibly_solved(reached)]
        if not solved:
            return None
        shortest = min(solved, key=lambda node: len(node.word))
        return self._group.conjugate_by_rotation(shortest.rotation, shortest.word)

    def is_visibly_solved(self, element: Element) -> bool:
        """Return whether every position holds a sticker of its look."""
        return all(self._looks[element[i]] == look for i, look in enumerate(self._looks))

    def solve_exactly(self, element: Element) -> Word:
        """Return the word by the chain alone that takes every sticker to its own position."""
        word = self._chain.factors(element)
        if word is None:
            raise PuzzleError(f"{self._group.puzzle.name} could not be solved from this position")
        return word

    def _expand_level(
        self, level: _Level, nodes: dict[Element, _BeamNode]
    ) -> dict[Element, _BeamNode]:
        """Return all that can be done to fill a base point, with the fewest turns for each."""
        filled: dict[Element, _BeamNode] = {}
        for element, node in nodes.items():
            for sticker in level.equivalent_stickers:
                for step, more in self._steps(level, element[sticker]):
                    reached = element.translate(step)
                    word = self._group.concatenate(node.word, more)
                    if reached not in filled or len(word) < len(filled[reached].word):
                        filled[reached] = _BeamNode(word, node.rotation)
        return filled

    def _steps(self, level: _Level, place: int) -> Iterator[tuple[Element, Word]]:
        step = self._chain.steps[level.index].get(place)
        if step is not None:
            yield step
            if place != level.point:
                yield from self._chain.alternatives[level.index].get(place, {}).items()

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


def sticker_classes(group: TurnGroup) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Return the look of each sticker: stickers of one look are interchangeable.

    A look is where turns can take the sticker, its colour, and the colours of its piece.
    """
    puzzle = group.puzzle
    orbit = group.orbits
    return tuple(
        (
            orbit[sticker],
            puzzle.colours[sticker],
            tuple(sorted(puzzle.colours[other] for other in puzzle.pieces[piece])),
        )
        for sticker, piece in enumerate(puzzle.piece_of)
    )


def _estimate(element: Element, levels: Sequence[_Level]) -> int:
    """Return the sum of the lengths of the words that would fill each base point now."""
    return sum(
        min(level.lengths[element[sticker]] for sticker in level.equivalent_stickers)
        if len(level.equivalent_stickers) > 1
        else level.lengths[element[level.equivalent_stickers[0]]]
        for level in levels
    )
