"""Poses that are wrong by a row of stickers, and how well a pose agrees with the stickers believed.

The lines of a cube look alike in each row: where hands cover a part of it, a pose may slip by one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np

from vision.arrays import FloatArray, Image
from vision.colour.colour_space import squared_distance
from vision.colour.illumination import STICKER_SIGMA, log_light
from vision.film.cube_pose import MIDDLES, MIN_COSINE, NORMALS, CubeInFrame

# How far a pose may have slipped to the right and down, in cubies, and tilted meanwhile, in degrees
# about the horizontal axis: in this order, which is any.
_TILTS = (-40, -20, 0, 20, 40)
_SLIPS = [
    slip for slip in product((-1, 0, 1), (-1, 0, 1), _TILTS) if any(slip[:2]) or abs(slip[2]) > 20
]
_ORDER = np.random.default_rng(5).permutation(len(_SLIPS))
# So far (squared standard deviations) a sticker is like the one expected to exp(-1/2): light may
# differ more than where colours are told apart. And how many must be seen.
_LIKE, _MIN_SEEN = 4.0, 5


def slipped(pose: CubeInFrame, number: int) -> CubeInFrame:
    """Return a pose from which another one may have slipped, each number another one."""
    right, down, degrees = _SLIPS[_ORDER[number % len(_SLIPS)]]
    turn = np.asarray(cv2.Rodrigues(np.radians([degrees, 0.0, 0.0]))[0], float)
    position = pose.position + np.array([right, down, 0.0])
    return replace(pose, rotation=turn @ pose.rotation, position=position)


def agreement(image: Image, pose: CubeInFrame, expected: FloatArray) -> float:
    """Return how much (0..1) the stickers of a pose look as expected; 0 where too few are seen.

    `image` (H x W x 3 uint8 BGR); `expected` (54 x 3): log light, NaN where it is unknown.
    """
    facing = pose.cosines(MIDDLES, NORMALS) > MIN_COSINE
    seen = np.flatnonzero(facing & np.isfinite(expected[:, 0]))
    if len(seen) < _MIN_SEEN:
        return 0.0
    height, width = image.shape[:2]
    x, y = np.rint(pose.pixels(MIDDLES[seen])).astype(np.int64).T
    light = log_light(image[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].astype(float))
    distance = squared_distance(light - expected[seen], STICKER_SIGMA)
    return float(np.exp(-0.5 * distance / _LIKE).mean())
