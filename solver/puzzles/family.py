"""A family of puzzles beside the 3x3x3: its names, sizes, what loads one and what is solved.

Neither numpy nor any puzzle is loaded here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

AxisKind = Literal["faces", "vertices", "edges"]
SOLIDS = ("tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron")
# Where planes cut an axis: see the function of each in `solver.puzzles.polyhedra.cutting`.
Cuts = Literal[
    "equal layers",
    "halved ends",
    "through centre",
    "through edges",
    "through vertices",
    "through faces",
    "through all vertices",
    "thirds between vertices",
]

_ONE = range(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleFamily:
    """Puzzles of one kind: what their names look like, and what makes one by its name.

    Each N in `template` stands for the size; without one the family is one puzzle, of size 0.
    `solved` are the sizes that `rokumen solve` solves, None for all. `familiar` has names by which
    puzzles are sold and known, with their sizes.
    """

    template: str
    description: str
    # A module, a colon, and the class or function that makes a puzzle by its name.
    factory: str
    sizes: range = _ONE
    solved: range | None = None
    # Where it is described, and what else is to be said of some sizes.
    source: str = ""
    note: str = ""
    familiar: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_sized(self) -> bool:
        """Return whether the family has more than one puzzle."""
        return "N" in self.template

    def name(self, size: int) -> str:
        """Return the name of the puzzle of a size."""
        return self.template.replace("N", str(size))

    def size_of(self, name: str) -> int | None:
        """Return the size in a text of the form of its names, such as 9 for 9x9x9; None for others.

        A size may be larger than any puzzle of the family.
        """
        first = re.escape(self.template).replace("N", "(0|[1-9][0-9]*)", 1).replace("N", r"\1")
        match = re.fullmatch(first, name)
        if match is None:
            return None
        return int(match[1]) if self.is_sized else 0

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of its puzzles, by size."""
        return tuple(map(self.name, self.sizes))

    @property
    def solved_names(self) -> tuple[str, ...]:
        """Return the names of its puzzles that `rokumen solve` solves, by size."""
        return tuple(map(self.name, self.sizes if self.solved is None else self.solved))

    @property
    def listed_name(self) -> str:
        """Return how all its names are written at once, such as `cube-edges-N`."""
        if self.template.count("N") <= 1:
            return self.template
        return f"{self.names[0]} ... {self.names[-1]}"

    @property
    def summary(self) -> str:
        """Return its description with the sizes that there are and those that are solved."""
        parts = [self.description]
        if self.listed_name == self.template and self.is_sized:
            odd = "odd " if self.sizes.step == 2 else ""
            parts[0] += f", {odd}N from {self.sizes[0]} to {self.sizes[-1]}"
        if self.note:
            parts.append(self.note)
        if not self.solved_names:
            parts.append("not solved")
        elif self.solved is not None:
            parts.append(f"solved: {', '.join(map(str, self.solved))}")
        return "; ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class PolyhedronFamily(PuzzleFamily):
    """Puzzles of one solid that turn about one or two kinds of axes, cut into `layers(size)`.

    `layers` counts for cuts of a number of layers alone. `with_chain` are the sizes that a
    stabiliser chain is built for, None for those that are solved; where there are none, those that
    are solved are solved by cycles.
    """

    factory: str = "solver.puzzles.polyhedra.puzzle:PolyhedronPuzzle"
    solid: str
    kinds: tuple[AxisKind, ...]
    cuts: Cuts = "equal layers"
    layers: Callable[[int], int] = lambda n: n
    with_chain: range | None = None

    @property
    def prefix(self) -> str:
        """Return its names without the size."""
        return self.template.removesuffix("-N")

    @property
    def names_with_chain(self) -> tuple[str, ...]:
        """Return the names of its puzzles that a stabiliser chain is built for."""
        if self.with_chain is None:
            return self.solved_names
        return tuple(map(self.name, self.with_chain))

    @property
    def names_by_cycles(self) -> tuple[str, ...]:
        """Return the names of its puzzles that are solved without a chain, by cycles alone."""
        return self.solved_names if self.with_chain == range(0) else ()

    @property
    def text(self) -> str:
        """Return its description with its source and what is to be said of some sizes."""
        return "; ".join(filter(None, (f"{self.description} ({self.source})", self.note)))
