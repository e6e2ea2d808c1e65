"""Find regions of uniform colour whose moments fit a parallelogram: sticker candidates."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import BoolArray, FloatArray, Image, IntArray

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

SMOOTHING = 3  # pixels of the smoothing kernel before the gradient

# Thresholds of the gradient (grey levels). A sticker's boundary can be as strong as black against
# white or as weak as the thin line between two pastel stickers of one colour; the ratio of the
# steps is about 1.55.
GRADIENT_THRESHOLDS = (7, 11, 17, 26, 40, 62)

# Area over the root of the covariance's determinant, which is invariant under affine maps. A square
# has 12, a disc 4 pi = 12.57, a triangle 10.4; concave shapes have less.
SQUARE_MOMENT_RATIO = (11.55, 12.75)

# Area over the square of the boundary's length in pixels: a square has 0.0625, a rectangle 19 times
# as long as wide 0.012. The moments of outlines with less, which are concave, are not computed.
MIN_COMPACTNESS = 0.012
MIN_AREA = 60.0  # pixels; the shape of smaller blobs cannot be determined
MAX_AREA_PARTS = 6  # a blob covers at most one sixth of the image
MIN_BOUNDARY = 24  # pixels; shorter boundaries are dropped before their area is computed
# Regions and holes within this number of pixels in both directions are noise: most are, and finding
# their outlines takes as long as those of all others.
SPECK = 3
# The mean of a blob's longer over shorter axis and its inverse: 4.5 is a square seen at 84
# degrees from the front.
MAX_ELONGATION = 4.5
BOUNDARY_POINTS = 48
# The fourth harmonic of a whitened boundary (1 if all points lie in four directions): a blob with
# less does not have four corners.
MIN_FOURTH_HARMONIC = 0.15

# Two blobs are duplicates if the distance of their centres (in sides) and the ratio of their areas
# are smaller than these: a sticker with and without its rim.
DUPLICATE_DISTANCE = 0.15
DUPLICATE_AREA_RATIO = 2.4


@dataclass(frozen=True, slots=True)
class Blobs:
    """N regions, each approximated by the parallelogram with the same second and fourth moments."""

    centres: FloatArray  # (N, 2) pixels
    sides: FloatArray  # (N, 2, 2): two side vectors in pixels, rows; [0] points right, [1] down
    areas: FloatArray  # (N,) pixels


NO_BLOBS = Blobs(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0))


def gradient_magnitude(image: Image) -> Image:
    """Return the morphological gradient (H x W, 0..255), the largest of the channels."""
    smooth = cv2.GaussianBlur(image, (SMOOTHING, SMOOTHING), 0)
    kernel = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    change = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, kernel)
    return brightest_channel(np.asarray(change, np.uint8))


def brightest_channel(image: Image) -> Image:
    """Return the largest of the channels of each pixel (H x W)."""
    first, second, third = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(first, second), third), np.uint8)


def find_blobs(gradient: Image, smallest: float = MIN_AREA) -> Blobs:
    """Return the regions of at least `smallest` pixels that look like squares."""
    largest = gradient.shape[0] * gradient.shape[1] / MAX_AREA_PARTS
    contours: list[NDArray[np.int32]] = []
    rows: list[tuple[float, ...]] = []
    clean = _without_specks(gradient)
    for threshold in GRADIENT_THRESHOLDS:
        is_low = (clean < threshold).view(np.uint8)
        found, _ = cv2.findContours(is_low, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in [each for each in found if len(each) >= MIN_BOUNDARY]:
            # Most outlines are dropped here: their moments take longer than their area.
            area = cv2.contourArea(contour)
            if max(smallest, MIN_COMPACTNESS * len(contour) ** 2) <= area <= largest:
                m = cv2.moments(contour)
                rows.append((m["m00"], m["m10"], m["m01"], m["mu20"], m["mu11"], m["mu02"]))
                contours.append(np.asarray(contour[:, 0], np.int32))
    return _parallelograms(contours, np.array(rows)) if contours else NO_BLOBS


def _without_specks(gradient: Image) -> Image:
    """Return the gradient without the specks that it has at any threshold; all else is the same.

    Within a ring of higher pixels all are raised to the lowest of these; and then the reverse.
    """
    box = np.ones((SPECK, SPECK), np.uint8)
    ring = np.ones((SPECK + 2, SPECK + 2), np.uint8)
    ring[1:-1, 1:-1] = 0
    raised = cv2.max(gradient, cv2.dilate(cv2.erode(gradient, ring), box))
    # Beyond the image nothing is low.
    around = cv2.dilate(raised, ring, borderType=cv2.BORDER_CONSTANT, borderValue=(255,))
    return np.asarray(cv2.min(raised, cv2.erode(around, box)), np.uint8)


def _parallelograms(contours: list[NDArray[np.int32]], moments: FloatArray) -> Blobs:
    area = moments[:, 0]
    a, b, c = (moments[:, 3:] / area[:, None]).T
    root_determinant = np.sqrt(np.maximum(a * c - b * b, 1e-9))
    ratio = area / root_determinant
    elongation = (a + c) / (2 * root_determinant)
    is_square = (
        (ratio > SQUARE_MOMENT_RATIO[0])
        & (ratio < SQUARE_MOMENT_RATIO[1])
        & (elongation < MAX_ELONGATION)
    )
    chosen = np.flatnonzero(is_square)
    if not len(chosen):
        return NO_BLOBS
    centres = moments[:, 1:3] / area[:, None]
    chosen = chosen[_suppress_duplicates(centres[chosen], area[chosen])]
    boundaries = _resample_contours([contours[i] for i in chosen]) - centres[chosen, None]
    sides, has_corners = _side_vectors(boundaries, *(each[chosen] for each in (a, b, c)))
    return Blobs(centres[chosen][has_corners], sides[has_corners], area[chosen][has_corners])


def _suppress_duplicates(centres: FloatArray, areas: FloatArray) -> IntArray:
    """Return the indices of the largest region of each group of duplicates."""
    order = np.argsort(-areas, kind="stable")
    (x, y), areas = centres[order].T, areas[order]
    squared_distances = (x - x[:, None]) ** 2 + (y - y[:, None]) ** 2
    is_duplicate = (squared_distances < (DUPLICATE_DISTANCE**2) * areas[:, None]) & (
        areas < DUPLICATE_AREA_RATIO * areas[:, None]
    )
    larger = np.tril(is_duplicate, -1)
    keep = np.ones(len(areas), bool)
    for i in np.flatnonzero(larger.any(1)):
        keep[i] = not (larger[i] & keep).any()
    return np.asarray(order[keep])


def _resample_contours(contours: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    """Return equally many points of every boundary, evenly spaced (N x BOUNDARY_POINTS x 2)."""
    lengths = np.array([len(contour) for contour in contours])[:, None]
    first = np.cumsum(lengths)[:, None] - lengths
    points = np.concatenate(contours)
    return np.asarray(points[first + np.arange(BOUNDARY_POINTS) * lengths // BOUNDARY_POINTS])


def _side_vectors(
    boundaries: FloatArray, a: FloatArray, b: FloatArray, c: FloatArray
) -> tuple[FloatArray, BoolArray]:
    """Return the sides of the parallelograms with the blobs' moments, and which of them are clear.

    `a`, `b`, `c`: the covariances in x, in x and y, in y. Whitening turns a parallelogram into a
    square of side root 12; the fourth harmonic of its boundary gives the rotation of that square.
    """
    # The Cholesky factor of a 2 x 2 matrix: p 0, q r.
    p = np.sqrt(a)
    q = b / p
    r = np.sqrt(np.maximum(c - q * q, 1e-9))
    x = boundaries[..., 0] / p[:, None]
    y = (boundaries[..., 1] - q[:, None] * x) / r[:, None]
    fourth = ((x + 1j * y) ** 4).mean(1)
    # the corners are at 45 degrees to the sides
    angle = np.angle(fourth) / 4 + np.pi / 4
    cosine, sine = np.cos(angle), np.sin(angle)
    first = np.stack([p * cosine, q * cosine + r * sine], 1)
    second = np.stack([-p * sine, r * cosine - q * sine], 1)
    sides = np.sqrt(12) * np.stack([first, second], 1)
    return _canonical_order(sides), np.abs(fourth) > MIN_FOURTH_HARMONIC


def _canonical_order(sides: FloatArray) -> FloatArray:
    """Return side vectors (K x 2 x 2) in order: the first to the right, the second down."""
    steep = np.abs(sides[:, 1, 0]) > np.abs(sides[:, 0, 0])
    sides = np.where(steep[:, None, None], sides[:, ::-1], sides)
    sides[sides[:, 0, 0] < 0, 0] *= -1
    sides[np.linalg.det(sides) < 0, 1] *= -1
    return sides
