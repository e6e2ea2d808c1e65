"""The interface of puzzles other than the 3x3x3, and loading one by name."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name
from random import Random
from typing import cast

from solver.core.errors import PuzzleError
from solver.puzzles.familiar_names import FAMILIAR_NAMES, systematic_name


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


@dataclass(frozen=True, slots=True)
class PuzzleFamily:
    """Puzzles of one kind: what their names look like, and what makes one by its name."""

    names: str
    pattern: str
    factory: str
    description: str


# Modules are loaded when a puzzle of theirs is asked for, so that none pays for another's tables.
FAMILIES: tuple[PuzzleFamily, ...] = (
    PuzzleFamily(
        "2x2x2",
        "2x2x2",
        "solver.puzzles.pocket.puzzle:puzzle",
        "in the fewest turns, or by the Tsukuda method",
    ),
    PuzzleFamily(
        "4x4x4 ... 128x128x128",
        r"([1-9][0-9]{0,2})x\1x\1",
        "solver.puzzles.nxn.puzzle:puzzle",
        "cubes of any size, by the Tsukuda method",
    ),
    PuzzleFamily(
        "picture-3x3x3",
        r"picture-3x3x3",
        "solver.puzzles.picture:puzzle",
        "the 3x3x3 whose centres must be upright too",
    ),
    PuzzleFamily(
        "picture-4x4x4 ... picture-20x20x20",
        r"picture-([1-9][0-9]{0,2})x\1x\1",
        "solver.puzzles.nxn.pictures.puzzle:puzzle",
        "larger cubes whose inner pieces must each be in their own place",
    ),
    PuzzleFamily(
        "pyraminx",
        "pyraminx",
        "solver.puzzles.pyraminx.puzzle:puzzle",
        "in the fewest turns, or the paper's method",
    ),
    PuzzleFamily(
        "cube-faces-N",
        r"cube-faces-[0-9]+",
        "solver.puzzles.polyhedra.cube_by_faces:puzzle",
        "the cube turned about its faces, N from 2 to 10 layers",
    ),
    PuzzleFamily(
        "cube-vertices-a-N",
        r"cube-vertices-a-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the cube turned about its vertices, 3N layers, N from 1 to 10; 1 is the Dino Cube",
    ),
    PuzzleFamily(
        "cube-vertices-b-N",
        r"cube-vertices-b-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the same with 3N-2 layers, the outer two halved, N from 2 to 10; 2 is the Skewb",
    ),
    PuzzleFamily(
        "cube-edges-N",
        r"cube-edges-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the cube turned about its edges, 2N layers, N from 1 to 10",
    ),
    PuzzleFamily(
        "tetrahedron-vertices-N",
        r"tetrahedron-vertices-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the tetrahedron turned about its vertices, N from 2 to 10 layers; 3 is the Pyraminx",
    ),
    PuzzleFamily(
        "tetrahedron-edges-N",
        r"tetrahedron-edges-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the tetrahedron turned about its edges, N from 2 to 10 layers",
    ),
    PuzzleFamily(
        "octahedron-faces-N",
        r"octahedron-faces-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the octahedron turned about its faces, N from 2 to 10 layers; 2 is the Skewb Diamond",
    ),
    PuzzleFamily(
        "octahedron-vertices-N",
        r"octahedron-vertices-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the octahedron turned about its vertices, 2N layers, N from 2 to 10",
    ),
    PuzzleFamily(
        "dodecahedron-faces-a",
        r"dodecahedron-faces-a",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the dodecahedron turned about its faces, every plane through the centre",
    ),
    PuzzleFamily(
        "dodecahedron-faces-b",
        r"dodecahedron-faces-b",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the dodecahedron turned about its faces, three layers: the Megaminx",
    ),
    PuzzleFamily(
        "cube-edges-odd-N",
        r"cube-edges-odd-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the cube turned about its edges, N layers, odd N from 3 to 19; solved: 3",
    ),
    PuzzleFamily(
        "cube-faces-vertices-N",
        r"cube-faces-vertices-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the cube turned about its faces and its vertices, N from 2 to 10 layers; solved: 2, 3",
    ),
    PuzzleFamily(
        "octahedron-edges-N",
        r"octahedron-edges-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the octahedron turned about its edges, N from 2 to 10 layers; solved: 2, 3",
    ),
    PuzzleFamily(
        "dodecahedron-faces-c",
        r"dodecahedron-faces-c",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the dodecahedron turned about its faces, cut through vertices: the Starminx",
    ),
    PuzzleFamily(
        "dodecahedron-faces-d",
        r"dodecahedron-faces-d",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the same, cut through the centres of faces: the Pyraminx Crystal",
    ),
    PuzzleFamily(
        "dodecahedron-vertices",
        r"dodecahedron-vertices",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the dodecahedron turned about its vertices, cut through vertices, five layers",
    ),
    PuzzleFamily(
        "dodecahedron-edges-a",
        r"dodecahedron-edges-a",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the Big Chop, a dodecahedron turned about its edges; every plane halves it; not solved",
    ),
    PuzzleFamily(
        "dodecahedron-edges-b",
        r"dodecahedron-edges-b",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the same with three layers, cut through vertices",
    ),
    PuzzleFamily(
        "dodecahedron-edges-c",
        r"dodecahedron-edges-c",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the same with three layers, cut through the middles of edges",
    ),
    PuzzleFamily(
        "icosahedron-faces",
        r"icosahedron-faces",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the icosahedron turned about its faces, every plane through the centre; not solved",
    ),
    PuzzleFamily(
        "icosahedron-vertices-N",
        r"icosahedron-vertices-[0-9]+",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the icosahedron turned about its vertices, 3N layers, N from 1 to 10; solved: 1, 2",
    ),
    PuzzleFamily(
        "icosahedron-edges-a",
        r"icosahedron-edges-a",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the icosahedron turned about its edges, every plane through the centre; not solved",
    ),
    PuzzleFamily(
        "icosahedron-edges-b",
        r"icosahedron-edges-b",
        "solver.puzzles.polyhedra.puzzle:puzzle",
        "the same with three layers, cut through the middles of edges; not solved",
    ),
)


def load_puzzle(name: str) -> Puzzle:
    """Load a puzzle by its name, or a familiar one. Raises PuzzleError for an unknown name."""
    systematic = systematic_name(name)
    for family in FAMILIES:
        if re.fullmatch(family.pattern, systematic):
            return cast("Puzzle", resolve_name(family.factory)(systematic))
    known = ", ".join([*(family.names for family in FAMILIES), *FAMILIAR_NAMES])
    raise PuzzleError(f"unknown puzzle {name!r}{_nearest(name)}; available: {known}")


def _nearest(name: str) -> str:
    # Imported here, since most commands start without it.
    from difflib import get_close_matches

    names = [*FAMILIAR_NAMES, *(family.names for family in FAMILIES)]
    close = get_close_matches(name, names, n=1)
    return f", did you mean {close[0]!r}?" if close else ""


def choose_method(puzzle: Puzzle, method: str | None) -> str:
    """Return the requested method, or the default one. Raises PuzzleError for an unknown one."""
    if method is None:
        return puzzle.methods[0]
    if method not in puzzle.methods:
        known = ", ".join(puzzle.methods)
        raise PuzzleError(f"{puzzle.name} has no method {method!r}; available: {known}")
    return method
