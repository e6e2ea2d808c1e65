"""A puzzle by its KPuzzle definition, with the net it was imported with; imports from files."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from random import Random

from files.access import read_text
from files.documents import parse_json
from files.wording import reason
from solver.core.errors import PuzzleError
from solver.core.turn import generator_of
from solver.puzzles.kpuzzle.definition import Definition, read_definition
from solver.puzzles.kpuzzle.moves import NamedMove, parse_moves
from solver.puzzles.kpuzzle.net import Net
from solver.puzzles.kpuzzle.stored import MAX_BYTES, StoredPuzzle, name_to_store, read_stored, store
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


_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def import_puzzle(
    definition: Path, net: Path | None, name: str | None, taken: Collection[str]
) -> tuple[DefinedPuzzle, Path]:
    """Store a puzzle, and return it, and the file that keeps it.

    `name`: in place of the file's; `taken`: names that it may not have. Raises
    PuzzleError for a file that is no definition, or no net of it, or that cannot be read or
    written, and for a name that cannot be used.
    """
    try:
        value = parse_json(_text(definition))
    except ValueError as error:
        raise PuzzleError(f"{str(definition)!r} is no JSON: {error}") from error
    given = name if name is not None else definition.stem
    called = name_to_store(given)
    if not _NAME.fullmatch(called):
        raise PuzzleError(
            f"{given!r} is no name for a puzzle: give one of letters, digits and - with --name"
        )
    if called in taken:
        raise PuzzleError(f"{called!r} is another puzzle's name: give another one with --name")
    stored = StoredPuzzle(value, None if net is None else _text(net))
    return _puzzle_of(called, stored), store(called, stored)


def load_imported(name: str) -> DefinedPuzzle:
    """Return a puzzle that was imported. Raises PuzzleError for a file that is damaged."""
    return _puzzle_of(name, read_stored(name))


def _puzzle_of(name: str, stored: StoredPuzzle) -> DefinedPuzzle:
    definition = read_definition(stored.definition, name)
    net = None
    if stored.net is not None:
        definition = definition.with_orbits(Net(stored.net, definition).orbits)
        net = Net(stored.net, definition)
    # Its chain is that of a puzzle that is turned so, whatever it is called.
    moves = sorted((name, move.targets) for name, move in definition.moves.items())
    what_turns = repr((definition.orbits, moves))
    return DefinedPuzzle(
        definition, f"imported-{sha256(what_turns.encode()).hexdigest()[:16]}", net
    )


def _text(path: Path) -> str:
    try:
        return read_text(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        raise PuzzleError(f"cannot read {str(path)!r}: {reason(error)}") from error
