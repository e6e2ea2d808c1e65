"""Where the pictures of a fixed camera show faces of the cube, and how these places are connected.

A camera that does not move shows a face of the cube at one of at most three places of its pictures.
Two places that share an edge are neighbours on the cube, even if no picture shows both faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.detect.face import FaceView, group_views, mean_side
from vision.detect.photograph import ImageFaces
from vision.facelet_indices import FACE_ROTATIONS

# Two views are at the same place if the distance of their centres is smaller, in mean sides: the
# cube stands a little differently in each pose, and a face found one row beside its true place is
# a third of a side away.
MAX_SHIFT = 0.2


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
    """Return at which of some places (4 x 2 corners each) a view is, or None."""
    shifts = [
        float(np.hypot(*(view.corners - corners).mean(0))) / mean_side(corners)
        for corners in places
    ]
    place = int(np.argmin(shifts)) if shifts else None
    return place if place is not None and shifts[place] < MAX_SHIFT else None
