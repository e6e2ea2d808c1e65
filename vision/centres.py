"""What the centres of faces are called before all six are known, for the person who shows them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.arrays import Floats
from vision.face import FaceView
from vision.profile import GAMMA, USUAL_COLOURS, ColourProfile

LIGHTNESS = 0.5  # what a difference in lightness counts beside one in hue
# Faces of the usual mean colour, which hold the light that is guessed from few faces back.
HELD_BACK = 1.0


def name_centres(views: Sequence[FaceView], profile: ColourProfile | None) -> tuple[str, ...]:
    """Name the centres of up to seven faces, each by a colour of its own while there are such.

    A guess: the light is judged by the stickers seen so far, of which a cube has nine of a colour.
    """
    if not views:
        return ()
    known = profile or USUAL_COLOURS
    light = np.stack([(view.colours / 255) ** GAMMA for view in views])
    usual = known.light.mean(0)
    brightness = light.mean() / usual.mean()
    weighed = light.mean((1, 2)).sum(0) + HELD_BACK * usual * brightness
    cast = weighed / (len(views) + HELD_BACK) / usual
    middle = views[0].n // 2
    off = _lab(light[:, middle, middle] / cast)[:, None] - _lab(known.light)
    cost = np.hypot.reduce(off * (LIGHTNESS, 1, 1), axis=2)
    names = list(known.means)
    rows, columns = linear_sum_assignment(cost)
    chosen = cost.argmin(1)
    chosen[rows] = columns
    return tuple(names[colour] for colour in chosen)


def _lab(light: Floats) -> Floats:
    seen = np.clip(light, 0, 2) ** (1 / GAMMA)
    shape = seen.shape
    pixels = seen.reshape(1, -1, 3).astype(np.float32)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).reshape(shape), float)
