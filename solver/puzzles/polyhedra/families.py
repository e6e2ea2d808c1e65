"""The ten families: solid, axis type, cut heights and sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from solver.core.errors import PuzzleError
from solver.puzzles.polyhedra.polyhedron import Polyhedron
from solver.puzzles.polyhedra.solid import Axis, AxisKind, Solid, axes, solid

Cuts = Callable[[Solid, Axis, int], Sequence[float]]


@dataclass(frozen=True, slots=True)
class PolyhedronFamily:
    """Puzzles of one solid and one kind of axis; `cuts` says where planes cut an axis of size N."""

    name: str
    solid: str
    kind: AxisKind
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
        """Return the names of those that `rokumen solve` solves in seconds."""
        if self.solvable_sizes is None:
            return (self.name,)
        return tuple(f"{self.name}-{size}" for size in self.solvable_sizes)

    @property
    def pattern(self) -> str:
        """Return a regular expression for what looks like one of its names."""
        return self.name if self.sizes is None else rf"{self.name}-[0-9]+"


def _equal(count: int, axis: Axis) -> tuple[float, ...]:
    """Return the cuts of an axis into layers of the same thickness."""
    return tuple(np.linspace(axis.high, axis.low, count + 1)[1:-1].tolist())


def _halved_ends(count: int, axis: Axis) -> tuple[float, ...]:
    """Return the cuts of an axis into layers of one thickness, the outer two halved."""
    return tuple(np.linspace(axis.high, axis.low, 2 * count - 1)[1::2].tolist())


def _through_centre(shape: Solid, axis: Axis, size: int) -> tuple[float, ...]:
    return (0.0,)


def _through_edges(shape: Solid, axis: Axis, size: int) -> tuple[float, ...]:
    """Return the cuts through the middles of the edges at the two outer faces."""
    middles = {
        round(float(shape.vertices[list(edge)].mean(axis=0) @ axis.direction), 9)
        for edge in shape.edges
        if len({round(float(shape.vertices[end] @ axis.direction), 9) for end in edge}) == 2
    }
    return (max(middles), min(middles))


POLYHEDRA = (
    PolyhedronFamily(
        "cube-faces",
        "cube",
        "faces",
        lambda _, axis, n: _equal(n, axis),
        range(2, 11),
        range(2, 6),
        "the cube turned about its faces, N layers (section 3); 3 is the Rubik's cube",
    ),
    PolyhedronFamily(
        "cube-vertices-a",
        "cube",
        "vertices",
        lambda _, axis, n: _equal(3 * n, axis),
        range(1, 11),
        range(1, 4),
        "the cube turned about its vertices, 3N layers (section 4); 1 is the Dino Cube",
    ),
    PolyhedronFamily(
        "cube-vertices-b",
        "cube",
        "vertices",
        lambda _, axis, n: _halved_ends(3 * n - 2, axis),
        range(2, 11),
        range(2, 5),
        "the cube turned about its vertices, 3N-2 layers, the outer two halved (section 5); "
        "2 is the Skewb",
    ),
    PolyhedronFamily(
        "cube-edges",
        "cube",
        "edges",
        lambda _, axis, n: _equal(2 * n, axis),
        range(1, 11),
        range(1, 3),
        "the cube turned about its edges, 2N layers (section 6)",
    ),
    PolyhedronFamily(
        "tetrahedron-vertices",
        "tetrahedron",
        "vertices",
        lambda _, axis, n: _equal(n, axis),
        range(2, 11),
        range(2, 7),
        "the tetrahedron turned about its vertices, N layers (section 7); 3 is the Pyraminx",
    ),
    PolyhedronFamily(
        "tetrahedron-edges",
        "tetrahedron",
        "edges",
        lambda _, axis, n: _equal(n, axis),
        range(2, 11),
        range(2, 7),
        "the tetrahedron turned about its edges, N layers (section 8)",
    ),
    PolyhedronFamily(
        "octahedron-faces",
        "octahedron",
        "faces",
        lambda _, axis, n: _equal(n, axis),
        range(2, 11),
        range(2, 6),
        "the octahedron turned about its faces, N layers (section 9); 2 is the Skewb Diamond",
    ),
    PolyhedronFamily(
        "octahedron-vertices",
        "octahedron",
        "vertices",
        lambda _, axis, n: _equal(2 * n, axis),
        range(2, 11),
        range(2, 4),
        "the octahedron turned about its vertices, 2N layers (section 10)",
    ),
    PolyhedronFamily(
        "dodecahedron-faces-a",
        "dodecahedron",
        "faces",
        _through_centre,
        None,
        None,
        "the dodecahedron turned about its faces, halved by every plane (section 11)",
    ),
    PolyhedronFamily(
        "dodecahedron-faces-b",
        "dodecahedron",
        "faces",
        _through_edges,
        None,
        None,
        "the dodecahedron turned about its faces, three layers (section 12); the Megaminx",
    ),
)


@cache
def polyhedron(name: str) -> Polyhedron:
    """Make a puzzle by its name. Raises PuzzleError for a name or a size that is not there."""
    for family in POLYHEDRA:
        if re.fullmatch(family.pattern, name):
            if name not in family.names:
                sizes = f"from {family.names[0]} to {family.names[-1]}"
                raise PuzzleError(f"unknown puzzle {name!r}; {family.name}-N is available {sizes}")
            return _build(family, int(name.rpartition("-")[2]) if family.sizes else 0)
    known = ", ".join(family.names[0] for family in POLYHEDRA)
    raise PuzzleError(f"unknown polyhedron {name!r}; available: {known} and other sizes")


def _build(family: PolyhedronFamily, size: int) -> Polyhedron:
    shape = solid(family.solid)
    lines = axes(family.solid, family.kind)
    planes = tuple(tuple(family.cuts(shape, axis, size)) for axis in lines)
    name = family.name if family.sizes is None else f"{family.name}-{size}"
    return Polyhedron(name, shape, lines, planes)
