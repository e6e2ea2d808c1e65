"""Heights at which planes cut an axis: equal layers, or through vertices, edges and faces."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solver.puzzles.families import Cuts
from solver.puzzles.polyhedra.solid import EPSILON, Axis, Solid, Vectors

Heights = tuple[float, ...]


def equal_layers(shape: Solid, axis: Axis, count: int) -> Heights:
    """Return the cuts of an axis into layers of the same thickness."""
    return tuple(np.linspace(axis.high, axis.low, count + 1)[1:-1].tolist())


def halved_ends(shape: Solid, axis: Axis, count: int) -> Heights:
    """Return the cuts of an axis into layers of one thickness, the outer two halved."""
    return tuple(np.linspace(axis.high, axis.low, 2 * count - 1)[1::2].tolist())


def through_centre(shape: Solid, axis: Axis, count: int) -> Heights:
    """Return the one cut that halves the solid."""
    return (0.0,)


def through_edges(shape: Solid, axis: Axis, count: int) -> Heights:
    """Return the two cuts through the middles of the edges that are nearest to the ends."""
    return _nearest_to_ends(
        np.array([shape.vertices[list(e)].mean(axis=0) for e in shape.edges]), axis
    )


def through_vertices(shape: Solid, axis: Axis, count: int) -> Heights:
    """Return the two cuts through the vertices that are nearest to the ends."""
    return _nearest_to_ends(shape.vertices, axis)


def through_faces(shape: Solid, axis: Axis, count: int) -> Heights:
    """Return the two cuts through the centres of the faces that are nearest to the ends."""
    centres = [shape.polygon(face).mean(axis=0) for face in range(len(shape.faces))]
    return _nearest_to_ends(np.array(centres), axis)


def through_all_vertices(shape: Solid, axis: Axis, count: int) -> Heights:
    """Return the cuts through all vertices but those at the ends."""
    heights = np.sort(shape.vertices @ axis.direction)[::-1]
    different = heights[1:][-np.diff(heights) > EPSILON]
    return tuple(different[:-1].tolist())


def thirds_between_vertices(shape: Solid, axis: Axis, count: int) -> Heights:
    """Return the cuts through those vertices, and of each part between them into equal layers.

    `count` is the number of layers of each of the three parts.
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
CUT_HEIGHTS: dict[Cuts, Callable[[Solid, Axis, int], Heights]] = {
    "equal layers": equal_layers,
    "halved ends": halved_ends,
    "through centre": through_centre,
    "through edges": through_edges,
    "through vertices": through_vertices,
    "through faces": through_faces,
    "through all vertices": through_all_vertices,
    "thirds between vertices": thirds_between_vertices,
}
