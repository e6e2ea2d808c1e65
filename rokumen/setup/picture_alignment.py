"""Brings what a camera saw over what is expected: cameras stand a little elsewhere than told.

The correlation of blurred pictures is maximised over shifts, then affine maps (Evangelidis and
Psarakis 2008, as in OpenCV).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import BoolArray, FloatArray

# Pictures are aligned at a part of their size, blurred by these (pixels) one after the other.
_PART = 0.5
_BLURS = ((8.0, cv2.MOTION_TRANSLATION), (4.0, cv2.MOTION_AFFINE), (2.0, cv2.MOTION_AFFINE))
_STEPS, _PRECISION = 60, 1e-4
# A camera that were so much nearer, farther or to the side (a share of the picture) is elsewhere.
_LARGEST_STRETCH, _LARGEST_SHIFT = 1.35, 0.3


def alignments(
    seen: Sequence[BoolArray], expected: Sequence[BoolArray]
) -> tuple[tuple[BoolArray, ...], ...]:
    """Return changes (H x W each) as they are, and moved, turned and stretched, all alike.

    Each map brings them nearer to what is expected; the last need not be the best.
    """
    height, width = seen[0].shape
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    found = [tuple(seen)]
    for warp in _warps(_sum(seen), _sum(expected)):
        moved = [
            cv2.warpAffine(each.astype(np.uint8), warp, (width, height), flags=flags) > 0
            for each in seen
        ]
        found.append(tuple(moved))
    return tuple(found)


def _sum(changes: Sequence[BoolArray]) -> NDArray[Any]:
    total = np.zeros(changes[0].shape, np.float32)
    for each in changes:
        total += each
    return cv2.resize(total, None, fx=_PART, fy=_PART, interpolation=cv2.INTER_AREA)


def _warps(seen: NDArray[Any], expected: NDArray[Any]) -> Iterator[FloatArray]:
    """Yield maps (2 x 3) of pixels of the expected pictures to those that were seen."""
    if not seen.any() or not expected.any():
        return
    warp = np.eye(2, 3, dtype=np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, _PRECISION)
    for blur, kind in _BLURS:
        due, found = (cv2.GaussianBlur(each, (0, 0), blur) for each in (expected, seen))
        try:
            _, warp = cv2.findTransformECC(due, found, warp, kind, criteria)  # type: ignore[assignment]
        except cv2.error:
            # They have too little in common.
            return
        stretches = np.linalg.svd(warp[:, :2], compute_uv=False)
        middle = np.array([seen.shape[1] / 2, seen.shape[0] / 2])
        shift = warp[:, :2] @ middle + warp[:, 2] - middle
        is_small = 1 / _LARGEST_STRETCH <= stretches.min() <= stretches.max() <= _LARGEST_STRETCH
        if not is_small or np.abs(shift).max() > _LARGEST_SHIFT * seen.shape[1]:
            return
        whole = np.array(warp, float)
        whole[:, 2] /= _PART
        yield whole
