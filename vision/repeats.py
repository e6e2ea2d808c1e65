"""Photographs of which one repeats another, so that a face is missing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.errors import RepeatedFaceError
from vision.gains import FULL
from vision.interpret import Evidence
from vision.picture import Picture

# Two photographs show one face if their stickers differ (in Lab) by less than this on average.
SAME_FACE = 9.0
TOLD = 5  # of the nine that are not overexposed in both


def check_repeats(pictures: Sequence[Picture], evidence: Evidence) -> None:
    """Raise RepeatedFaceError if two of the six faces are the same one, however turned."""
    firsts = [int(np.flatnonzero(evidence.matching.face == face)[0]) for face in range(6)]
    for i, j in combinations(firsts, 2):
        apart = min(
            _apart(np.rot90(evidence.views[i].colours, q), evidence.views[j].colours)
            for q in range(4)
        )
        if apart < SAME_FACE and evidence.frames[i] != evidence.frames[j]:
            names = [pictures[evidence.frames[view]].name for view in (i, j)]
            raise RepeatedFaceError(
                f"{names[0]!r} and {names[1]!r} show the same face; "
                "replace one of them by the face that is missing"
            )


def _apart(ours: Floats, theirs: Floats) -> float:
    """Return how far two faces' colours (3 x 3 x 3, BGR 0..255) are apart on average.

    Infinitely far where too many of them are overexposed, and so all white, to tell.
    """
    told = np.maximum(ours.min(2), theirs.min(2)) < FULL
    if told.sum() < TOLD:
        return np.inf
    return float(np.hypot(*np.moveaxis(_hues(ours) - _hues(theirs), 2, 0))[told].mean())


def _hues(colours: Floats) -> Floats:
    pixels = (colours / 255).astype(np.float32)
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)[..., 1:].astype(float)
