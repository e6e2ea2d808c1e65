"""Cuts the surface of a solid into stickers by planes, and gives cross-sections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solver.puzzles.family import Cuts
from solver.puzzles.polyhedra.solid import EPSILON, Axis, RegularSolid, Vectors

Heights = tuple[float, ...]


def equal_layers(shape: RegularSolid, axis: Axis, count: int) -> Heights:
    """Return the cuts of an axis into layers of the same thickness."""
    return tuple(np.linspace(axis.high, axis.low, count + 1)[1:-1].tolist())


def halved_ends(shape: RegularSolid, axis: Axis, count: int) -> Heights:
    """Return the cuts of an axis into layers of one thickness, the outer two halved."""
    return tuple(np.linspace(axis.high, axis.low, 2 * count - 1)[1::2].tolist())


def through_centre(shape: RegularSolid, axis: Axis, count: int) -> Heights:
    """Return the one cut that halves the solid."""
    return (0.0,)


def through_edges(shape: RegularSolid, axis: Axis, count: int) -> Heights:
    """Return the two cuts through the middles of the edges that are nearest to the ends."""
    return _nearest_to_ends(
        np.array([shape.vertices[list(e)].mean(axis=0) for e in shape.edges]), axis
    )


def through_vertices(shape: RegularSolid, axis: Axis, count: int) -> Heights:
    """Return the two cuts through the vertices that are nearest to the ends."""
    return _nearest_to_ends(shape.vertices, axis)


def through_faces(shape: RegularSolid, axis: Axis, count: int) -> Heights:
    """Return the two cuts through the centres of the faces that are nearest to the ends."""
    centres = [shape.polygon(face).mean(axis=0) for face in range(len(shape.faces))]
    return _nearest_to_ends(np.array(centres), axis)


def through_all_vertices(shape: RegularSolid, axis: Axis, count: int) -> Heights:
    """Return the cuts through all vertices but those at the ends."""
    heights = np.sort(shape.vertices @ axis.direction)[::-1]
    different = heights[1:][-np.diff(heights) > EPSILON]
    return tuple(different[:-1].tolist())


def thirds_between_vertices(shape: RegularSolid, axis: Axis, count: int) -> Heights:
    """Return the cuts through the nearest vertices below each end, and cuts between these.

    The cuts through vertices make three parts; each is cut into `count` equal layers.
    """
    upper, lower = through_vertices(shape, axis, count)
    ends = ((axis.high, upper), (upper, lower), (lower, axis.low))
    heights = [np.linspace(first, last, count + 1)[1:] for first, last in ends]
    return tuple(np.concatenate(heights)[:-1].tolist())


def _nearest_to_ends(points: Vectors, axis: Axis) -> Heights:
    """Return the greatest height of points below the end of an axis, and the same below zero."""
    heights = points @ axis.direction
    height = float(heights[heights < axis.high - EPSILON].max())
    return (height, -height)


# The function of each kind of cuts: of a solid, an axis and the number of layers, which only some
# need.
CUT_HEIGHTS: dict[Cuts, Callable[[RegularSolid, Axis, int], Heights]] = {
    "equal layers": equal_layers,
    "halved ends": halved_ends,
    "through centre": through_centre,
    "through edges": through_edges,
    "through vertices": through_vertices,
    "through faces": through_faces,
    "through all vertices": through_all_vertices,
    "thirds between vertices": thirds_between_vertices,
}


@dataclass(frozen=True, eq=False)
class Sticker:
    """A part of a face that no plane cuts: its corners (n, 3), counterclockwise from outside.

    `layers` says for each axis which layer it is in, counted from 1 at the end of the axis.
    """

    corners: Vectors
    face: int
    layers: tuple[int, ...]


def cut(
    shape: RegularSolid, axes: Sequence[Axis], planes: Sequence[Sequence[float]]
) -> list[Sticker]:
    """Return the pieces of every face cut by all planes.

    `planes` are, for each axis, heights along it, falling.
    """
    stickers = []
    for face in range(len(shape.faces)):
        parts = [shape.polygon(face)]
        for axis, heights in zip(axes, planes, strict=True):
            parts = [piece for part in parts for piece in _slices(part, axis.direction, heights)]
        stickers += [
            Sticker(
                part,
                face,
                tuple(
                    layer_of(part.mean(axis=0), axis.direction, heights)
                    for axis, heights in zip(axes, planes, strict=True)
                ),
            )
            for part in parts
        ]
    return stickers


def layer_of(point: Vectors, direction: Vectors, heights: Sequence[float]) -> int:
    """Return the layer of a point, counted from 1 at the end of the axis."""
    along = float(point @ direction)
    return 1 + sum(height > along for height in heights)


def cross_section(shape: RegularSolid, direction: Vectors, height: float) -> Vectors:
    """Return the polygon (n, 3) in which a plane across an axis cuts a solid.

    Its corners run counterclockwise for who looks from the end of the axis.
    """
    ends = shape.vertices @ direction - height
    points = [shape.vertices[i] for i in range(len(ends)) if abs(ends[i]) < EPSILON]
    for a, b in shape.edges:
        if min(ends[a], ends[b]) < -EPSILON and max(ends[a], ends[b]) > EPSILON:
            share = ends[a] / (ends[a] - ends[b])
            points.append(shape.vertices[a] + share * (shape.vertices[b] - shape.vertices[a]))
    corners = np.array(points)
    arms = corners - corners.mean(axis=0)
    right = arms[0] / np.linalg.norm(arms[0])
    up = np.cross(direction, right)
    return np.asarray(corners[np.argsort(np.arctan2(arms @ up, arms @ right), kind="stable")])


def _slices(polygon: Vectors, direction: Vectors, heights: Sequence[float]) -> list[Vectors]:
    """Return the slices of a convex polygon cut by parallel planes, from the axis' end on."""
    along = polygon @ direction
    slices = []
    rest = polygon
    for height in heights:
        if along.min() + EPSILON < height < along.max() - EPSILON:
            slices.append(_side(rest, rest @ direction - height))
            rest = _side(rest, height - rest @ direction)
    return [*slices, rest]


def _side(polygon: Vectors, heights: Vectors) -> Vectors:
    """Return the part of a convex polygon whose heights are not below zero."""
    kept = []
    for i in range(len(polygon)):
        here, before = heights[i], heights[i - 1]
        if min(here, before) < -EPSILON and max(here, before) > EPSILON:
            kept.append(polygon[i - 1] + before / (before - here) * (polygon[i] - polygon[i - 1]))
        if here > -EPSILON:
            kept.append(polygon[i])
    return np.array(kept)
