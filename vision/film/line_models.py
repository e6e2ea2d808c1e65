"""Where the stickers of a cube are and the lines between them, at rest or while a layer turns."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from solver.core.geometry import FACELETS
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.film.cube_pose import FACE_NORMALS, MIDDLES, NORMALS

# How far a layer may have turned, in degrees. After a quarter turn its lines are where they were,
# so that the direction does not matter.
LAYER_DEGREES = tuple(range(5, 90, 5))
# A line is seen at two points, this far (cubies) from its middle: one alone is too easily on
# another line of a small cube.
_ALONG = (-0.25, 0.25)
LINE_POINTS = len(_ALONG)
AT_REST = 0  # the number of the model of a cube of which no layer turns


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
