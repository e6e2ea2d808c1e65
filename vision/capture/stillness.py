"""Whether two frames of one camera show the same: nothing moved between them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image

# Frames are compared with a longer side of this many pixels, so that noise averages out.
COMPARED_SIDE = 160
# A pixel has changed if its light differs by more than this (grey levels, 0..255), beyond what all
# pixels differ by: lamps flicker.
MAX_DIFFERENCE = 16.0
# Nothing moved if no larger share of the pixels has changed. A layer that turns by a degree changes
# some 2%.
MAX_CHANGED_SHARE = 0.003


def frames_agree(first: Image, second: Image) -> bool:
    """Return whether nothing moved between two frames (H x W x 3 uint8 BGR, of one size)."""
    difference = _light(second) - _light(first)
    changed = np.abs(difference - np.median(difference)) > MAX_DIFFERENCE
    return bool(changed.mean() <= MAX_CHANGED_SHARE)


def _light(image: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    height, width = image.shape[:2]
    factor = min(1.0, COMPARED_SIDE / max(height, width))
    size = (max(1, round(factor * width)), max(1, round(factor * height)))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)
