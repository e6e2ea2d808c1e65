"""Facelet indices of a view for each position and rotation of its face, and rotations of the cube.

Nine facelet indices (0..53), one for each sticker of a view row by row, say which face a view shows
and how it is rotated: 24 cases. `CUBE_ROTATIONS` are the 24 permutations of the 54 facelets.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from solver.core.geometry import FACELETS, FRAMES, Vector
from solver.core.orientation import ORIENTATIONS
from vision.arrays import IntArray


@cache
def rotated_cells(n: int) -> IntArray:
    """Return which sticker of an n x n view is at each place after clockwise quarter turns.

    Indices row by row (4 x n n), for 0 to 3 quarter turns.
    """
    cells = np.arange(n * n).reshape(n, n)
    return np.stack([np.rot90(cells, -turns).ravel() for turns in range(4)])


# FACE_ROTATIONS[q][k]: the sticker of a view that is at index k after q clockwise quarter turns.
FACE_ROTATIONS: IntArray = rotated_cells(3)

CORNER_CELLS = (0, 2, 8, 6)  # clockwise from the top left, as a view's corners


def facelet_indices(position: int, quarter_turns: int) -> IntArray:
    """Return the facelets (9) of a view at a position after clockwise quarter turns.

    `position`: 0..5, for U R F D L B.
    """
    facelets = np.empty(9, np.int64)
    facelets[FACE_ROTATIONS[quarter_turns % 4]] = 9 * position + np.arange(9)
    return facelets


def corner_cubies(facelets: IntArray) -> tuple[Vector, ...]:
    """Return the corners of the cube (4) that a view shows, clockwise from its own top left."""
    return tuple(FACELETS[facelets[k]].cubie for k in CORNER_CELLS)


def _cube_rotations() -> IntArray:
    """Return for each orientation (24) the position of each facelet (54) in the rotated cube."""
    facelets = np.array(FACELETS).reshape(54, -1, 3)
    index = {facelet.tobytes(): number for number, facelet in enumerate(facelets)}
    normals = np.array([FRAMES[position].normal for position in "URF"])
    rotations = []
    for orientation in ORIENTATIONS:
        moved = np.array([FRAMES[orientation.face_at(position)].normal for position in "URF"])
        # A direction's parts along the moved normals are those along the normals afterwards.
        rotated = facelets @ moved.T @ normals
        rotations.append([index[facelet.tobytes()] for facelet in rotated])
    return np.array(rotations)


# CUBE_ROTATIONS[o][i]: the position of facelet i in the o-th of the 24 orientations of the cube.
CUBE_ROTATIONS = _cube_rotations()


def cube_rotation(up: int, front: int) -> IntArray:
    """Return the rotation (54) that moves one position (0..5) up and another to the front.

    Raises ValueError for positions that are not adjacent.
    """
    for rotation in CUBE_ROTATIONS:
        if rotation[9 * up + 4] == 4 and rotation[9 * front + 4] == 9 * 2 + 4:
            return np.asarray(rotation)
    raise ValueError(f"positions {up} and {front} are not next to each other on a cube")
