"""Where a camera looks: which position of space each face in its pictures is at.

A camera's rotation is one of the 24 of CUBE_ROTATIONS: it moves the face at the first place of its
pictures, not rotated there, from U to the position of space at which that face is.
"""

from __future__ import annotations

import numpy as np

from solver.core.geometry import FACELETS, FACES, FRAMES
from vision.arrays import FloatArray, IntArray
from vision.facelet_indices import CORNER_CELLS, CUBE_ROTATIONS
from vision.held.outlines import Outlines

ALL_ROTATIONS = tuple(range(len(CUBE_ROTATIONS)))


def upright_rotation_of_face(position: str) -> int:
    """Return the rotation of a camera that sees one face, as in the usual unfolded cube."""
    first = 9 * FACES.index(position)
    (found,) = np.flatnonzero((CUBE_ROTATIONS[:, :9] == first + np.arange(9)).all(1))
    return int(found)


def upright_rotation(positions: str, outlines: Outlines) -> int:
    """Return the rotation of an upright camera that looks at the middle of some positions.

    The one with which the corners of the faces are seen where such a camera would see them, up to
    shift and scale.
    """
    seen = _centred(outlines.corners.reshape(-1, 2))
    axes = _picture_axes(positions)
    losses = []
    for rotation in CUBE_ROTATIONS:
        due = _centred(_corner_cubies(rotation[outlines.facelets]) @ axes.T)
        scale = max(float((seen * due).sum() / (due * due).sum()), 0.0)
        losses.append(float(((seen - scale * due) ** 2).sum()))
    return int(np.argmin(losses))


def positions_seen(rotation: int, outlines: Outlines | None) -> str:
    """Return the positions of space that a camera sees, in the order U R F D L B.

    `outlines` is None for a camera that sees one face.
    """
    facelets = CUBE_ROTATIONS[rotation][[4] if outlines is None else outlines.facelets[:, 4]]
    return "".join(FACES[face] for face in sorted((facelets // 9).tolist()))


def _picture_axes(positions: str) -> FloatArray:
    """Return the directions right and down (2 x 3) in the pictures of an upright camera."""
    towards = np.sum([FRAMES[position].normal for position in positions], 0).astype(float)
    forward = -towards / np.linalg.norm(towards)
    # The faces U and D have no side that is up; B is above U in the unfolded cube, and F above D.
    above = {"U": "B", "D": "F"}.get(positions, "U")
    right = np.cross(forward, np.array(FRAMES[above].normal, float))
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(forward, right)])


def _corner_cubies(facelets: IntArray) -> FloatArray:
    """Return the corners of some faces (4 n x 3), clockwise from the top left of each view."""
    corners = facelets[:, list(CORNER_CELLS)].ravel().tolist()
    return np.array([FACELETS[corner].cubie for corner in corners], float)


def _centred(points: FloatArray) -> FloatArray:
    return np.asarray(points - points.mean(0), float)
