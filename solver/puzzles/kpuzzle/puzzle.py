"""A puzzle that is defined by data: scrambled and solved by its group, drawn by its net."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import Random

from solver.core.errors import PuzzleError
from solver.core.turn import generator_of
from solver.puzzles.kpuzzle.definition import Definition
from solver.puzzles.kpuzzle.moves import NamedMove, parse_moves
from solver.puzzles.kpuzzle.net import Net
from solver.puzzles.kpuzzle.turns import DefinedTurns, write_moves
from solver.puzzles.polyhedra.polyhedron import random_turns
from solver.puzzles.polyhedra.solver import ChainMethods
from solver.puzzles.registry import Puzzle
from solver.solution import Solution, Stage


class DefinedPuzzle(Puzzle):
    """A puzzle of a definition; every solution brings it home as it was held at first."""

    needs_tables = True
    methods = ChainMethods.NAMES

    def __init__(self, definition: Definition, table_name: str, net: Net | None = None) -> None:
        """Take a definition, the name of the file that keeps its chain, and its net."""
        self._turns = DefinedTurns(definition, table_name)
        self._moves = definition.moves
        self._net = net

    @property
    def name(self) -> str:
        """Return the name by which it was imported."""
        return self._turns.name

    def parse(self, text: str) -> str:
        """Return a scramble that can be read. Raises NotationError, which quotes what cannot."""
        self._parsed(text)
        return text

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the puzzle's stabiliser chain, or build it and report the share that is built.

        Raises PuzzleError where the words that are tried are too few.
        """
        self._chain.prepare(progress)

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return random turns, none of a name that the one before it has."""
        turns = random_turns(generator_of(seed), self._turns.all_turns)
        return write_moves(self._turns.named(turns))

    def solve(self, state: str, method: str | None = None) -> Solution[str]:
        """Solve the state after a scramble: the whole is turned back first, where it was turned.

        Raises NotationError, which quotes a move that cannot be read.
        """
        chosen = self.choose_method(method)
        moves = self._parsed(state)
        home = self._turns.home(moves)
        turns = self._chain.solve(self._turns.after((*moves, *home)).targets, chosen)
        stages = (
            Stage("hold", tuple(write_moves(home).split())),
            Stage("all", tuple(write_moves(self._turns.named(turns)).split())),
        )
        made = tuple(each for each in stages if each.turns)
        return Solution(state, chosen, made, counted=len(turns))

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether moves bring everything that is seen home."""
        return self._turns.is_solved_after((*self._parsed(state), *self._parsed(moves)))

    def draw(self, state: str, path: str | Path) -> None:
        """Draw the state after a scramble on the net that was imported with the puzzle.

        Raises PuzzleError where there is none.
        """
        if self._net is None:
            raise PuzzleError(
                f"{self.name} was imported without a net: import it again with --net FILE.svg"
            )
        self._net.draw(self._turns.after(self._parsed(state)).targets, Path(path))

    @cached_property
    def _chain(self) -> ChainMethods:
        return ChainMethods(self._turns)

    def _parsed(self, text: str) -> list[NamedMove]:
        return parse_moves(text, self._moves)
