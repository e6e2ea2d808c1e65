"""Whether a cube that is read as solved looks solved: each face of one colour, by its own stickers.

Colours are fitted to the cube that is read, and may give way to it: a corner twisted in its place
belies three stickers of 54. A claim that the job is done deserves a look of its own.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Ints

# Added to brightness (0..255) before its logarithm is taken, so that noise in the dark counts less.
_FLOOR = 12.0


def nearest_views(colours: Floats, shares: Floats) -> Ints:
    """Say for each sticker which view's middle colour it is nearest to (views x 9).

    `colours` (views x 9 x 3, BGR 0..255); `shares` (views x 9, 0..1): how much of each is seen. A
    sticker of which less than half is seen counts as its own view's.
    """
    light = np.log(colours + _FLOOR)
    middles = np.median(light, axis=1)
    distances = np.linalg.norm(light[:, :, None] - middles[None, None], axis=3)
    own = np.arange(len(colours))[:, None]
    return np.asarray(np.where(shares < 0.5, own, distances.argmin(axis=2)), np.int64)
