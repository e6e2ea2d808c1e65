"""Poses from which one that is wrong by a row of stickers may have slipped."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np

from vision.film.cube_pose import CubeInFrame

# How far a pose may have slipped to the right and down, in cubies, and tilted meanwhile, in degrees
# about the horizontal axis: in this order, which is any.
_TILTS = (-40, -20, 0, 20, 40)
_SLIPS = [
    slip for slip in product((-1, 0, 1), (-1, 0, 1), _TILTS) if any(slip[:2]) or abs(slip[2]) > 20
]
_ORDER = np.random.default_rng(5).permutation(len(_SLIPS))


def slipped(pose: CubeInFrame, number: int) -> CubeInFrame:
    """Return a pose from which another one may have slipped, each number another one."""
    right, down, degrees = _SLIPS[_ORDER[number % len(_SLIPS)]]
    turn = np.asarray(cv2.Rodrigues(np.radians([degrees, 0.0, 0.0]))[0], float)
    position = pose.position + np.array([right, down, 0.0])
    return replace(pose, rotation=turn @ pose.rotation, position=position)
