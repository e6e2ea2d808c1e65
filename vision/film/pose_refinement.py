"""The pose of a cube made exact by the dark lines between its stickers.

A line between two stickers is darker than both. Of poses near a predicted one the best is that
under which this holds most clearly, wherever the lines are not covered or turned away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from solver.core.geometry import FACELETS
from vision.arrays import FloatArray, Image, IntArray
from vision.film.cube_pose import MIDDLES, MIN_COSINE, NORMALS, CubeInFrame

# How far the poses that are tried differ: position (cubies) and rotation (degrees) of one standard
# deviation, in each round.
ROUNDS = ((0.22, 5.0), (0.1, 2.5), (0.05, 1.2))
TRIED = 64  # poses in each round
# The contrast (natural logarithm of the brightest channel) of a line that counts fully, and the
# price of a pose one standard deviation of the first round away from the predicted one.
FULL_CONTRAST = 1.0
DISTANCE_PRICE = 0.02
DARK_LEVEL = 8.0  # grey levels (0..255) below which differences of brightness do not count


def _neighbours() -> IntArray:
    """Return the pairs of facelets of one face that share a line (72 x 2)."""
    return np.array(
        [
            (a, b)
            for a in range(54)
            for b in range(a + 1, 54)
            if FACELETS[a].normal == FACELETS[b].normal
            and np.abs(np.subtract(FACELETS[a].cubie, FACELETS[b].cubie)).sum() == 1
        ]
    )


_PAIRS = _neighbours()
_LINES = MIDDLES[_PAIRS].mean(1)
# The natural logarithm of each grey level.
_LOGARITHMS = np.log(np.arange(256) + DARK_LEVEL)
_DRAWN = np.random.default_rng(3).normal(size=(TRIED, 6))
_DRAWN[0] = 0


def places_after(rotation: FloatArray) -> IntArray:
    """Return which facelet (54) each place has where the axes of a cube are named anew.

    `rotation` (3 x 3): from the new axes to the ones before.
    """
    distances = np.abs((MIDDLES @ rotation.T)[:, None] - MIDDLES).sum(2)
    return np.asarray(distances.argmin(1))


@dataclass(frozen=True, slots=True, eq=False)
class RefinedPose:
    """A pose, the mean contrast (1 at most) of the lines between stickers, and their number."""

    pose: CubeInFrame
    contrast: float
    lines: int

    @property
    def evidence(self) -> float:
        """The contrast in standard errors of one line's: a pose of more lines explains more."""
        return self.contrast * math.sqrt(self.lines)


def refine_pose(light: Image, predicted: CubeInFrame) -> RefinedPose:
    """Return the best pose near a predicted one; `light`: `FilmFrame.brightest`."""
    seen = np.flatnonzero(predicted.cosines(_LINES, NORMALS[_PAIRS[:, 0]]) > MIN_COSINE)
    places, pairs = np.unique(_PAIRS[seen], return_inverse=True)
    points = np.concatenate([MIDDLES[places], _LINES[seen]])
    pairs = pairs.reshape(-1, 2)
    vector = np.zeros(6)
    best = 0.0
    for position, degrees in ROUNDS:
        scale = np.repeat([position, np.radians(degrees)], 3)
        tried = vector + _DRAWN * scale
        contrast = _contrasts(light, predicted, tried, points, pairs)
        usual = np.repeat([ROUNDS[0][0], np.radians(ROUNDS[0][1])], 3)
        score = contrast - DISTANCE_PRICE * ((tried / usual) ** 2).sum(1)
        k = int(score.argmax())
        vector, best = tried[k], float(contrast[k])
    return RefinedPose(_moved(predicted, vector), best, len(seen))


def _moved(pose: CubeInFrame, vector: FloatArray) -> CubeInFrame:
    turn, _ = cv2.Rodrigues(vector[3:])
    return CubeInFrame(turn @ pose.rotation, pose.position + vector[:3], pose.camera)


def _contrasts(
    light: Image, pose: CubeInFrame, tried: FloatArray, points: FloatArray, pairs: IntArray
) -> FloatArray:
    """Return the mean contrast of the lines under poses (K) that differ from one by `tried`."""
    base = points @ pose.rotation.T
    # Small rotations: r x p.
    turned = base + np.cross(tried[:, None, 3:], base)
    seen = (turned + (pose.position + tried[:, :3])[:, None]) @ pose.camera.T
    pixels = np.rint(seen[..., :2] / seen[..., 2:]).astype(np.int64)
    height, width = light.shape
    x, y = np.clip(pixels[..., 0], 0, width - 1), np.clip(pixels[..., 1], 0, height - 1)
    values = _LOGARITHMS[light[y, x]]
    count = points.shape[0] - len(pairs)
    stickers, lines = values[:, :count], values[:, count:]
    darker = np.minimum(stickers[:, pairs[:, 0]], stickers[:, pairs[:, 1]])
    contrast = np.clip((darker - lines) / FULL_CONTRAST, -0.5, 1)
    return np.asarray(contrast.mean(1), float)
