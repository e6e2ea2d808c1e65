"""Name six fitted colours, or the centres of some faces (white, yellow, red and so on).

Reading does not need names. They are for the user, and to orient the cube with white up and green
in front.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import FloatArray
from vision.assignment import best_assignment, cheapest_assignment
from vision.colour.colour_space import GAMMA, LAB_WEIGHTS, WHITE, lab_from_linear
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos (also
# in changed light), real-photos and sticker-colours.

# The prior of the illumination: it counts as this many faces of the usual mean colour.
PRIOR_FACES = 1.0


def name_centres(faces: Sequence[FloatArray], profile: ColourProfile | None) -> tuple[str, ...]:
    """Return names of the centres of up to seven faces (n x n x 3 each), six of them different.

    An estimate: the illumination is taken from the stickers seen so far, of which a cube has nine
    of each colour, with a prior.
    """
    if not faces:
        return ()
    known = profile or DEFAULT_COLOURS
    light = np.stack([(colours / 255) ** GAMMA for colours in faces])
    usual_mean = known.linear_bgr.mean(0)
    brightness = light.mean() / usual_mean.mean()
    weighted_sum = light.mean((1, 2)).sum(0) + PRIOR_FACES * usual_mean * brightness
    illuminant = weighted_sum / (len(faces) + PRIOR_FACES) / usual_mean
    centre = len(faces[0]) // 2
    difference = lab_from_linear(light[:, centre, centre] / illuminant)[:, None] - lab_from_linear(
        known.linear_bgr
    )
    cost = np.hypot.reduce(difference * LAB_WEIGHTS, axis=2)
    names = list(known.lab)
    rows, columns = cheapest_assignment(cost)
    chosen = cost.argmin(1)
    chosen[rows] = columns
    return tuple(names[colour] for colour in chosen)


NAMES = ("white", "yellow", "red", "orange", "green", "blue")

# Hues in the Lab plane (degrees) relative to white, and the standard deviation (degrees) between
# makers.
HUES = {"yellow": 98.0, "red": 28.0, "orange": 58.0, "green": 148.0, "blue": 272.0}
HUE_SIGMA = 18.0
MIN_CHROMA = 14.0  # Lab: below it the weight of the hue falls in proportion to the chroma
DARKEST = 1e-3  # the smallest linear light of a colour

# Natural logarithms: the largest loss of one hue under a name; the loss of a colour other than
# white that has no chroma; and the loss of a white that is darker than the brightest colour by a
# factor of e.
MAX_HUE_LOSS = 12.0
FAINT_COST = 4
DIM_COST = 2

# The standard deviation of the light's colour (logarithms of the channels relative to their mean).
TINT = 0.6


def name_colours(light: FloatArray) -> tuple[str, ...]:
    """Return names of six colours (6 x 3, linear BGR), each a different one.

    Light and camera tint all colours alike, so each one is tried as white, and the others are
    compared with the standard hues relative to it.
    """
    light = np.maximum(light, DARKEST)
    best: tuple[float, tuple[str, ...]] = (-np.inf, ())
    for white in range(6):
        others = [c for c in range(6) if c != white]
        lab = _lab_under_white(light, light[white])
        hue = np.degrees(np.arctan2(lab[others, 2], lab[others, 1]))
        chroma = np.hypot(lab[others, 1], lab[others, 2])
        hue_error = (hue[:, None] - np.array(list(HUES.values())) + 180) % 360 - 180
        fit = -0.5 * (hue_error / HUE_SIGMA) ** 2
        fit = np.maximum(fit, -MAX_HUE_LOSS) * np.minimum(chroma / MIN_CHROMA, 1)[:, None]
        rows, columns = best_assignment(fit)
        faint_loss = np.maximum(0, 1 - chroma / MIN_CHROMA).sum() * FAINT_COST
        log_brightness = np.log(light[white].max() / light.max())
        score = float(
            fit[rows, columns].sum()
            - faint_loss
            + DIM_COST * log_brightness
            - _white_tint_loss(light[white])
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
    adapted = light / white * WHITE
    # Light above the maximum is scaled, which keeps its hue.
    return lab_from_linear(adapted / np.maximum(adapted.max(1, keepdims=True), 1))
