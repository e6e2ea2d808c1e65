"""Facelet indices of a view for each position and rotation of its face, and rotations of the cube.

Nine facelet indices (0..53), one for each sticker of a view row by row, say which face a view shows
and how it is rotated: 24 ways. `CUBE_ROTATIONS` are the 24 permutations of the 54 facelets.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from solver.core.geometry import FACELET_INDEX, FACELETS, FRAMES, Facelet, Vector
from solver.core.orientation import ORIENTATIONS, Orientation
from vision.arrays import IntArray

# TURNED[q][k]: which sticker of a view comes to place k when the view is turned clockwise q times.
FACE_ROTATIONS: IntArray = np.stack(
    [np.rot90(np.arange(9).reshape(3, 3), -q).ravel() for q in range(4)]
)

CORNER_CELLS = (0, 2, 8, 6)  # clockwise from the top left, as a view's corners


def facelet_indices(position: int, turns: int) -> IntArray:
    """Return the facelets (9) of a view at a position (0..5, U R F D L B) after clockwise turns."""
    facelets = np.empty(9, np.int64)
    facelets[FACE_ROTATIONS[turns % 4]] = 9 * position + np.arange(9)
    return facelets


def corner_cubies(placing: IntArray) -> tuple[Vector, ...]:
    """Return the corners of the cube (4) that a view shows, clockwise from its own top left."""
    return tuple(FACELETS[placing[k]].cubie for k in CORNER_CELLS)


@cache
def _rotation_permutation(orientation: Orientation) -> IntArray:
    """Return for each facelet (54) its position after the whole cube is rotated."""
    now = [FACELET_INDEX[_rotate_facelet(facelet, orientation)] for facelet in FACELETS]
    return np.array(now)


def _rotate_facelet(facelet: Facelet, orientation: Orientation) -> Facelet:
    return Facelet(*(_rotate_vector(part, orientation) for part in facelet))


def _rotate_vector(vector: Vector, orientation: Orientation) -> Vector:
    """Return a direction in the rotated cube that was `vector` before."""
    result = Vector(0, 0, 0)
    for position in "URF":
        part = vector.dot(FRAMES[orientation.face_at(position)].normal)
        now = FRAMES[position].normal
        result = Vector(*(a + part * b for a, b in zip(result, now, strict=True)))
    return result


# HELD[o][i]: where facelet i of a cube comes to in the o-th of the 24 ways of holding the cube.
CUBE_ROTATIONS: IntArray = np.stack(
    [_rotation_permutation(orientation) for orientation in ORIENTATIONS]
)


def cube_rotation(up: int, front: int) -> IntArray:
    """Return the rotation (54) that brings one position (0..5) up and another to the front.

    Raises ValueError for positions that are not adjacent.
    """
    for held in CUBE_ROTATIONS:
        if held[9 * up + 4] == 4 and held[9 * front + 4] == 9 * 2 + 4:
            return np.asarray(held)
    raise ValueError(f"positions {up} and {front} are not next to each other on a cube")
