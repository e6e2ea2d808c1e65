"""Stickers' candidates: regions of one colour in a picture that look like a square seen aslant."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image

# A sticker's boundary can be as strong as black against white or as weak as the hairline between
# two pastel stickers of one colour, so that the picture is cut at several strengths.
EDGE_STRENGTHS = (7, 11, 17, 26, 40, 62)

# Area over the root of the covariance's determinant: the same for every view of one shape.
# A square has 12, a disc 4 pi = 12.57, a triangle 10.4, anything with a bay or an arm less.
SQUARENESS = (11.55, 12.75)


@dataclass(frozen=True, slots=True)
class Blobs:
    """N regions, each seen as the parallelogram that has its second and fourth moments."""

    centres: Floats  # (N, 2) pixels
    sides: Floats  # (N, 2, 2): two side vectors in pixels, rows; [0] points right, [1] down
    areas: Floats  # (N,) pixels

    def __len__(self) -> int:
        return len(self.areas)


def boundary_strength(image: Image) -> Image:
    """Strength of the colour's change at each pixel (H x W, 0..255)."""
    smooth = cv2.GaussianBlur(image, (3, 3), 0)
    kernel = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    change = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, kernel)
    channels = cv2.split(change)
    return np.asarray(cv2.max(cv2.max(channels[0], channels[1]), channels[2]), np.uint8)


def find_blobs(strength: Image, smallest: float = 60.0) -> Blobs:
    """Find the square-like regions, of `smallest` pixels at least, in a picture's boundaries."""
    largest = strength.shape[0] * strength.shape[1] / 6
    contours: list[NDArray[np.int32]] = []
    rows: list[tuple[float, ...]] = []
    for threshold in EDGE_STRENGTHS:
        flat = np.asarray(strength < threshold, np.uint8)
        found, _ = cv2.findContours(flat, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in found:
            if len(contour) < 24:
                continue
            m = cv2.moments(contour)
            if not smallest <= m["m00"] <= largest:
                continue
            rows.append((m["m00"], m["m10"], m["m01"], m["mu20"], m["mu11"], m["mu02"]))
            contours.append(np.asarray(contour[:, 0], np.int32))
    return _squares(contours, np.array(rows).reshape(-1, 6))


def _squares(contours: list[NDArray[np.int32]], rows: Floats) -> Blobs:
    area = rows[:, 0]
    centre = rows[:, 1:3] / area[:, None]
    a, b, c = (rows[:, 3:] / area[:, None]).T
    spread = np.sqrt(np.maximum(a * c - b * b, 1e-9))
    ratio = area / spread
    long_over_short = (a + c) / (2 * spread)
    keep = (ratio > SQUARENESS[0]) & (ratio < SQUARENESS[1]) & (long_over_short < 4.5)
    sides = np.zeros((len(area), 2, 2))
    for i in np.flatnonzero(keep):
        covariance = np.array([[a[i], b[i]], [b[i], c[i]]])
        sides[i] = _side_vectors(contours[i] - centre[i], covariance)
    keep &= np.abs(sides).sum((1, 2)) > 0
    return _without_twins(Blobs(centre[keep], sides[keep], area[keep]))


def _side_vectors(boundary: Floats, covariance: Floats) -> Floats:
    """Return the sides of the parallelogram that has the blob's moments.

    Whitening turns a parallelogram into a square of side root 12; the fourth harmonic of its
    boundary says how that square is turned.
    """
    root = np.linalg.cholesky(covariance)
    white = np.linalg.solve(root, boundary.T)
    z = white[0] + 1j * white[1]
    fourth = np.mean(z**4)
    if abs(fourth) < 0.15:
        return np.zeros((2, 2))
    # corners lie at 45 degrees from the sides' directions
    angle = np.angle(fourth) / 4 + np.pi / 4
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    sides = np.sqrt(12) * turn @ root.T
    return _right_and_down(sides)


def _right_and_down(sides: Floats) -> Floats:
    first, second = sides
    if abs(second[0]) > abs(first[0]):
        first, second = second, first
    first = first if first[0] >= 0 else -first
    if first[0] * second[1] - first[1] * second[0] < 0:
        second = -second
    return np.array([first, second])


def _without_twins(blobs: Blobs) -> Blobs:
    """Keep one of the regions that several strengths found in the same place."""
    order = np.argsort(-blobs.areas)
    kept: list[int] = []
    for i in order:
        if kept:
            others = np.array(kept)
            near = np.hypot(*(blobs.centres[others] - blobs.centres[i]).T)
            alike = (near < 0.15 * np.sqrt(blobs.areas[i])) & (
                blobs.areas[others] < 1.6 * blobs.areas[i]
            )
            if alike.any():
                continue
        kept.append(int(i))
    return Blobs(blobs.centres[kept], blobs.sides[kept], blobs.areas[kept])
