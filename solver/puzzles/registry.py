"""The interface of puzzles, and loading one by name.

Third parties add puzzles by the entry points `rokumen.puzzles`: a name, and a class derived from
`Puzzle` that is made without arguments.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from pkgutil import resolve_name
from random import Random

from files.plugins import load_plugin, plugin_names
from solver.core.errors import CubeError, MethodError, PuzzleError, UnsolvedError
from solver.notation.written_list import quoted
from solver.puzzles.kpuzzle.stored import imported_names, name_to_store
from solver.solution import Solution

ENTRY_POINTS = "rokumen.puzzles"


class Puzzle(ABC):
    """A puzzle beside the 3x3x3 that can be scrambled and solved.

    States are text: a scramble in the puzzle's notation, or its own way to write a state. What
    `load_puzzle` returns gives out only solutions for which `is_solved_by` is true.
    """

    # Whether tables take a while to build the first time.
    needs_tables = False

    @property
    @abstractmethod
    def name(self) -> str:
        """Return the name, as in `rokumen solve --puzzle NAME`."""

    @property
    @abstractmethod
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods that solve it, the default first."""

    @abstractmethod
    def scramble(self, seed: int | Random | None = None) -> str:
        """Return the moves of a random scramble; the same one for the same seed.

        `seed` may also be the generator to draw from.
        """

    @abstractmethod
    def solve(self, state: str, method: str | None = None) -> Solution[object]:
        """Solve a state by one of the `methods`; the first call may build tables.

        Raises a CubeError that quotes a state that cannot be read or cannot exist, and PuzzleError
        for a method that the puzzle does not have.
        """

    def improve(
        self, state: str, method: str, options: Mapping[str, object]
    ) -> Iterator[Solution[object]]:
        """Yield solutions, each better than the one before; most methods give just one.

        `options` are the method's own, by name. Raises what `solve` raises, and MethodError for an
        option that the method does not have, or a value that it may not have.
        """
        if options:
            raise MethodError(f"the method {method!r} has no option {sorted(options)[0]!r}")
        yield self.solve(state, method)

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether moves, as a solution has them, leave a state solved.

        A puzzle should make the moves, without what it solves with. By default it is asked to solve
        what they leave, of which nothing may be left to do; and a solution without moves is
        believed only where there is something to do after a scramble.
        """
        left = f"{state}\n{moves}"
        if self.solve(left).moves:
            return False
        return bool(moves) or any(
            self.solve(f"{left}\n{self.scramble(seed)}").moves for seed in range(3)
        )

    @abstractmethod
    def parse(self, text: str) -> str:
        """Return a state that can be read, before any table is built. Raises CubeError."""

    def prepare_for(
        self, method: str, options: Mapping[str, object], progress: Callable[[float], None]
    ) -> None:
        """Prepare as `prepare` does, for one method with its options."""
        self.prepare(progress)

    def prepare(self, progress: Callable[[float], None]) -> None:  # noqa: B027 (most need none)
        """Load the tables, or build them and call `progress` with the share that is built."""

    def draw(self, state: str, path: str | Path) -> None:
        """Draw a state into a .svg or .png file.

        Raises PuzzleError for a puzzle that has no drawing, ValueError for another file, and what
        `parse` raises.
        """
        raise PuzzleError(f"there is no drawing of {self.name}")

    def choose_method(self, method: str | None) -> str:
        """Return a method by its name, or the default one. Raises PuzzleError for another name."""
        if method is None:
            return self.methods[0]
        if method not in self.methods:
            known = ", ".join(self.methods)
            raise PuzzleError(f"{self.name} has no method {method!r}; available: {known}")
        return method


class _Checked(Puzzle):
    """A puzzle that gives out no solution before its moves were made.

    All other methods are those of the puzzle.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.needs_tables = puzzle.needs_tables

    @property
    def name(self) -> str:
        return self._puzzle.name

    @property
    def methods(self) -> tuple[str, ...]:
        return self._puzzle.methods

    def scramble(self, seed: int | Random | None = None) -> str:
        return self._puzzle.scramble(seed)

    def solve(self, state: str, method: str | None = None) -> Solution[object]:
        return self._checked(state, self._puzzle.solve(state, method))

    def improve(
        self, state: str, method: str, options: Mapping[str, object]
    ) -> Iterator[Solution[object]]:
        for solution in self._puzzle.improve(state, method, options):
            yield self._checked(state, solution)

    def is_solved_by(self, state: str, moves: str) -> bool:
        return self._puzzle.is_solved_by(state, moves)

    def parse(self, text: str) -> str:
        return self._puzzle.parse(text)

    def prepare_for(
        self, method: str, options: Mapping[str, object], progress: Callable[[float], None]
    ) -> None:
        self._puzzle.prepare_for(method, options, progress)

    def prepare(self, progress: Callable[[float], None]) -> None:
        self._puzzle.prepare(progress)

    def draw(self, state: str, path: str | Path) -> None:
        self._puzzle.draw(state, path)

    def choose_method(self, method: str | None) -> str:
        return self._puzzle.choose_method(method)

    def _checked(self, state: str, solution: Solution[object]) -> Solution[object]:
        try:
            solved = self._puzzle.is_solved_by(state, solution.moves)
        except CubeError as error:
            raise UnsolvedError(
                f"what was found for {quoted(state)} cannot be made: {error}; it is not given out"
            ) from error
        if not solved:
            raise UnsolvedError(
                f"what was found for {quoted(state)} does not solve the {self.name}, and is not "
                "given out; report it, with the command and this message"
            )
        return replace(solution, puzzle=self.name)


def puzzle_names() -> tuple[str, ...]:
    """Return all names of puzzles: systematic, familiar, imported, and those of plug-ins."""
    # The table of families is loaded on use: most commands are about the 3x3x3.
    from solver.puzzles.families import FAMILIAR_NAMES, FAMILIES

    listed = (*(name for family in FAMILIES for name in family.names), *FAMILIAR_NAMES)
    ours = tuple(dict.fromkeys((*listed, *imported_names())))
    return (*ours, *sorted(plugin_names(ENTRY_POINTS) - set(ours)))


def load_puzzle(name: str) -> Puzzle:
    """Load a puzzle by its name, or a familiar one. This package's come before others.

    Its `solve` and `improve` raise UnsolvedError in place of a solution that does not solve.

    Raises PuzzleError for a name that no puzzle has, and for a plug-in that cannot be used.
    """
    from solver.puzzles.families import family_of, plain_name, systematic_name

    called = plain_name(name)
    family = family_of(called) or family_of(systematic_name(name))
    if family is not None:
        return _Checked(resolve_name(family.factory)(called))
    if (imported := name_to_store(name)) in imported_names():
        return _Checked(resolve_name("solver.puzzles.kpuzzle.puzzle:load_imported")(imported))
    exact = name if name in plugin_names(ENTRY_POINTS) else called
    try:
        loaded, called = load_plugin(ENTRY_POINTS, exact, PuzzleError)
    except KeyError:
        known = ", ".join(_known_names())
        message = f"unknown puzzle {name!r}{_nearest(name)} available: {known}"
        raise PuzzleError(message) from None
    if not (isinstance(loaded, type) and issubclass(loaded, Puzzle)):
        raise PuzzleError(f"{called} is not a class derived from rokumen.extend.Puzzle")
    if missing := sorted(loaded.__abstractmethods__):
        raise PuzzleError(f"{called} does not define {', '.join(missing)}")
    return _Checked(loaded())


def _known_names() -> list[str]:
    from solver.puzzles.families import FAMILIAR_NAMES, FAMILIES

    listed = [*(family.listed_name for family in FAMILIES), *FAMILIAR_NAMES]
    ours = dict.fromkeys((*listed, *imported_names()))
    return [*ours, *sorted(plugin_names(ENTRY_POINTS))]


def _nearest(name: str) -> str:
    # Imported here, since most commands start without it.
    from difflib import get_close_matches

    close = get_close_matches(name, _known_names(), n=1)
    return f", did you mean {close[0]!r}?" if close else ";"
