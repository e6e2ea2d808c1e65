"""Plot the measured stickers in the Lab a-b plane with covariance ellipses and pair separations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.colours import MIN_SEPARATION, ColourMeasurement, ColourPair, colour_pairs
from vision.arrays import FloatArray, Image

PAPER = (248, 247, 246)
GRID = (224, 222, 220)
INK = (46, 40, 38)
WARNING = (40, 30, 200)
OK_COLOUR = (84, 140, 32)

PLANE = 620  # side of the plot, in pixels
MARGIN = 56
PANEL_WIDTH = 430
SHOWN_PAIRS = 6
MAX_SEPARATION_SHOWN = 24.0  # separation at which a bar ends
# stickers farther than this multiple of the median distance are excluded from the ellipse
OUTLIER_FACTOR = 4.0
GRID_STEP = 20  # Lab units between grid lines


@dataclass(frozen=True, slots=True)
class Ellipse:
    """Ellipse of two standard deviations of a colour in the a-b plane, without outliers.

    `centre` (a, b); `radii` in Lab units; `degrees`: angle of the first radius, from a towards b.
    """

    centre: tuple[float, float]
    radii: tuple[float, float]
    degrees: float


def covariance_ellipse(samples: FloatArray) -> Ellipse:
    """Return the ellipse of a colour's stickers (count x 3, CIE Lab)."""
    plane = samples[:, 1:]
    away = np.hypot.reduce(plane - np.median(plane, 0), axis=1)
    own = plane[away <= OUTLIER_FACTOR * np.median(away) + 1]
    values, axes = np.linalg.eigh(np.cov(own.T) + np.eye(2))
    a, b = own.mean(0).tolist()
    first, second = (2 * np.sqrt(values)).tolist()
    return Ellipse((a, b), (first, second), float(np.degrees(np.arctan2(axes[1, 0], axes[0, 0]))))


def lab_to_display_bgr(lab: FloatArray) -> tuple[float, float, float]:
    """Return a colour (CIE Lab) as sRGB for display (BGR, 0..255)."""
    pixel = cv2.cvtColor(np.asarray(lab, np.float32).reshape(1, 1, 3), cv2.COLOR_LAB2BGR)
    blue, green, red = (255 * np.clip(pixel[0, 0], 0, 1)).tolist()
    return blue, green, red


def draw_colour_plot(measured: ColourMeasurement) -> Image:
    """Return a plot of every sticker in the a-b plane, and of the closest pairs (H x W x 3 BGR).

    The a axis runs from green (left) to red (right), the b axis from blue (down) to yellow (up). An
    ellipse shows two standard deviations of each colour, without outliers.
    """
    height = PLANE + 2 * MARGIN
    picture = np.full((height, PLANE + 2 * MARGIN + PANEL_WIDTH, 3), PAPER, np.uint8)
    reach = _axis_limit(measured)
    _draw_grid(picture, reach)
    for samples in measured.lab_samples.values():
        _draw_stickers(picture, samples, reach)
    stickers = _to_pixels(np.concatenate(list(measured.lab_samples.values()))[:, 1:], reach)
    for name, samples in measured.lab_samples.items():
        _draw_ellipse(picture, name, samples, reach, stickers)
    left = PLANE + 2 * MARGIN
    _draw_colours(picture, measured, left)
    _draw_pairs(picture, colour_pairs(measured)[:SHOWN_PAIRS], left, MARGIN + 260)
    return picture


def _axis_limit(measured: ColourMeasurement) -> float:
    farthest = max(float(np.abs(samples[:, 1:]).max()) for samples in measured.lab_samples.values())
    return float(GRID_STEP * np.ceil((farthest + 5) / GRID_STEP))


def _to_pixels(ab: FloatArray, reach: float) -> FloatArray:
    """Return the pixel positions of points (... x 2, a and b) of the plane."""
    return np.asarray(MARGIN + PLANE * (ab * (1, -1) + reach) / (2 * reach), float)


def _draw_grid(picture: Image, reach: float) -> None:
    for value in np.arange(-reach, reach + 1, GRID_STEP):
        at = int(_to_pixels(np.array([value, 0.0]), reach)[0])
        colour, wide = (INK, 1) if value == 0 else (GRID, 1)
        cv2.line(picture, (at, MARGIN), (at, MARGIN + PLANE), colour, wide)
        across = int(_to_pixels(np.array([0.0, value]), reach)[1])
        cv2.line(picture, (MARGIN, across), (MARGIN + PLANE, across), colour, wide)
    middle = MARGIN + PLANE // 2
    for text, place in (
        ("towards yellow", (middle - 52, MARGIN - 14)),
        ("towards blue", (middle - 46, MARGIN + PLANE + 26)),
        ("green", (4, middle - 10)),
        ("red", (MARGIN + PLANE + 8, middle - 10)),
    ):
        _write(picture, text, place, 15)


def _draw_stickers(picture: Image, samples: FloatArray, reach: float) -> None:
    for lab in samples:
        x, y = np.rint(_to_pixels(lab[1:], reach)).astype(int).tolist()
        cv2.circle(picture, (x, y), 6, lab_to_display_bgr(lab), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 6, INK, 1, cv2.LINE_AA)


def _draw_ellipse(
    picture: Image, name: str, samples: FloatArray, reach: float, stickers: FloatArray
) -> None:
    """Draw the ellipse of a colour, and its name where it covers the fewest stickers (n x 2)."""
    around = covariance_ellipse(samples)
    first, second = (PLANE * radius / (2 * reach) for radius in around.radii)
    x, y = np.rint(_to_pixels(np.array(around.centre), reach)).astype(int).tolist()
    # The pixel axis points down, the b axis up.
    size = (2 * first, 2 * second)
    cv2.ellipse(picture, ((x, y), size, -around.degrees), INK, 2, cv2.LINE_AA)
    beside = int(max(first, second)) // 2 + 16
    width = 10 * len(name)
    right, left = x + beside, x - beside - width
    places = [(right, y + beside), (left, y + beside), (right, y - beside), (left, y - beside)]
    covered = [
        int(
            np.all(
                (stickers > (at - 8, base - 22)) & (stickers < (at + width + 8, base + 12)), 1
            ).sum()
        )
        for at, base in places
    ]
    _write(picture, name, places[int(np.argmin(covered))], 17, bold=True)


def _draw_colours(picture: Image, measured: ColourMeasurement, left: int) -> None:
    _write(picture, "The six colours", (left, MARGIN + 4), 20, bold=True)
    for row, (name, lab) in enumerate(measured.profile.lab.items()):
        y = MARGIN + 24 + 34 * row
        cv2.rectangle(
            picture, (left, y), (left + 26, y + 26), lab_to_display_bgr(np.array(lab)), -1
        )
        cv2.rectangle(picture, (left, y), (left + 26, y + 26), INK, 1, cv2.LINE_AA)
        _write(picture, name, (left + 40, y + 19), 16)
        _write(picture, "L {:.0f}   a {:.0f}   b {:.0f}".format(*lab), (left + 130, y + 19), 16)


def _draw_pairs(picture: Image, closest: Sequence[ColourPair], left: int, top: int) -> None:
    _write(picture, "The closest pairs, in multiples of their scatter", (left, top), 17, bold=True)
    wide = PANEL_WIDTH - 210
    for row, pair in enumerate(closest):
        y = top + 22 + 38 * row
        colour = WARNING if pair.is_close else OK_COLOUR
        _write(picture, f"{pair.first}, {pair.second}", (left, y + 18), 15)
        end = left + 140 + int(wide * min(pair.separation / MAX_SEPARATION_SHOWN, 1.0))
        cv2.rectangle(picture, (left + 140, y + 2), (end, y + 24), colour, -1)
        _write(picture, f"{pair.separation:.1f}", (end + 8, y + 19), 15, bold=pair.is_close)
    safe = left + 140 + int(wide * MIN_SEPARATION / MAX_SEPARATION_SHOWN)
    bottom = top + 22 + 38 * len(closest)
    cv2.line(picture, (safe, top + 18), (safe, bottom), INK, 1, cv2.LINE_AA)
    _write(picture, f"safe from {MIN_SEPARATION:g} on", (safe - 40, bottom + 20), 14)


def _write(
    picture: Image, text: str, place: tuple[int, int], size: int, *, bold: bool = False
) -> None:
    cv2.putText(picture, text, place, INK, cv2.FontFace("sans"), size, 700 if bold else 400)
