"""Which of six colours is called white, yellow, red, orange, green and blue.

A cube is read without names; they serve people, and to hold the cube white up and green in front.
"""

from __future__ import annotations

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.arrays import Floats
from vision.profile import GAMMA

NAMES = ("white", "yellow", "red", "orange", "green", "blue")

# Hues in the Lab plane (degrees) of the five, once white is white, and how far makers stray.
HUES = {"yellow": 98.0, "red": 28.0, "orange": 58.0, "green": 148.0, "blue": 272.0}
STRAY = 18.0
LEAST_CHROMA = 14.0
DARKEST = 1e-3  # linear light


def name_colours(light: Floats) -> tuple[str, ...]:
    """Name six colours (6 x 3, linear BGR): a name of its own for each, the best fit together.

    Light and camera tint all colours alike, so that each is tried as the white by which the
    others are to be seen.
    """
    light = np.maximum(light, DARKEST)
    best: tuple[float, tuple[str, ...]] = (-np.inf, ())
    for white in range(6):
        others = [c for c in range(6) if c != white]
        lab = _seen_by(light, light[white])
        hue = np.degrees(np.arctan2(lab[others, 2], lab[others, 1]))
        chroma = np.hypot(lab[others, 1], lab[others, 2])
        away = (hue[:, None] - np.array(list(HUES.values())) + 180) % 360 - 180
        fit = -0.5 * (away / STRAY) ** 2
        fit = np.maximum(fit, -12.0) * np.minimum(chroma / LEAST_CHROMA, 1)[:, None]
        rows, columns = linear_sum_assignment(fit, maximize=True)
        faint = np.maximum(0, 1 - chroma / LEAST_CHROMA).sum() * 4
        dim = np.log(light[white].max() / light.max())
        score = float(fit[rows, columns].sum() - faint + 2 * dim - _tint(light[white]))
        if score > best[0]:
            names = [""] * 6
            names[white] = "white"
            for row, column in zip(rows, columns, strict=True):
                names[others[row]] = list(HUES)[column]
            best = (score, tuple(names))
    return best[1]


def _tint(white: Floats) -> float:
    """Say how unlikely it is that a light or a camera makes white look like this."""
    ratio = np.log(white / white.mean())
    return float(0.5 * (ratio / 0.6) @ (ratio / 0.6))


def _seen_by(light: Floats, white: Floats) -> Floats:
    seen = light / white * 0.8
    # What is brighter than can be shown keeps its hue.
    seen = (seen / np.maximum(seen.max(1, keepdims=True), 1)) ** (1 / GAMMA)
    return np.asarray(cv2.cvtColor(seen[None].astype(np.float32), cv2.COLOR_BGR2LAB)[0], float)
