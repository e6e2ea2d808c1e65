"""The families of twisty polyhedra: solid, kinds of axes, cut heights and sizes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from solver.core.errors import PuzzleError
from solver.puzzles.familiar_names import systematic_name
from solver.puzzles.polyhedra.cut_heights import (
    Cuts,
    equal_layers,
    halved_ends,
    thirds_between_vertices,
    through_all_vertices,
    through_centre,
    through_edges,
    through_faces,
    through_vertices,
)
from solver.puzzles.polyhedra.polyhedron import Polyhedron
from solver.puzzles.polyhedra.solid import AxisKind, axes, solid


@dataclass(frozen=True, slots=True)
class PolyhedronFamily:
    """Puzzles of one solid and its axes; `cuts` says where planes cut an axis of size N.

    `sizes` is None where the family is one puzzle. It is solved if `solvable_sizes` is None too,
    and only turned if that is empty.
    """

    name: str
    solid: str
    kinds: tuple[AxisKind, ...]
    cuts: Cuts
    sizes: range | None
    solvable_sizes: range | None
    description: str

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of its puzzles, by size."""
        if self.sizes is None:
            return (self.name,)
        return tuple(f"{self.name}-{size}" for size in self.sizes)

    @property
    def solvable(self) -> tuple[str, ...]:
        """Return the names of those that a stabiliser chain is built for."""
        if self.solvable_sizes is None:
            return (self.name,)
        return tuple(f"{self.name}-{size}" for size in self.solvable_sizes)

    @property
    def pattern(self) -> str:
        """Return a regular expression for what looks like one of its names."""
        return self.name if self.sizes is None else rf"{self.name}-[0-9]+"


POLYHEDRA = (
    PolyhedronFamily(
        "cube-faces",
        "cube",
        ("faces",),
        lambda _, axis, n: equal_layers(axis, n),
        range(2, 11),
        range(2, 6),
        "the cube turned about its faces, N layers (section 3); 3 is the Rubik's cube",
    ),
    PolyhedronFamily(
        "cube-vertices-a",
        "cube",
        ("vertices",),
        lambda _, axis, n: equal_layers(axis, 3 * n),
        range(1, 11),
        range(1, 4),
        "the cube turned about its vertices, 3N layers (section 4); 1 is the Dino Cube",
    ),
    PolyhedronFamily(
        "cube-vertices-b",
        "cube",
        ("vertices",),
        lambda _, axis, n: halved_ends(axis, 3 * n - 2),
        range(2, 11),
        range(2, 5),
        "the cube turned about its vertices, 3N-2 layers, the outer two halved (section 5); "
        "2 is the Skewb",
    ),
    PolyhedronFamily(
        "cube-edges",
        "cube",
        ("edges",),
        lambda _, axis, n: equal_layers(axis, 2 * n),
        range(1, 11),
        range(1, 3),
        "the cube turned about its edges, 2N layers (section 6)",
    ),
    PolyhedronFamily(
        "tetrahedron-vertices",
        "tetrahedron",
        ("vertices",),
        lambda _, axis, n: equal_layers(axis, n),
        range(2, 11),
        range(2, 7),
        "the tetrahedron turned about its vertices, N layers (section 7); 3 is the Pyraminx",
    ),
    PolyhedronFamily(
        "tetrahedron-edges",
        "tetrahedron",
        ("edges",),
        lambda _, axis, n: equal_layers(axis, n),
        range(2, 11),
        range(2, 7),
        "the tetrahedron turned about its edges, N layers (section 8)",
    ),
    PolyhedronFamily(
        "octahedron-faces",
        "octahedron",
        ("faces",),
        lambda _, axis, n: equal_layers(axis, n),
        range(2, 11),
        range(2, 6),
        "the octahedron turned about its faces, N layers (section 9); 2 is the Skewb Diamond",
    ),
    PolyhedronFamily(
        "octahedron-vertices",
        "octahedron",
        ("vertices",),
        lambda _, axis, n: equal_layers(axis, 2 * n),
        range(2, 11),
        range(2, 4),
        "the octahedron turned about its vertices, 2N layers (section 10)",
    ),
    PolyhedronFamily(
        "dodecahedron-faces-a",
        "dodecahedron",
        ("faces",),
        through_centre,
        None,
        None,
        "the dodecahedron turned about its faces, halved by every plane (section 11)",
    ),
    PolyhedronFamily(
        "dodecahedron-faces-b",
        "dodecahedron",
        ("faces",),
        through_edges,
        None,
        None,
        "the dodecahedron turned about its faces, three layers (section 12); the Megaminx",
    ),
    PolyhedronFamily(
        "cube-edges-odd",
        "cube",
        ("edges",),
        lambda _, axis, n: equal_layers(axis, n),
        range(3, 20, 2),
        range(3, 4),
        "the cube turned about its edges, N layers, N odd (section 13)",
    ),
    PolyhedronFamily(
        "cube-faces-vertices",
        "cube",
        ("faces", "vertices"),
        lambda _, axis, n: equal_layers(axis, n),
        range(2, 11),
        range(2, 4),
        "the cube turned about its faces and its vertices, N layers (figure 2.4)",
    ),
    PolyhedronFamily(
        "octahedron-edges",
        "octahedron",
        ("edges",),
        lambda _, axis, n: equal_layers(axis, n),
        range(2, 11),
        range(2, 4),
        "the octahedron turned about its edges, N layers (section 13)",
    ),
    PolyhedronFamily(
        "dodecahedron-faces-c",
        "dodecahedron",
        ("faces",),
        through_vertices,
        None,
        None,
        "the dodecahedron turned about its faces, cut through vertices (section 13); the Starminx",
    ),
    PolyhedronFamily(
        "dodecahedron-faces-d",
        "dodecahedron",
        ("faces",),
        through_faces,
        None,
        None,
        "the dodecahedron turned about its faces, cut through the centres of faces (section 13); "
        "the Pyraminx Crystal",
    ),
    PolyhedronFamily(
        "dodecahedron-vertices",
        "dodecahedron",
        ("vertices",),
        through_all_vertices,
        None,
        None,
        "the dodecahedron turned about its vertices, cut through vertices, five layers "
        "(section 13)",
    ),
    PolyhedronFamily(
        "dodecahedron-edges-a",
        "dodecahedron",
        ("edges",),
        through_centre,
        None,
        range(0),
        "the dodecahedron turned about its edges, halved by every plane (section 13); the Big Chop",
    ),
    PolyhedronFamily(
        "dodecahedron-edges-b",
        "dodecahedron",
        ("edges",),
        through_vertices,
        None,
        None,
        "the dodecahedron turned about its edges, three layers, cut through vertices (section 13)",
    ),
    PolyhedronFamily(
        "dodecahedron-edges-c",
        "dodecahedron",
        ("edges",),
        through_edges,
        None,
        None,
        "the dodecahedron turned about its edges, three layers, cut through the middles of edges "
        "(section 13)",
    ),
    PolyhedronFamily(
        "icosahedron-faces",
        "icosahedron",
        ("faces",),
        through_centre,
        None,
        range(0),
        "the icosahedron turned about its faces, halved by every plane (section 13)",
    ),
    PolyhedronFamily(
        "icosahedron-vertices",
        "icosahedron",
        ("vertices",),
        thirds_between_vertices,
        range(1, 11),
        range(1, 3),
        "the icosahedron turned about its vertices, 3N layers (section 13); "
        "2 is the Dogic with middle layers that turn",
    ),
    PolyhedronFamily(
        "icosahedron-edges-a",
        "icosahedron",
        ("edges",),
        through_centre,
        None,
        range(0),
        "the icosahedron turned about its edges, halved by every plane (section 13)",
    ),
    PolyhedronFamily(
        "icosahedron-edges-b",
        "icosahedron",
        ("edges",),
        through_edges,
        None,
        range(0),
        "the icosahedron turned about its edges, three layers, cut through the middles of edges "
        "(section 13)",
    ),
)


# The family that is solved as n x n x n cubes, in every size.
CUBES_BY_FACES = next(family.names for family in POLYHEDRA if family.name == "cube-faces")


def solved_names(family: PolyhedronFamily) -> tuple[str, ...]:
    """Return the names of a family's puzzles that `rokumen solve` solves."""
    return family.names if family.names == CUBES_BY_FACES else family.solvable


@cache
def polyhedron(name: str) -> Polyhedron:
    """Make a puzzle by its name, or a familiar one. Raises PuzzleError for an unknown name."""
    name = systematic_name(name)
    for family in POLYHEDRA:
        if re.fullmatch(family.pattern, name):
            if name not in family.names:
                raise PuzzleError(f"unknown puzzle {name!r}; available: {', '.join(family.names)}")
            return _build(family, int(name.rpartition("-")[2]) if family.sizes else 0)
    known = ", ".join(family.names[0] for family in POLYHEDRA)
    raise PuzzleError(f"unknown polyhedron {name!r}; available: {known} and other sizes")


def _build(family: PolyhedronFamily, size: int) -> Polyhedron:
    shape = solid(family.solid)
    lines = tuple(axis for kind in family.kinds for axis in axes(family.solid, kind))
    planes = tuple(family.cuts(shape, axis, size) for axis in lines)
    name = family.name if family.sizes is None else f"{family.name}-{size}"
    return Polyhedron(name, shape, lines, planes)
