"""Whether two views show the same face, however the cube was turned between them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.face import FaceView

LIGHTNESS = 0.5  # what a difference in lightness counts beside one in hue
# Stickers (in Lab) that differ by more are not the same; one of them may be in a highlight.
SAME_STICKER = 16.0


def is_same_face(a: FaceView, b: FaceView) -> bool:
    """Tell whether two views of 3 x 3 stickers show one face: its centre and all others but one.

    What either view hides counts as the same.
    """
    return any(_looks_like(a, b, quarters) for quarters in range(4))


def _looks_like(a: FaceView, b: FaceView, quarters: int) -> bool:
    ours, theirs = np.rot90(a.colours, quarters), b.colours
    seen = ~(np.rot90(a.hidden, quarters) | b.hidden)
    if not seen.any():
        return False
    gain = float(np.median(theirs[seen].sum(1) / np.maximum(ours[seen].sum(1), 1)))
    off = (_lab(ours * gain) - _lab(theirs)) * (LIGHTNESS, 1, 1)
    unlike = (np.hypot.reduce(off, axis=2) > SAME_STICKER) & seen
    middle = a.n // 2
    return not unlike[middle, middle] and int(unlike.sum()) <= 1


def _lab(colours: Floats) -> Floats:
    pixels = (np.clip(colours, 0, 255) / 255).astype(np.float32)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), float)
