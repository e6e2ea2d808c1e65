"""Brings what a camera saw over what is expected: cameras stand a little elsewhere than told.

Of all small turns and stretches the one is taken with which the motions, each by itself, have most
in common at the best shift. From there the correlation of blurred pictures is maximised over affine
maps (Evangelidis and Psarakis 2008, as in OpenCV).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rokumen.setup.expected_motions import SIZE, PixelChange
from vision.arrays import FloatArray

# Turns (degrees) and stretches that are tried, in pictures that are so much smaller. The picture of
# a camera that looks almost straight down turns far if it is tilted a little.
_TURNS = tuple(range(-50, 51, 5))
_STRETCHES = (0.86, 0.93, 1.0, 1.08, 1.16)
_COARSE = 8
# Then they are aligned at a part of their size, blurred by these (pixels) one after the other.
_PART = 0.5
_BLURS = (4.0, 2.0)
_STEPS, _PRECISION = 60, 1e-4
# A camera that were so much nearer, farther or to the side (a share of the picture) is elsewhere.
_LARGEST_STRETCH, _LARGEST_SHIFT = 1.35, 0.3

_Array = NDArray[Any]


class Aligner:
    """What was `seen` of motions, to be brought over what is expected of them."""

    def __init__(self, seen: Sequence[PixelChange]) -> None:
        self._seen = tuple(seen)
        self._pixels = [each.pixels.astype(np.uint8) for each in seen]
        self._sum = _sum(self._pixels)
        small = [_smaller(each) for each in self._pixels]
        # Of each turn and stretch: the map of pixels, and the spectra of the motions.
        self._maps = [_about_middle(turn, by) for turn, by in product(_TURNS, _STRETCHES)]
        self._spectra = np.stack([_spectra([_moved(e, m) for e in small]) for m in self._maps])
        power = (np.abs(self._spectra) ** 2).sum(axis=(1, 2, 3), keepdims=True)
        self._spectra /= np.sqrt(np.maximum(power, 1e-9))

    def alignments(self, expected: Sequence[PixelChange]) -> tuple[tuple[PixelChange, ...], ...]:
        """Return changes as they are, and moved, turned and stretched, all alike.

        Each map brings them nearer to what is `expected`; the last need not be the best.
        """
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        found = [self._seen]
        for warp in self._warps([each.pixels.astype(np.uint8) for each in expected]):
            moved = (cv2.warpAffine(each, warp, SIZE, flags=flags) > 0 for each in self._pixels)
            found.append(tuple(map(PixelChange, moved)))
        return tuple(found)

    def _warps(self, expected: Sequence[_Array]) -> Iterator[FloatArray]:
        """Yield maps (2 x 3) of pixels of the expected pictures to those that were seen."""
        due = _sum(expected)
        if not self._sum.any() or not due.any():
            return
        warp = self._coarse(expected)
        yield warp
        found = np.array(warp, np.float32)
        found[:, 2] *= _PART
        criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, _PRECISION)
        for blur in _BLURS:
            both = (cv2.GaussianBlur(each, (0, 0), blur) for each in (due, self._sum))
            try:
                _, found = cv2.findTransformECC(*both, found, cv2.MOTION_AFFINE, criteria)  # type: ignore[call-overload]
            except cv2.error:
                # They have too little in common.
                return
            whole = np.array(found, float)
            whole[:, 2] /= _PART
            if not _is_small(whole):
                return
            yield whole

    def _coarse(self, expected: Sequence[_Array]) -> FloatArray:
        """Return the turn, stretch and shift with which the motions have most in common."""
        due = np.conj(_spectra([_smaller(each) for each in expected]))
        alike = np.fft.irfft2(np.einsum("kmyx,myx->kyx", self._spectra, due), s=_PADDED)
        high, wide = (round(_LARGEST_SHIFT * side) for side in _SMALL)
        near = np.roll(alike, (high, wide), axis=(1, 2))[:, : 2 * high + 1, : 2 * wide + 1]
        best, down, right = np.unravel_index(int(near.argmax()), near.shape)
        warp = self._maps[int(best)].copy()
        warp[:, 2] += warp[:, :2] @ (float(right) - wide, float(down) - high)
        # The middle of a small pixel is that of many: what is true of corners is scaled.
        half = np.array([0.5, 0.5])
        warp[:, 2] = _COARSE * (warp[:, 2] + half - warp[:, :2] @ half)
        warp[:, 2] -= half - warp[:, :2] @ half
        return warp


_SMALL = tuple(side // _COARSE for side in SIZE[::-1])
_PADDED = tuple(round(1.6 * side) for side in _SMALL)


def _smaller(picture: _Array) -> _Array:
    return cv2.resize(picture.astype(np.float32), _SMALL[::-1], interpolation=cv2.INTER_AREA)


def _sum(changes: Sequence[_Array]) -> _Array:
    total = np.zeros(SIZE[::-1], np.float32)
    for each in changes:
        total += each
    return cv2.resize(total, None, fx=_PART, fy=_PART, interpolation=cv2.INTER_AREA)


def _spectra(pictures: Sequence[_Array]) -> _Array:
    return np.fft.rfft2(np.stack(pictures), s=_PADDED)


def _moved(picture: _Array, warp: FloatArray) -> _Array:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, warp, _SMALL[::-1], flags=flags)


def _about_middle(turn: float, stretch: float) -> FloatArray:
    """Return the map that turns and stretches small pictures about their middle."""
    high, wide = _SMALL
    return np.asarray(
        cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), turn, stretch), float
    )


def _is_small(warp: FloatArray) -> bool:
    """Return True if a map of whole pictures changes them by as much as is allowed for."""
    stretches = np.linalg.svd(warp[:, :2], compute_uv=False)
    middle = np.array(SIZE) / 2
    shift = warp[:, :2] @ middle + warp[:, 2] - middle
    is_near = 1 / _LARGEST_STRETCH <= stretches.min() <= stretches.max() <= _LARGEST_STRETCH
    return bool(is_near and np.abs(shift).max() <= _LARGEST_SHIFT * SIZE[0])
