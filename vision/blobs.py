"""Stickers' candidates: regions of one colour in a picture that look like a square seen aslant."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Image, Ints

# A sticker's boundary can be as strong as black against white or as weak as the hairline between
# two pastel stickers of one colour, so that the picture is cut at several strengths.
EDGE_STRENGTHS = (7, 11, 17, 26, 40, 62)

# Area over the root of the covariance's determinant: the same for every view of one shape.
# A square has 12, a disc 4 pi = 12.57, a triangle 10.4, anything with a bay or an arm less.
SQUARENESS = (11.55, 12.75)

# Area over the square of the boundary's length in pixels: no square aslant has less.
COMPACT = 0.012

BOUNDARY_POINTS = 48
LEAST_HARMONIC = 0.15  # of a boundary: less, and it has no four corners

# Two regions are one sticker, found twice, if their middles are so near (in sides) and their areas
# so alike: a sticker with and without its rim.
TWIN_DISTANCE = 0.15
TWIN_SIZE = 2.4


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
            if len(contour) < 24 or cv2.contourArea(contour) < COMPACT * len(contour) ** 2:
                continue
            m = cv2.moments(contour)
            if not smallest <= m["m00"] <= largest:
                continue
            rows.append((m["m00"], m["m10"], m["m01"], m["mu20"], m["mu11"], m["mu02"]))
            contours.append(np.asarray(contour[:, 0], np.int32))
    return _squares(contours, np.array(rows).reshape(-1, 6))


def _squares(contours: list[NDArray[np.int32]], rows: Floats) -> Blobs:
    area = rows[:, 0]
    a, b, c = (rows[:, 3:] / area[:, None]).T
    spread = np.sqrt(np.maximum(a * c - b * b, 1e-9))
    ratio = area / spread
    long_over_short = (a + c) / (2 * spread)
    likely = (ratio > SQUARENESS[0]) & (ratio < SQUARENESS[1]) & (long_over_short < 4.5)
    chosen = np.flatnonzero(likely)
    if not len(chosen):
        return Blobs(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0))
    centres = rows[:, 1:3] / area[:, None]
    chosen = chosen[_without_twins(centres[chosen], area[chosen])]
    boundaries = _resampled([contours[i] for i in chosen]) - centres[chosen, None]
    sides, clear = _side_vectors(boundaries, *(each[chosen] for each in (a, b, c)))
    return Blobs(centres[chosen][clear], sides[clear], area[chosen][clear])


def _without_twins(centres: Floats, areas: Floats) -> Ints:
    """Choose the largest of the regions that several strengths found in the same place."""
    order = np.argsort(-areas, kind="stable")
    (x, y), areas = centres[order].T, areas[order]
    away = (x - x[:, None]) ** 2 + (y - y[:, None]) ** 2
    twins = (away < (TWIN_DISTANCE**2) * areas[:, None]) & (areas < TWIN_SIZE * areas[:, None])
    kept = np.zeros(len(areas), bool)
    for i in range(len(areas)):
        kept[i] = not (twins[i, :i] & kept[:i]).any()
    return np.asarray(order[kept])


def _resampled(contours: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    """Return as many points of every boundary, evenly spaced (N x BOUNDARY_POINTS x 2)."""
    lengths = np.array([len(contour) for contour in contours])[:, None]
    first = np.cumsum(lengths)[:, None] - lengths
    points = np.concatenate(contours)
    return np.asarray(points[first + np.arange(BOUNDARY_POINTS) * lengths // BOUNDARY_POINTS])


def _side_vectors(boundaries: Floats, a: Floats, b: Floats, c: Floats) -> tuple[Floats, Flags]:
    """Return the sides of the parallelograms that have the blobs' moments, and which are clear.

    `a`, `b`, `c`: their covariances in x, in x and y, in y. Whitening turns a parallelogram into
    a square of side root 12; the fourth harmonic of its boundary says how that square is turned.
    """
    # The Cholesky factor of a 2 x 2 matrix: p 0, q r.
    p = np.sqrt(a)
    q = b / p
    r = np.sqrt(np.maximum(c - q * q, 1e-9))
    x = boundaries[..., 0] / p[:, None]
    y = (boundaries[..., 1] - q[:, None] * x) / r[:, None]
    fourth = ((x + 1j * y) ** 4).mean(1)
    # corners lie at 45 degrees from the sides' directions
    angle = np.angle(fourth) / 4 + np.pi / 4
    cosine, sine = np.cos(angle), np.sin(angle)
    first = np.stack([p * cosine, q * cosine + r * sine], 1)
    second = np.stack([-p * sine, r * cosine - q * sine], 1)
    sides = np.sqrt(12) * np.stack([first, second], 1)
    return _right_and_down(sides), np.abs(fourth) > LEAST_HARMONIC


def _right_and_down(sides: Floats) -> Floats:
    """Order and sign side vectors (K x 2 x 2) so that the first points right, the second down."""
    steep = np.abs(sides[:, 1, 0]) > np.abs(sides[:, 0, 0])
    sides = np.where(steep[:, None, None], sides[:, ::-1], sides)
    sides[sides[:, 0, 0] < 0, 0] *= -1
    sides[np.linalg.det(sides) < 0, 1] *= -1
    return sides
