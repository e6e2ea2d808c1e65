"""Where the pictures of a fixed camera show faces of the cube, and where the camera looks.

A camera that does not move shows a face of the cube at one of at most three places of its pictures.
Two places that share an edge are neighbours on the cube, even if no picture shows both faces.

A camera's rotation is one of the 24 of CUBE_ROTATIONS: it moves the face at the first place of its
pictures, not rotated there, from U to the position of space at which that face is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.core.geometry import FACELETS, FACES, FRAMES
from vision.arrays import FloatArray, IntArray
from vision.detect.face import FaceView, group_views, mean_side
from vision.detect.photograph import ImageFaces
from vision.facelet_indices import CORNER_CELLS, CUBE_ROTATIONS, FACE_ROTATIONS

# Two views are at the same place if the distance of their centres is smaller, in mean sides: the
# cube stands a little differently in each pose, and a face found one row beside its true place is
# a third of a side away.
MAX_SHIFT = 0.2

ALL_ROTATIONS = tuple(range(len(CUBE_ROTATIONS)))


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """The places of one camera's pictures at which faces are seen, connected by shared edges.

    `corners` (places x 4 x 2): pixels, clockwise from the top left; `facelets` (places x 9): the
    facelets of the stickers there if the face at the first place were U, not rotated.
    """

    corners: FloatArray
    facelets: IntArray

    @classmethod
    def of_pictures(cls, images: Sequence[ImageFaces]) -> Outlines:
        """Return the connected places at which most faces are seen; there must be a face."""
        views: list[FaceView] = []
        counts: list[int] = []
        for image in sorted(images, key=lambda image: -len(image.views)):
            for view in image.views:
                place = _place_of(view, [each.corners for each in views])
                if place is None:
                    views.append(view)
                    counts.append(1)
                else:
                    counts[place] += 1
        groups = group_views(views, [0] * len(views))
        best = max(groups, key=lambda group: sum(counts[view] for view in group.views))
        return cls(np.stack([views[view].corners for view in best.views]), best.facelets)

    def facelets_of(self, view: FaceView) -> IntArray | None:
        """Return the facelets (9) of the stickers of a view, None if it is at no place."""
        place = _place_of(view, list(self.corners))
        if place is None:
            return None
        distances = [
            float(np.hypot(*(np.roll(view.corners, turns, 0) - self.corners[place]).T).max())
            for turns in range(4)
        ]
        facelets = np.empty(9, np.int64)
        facelets[FACE_ROTATIONS[int(np.argmin(distances))]] = self.facelets[place]
        return facelets


def _place_of(view: FaceView, places: Sequence[FloatArray]) -> int | None:
    """Return the number of the place (4 x 2 corners each) at which a view is, or None."""
    shifts = [
        float(np.hypot(*(view.corners - corners).mean(0))) / mean_side(corners)
        for corners in places
    ]
    place = int(np.argmin(shifts)) if shifts else None
    return place if place is not None and shifts[place] < MAX_SHIFT else None


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
