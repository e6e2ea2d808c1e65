"""The families of puzzles beside the 3x3x3: their names, sizes, what loads one and what is solved.

This table loads neither numpy nor any puzzle. Sections and figures are those of the polyhedra
paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

# The sizes n of n x n x n cubes that are turned, and of those with pictures.
CUBE_SIZES = range(2, 129)
PICTURE_CUBE_SIZES = range(4, 21)

AxisKind = Literal["faces", "vertices", "edges"]
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
    # A module, a colon, and the function that makes a puzzle by its name.
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
        """Return the size in what looks like one of its names, also where there is none so large.

        Return None for any other text.
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
    stabiliser chain is built for, None for those that are solved.
    """

    factory: str = "solver.puzzles.polyhedra.puzzle:puzzle"
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
    def text(self) -> str:
        """Return its description with its source and what is to be said of some sizes."""
        return "; ".join(filter(None, (f"{self.description} ({self.source})", self.note)))


def _polyhedron(template: str, description: str, source: str, **others: Any) -> PolyhedronFamily:
    """Return a family whose name says which solid is turned about which parts of it."""
    solid, *words = template.split("-")
    kinds = tuple(kind for kind in get_args(AxisKind) if kind in words)
    return PolyhedronFamily(
        template=template,
        description=f"the {solid} turned about its {' and its '.join(kinds)}, {description}",
        source=source,
        solid=solid,
        kinds=kinds,
        **others,
    )


POLYHEDRA: tuple[PolyhedronFamily, ...] = (
    _polyhedron(
        "cube-faces-N",
        "N layers",
        "section 3",
        sizes=range(2, 11),
        with_chain=range(2, 6),
        note="3 is the Rubik's cube",
        # Solved as n x n x n cubes, in every size.
        factory="solver.puzzles.polyhedra.cube_by_faces:puzzle",
    ),
    _polyhedron(
        "cube-vertices-a-N",
        "3N layers",
        "section 4",
        layers=lambda n: 3 * n,
        sizes=range(1, 11),
        solved=range(1, 4),
        note="1 is the Dino Cube",
        familiar={"dino": 1},
    ),
    _polyhedron(
        "cube-vertices-b-N",
        "3N-2 layers, the outer two halved",
        "section 5",
        cuts="halved ends",
        layers=lambda n: 3 * n - 2,
        sizes=range(2, 11),
        solved=range(2, 5),
        note="2 is the Skewb",
        familiar={"skewb": 2},
    ),
    _polyhedron(
        "cube-edges-N",
        "2N layers",
        "section 6",
        layers=lambda n: 2 * n,
        sizes=range(1, 11),
        solved=range(1, 3),
        familiar={"little-chop": 1},
    ),
    _polyhedron(
        "tetrahedron-vertices-N",
        "N layers",
        "section 7",
        sizes=range(2, 11),
        solved=range(2, 7),
        note="3 is the Pyraminx",
    ),
    _polyhedron(
        "tetrahedron-edges-N", "N layers", "section 8", sizes=range(2, 11), solved=range(2, 7)
    ),
    _polyhedron(
        "octahedron-faces-N",
        "N layers",
        "section 9",
        sizes=range(2, 11),
        solved=range(2, 6),
        note="2 is the Skewb Diamond",
        familiar={"skewb-diamond": 2},
    ),
    _polyhedron(
        "octahedron-vertices-N",
        "2N layers",
        "section 10",
        layers=lambda n: 2 * n,
        sizes=range(2, 11),
        solved=range(2, 4),
    ),
    _polyhedron(
        "dodecahedron-faces-a",
        "halved by every plane",
        "section 11",
        cuts="through centre",
        familiar={"pentultimate": 0},
    ),
    _polyhedron(
        "dodecahedron-faces-b",
        "three layers",
        "section 12",
        cuts="through edges",
        note="the Megaminx",
        familiar={"megaminx": 0},
    ),
    _polyhedron(
        "cube-edges-odd-N", "N layers", "section 13", sizes=range(3, 20, 2), solved=range(3, 4)
    ),
    _polyhedron(
        "cube-faces-vertices-N", "N layers", "figure 2.4", sizes=range(2, 11), solved=range(2, 4)
    ),
    _polyhedron(
        "octahedron-edges-N", "N layers", "section 13", sizes=range(2, 11), solved=range(2, 4)
    ),
    _polyhedron(
        "dodecahedron-faces-c",
        "cut through vertices",
        "section 13",
        cuts="through vertices",
        note="the Starminx",
        familiar={"starminx": 0},
    ),
    _polyhedron(
        "dodecahedron-faces-d",
        "cut through the centres of faces",
        "section 13",
        cuts="through faces",
        note="the Pyraminx Crystal",
        familiar={"pyraminx-crystal": 0},
    ),
    _polyhedron(
        "dodecahedron-vertices",
        "cut through vertices, five layers",
        "section 13",
        cuts="through all vertices",
    ),
    _polyhedron(
        "dodecahedron-edges-a",
        "halved by every plane",
        "section 13",
        cuts="through centre",
        solved=range(0),
        note="the Big Chop",
        familiar={"big-chop": 0},
    ),
    _polyhedron(
        "dodecahedron-edges-b",
        "three layers, cut through vertices",
        "section 13",
        cuts="through vertices",
    ),
    _polyhedron(
        "dodecahedron-edges-c",
        "three layers, cut through the middles of edges",
        "section 13",
        cuts="through edges",
    ),
    _polyhedron(
        "icosahedron-faces",
        "halved by every plane",
        "section 13",
        cuts="through centre",
        solved=range(0),
    ),
    _polyhedron(
        "icosahedron-vertices-N",
        "3N layers",
        "section 13",
        cuts="thirds between vertices",
        sizes=range(1, 11),
        solved=range(1, 3),
        note="2 is the Dogic with middle layers that turn",
        familiar={"dogic": 2},
    ),
    _polyhedron(
        "icosahedron-edges-a",
        "halved by every plane",
        "section 13",
        cuts="through centre",
        solved=range(0),
    ),
    _polyhedron(
        "icosahedron-edges-b",
        "three layers, cut through the middles of edges",
        "section 13",
        cuts="through edges",
        solved=range(0),
    ),
)

FAMILIES: tuple[PuzzleFamily, ...] = (
    PuzzleFamily(
        template="2x2x2",
        description="in the fewest turns, or by the Tsukuda method",
        factory="solver.puzzles.pocket:puzzle",
        familiar={"pocket-cube": 0},
    ),
    PuzzleFamily(
        template="NxNxN",
        description="cubes of any size, by the Tsukuda method",
        factory="solver.puzzles.big_cube:puzzle",
        sizes=range(4, CUBE_SIZES.stop),
    ),
    PuzzleFamily(
        template="picture-3x3x3",
        description="the 3x3x3 whose centres must be upright too",
        factory="solver.puzzles.picture_cubes.picture_cube:puzzle",
    ),
    PuzzleFamily(
        template="picture-NxNxN",
        description="larger cubes whose inner pieces must each be in their own place",
        factory="solver.puzzles.picture_cubes.big_picture_cube:puzzle",
        sizes=PICTURE_CUBE_SIZES,
    ),
    PuzzleFamily(
        template="pyraminx",
        description="in the fewest turns, or the paper's method",
        factory="solver.puzzles.pyraminx.puzzle:puzzle",
    ),
    *POLYHEDRA,
)

# What each has in common with its namesake stands in docs/polyhedra.md.
FAMILIAR_NAMES: dict[str, str] = {
    familiar: family.name(size) for family in FAMILIES for familiar, size in family.familiar.items()
}


def systematic_name(name: str) -> str:
    """Return the systematic name of a puzzle that a familiar name means, else the name itself.

    Capitals, spaces and the word "cube" at the end make no difference to a familiar name.
    """
    plain = name.strip().lower().replace(" ", "-").replace("_", "-")
    return FAMILIAR_NAMES.get(plain) or FAMILIAR_NAMES.get(plain.removesuffix("-cube"), name)


def family_of(name: str) -> PuzzleFamily | None:
    """Return the family that has this systematic name, or would in another size; None for none."""
    return next((family for family in FAMILIES if family.size_of(name) is not None), None)
