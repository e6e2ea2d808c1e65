"""A picture of the six colours as clouds in the Lab plane, and of what lies between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.measure_colours import Measured
from calibration.separation import CLOSE, Pair, pairs
from vision.arrays import Floats, Image

PAPER = (248, 247, 246)
GRID = (224, 222, 220)
INK = (46, 40, 38)
WARNING = (40, 30, 200)
FINE = (84, 140, 32)

PLANE = 620  # pixels a side
MARGIN = 56
SIDE = 430
SHOWN_PAIRS = 6
MOST_APART = 24.0  # where a bar ends
OUTLIER = 4.0  # stickers further off than so many times the typical one are not in the ellipse
STEP = 20  # Lab units from line to line


@dataclass(frozen=True, slots=True)
class Ellipse:
    """Two standard deviations of a cloud in the Lab plane, outliers apart.

    `middle` (a, b); `radii`; `degrees`: how far the first radius is turned from a towards b.
    """

    middle: tuple[float, float]
    radii: tuple[float, float]
    degrees: float


def ellipse_around(samples: Floats) -> Ellipse:
    """Give the ellipse of a colour's stickers (count x 3, CIE Lab)."""
    plane = samples[:, 1:]
    away = np.hypot.reduce(plane - np.median(plane, 0), axis=1)
    own = plane[away <= OUTLIER * np.median(away) + 1]
    values, axes = np.linalg.eigh(np.cov(own.T) + np.eye(2))
    a, b = own.mean(0).tolist()
    first, second = (2 * np.sqrt(values)).tolist()
    return Ellipse((a, b), (first, second), float(np.degrees(np.arctan2(axes[1, 0], axes[0, 0]))))


def shown_colour(lab: Floats) -> tuple[float, float, float]:
    """Give a colour (CIE Lab) as a screen shows it (BGR 0..255)."""
    pixel = cv2.cvtColor(np.asarray(lab, np.float32).reshape(1, 1, 3), cv2.COLOR_LAB2BGR)
    blue, green, red = (255 * np.clip(pixel[0, 0], 0, 1)).tolist()
    return blue, green, red


def draw_clouds(measured: Measured) -> Image:
    """Draw every sticker where its hue and saturation are (H x W x 3 BGR).

    Right is red, left green, up yellow, down blue, the middle without colour; an ellipse holds two
    standard deviations of each colour, outliers apart. Beside it the closest pairs.
    """
    height = PLANE + 2 * MARGIN
    picture = np.full((height, PLANE + 2 * MARGIN + SIDE, 3), PAPER, np.uint8)
    reach = _reach(measured)
    _draw_grid(picture, reach)
    for name, samples in measured.samples.items():
        _draw_cloud(picture, name, samples, reach)
    left = PLANE + 2 * MARGIN
    _draw_colours(picture, measured, left)
    _draw_pairs(picture, pairs(measured)[:SHOWN_PAIRS], left, MARGIN + 260)
    return picture


def _reach(measured: Measured) -> float:
    farthest = max(float(np.abs(samples[:, 1:]).max()) for samples in measured.samples.values())
    return float(STEP * np.ceil((farthest + 5) / STEP))


def _place(ab: Floats, reach: float) -> Floats:
    """Take points of the plane (... x 2, a and b) to pixels."""
    return np.asarray(MARGIN + PLANE * (ab * (1, -1) + reach) / (2 * reach), float)


def _draw_grid(picture: Image, reach: float) -> None:
    for value in np.arange(-reach, reach + 1, STEP):
        at = int(_place(np.array([value, 0.0]), reach)[0])
        colour, wide = (INK, 1) if value == 0 else (GRID, 1)
        cv2.line(picture, (at, MARGIN), (at, MARGIN + PLANE), colour, wide)
        across = int(_place(np.array([0.0, value]), reach)[1])
        cv2.line(picture, (MARGIN, across), (MARGIN + PLANE, across), colour, wide)
    middle = MARGIN + PLANE // 2
    for text, place in (
        ("towards yellow", (middle - 52, MARGIN - 14)),
        ("towards blue", (middle - 46, MARGIN + PLANE + 26)),
        ("green", (4, middle - 10)),
        ("red", (MARGIN + PLANE + 8, middle - 10)),
    ):
        _write(picture, text, place, 15)


def _draw_cloud(picture: Image, name: str, samples: Floats, reach: float) -> None:
    for lab in samples:
        x, y = np.rint(_place(lab[1:], reach)).astype(int).tolist()
        cv2.circle(picture, (x, y), 6, shown_colour(lab), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 6, INK, 1, cv2.LINE_AA)
    around = ellipse_around(samples)
    first, second = (PLANE * radius / (2 * reach) for radius in around.radii)
    x, y = np.rint(_place(np.array(around.middle), reach)).astype(int).tolist()
    # Pixels run downwards, and b upwards.
    size = (2 * first, 2 * second)
    cv2.ellipse(picture, ((x, y), size, -around.degrees), INK, 2, cv2.LINE_AA)
    beside = int(max(first, second)) // 2 + 16
    _write(picture, name, (x + beside, y + beside), 17, bold=True)


def _draw_colours(picture: Image, measured: Measured, left: int) -> None:
    _write(picture, "The six colours", (left, MARGIN + 4), 20, bold=True)
    for row, (name, lab) in enumerate(measured.profile.means.items()):
        y = MARGIN + 24 + 34 * row
        cv2.rectangle(picture, (left, y), (left + 26, y + 26), shown_colour(np.array(lab)), -1)
        cv2.rectangle(picture, (left, y), (left + 26, y + 26), INK, 1, cv2.LINE_AA)
        _write(picture, name, (left + 40, y + 19), 16)
        _write(picture, "L {:.0f}   a {:.0f}   b {:.0f}".format(*lab), (left + 130, y + 19), 16)


def _draw_pairs(picture: Image, closest: Sequence[Pair], left: int, top: int) -> None:
    _write(picture, "The closest pairs, in multiples of their scatter", (left, top), 17, bold=True)
    wide = SIDE - 210
    for row, pair in enumerate(closest):
        y = top + 22 + 38 * row
        colour = WARNING if pair.is_close else FINE
        _write(picture, f"{pair.first}, {pair.second}", (left, y + 18), 15)
        end = left + 140 + int(wide * min(pair.apart / MOST_APART, 1.0))
        cv2.rectangle(picture, (left + 140, y + 2), (end, y + 24), colour, -1)
        _write(picture, f"{pair.apart:.1f}", (end + 8, y + 19), 15, bold=pair.is_close)
    safe = left + 140 + int(wide * CLOSE / MOST_APART)
    bottom = top + 22 + 38 * len(closest)
    cv2.line(picture, (safe, top + 18), (safe, bottom), INK, 1, cv2.LINE_AA)
    _write(picture, f"safe from {CLOSE:g} on", (safe - 40, bottom + 20), 14)


def _write(
    picture: Image, text: str, place: tuple[int, int], size: int, *, bold: bool = False
) -> None:
    cv2.putText(picture, text, place, INK, cv2.FontFace("sans"), size, 700 if bold else 400)
