"""Colours of stickers that something dark covers, where a part of them is still seen.

The gripper of a robot is often black, and some have a window in each finger. The median of such a
cell is the colour of the finger; the sticker is what is brighter beside it or in its window.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import FloatArray

# A cell shows a finger if its largest channel is below this share of the face's brightest stickers
# (the quantile of their largest channels), and grey: its channels differ by less than a share of
# the largest one. NOISE (grey levels, 0..255) is added to the largest channel; less on a face whose
# brightest stickers are below USUAL_BRIGHTNESS, where it would hide the colours.
DARK_SHARE = 0.35
BRIGHT_QUANTILE = 0.8
GREY_SHARE = 0.5
NOISE = 12.0
USUAL_BRIGHTNESS = 128.0

# The sticker is the pixels whose largest channel exceeds the finger's by this factor, plus half of
# the noise; at least this share of the cell.
BRIGHTER = 1.5
MIN_SHARE = 0.06
# Of these the bright ones, which the finger does not shade: above this share of the quantile of
# their largest channels.
LIT_SHARE = 0.75
LIT_QUANTILE = 0.95
MAX_PIXEL_DEVIATION = 26.0  # grey levels (worst channel) of the sticker's pixels from their median

# What is seen beside a finger or in its window counts as a sticker of this visibility: the colour
# is clear, but the finger may shade it.
WINDOW_VISIBILITY = 0.5
# A cell that looks like a finger all over says little, but not nothing: it may be a dark sticker,
# as a red one in the shade is.
FINGER_VISIBILITY = 0.3


def uncovered(
    pixels: FloatArray, colours: FloatArray, visibility: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the colours (n x n x 3) and visibility (n x n) with dark fingers left out.

    `pixels` (n x n x P x 3): of each cell; `colours` and `visibility`: of the cells as if nothing
    covered them. BGR 0..255.
    """
    largest = colours.max(2)
    bright = np.quantile(largest, BRIGHT_QUANTILE)
    noise = NOISE * min(1.0, bright / USUAL_BRIGHTNESS)
    is_dark = largest < DARK_SHARE * bright
    is_grey = largest - colours.min(2) < GREY_SHARE * (largest + noise)
    colours, visibility = colours.copy(), visibility.copy()
    for row, column in np.argwhere(is_dark & is_grey).tolist():
        cell = pixels[row, column]
        seen = _sticker_pixels(cell, BRIGHTER * largest[row, column] + noise / 2)
        if len(seen) < MIN_SHARE * len(cell):
            visibility[row, column] = min(visibility[row, column], FINGER_VISIBILITY)
        else:
            colours[row, column] = seen.mean(0)
            visibility[row, column] = WINDOW_VISIBILITY
    return colours, visibility


def _sticker_pixels(cell: FloatArray, finger: float) -> FloatArray:
    """Return the pixels of a cell (P x 3) that show the sticker and are brighter than the finger.

    In the light if enough are, beside those in the finger's shade.
    """
    largest = cell.max(1)
    seen = cell[largest > finger]
    if not len(seen):
        return np.asarray(seen, float)
    lit = cell[largest > max(finger, LIT_SHARE * np.quantile(seen.max(1), LIT_QUANTILE))]
    if len(lit) >= MIN_SHARE * len(cell):
        seen = lit
    return np.asarray(seen[np.abs(seen - np.median(seen, 0)).max(1) < MAX_PIXEL_DEVIATION], float)
