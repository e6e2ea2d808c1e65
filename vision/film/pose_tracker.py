"""Follows the pose of a cube from frame to frame, and tells when the whole cube was turned.

Each frame the last pose is refined by the lines between the stickers; the search for faces, which
takes longer, is made now and then, and where the cube was lost.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from vision.arrays import FloatArray, Image
from vision.detect.photograph import find_faces
from vision.film.cube_pose import (
    SYMMETRIES,
    USUALLY_HELD,
    CubeInFrame,
    camera_matrix,
    pose_of_faces,
)
from vision.film.held_moves import MOVES, SOURCES, WHOLE_TURNS
from vision.film.pose_refinement import brightness, places_after, refine_pose

# Faces are searched in every third frame, and in every frame after one with less contrast.
SEARCH_EVERY = 3
CLEAR_CONTRAST = 0.5
# The contrast (1 at most) with less of which a cube counts as lost.
MIN_CONTRAST = 0.25
# The largest difference of a cube's distance from the usual one in this film, as a share.
MAX_DISTANCE_CHANGE = 0.3
DISTANCES = 60  # how many frames make it usual
# The largest rotation between two frames (degrees) that is followed, if both are clear.
MAX_ROTATION = 40.0

# Prices (natural logarithms) of a whole-cube turn that was seen, of one that may have happened
# while the cube was not seen clearly, and of others.
SEEN_PRICE, HIDDEN_PRICE, ABSENT_PRICE = 0.5, 5.0, 13.0


def _whole_turn_of() -> dict[int, int]:
    """Return for each of SYMMETRIES that is one turn of the whole cube which of WHOLE_TURNS."""
    found = {}
    for k, rotation in enumerate(SYMMETRIES):
        places = places_after(rotation)
        for number, name in enumerate(WHOLE_TURNS):
            if (SOURCES[MOVES.index(name)] == places).all():
                found[k] = number
    return found


_WHOLE_TURN_OF = _whole_turn_of()


@dataclass(frozen=True, slots=True, eq=False)
class CubeSeen:
    """A cube in one frame: its pose or None, and the price of each of WHOLE_TURNS (9)."""

    pose: CubeInFrame | None
    whole_turn_prices: FloatArray


class PoseTracker:
    """The pose of a cube in consecutive frames of one size."""

    def __init__(self) -> None:
        self._last: CubeInFrame | None = None
        self._contrast = 0.0
        self._number = 0
        self._distances: deque[float] = deque(maxlen=DISTANCES)

    def see(self, image: Image) -> CubeSeen:
        """Return the cube in the next frame (H x W x 3 uint8 BGR)."""
        light = brightness(image)
        before, before_contrast = self._last, self._contrast
        candidates = []
        if before is not None:
            candidates.append(refine_pose(light, before))
        if self._number % SEARCH_EVERY == 0 or before_contrast < CLEAR_CONTRAST:
            found = self._search(image)
            if found is not None:
                candidates.append(refine_pose(light, found))
        self._number += 1
        pose, contrast = max(candidates, key=lambda each: each[1], default=(None, 0.0))
        if pose is None or contrast < MIN_CONTRAST:
            self._last, self._contrast = (before if contrast > 0 else None), 0.0
            return CubeSeen(None, np.full(len(WHOLE_TURNS), HIDDEN_PRICE))
        pose = pose.held_as(USUALLY_HELD)
        self._last, self._contrast = pose, contrast
        self._distances.append(float(pose.position[2]))
        return CubeSeen(pose, self._prices(before, pose, min(before_contrast, contrast)))

    def _search(self, image: Image) -> CubeInFrame | None:
        """Return the pose of a cube that is found in an image, if it is as far as usual."""
        height, width = image.shape[:2]
        pose = pose_of_faces(find_faces(image), camera_matrix(width, height), USUALLY_HELD)
        if pose is None or len(self._distances) < DISTANCES // 2:
            return pose
        change = abs(pose.position[2] / float(np.median(self._distances)) - 1)
        return pose if change < MAX_DISTANCE_CHANGE else None

    @staticmethod
    def _prices(before: CubeInFrame | None, pose: CubeInFrame, contrast: float) -> FloatArray:
        """Return the prices of whole-cube turns between two poses."""
        if before is None or contrast < MIN_CONTRAST:
            return np.full(len(WHOLE_TURNS), HIDDEN_PRICE)
        prices = np.full(len(WHOLE_TURNS), ABSENT_PRICE)
        agreement = np.einsum("ij,ik,skj->s", pose.rotation, before.rotation, SYMMETRIES)
        k = int(agreement.argmax())
        degrees = np.degrees(np.arccos(np.clip((agreement[k] - 1) / 2, -1, 1)))
        if k in _WHOLE_TURN_OF and degrees < MAX_ROTATION:
            prices[_WHOLE_TURN_OF[k]] = SEEN_PRICE
        return prices
