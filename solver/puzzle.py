"""What a puzzle beside the 3x3x3 can be asked, and which puzzles there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Protocol, cast, runtime_checkable

from solver.errors import PuzzleError


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
        """Give all moves in order."""
        return tuple(move for stage in self.stages for move in stage.moves)


class Puzzle(Protocol):
    """A puzzle that can be scrambled and solved. Positions and moves are text at this door."""

    @property
    def name(self) -> str:
        """Say what it is called, as in `rokumen solve --puzzle NAME`."""

    @property
    def methods(self) -> tuple[str, ...]:
        """Name the ways to solve it, the usual one first."""

    def scramble(self, rng: Random) -> tuple[str, ...]:
        """Draw the moves of a scramble."""

    def solve(self, position: str, method: str) -> PuzzleSolution:
        """Solve a position: a scramble, or the puzzle's own way to write one where it has one.

        Raises a CubeError that quotes a position that cannot be read or cannot exist.
        """


@runtime_checkable
class NeedsTables(Protocol):
    """A puzzle that looks things up in tables, which take a while to build the first time."""

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Have the tables ready; `progress` is told the share that is built, where any is not."""


@dataclass(frozen=True, slots=True)
class Family:
    """Puzzles of one kind: what their names look like, and the module whose `puzzle` makes them."""

    names: str
    pattern: str
    module: str
    words: str


# Modules are loaded when a puzzle of theirs is asked for, so that none pays for another's tables.
FAMILIES: tuple[Family, ...] = (
    Family("2x2x2", "2x2x2", "solver.pocket", "in the fewest turns, or by the Tsukuda method"),
    Family(
        "4x4x4 ... 128x128x128",
        r"([1-9]\d{0,2})x\1x\1",
        "solver.nxn",
        "cubes of any size, by the Tsukuda method",
    ),
    Family(
        "picture-3x3x3",
        r"picture-3x3x3",
        "solver.picture",
        "the 3x3x3 whose centres must be upright too",
    ),
    Family("pyraminx", "pyraminx", "solver.pyraminx", "in the fewest turns, or the paper's method"),
    Family(
        "cube-faces-N",
        r"cube-faces-\d+",
        "solver.polyhedra.puzzle",
        "the cube turned about its faces, N from 2 to 10 layers",
    ),
    Family(
        "cube-vertices-a-N",
        r"cube-vertices-a-\d+",
        "solver.polyhedra.puzzle",
        "the cube turned about its vertices, 3N layers, N from 1 to 10; 1 is the Dino Cube",
    ),
    Family(
        "cube-vertices-b-N",
        r"cube-vertices-b-\d+",
        "solver.polyhedra.puzzle",
        "the same with 3N-2 layers, the outer two halved, N from 2 to 10; 2 is the Skewb",
    ),
    Family(
        "cube-edges-N",
        r"cube-edges-\d+",
        "solver.polyhedra.puzzle",
        "the cube turned about its edges, 2N layers, N from 1 to 10",
    ),
    Family(
        "tetrahedron-vertices-N",
        r"tetrahedron-vertices-\d+",
        "solver.polyhedra.puzzle",
        "the tetrahedron turned about its vertices, N from 2 to 10 layers; 3 is the Pyraminx",
    ),
    Family(
        "tetrahedron-edges-N",
        r"tetrahedron-edges-\d+",
        "solver.polyhedra.puzzle",
        "the tetrahedron turned about its edges, N from 2 to 10 layers",
    ),
    Family(
        "octahedron-faces-N",
        r"octahedron-faces-\d+",
        "solver.polyhedra.puzzle",
        "the octahedron turned about its faces, N from 2 to 10 layers; 2 is the Skewb Diamond",
    ),
    Family(
        "octahedron-vertices-N",
        r"octahedron-vertices-\d+",
        "solver.polyhedra.puzzle",
        "the octahedron turned about its vertices, 2N layers, N from 2 to 10",
    ),
    Family(
        "dodecahedron-faces-a",
        r"dodecahedron-faces-a",
        "solver.polyhedra.puzzle",
        "the dodecahedron turned about its faces, every plane through the centre",
    ),
    Family(
        "dodecahedron-faces-b",
        r"dodecahedron-faces-b",
        "solver.polyhedra.puzzle",
        "the dodecahedron turned about its faces, three layers: the Megaminx",
    ),
)


def load_puzzle(name: str) -> Puzzle:
    """Load a puzzle by its name. Raises PuzzleError for a name that no family knows."""
    for family in FAMILIES:
        if re.fullmatch(family.pattern, name):
            return cast("Puzzle", import_module(family.module).puzzle(name))
    known = ", ".join(family.names for family in FAMILIES)
    raise PuzzleError(f"no puzzle is called {name!r}; there is {known}")


def choose_method(puzzle: Puzzle, method: str | None) -> str:
    """Give the method that was asked for, or the usual one. Raises PuzzleError for another."""
    if method is None:
        return puzzle.methods[0]
    if method not in puzzle.methods:
        known = ", ".join(puzzle.methods)
        raise PuzzleError(f"{puzzle.name} has no method {method!r}; there is {known}")
    return method
