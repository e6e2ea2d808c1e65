"""The colour of a centre sticker that shows a logo: that of its rim, which the logo leaves free."""

from __future__ import annotations

import numpy as np

from vision.arrays import FloatArray
from vision.colour.covered_cells import EVEN_SHARE, WINDOW_VISIBILITY, of_one_colour

# The rim is what lies along the middles of the cell's sides, between these shares of its width from
# them; gaps are outside, and corners may be round. It is of one colour if this share of its pixels
# is near their median.
RIM = (0.1, 0.2)
ALONG = (0.25, 0.75)
RIM_SHARE = 0.8


def without_logo(cell: FloatArray, colour: FloatArray, share: float) -> tuple[FloatArray, float]:
    """Return the colour (3) and visibility of a centre without the logo that it may show.

    `cell` (S x S x 3, BGR 0..255): its pixels; `colour` and `share`: what most of them show.
    """
    if share >= EVEN_SHARE:
        return colour, share
    rim = _rim(cell)
    near = of_one_colour(rim)
    if len(near) < RIM_SHARE * len(rim):
        return colour, share
    return np.asarray(near.mean(0), float), WINDOW_VISIBILITY


def _rim(cell: FloatArray) -> FloatArray:
    """Return the pixels (P x 3) along the middles of the sides of a cell (S x S x 3)."""
    outer, inner, first, last = (round(part * len(cell)) for part in (*RIM, *ALONG))
    sides = [np.rot90(cell, turns)[outer:inner, first:last] for turns in range(4)]
    return np.concatenate(sides).reshape(-1, 3)
