"""The pose of a cube made exact by the dark lines between its stickers.

A line between two stickers is darker than both. Of poses near a predicted one the best is that
under which this holds most clearly, wherever the lines are not covered or turned away.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import FloatArray, Image, IntArray
from vision.film.cube_pose import MIDDLES, MIN_COSINE, CubeInFrame
from vision.film.line_models import AT_REST, MODELS, PAIRS

# How far the poses that are tried differ: position (cubies) and rotation (degrees) of one standard
# deviation, in each round.
ROUNDS = ((0.22, 5.0), (0.1, 2.5), (0.05, 1.2))
# The same where a layer turns and what it does not turn is nearly at rest.
LAYER_ROUNDS = ((0.08, 2.0), (0.04, 1.0))
TRIED = 64  # poses in each round
# The contrast (natural logarithm of the brightest channel) of a line that counts fully, and the
# price of a pose one standard deviation of the first round away from the predicted one.
FULL_CONTRAST = 1.0
DISTANCE_PRICE = 0.02
DARK_LEVEL = 8.0  # grey levels (0..255) below which differences of brightness do not count


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
    """A pose, the mean contrast (1 at most) of the lines between stickers, and their number.

    `model`: which of MODELS, of a cube at rest or of one of which a layer turns.
    """

    pose: CubeInFrame
    contrast: float
    lines: int
    model: int = AT_REST

    @property
    def evidence(self) -> float:
        """The contrast in standard errors of one line's: a pose of more lines explains more."""
        return self.contrast * math.sqrt(self.lines)


def refine_pose(
    light: Image,
    predicted: CubeInFrame,
    rounds: Sequence[tuple[float, float]] = ROUNDS,
    model: int = AT_REST,
) -> RefinedPose:
    """Return the best pose near a predicted one; `light`: `FilmFrame.brightest`."""
    facing = predicted.cosines(MODELS.lines[model], MODELS.normals[model]) > MIN_COSINE
    seen = np.flatnonzero(facing & MODELS.whole[model])
    places, pairs = np.unique(PAIRS[seen], return_inverse=True)
    points = np.concatenate([MODELS.stickers[model, places], MODELS.lines[model, seen]])
    pairs = pairs.reshape(-1, 2)
    vector = np.zeros(6)
    best = 0.0
    usual = np.repeat([ROUNDS[0][0], np.radians(ROUNDS[0][1])], 3)
    for position, degrees in rounds:
        scale = np.repeat([position, np.radians(degrees)], 3)
        tried = vector + _DRAWN * scale
        contrast = _contrasts(light, predicted, tried, points, pairs)
        score = contrast - DISTANCE_PRICE * ((tried / usual) ** 2).sum(1)
        k = int(score.argmax())
        vector, best = tried[k], float(contrast[k])
    return RefinedPose(_moved(predicted, vector), best, len(seen), model)


def refine_layer(light: Image, predicted: CubeInFrame) -> RefinedPose:
    """Return the best pose near a predicted one of a cube of which a layer turns."""
    facing = predicted.cosines(MODELS.lines, MODELS.normals) > MIN_COSINE
    facing &= MODELS.whole
    stickers = _values_at(light, predicted.pixels(MODELS.stickers))
    lines = _values_at(light, predicted.pixels(MODELS.lines))
    contrast = _contrast(stickers[:, PAIRS], lines)
    mean = (contrast * facing).sum(1) / np.maximum(facing.sum(1), 1)
    mean[AT_REST] = -1
    return refine_pose(light, predicted, LAYER_ROUNDS, int(mean.argmax()))


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
    values = _values_at(light, seen[..., :2] / seen[..., 2:])
    count = points.shape[0] - len(pairs)
    stickers, lines = values[:, :count], values[:, count:]
    return np.asarray(_contrast(stickers[:, pairs], lines).mean(1), float)


def _values_at(light: Image, pixels: FloatArray) -> FloatArray:
    """Return the logarithms of the light at pixels (... x 2)."""
    height, width = light.shape
    places = np.rint(pixels).astype(np.int64)
    x, y = np.clip(places[..., 0], 0, width - 1), np.clip(places[..., 1], 0, height - 1)
    return np.asarray(_LOGARITHMS[light[y, x]], float)


def _contrast(stickers: FloatArray, lines: FloatArray) -> FloatArray:
    """Return how much darker lines (...) are than the stickers (... x 2) on their sides."""
    return np.asarray(np.clip((stickers.min(-1) - lines) / FULL_CONTRAST, -0.5, 1), float)
