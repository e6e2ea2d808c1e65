"""Polyhedra at the door of other puzzles: scrambles and solutions as text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random

from solver.errors import PuzzleError
from solver.polyhedra.families import POLYHEDRA, polyhedron
from solver.polyhedra.group import TurnGroup
from solver.polyhedra.moves import parse, spelt_all
from solver.polyhedra.polyhedron import Polyhedron
from solver.polyhedra.solving import PolyhedronSolver
from solver.puzzle import PuzzleSolution, PuzzleStage

# As many random turns as the seed scrambles with.
SCRAMBLE_TURNS = 100

# How many ways each method follows side by side.
_WIDTHS = {"beam": 100, "wide": 1000, "narrow": 1}
EXACT = "exact"


class PolyhedronPuzzle:
    """A polyhedron that can be scrambled and, in the sizes of its family, solved."""

    def __init__(self, puzzle: Polyhedron) -> None:
        self._puzzle = puzzle
        self._solver: PolyhedronSolver | None = None

    @property
    def name(self) -> str:
        """Say what it is called."""
        return self._puzzle.name

    @property
    def methods(self) -> tuple[str, ...]:
        """Name the ways to solve it.

        All but the last differ in how many ways are followed side by side. The last uses the
        chain alone, and takes each of the stickers that look alike to its own place.
        """
        return (*_WIDTHS, EXACT)

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Have the puzzle's chain ready, telling the share that is built where it is not there.

        Raises PuzzleError for a size that is only turned, and TableError where it cannot be kept.
        """
        if self._solver is None:
            # The files of tables come with numba: only who solves pays for it.
            from solver.polyhedra.tables import kept_chain

            self._solver = PolyhedronSolver(self._group, kept_chain(self._group, progress))

    def scramble(self, rng: Random) -> tuple[str, ...]:
        """Draw random turns, none of the layer that the one before it turned."""
        turns = [rng.choice(self._puzzle.all_turns)]
        while len(turns) < SCRAMBLE_TURNS:
            turn = rng.choice(self._puzzle.all_turns)
            if (turn.axis, turn.layer) != (turns[-1].axis, turns[-1].layer):
                turns.append(turn)
        return spelt_all(self._puzzle, turns)

    def solve(self, position: str, method: str) -> PuzzleSolution:
        """Solve the position after a scramble.

        Raises NotationError, which quotes a turn that cannot be read, PuzzleError for a size that
        is only turned, not solved, and TableError where its chain cannot be kept or is damaged.
        """
        scramble = self._group.word(parse(self._puzzle, position))
        element = self._group.element(scramble)
        if method == EXACT:
            word = self._ready().exactly(element)
        else:
            word = self._ready().solve(element, _WIDTHS[method])
        moves = spelt_all(self._puzzle, (self._group.turns[number] for number in word))
        return PuzzleSolution((PuzzleStage("all", moves),), len(moves))

    @property
    def states(self) -> int:
        """Count the states, every sticker told from every other, turns of the whole included.

        Raises PuzzleError for a size that is not solved.
        """
        return self._ready().states

    @cached_property
    def _group(self) -> TurnGroup:
        solved = [name for family in POLYHEDRA for name in family.solved]
        if self.name not in solved:
            raise PuzzleError(
                f"{self.name} can be scrambled, but is too large to be solved here; "
                f"solved are {', '.join(solved)}"
            )
        return TurnGroup(self._puzzle)

    def _ready(self) -> PolyhedronSolver:
        self.prepare(lambda _: None)
        assert self._solver is not None
        return self._solver


def puzzle(name: str) -> PolyhedronPuzzle:
    """Make a puzzle by its name. Raises PuzzleError for one that is not there."""
    return PolyhedronPuzzle(polyhedron(name))
