"""Name six fitted colours, or the centres of some faces (white, yellow, red and so on).

A cube is read without names. They are for people, and to hold the cube white up and green in front.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.arrays import FloatArray
from vision.colour.colour_space import GAMMA, LAB_WEIGHTS, WHITE, lab_from_linear
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile
from vision.detect.face import FaceView

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos (also
# in changed light), real-photos and sticker-colours.

# So many faces of the usual mean colour hold the light back that is guessed from few faces.
PRIOR_FACES = 1.0


def name_centres(views: Sequence[FaceView], profile: ColourProfile | None) -> tuple[str, ...]:
    """Return names of the centres of up to seven faces, six of them different.

    An estimate: the illumination is taken from the stickers seen so far, of which a cube has nine
    of each colour, with a prior.
    """
    if not views:
        return ()
    known = profile or DEFAULT_COLOURS
    light = np.stack([(view.colours / 255) ** GAMMA for view in views])
    usual = known.linear_bgr.mean(0)
    brightness = light.mean() / usual.mean()
    weighed = light.mean((1, 2)).sum(0) + PRIOR_FACES * usual * brightness
    cast = weighed / (len(views) + PRIOR_FACES) / usual
    middle = views[0].n // 2
    off = lab_from_linear(light[:, middle, middle] / cast)[:, None] - lab_from_linear(
        known.linear_bgr
    )
    cost = np.hypot.reduce(off * LAB_WEIGHTS, axis=2)
    names = list(known.lab)
    rows, columns = linear_sum_assignment(cost)
    chosen = cost.argmin(1)
    chosen[rows] = columns
    return tuple(names[colour] for colour in chosen)


NAMES = ("white", "yellow", "red", "orange", "green", "blue")

# Hues in the Lab plane (degrees) of the five, once white is white, and the standard deviation
# (degrees) of makers' hues about them.
HUES = {"yellow": 98.0, "red": 28.0, "orange": 58.0, "green": 148.0, "blue": 272.0}
HUE_SIGMA = 18.0
MIN_CHROMA = 14.0  # Lab: with less, a colour is the fainter the less sure its hue
DARKEST = 1e-3  # linear light that darker colours count as

# Natural logarithms: the most that one hue speaks against a name; what a colour without any chroma
# that is not the white one costs; and what white costs that is darker than the brightest colour by
# a factor of e.
MAX_HUE_LOSS = 12.0
FAINT_COST = 4
DIM_COST = 2

# The standard deviation of the light's colour (logarithms of the channels beside their mean).
TINT = 0.6


def name_colours(light: FloatArray) -> tuple[str, ...]:
    """Return names of six colours (6 x 3, linear BGR), each a different one.

    Light and camera tint all colours alike, so each one is tried as white, and the others are
    compared with the standard hues as they look beside it.
    """
    light = np.maximum(light, DARKEST)
    best: tuple[float, tuple[str, ...]] = (-np.inf, ())
    for white in range(6):
        others = [c for c in range(6) if c != white]
        lab = _lab_under_white(light, light[white])
        hue = np.degrees(np.arctan2(lab[others, 2], lab[others, 1]))
        chroma = np.hypot(lab[others, 1], lab[others, 2])
        away = (hue[:, None] - np.array(list(HUES.values())) + 180) % 360 - 180
        fit = -0.5 * (away / HUE_SIGMA) ** 2
        fit = np.maximum(fit, -MAX_HUE_LOSS) * np.minimum(chroma / MIN_CHROMA, 1)[:, None]
        rows, columns = linear_sum_assignment(fit, maximize=True)
        faint = np.maximum(0, 1 - chroma / MIN_CHROMA).sum() * FAINT_COST
        dim = np.log(light[white].max() / light.max())
        score = float(
            fit[rows, columns].sum() - faint + DIM_COST * dim - _white_tint_loss(light[white])
        )
        if score > best[0]:
            names = [""] * 6
            names[white] = "white"
            for row, column in zip(rows, columns, strict=True):
                names[others[row]] = list(HUES)[column]
            best = (score, tuple(names))
    return best[1]


def _white_tint_loss(white: FloatArray) -> float:
    """Return the negative log-prior of white looking like this (3, linear light)."""
    ratio = np.log(white / white.mean())
    return float(0.5 * (ratio / TINT) @ (ratio / TINT))


def _lab_under_white(light: FloatArray, white: FloatArray) -> FloatArray:
    """Return Lab of linear light (6 x 3) as seen where `white` (3) looks white."""
    seen = light / white * WHITE
    # Light that is too bright to be shown keeps its hue.
    return lab_from_linear(seen / np.maximum(seen.max(1, keepdims=True), 1))
