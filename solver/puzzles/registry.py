"""The interface of puzzles other than the 3x3x3, and loading one by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name
from random import Random
from typing import cast

from solver.core.errors import PuzzleError
from solver.puzzles.families import FAMILIAR_NAMES, FAMILIES, family_of, systematic_name


@dataclass(frozen=True, slots=True)
class PuzzleStage:
    """A step of a method by its name, with its moves in the puzzle's own notation."""

    name: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PuzzleSolution:
    """The moves that solve a position, stage by stage; `turns` counts them as is usual for it."""

    stages: tuple[PuzzleStage, ...]
    turns: int

    @property
    def moves(self) -> tuple[str, ...]:
        """Return all moves in order."""
        return tuple(move for stage in self.stages for move in stage.moves)


class Puzzle(ABC):
    """A puzzle that can be scrambled and solved. Positions and moves are text in this interface."""

    # Whether tables take a while to build the first time.
    needs_tables = False

    @property
    @abstractmethod
    def name(self) -> str:
        """Return the name, as in `rokumen solve --puzzle NAME`."""

    @property
    @abstractmethod
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods, the default first."""

    @abstractmethod
    def scramble(self, rng: Random) -> tuple[str, ...]:
        """Return the moves of a random scramble."""

    @abstractmethod
    def solve(self, position: str, method: str) -> PuzzleSolution:
        """Solve a position: a scramble, or the puzzle's own position format if it has one.

        Raises a CubeError that quotes a position that cannot be read or cannot exist.
        """

    def check(self, position: str) -> None:  # noqa: B027 (those without tables check at once)
        """Raise a CubeError for a position that cannot be read, before any table is built."""

    def prepare(self, progress: Callable[[float], None]) -> None:  # noqa: B027 (most need none)
        """Load the tables, or build them and call `progress` with the share that is built."""


def load_puzzle(name: str) -> Puzzle:
    """Load a puzzle by its name, or a familiar one. Raises PuzzleError for an unknown name."""
    systematic = systematic_name(name)
    family = family_of(systematic)
    if family is None:
        known = ", ".join(_known_names())
        raise PuzzleError(f"unknown puzzle {name!r}{_nearest(name)}; available: {known}")
    return cast("Puzzle", resolve_name(family.factory)(systematic))


def _known_names() -> list[str]:
    return [*(family.listed_name for family in FAMILIES), *FAMILIAR_NAMES]


def _nearest(name: str) -> str:
    # Imported here, since most commands start without it.
    from difflib import get_close_matches

    close = get_close_matches(name, _known_names(), n=1)
    return f", did you mean {close[0]!r}?" if close else ""


def choose_method(puzzle: Puzzle, method: str | None) -> str:
    """Return the requested method, or the default one. Raises PuzzleError for an unknown one."""
    if method is None:
        return puzzle.methods[0]
    if method not in puzzle.methods:
        known = ", ".join(puzzle.methods)
        raise PuzzleError(f"{puzzle.name} has no method {method!r}; available: {known}")
    return method
