"""The pose of a cube made exact by the dark lines between its stickers.

A line between two stickers is darker than both. Of poses near a predicted one the best is that
under which this holds most clearly, wherever the lines are not covered or turned away. They are
searched as in evolution strategies (Hansen, The CMA Evolution Strategy: A Tutorial, 2016), with
spreads that are fixed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from solver.core.geometry import FACELETS
from vision.arrays import BoolArray, FloatArray, Image, IntArray
from vision.film.cube_pose import FACE_NORMALS, MIDDLES, MIN_COSINE, NORMALS, CubeInFrame
from vision.film.film_frames import nearest_pixels

# How far a layer may have turned, in degrees. After a quarter turn its lines are where they were,
# so that the direction does not matter.
LAYER_DEGREES = tuple(range(5, 90, 5))
# A line is seen at two points, this far (cubies) from its middle: one alone is too easily on
# another line of a small cube.
_ALONG = (-0.25, 0.25)
LINE_POINTS = len(_ALONG)
AT_REST = 0  # the number of the model of a cube of which no layer turns

# How far the poses that are tried differ: position (cubies) and rotation (degrees) of one standard
# deviation, in each round.
ROUNDS = ((0.22, 5.0), (0.1, 2.5), (0.05, 1.2))
# The same where a layer turns and what it does not turn is nearly at rest.
LAYER_ROUNDS = ((0.08, 2.0), (0.04, 1.0))
TRIED = 65  # poses in each round: the middle one, and pairs on both sides of it
# The mean of so many, the best, is the middle of the next round; where the whole cube is turned,
# and moves further from frame to frame, the best alone is.
BEST, BEST_OF_ROTATING = 8, 1
# The contrast (natural logarithm of the brightest channel) of a line that counts fully, and the
# price of a pose one standard deviation of the first round away from the predicted one.
FULL_CONTRAST = 1.0
USUAL_LINES = 24  # of two faces
DISTANCE_PRICE = 0.02
DARK_LEVEL = 8.0  # grey levels (0..255) below which differences of brightness do not count


# The natural logarithm of each grey level.
_LOGARITHMS = np.log(np.arange(256) + DARK_LEVEL)
_STEPS = np.random.default_rng(3).normal(size=(TRIED // 2, 6))
_STEPS = np.concatenate([np.zeros((1, 6)), _STEPS, -_STEPS])


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


PAIRS = _neighbours()


class LineModels(NamedTuple):
    """Cubes (M) at rest, the first, and with each layer turned by each of LAYER_DEGREES.

    `stickers` (M x 54 x 3): their middles; `middles` (M x 72 x 3): of the lines between the PAIRS
    of stickers; `lines` (M x 72 x LINE_POINTS x 3): points of these; `normals` (M x 72 x 3): of
    their faces; `whole` (M x 72): whether a line is one, between two stickers that turn together.
    """

    stickers: FloatArray
    middles: FloatArray
    lines: FloatArray
    normals: FloatArray
    whole: BoolArray


def _models() -> LineModels:
    middles, normals = MIDDLES[PAIRS].mean(1), NORMALS[PAIRS[:, 0]]
    along = np.cross(np.diff(MIDDLES[PAIRS], axis=1)[:, 0], normals)
    lines = middles[:, None] + np.multiply.outer(_ALONG, along).swapaxes(0, 1)
    found = [(MIDDLES, middles, lines, normals, np.ones(len(PAIRS), bool))]
    for axis in FACE_NORMALS:
        in_layer = (MIDDLES @ axis > 0.9)[:, None]
        first, second = in_layer[PAIRS[:, 0]], in_layer[PAIRS[:, 1]]
        for degrees in LAYER_DEGREES:
            turn = np.asarray(cv2.Rodrigues(-np.radians(degrees) * axis)[0], float).T
            found.append(
                (
                    np.where(in_layer, MIDDLES @ turn, MIDDLES),
                    np.where(first & second, middles @ turn, middles),
                    np.where((first & second)[..., None], lines @ turn, lines),
                    np.where(first & second, normals @ turn, normals),
                    (first == second).ravel(),
                )
            )
    return LineModels(*(np.stack(each) for each in zip(*found, strict=True)))


MODELS = _models()


@cache
def _shares(best: int) -> FloatArray:
    """Return how much each of the best poses counts in their mean: the better, the more."""
    shares = np.log(best + 0.5) - np.log(np.arange(1, best + 1))
    return np.asarray(shares / shares.sum())


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
    best: int = BEST,
) -> RefinedPose:
    """Return the best pose near a predicted one.

    `light`: `FilmFrame.brightest`; `best`: the mean of so many poses is the middle of a round.
    """
    lines = _LinesSeen.of(predicted, model)
    middle = found = np.zeros(6)
    contrast, highest = 0.0, -math.inf
    usual = np.repeat([ROUNDS[0][0], np.radians(ROUNDS[0][1])], 3)
    for position, degrees in rounds:
        tried = middle + _STEPS * np.repeat([position, np.radians(degrees)], 3)
        contrasts = lines.contrasts(light, tried).mean(1)
        scores = contrasts - DISTANCE_PRICE * ((tried / usual) ** 2).sum(1)
        order = np.argsort(-scores)[:best]
        middle, k = _shares(best) @ tried[order], order[0]
        if scores[k] > highest:
            found, contrast, highest = tried[k], float(contrasts[k]), float(scores[k])
    return RefinedPose(_moved(predicted, found), contrast, len(lines.pairs), model)


def refine_layer(light: Image, predicted: CubeInFrame) -> RefinedPose:
    """Return the best pose near a predicted one of a cube of which a layer turns."""
    facing = predicted.cosines(MODELS.middles, MODELS.normals) > MIN_COSINE
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


class _LinesSeen(NamedTuple):
    """The lines (L) of a cube that face the camera, and what small changes of its pose do to them.

    `pairs` (L x 2): the stickers beside each; `stickers`: their number; `seen` (N x 3): the
    stickers and then the lines' points, in homogeneous pixels; `changes` (6 x 3N): of these, by
    each component of the position and of the rotation vector.
    """

    pairs: IntArray
    stickers: int
    seen: FloatArray
    changes: FloatArray

    @classmethod
    def of(cls, pose: CubeInFrame, model: int) -> _LinesSeen:
        """Return those of a cube; `model`: which of MODELS."""
        facing = pose.cosines(MODELS.middles[model], MODELS.normals[model]) > MIN_COSINE
        lines = np.flatnonzero(facing & MODELS.whole[model])
        places, pairs = np.unique(PAIRS[lines], return_inverse=True)
        on_lines = MODELS.lines[model, lines].reshape(-1, 3)
        points = np.concatenate([MODELS.stickers[model, places], on_lines]) @ pose.rotation.T
        shifts = np.broadcast_to(np.eye(3)[:, None], (3, *points.shape))
        turns = np.cross(np.eye(3)[:, None], points)  # small rotations: r x p
        changes = np.concatenate([shifts, turns]) @ pose.camera.T
        seen = (points + pose.position) @ pose.camera.T
        return cls(pairs.reshape(-1, 2), len(places), seen, changes.reshape(6, -1))

    def contrasts(self, light: Image, changes: FloatArray) -> FloatArray:
        """Return the contrasts (K x L) of the lines after changes of the pose (K x 6)."""
        seen = self.seen + (changes @ self.changes).reshape(len(changes), -1, 3)
        values = _values_at(light, seen[..., :2] / seen[..., 2:])
        stickers, lines = np.split(values, [self.stickers], 1)
        lines = lines.reshape(len(changes), -1, LINE_POINTS)
        return _contrast(stickers[:, self.pairs], lines)


def _values_at(light: Image, pixels: FloatArray) -> FloatArray:
    """Return the logarithms of the light at pixels (... x 2)."""
    return np.asarray(_LOGARITHMS[light[nearest_pixels(light, pixels)]], float)


def _contrast(stickers: FloatArray, lines: FloatArray) -> FloatArray:
    """Return how much darker lines (... x points) are than the stickers (... x 2) beside them."""
    darker = np.clip((stickers.min(-1)[..., None] - lines) / FULL_CONTRAST, -0.5, 1)
    return np.asarray(darker.mean(-1), float)
