"""Regular solids: vertices, faces, edges and rotation axes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import cos, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import PuzzleError
from solver.puzzles.family import AxisKind

Vectors = NDArray[np.float64]

# Lengths below this are rounding; the smallest piece of any puzzle is a thousand times longer.
EPSILON = 1e-7
_GOLDEN = (1 + sqrt(5)) / 2
_ORDERS = (5, 4, 3, 2)


@dataclass(frozen=True, eq=False)
class RegularSolid:
    """A convex solid: `vertices` (n, 3) on the unit sphere, `faces` as vertices seen from outside.

    The vertices of a face run counterclockwise for who looks at it from outside.
    """

    name: str
    vertices: Vectors
    faces: tuple[tuple[int, ...], ...]

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Return each edge once, by its two vertices."""
        around = ((face[i - 1], face[i]) for face in self.faces for i in range(len(face)))
        return tuple(sorted({(min(pair), max(pair)) for pair in around}))

    def polygon(self, face: int) -> Vectors:
        """Return the corners of a face (n, 3)."""
        return self.vertices[list(self.faces[face])]


@dataclass(frozen=True, eq=False)
class Axis:
    """A line through the centre: a unit vector along it, and how many smallest turns make a circle.

    The solid reaches from `low` to `high` along it.
    """

    name: str
    direction: Vectors
    order: int
    low: float
    high: float

    @property
    def rotation(self) -> Vectors:
        """Return the matrix (3, 3) of the smallest turn, clockwise for who looks from its end."""
        return rotation(self.direction, -2 * pi / self.order)


@cache
def solid(name: str) -> RegularSolid:
    """Make a regular solid by its name. Raises PuzzleError for one that is not there."""
    if name not in _VERTICES:
        raise PuzzleError(f"unknown solid {name!r}; available: {', '.join(_VERTICES)}")
    vertices = np.array(sorted(_VERTICES[name], reverse=True), dtype=float)
    vertices /= np.linalg.norm(vertices[0])
    return RegularSolid(name, vertices, _faces(vertices))


@cache
def axes(name: str, kind: AxisKind) -> tuple[Axis, ...]:
    """Find the axes of a solid through its faces, vertices or edges, one for each line."""
    shape = solid(name)
    ends = [end / np.linalg.norm(end) for end in _ends(shape, kind)]
    ends.sort(key=_descending_key)
    chosen: list[Vectors] = []
    for end in [*_orbit_of_first(shape, ends), *ends]:
        if all(np.linalg.norm(np.cross(end, other)) > EPSILON for other in chosen):
            chosen.append(end)
    chosen.sort(key=_descending_key)
    names = _AXIS_NAMES[len(chosen)]
    return tuple(_axis(shape, names[i], end) for i, end in enumerate(chosen))


def rotation(direction: Vectors, angle: float) -> Vectors:
    """Return the right-handed turn (3, 3) about a unit vector by an angle in radians
    (Rodrigues).
    """
    x, y, z = direction
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + sin(angle) * cross + (1 - cos(angle)) * cross @ cross)


def match_points(points: Vectors, targets: Vectors) -> NDArray[np.int64] | None:
    """Return at which target each point lies, or None where one lies at no target or two at one."""
    squares = (points**2).sum(1)[:, None] + (targets**2).sum(1)[None, :] - 2 * points @ targets.T
    nearest: NDArray[np.int64] = squares.argmin(axis=1)
    apart = np.linalg.norm(points - targets[nearest], axis=1)
    if apart.max() > EPSILON or len(set(nearest.tolist())) < len(points):
        return None
    return nearest


def _signs(*point: float) -> Iterable[tuple[float, ...]]:
    return product(*({value, -value} for value in point))


def _cyclic(x: float, y: float, z: float) -> Iterable[tuple[float, ...]]:
    return (point for turned in ((x, y, z), (y, z, x), (z, x, y)) for point in _signs(*turned))


_VERTICES: dict[str, list[tuple[float, ...]]] = {
    "tetrahedron": [point for point in _signs(1, 1, 1) if np.prod(point) > 0],
    "cube": list(_signs(1, 1, 1)),
    "octahedron": list(_cyclic(1, 0, 0)),
    "dodecahedron": [*_signs(1, 1, 1), *_cyclic(0, _GOLDEN, 1 / _GOLDEN)],
    "icosahedron": list(_cyclic(1, 0, _GOLDEN)),
}
_AXIS_NAMES = {3: "XYZ", 4: "IJKL", 6: "IJKLMN", 10: "ABCDEFGHIJ", 15: "ABCDEFGHIJKLMNO"}


def _faces(vertices: Vectors) -> tuple[tuple[int, ...], ...]:
    """Find the planes through three vertices that have all the others on one side."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for triple in combinations(range(len(vertices)), 3):
        a, b, c = vertices[list(triple)]
        normal = np.cross(b - a, c - a)
        heights = (vertices - a) @ normal
        if heights.min() < -EPSILON:
            normal, heights = -normal, -heights
        if heights.min() >= -EPSILON:
            face = frozenset(np.flatnonzero(heights < EPSILON).tolist())
            found.setdefault(face, _around(vertices, sorted(face), -normal))
    return tuple(sorted(found.values()))


def _around(vertices: Vectors, face: list[int], normal: Vectors) -> tuple[int, ...]:
    """Return the vertices, in order, of a face counterclockwise about its outward normal."""
    middle = vertices[face].mean(axis=0)
    right = vertices[face[0]] - middle
    up = np.cross(normal, right)

    def angle(vertex: int) -> float:
        arm = vertices[vertex] - middle
        return float(np.arctan2(arm @ up / np.linalg.norm(up), arm @ right / np.linalg.norm(right)))

    start = angle(face[0])
    return tuple(sorted(face, key=lambda vertex: (angle(vertex) - start) % (2 * pi)))


def _ends(shape: RegularSolid, kind: AxisKind) -> list[Vectors]:
    if kind == "faces":
        return [shape.polygon(face).mean(axis=0) for face in range(len(shape.faces))]
    if kind == "edges":
        return [shape.vertices[list(edge)].mean(axis=0) for edge in shape.edges]
    return list(shape.vertices)


def _order(shape: RegularSolid, direction: Vectors) -> int:
    """Find the finest turn about a direction that takes the solid into itself."""
    for order in _ORDERS:
        turned = shape.vertices @ rotation(direction, 2 * pi / order).T
        if match_points(turned, shape.vertices) is not None:
            return order
    raise PuzzleError(f"no turn about {direction} takes the {shape.name} into itself")


def _descending_key(point: Vectors) -> tuple[float, ...]:
    """Return the sort key of points: falling x, then y, then z."""
    return tuple((-np.round(point, 6)).tolist())


def _orbit_of_first(shape: RegularSolid, ends: list[Vectors]) -> list[Vectors]:
    """Find the ends to which the turns about all of them carry the first one."""
    turns = [rotation(end, 2 * pi / _order(shape, end)) for end in ends]
    reached = [ends[0]]
    for end in reached:
        for turn in turns:
            turned = turn @ end
            if all(np.linalg.norm(turned - other) > EPSILON for other in reached):
                reached.append(turned)
    return sorted(reached, key=_descending_key)


def _axis(shape: RegularSolid, name: str, direction: Vectors) -> Axis:
    along = shape.vertices @ direction
    return Axis(name, direction, _order(shape, direction), float(along.min()), float(along.max()))
