"""A twisty polyhedron as a Puzzle: scrambles and solutions as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from solver.core.errors import PuzzleError
from solver.core.turn import generator_of
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra.layered import LayeredPuzzle
from solver.puzzles.polyhedra.polyhedron import (
    PolyhedronTurn,
    after,
    format_turns,
    is_solved_after,
    parse,
    polyhedron,
    random_turns,
)
from solver.puzzles.polyhedra.solver import ChainMethods
from solver.solution import Solution, Stage

if TYPE_CHECKING:
    from solver.puzzles.polyhedra.cycle_solver import CycleSolver

CYCLES = "cycles"

# The puzzles that a stabiliser chain is built for; that of larger ones takes too long.
NAMES_WITH_CHAIN = tuple(name for family in POLYHEDRA for name in family.names_with_chain)
_NAMES_BY_CYCLES = tuple(name for family in POLYHEDRA for name in family.names_by_cycles)


class PolyhedronPuzzle(LayeredPuzzle):
    """A polyhedron that can be scrambled and, in the sizes of its family, solved."""

    def __init__(self, name: str) -> None:
        """Take the name by which it is asked for. Raises PuzzleError where there is none."""
        super().__init__(name)
        self.shape = polyhedron(name)
        self._cycle_solver: CycleSolver | None = None

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods, none for a size that is only turned.

        All but the last differ in the beam width. The last uses the
        chain alone, and takes each of the stickers that look alike to its own place. A puzzle
        without a chain is solved by cycles of three pieces.
        """
        if self.shape.name in NAMES_WITH_CHAIN:
            return ChainMethods.NAMES
        return (CYCLES,) if self.shape.name in _NAMES_BY_CYCLES else ()

    def choose_method(self, method: str | None) -> str:
        """Return a method by its name, or the default one.

        Raises PuzzleError for another name, and for a size that is only turned.
        """
        if not self.methods:
            raise PuzzleError(
                f"{self.name} can be scrambled, but is too large to be solved here; "
                f"solved are {', '.join((*NAMES_WITH_CHAIN, *_NAMES_BY_CYCLES))}"
            )
        return super().choose_method(method)

    def turns(self, text: str) -> tuple[PolyhedronTurn, ...]:
        """Read turns in the notation of layers. Raises NotationError, which quotes a bad one."""
        return parse(self.shape, text, self.name)

    def parse(self, text: str) -> str:
        """Return a scramble that can be read. Raises NotationError, which quotes what cannot."""
        self.turns(text)
        return text

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether turns leave one colour on every face."""
        return is_solved_after(self.shape, (*self.turns(state), *self.turns(moves)))

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the puzzle's stabiliser chain, or build it and report the share that is built.

        A puzzle without a chain needs its cycles, which are not kept. Raises PuzzleError for a size
        that is only turned, and TableCacheError where no folder takes the chain.
        """
        if self.methods == (CYCLES,):
            self._prepared_cycles(progress)
        else:
            self._chain.prepare(progress)

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return random turns, none of the layer that the one before it turned."""
        turns = random_turns(generator_of(seed), self.shape.all_turns)
        return " ".join(format_turns(self.shape, turns))

    def solve(self, state: str, method: str | None = None) -> Solution[str]:
        """Solve the position after a scramble.

        Raises NotationError, which quotes a turn that cannot be read, PuzzleError for a size that
        is only turned, not solved, and TableCacheError where its chain cannot be kept or is
        damaged.
        """
        chosen = self.choose_method(method)
        turns = self.turns(state)
        if chosen == CYCLES:
            solution = self._prepared_cycles(lambda _: None).solve(turns)
        else:
            solution = self._chain.solve(after(self.shape, turns), chosen)
        return Solution(state, chosen, (Stage("all", self._written(solution)),))

    def _written(self, turns: Iterable[PolyhedronTurn]) -> tuple[str, ...]:
        """Write the turns of a solution."""
        return tuple(format_turns(self.shape, turns))

    @property
    def states(self) -> int:
        """Return the number of states, every sticker told from every other, turns of the whole
        included.

        Raises PuzzleError for a puzzle without a stabiliser chain.
        """
        if self.methods == (CYCLES,):
            raise PuzzleError(f"the states of {self.name}, which has no chain, are not counted")
        return self._chain.prepare().states

    @cached_property
    def _chain(self) -> ChainMethods:
        self.choose_method(None)
        return ChainMethods(self.shape)

    def _prepared_cycles(self, progress: Callable[[float], None]) -> CycleSolver:
        if self._cycle_solver is None:
            # As for the chain: only solving needs it.
            from solver.puzzles.polyhedra.cycle_solver import CycleSolver

            self._cycle_solver = CycleSolver(self.shape, progress)
        return self._cycle_solver
