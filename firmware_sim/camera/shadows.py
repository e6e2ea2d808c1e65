"""Shadows that grippers throw on the upper face of the cube."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from robot.rigs.gripper_shapes import Array, GripperPart

# The upper face: its height and its outline in x and z, in cubies.
_HEIGHT = 1.5
_FACE = np.array([[-1.5, -1.5], [1.5, -1.5], [1.5, 1.5], [-1.5, 1.5]], np.float32)


def shadows_on_top(parts: Iterable[GripperPart], light: Array) -> list[Array]:
    """Return the outlines (n, 3) of the parts' shadows on the upper face, in the cube's space.

    `light` is the direction to the lamp. Parts that are below the face throw none on it.
    """
    outlines = []
    for part in parts:
        corners = part.solid.faces.reshape(-1, 3)
        above = corners[:, 1] - _HEIGHT
        if above.max() <= 0:
            continue
        thrown = corners - np.outer(np.maximum(above, 0.0) / light[1], light)
        hull = cv2.convexHull(thrown[:, [0, 2]].astype(np.float32)).reshape(-1, 2)
        area, shared = cv2.intersectConvexConvex(hull, _FACE)
        if area > 0:
            x, z = shared.reshape(-1, 2).astype(float).T
            outlines.append(np.stack([x, np.full_like(x, _HEIGHT), z], axis=1))
    return outlines
