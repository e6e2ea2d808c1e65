"""A picture of where a rig's wrists stop, beside where they should."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import cv2
import numpy as np

from calibration.grippers import MOST_OFF
from vision.arrays import Floats, Image

PAPER = (248, 247, 246)
GRID = (205, 202, 199)
INK = (46, 40, 38)
FINE = (84, 140, 32)
WARNING = (40, 30, 200)

DIAL = 380  # pixels a side
RADIUS = 118
HEAD = 64
SHEET = (4096, 4096)  # more than any text needs


def draw_dials(angles: Mapping[str, float], seen: Collection[str] = ()) -> Image:
    """Draw a dial for each wrist (H x W x 3 BGR), 0 degrees up and clockwise as its hand sees it.

    `angles`: where each stops (degrees), by axis and detent, such as `L +90`; `seen`: the places of
    which a camera says so, the robot itself of the others. The sector that is allowed about each
    detent is grey; a hand is green, and red where it stops outside of that.
    """
    wrists: dict[str, dict[int, float]] = {}
    for place, angle in sorted(angles.items()):
        axis, detent = place.rsplit(" ", 1)
        wrists.setdefault(axis, {})[int(detent)] = angle
    picture = np.full((DIAL + HEAD, DIAL * max(len(wrists), 1), 3), PAPER, np.uint8)
    for column, (axis, stops) in enumerate(wrists.items()):
        middle = np.array([DIAL * (column + 0.5), HEAD + DIAL * 0.5])
        _write(picture, f"wrist {axis}", middle - np.array([0, DIAL * 0.5 + 4]), 20, INK)
        _face(picture, middle, stops)
        for at, angle in stops.items():
            _hand(picture, middle, at, angle, by_camera=f"{axis} {at:+d}" in seen)
    return picture


def _face(picture: Image, middle: Floats, detents: Collection[int]) -> None:
    x, y = np.rint(middle).astype(int).tolist()
    for detent in detents:
        first, last = detent - 90 - MOST_OFF, detent - 90 + MOST_OFF
        cv2.ellipse(picture, (x, y), (RADIUS, RADIUS), 0, first, last, GRID, -1, cv2.LINE_AA)
    cv2.circle(picture, (x, y), RADIUS, INK, 1, cv2.LINE_AA)


def _hand(picture: Image, middle: Floats, detent: int, angle: float, *, by_camera: bool) -> None:
    colour = FINE if abs(angle - detent) <= MOST_OFF else WARNING
    (x, y), (to_x, to_y) = (
        np.rint(middle + reach * _towards(angle)).astype(int).tolist() for reach in (0, RADIUS)
    )
    cv2.line(picture, (x, y), (to_x, to_y), colour, 3, cv2.LINE_AA)
    cv2.circle(picture, (x, y), 5, INK, -1, cv2.LINE_AA)
    at = middle + (RADIUS + 34) * _towards(detent)
    _write(picture, f"{angle:+.1f}", at, 18, colour if colour == WARNING else INK)
    _write(picture, "seen" if by_camera else "told", at + np.array([0, 20]), 13, INK)


def _towards(degrees: float) -> Floats:
    radians = np.radians(degrees)
    return np.array([np.sin(radians), -np.cos(radians)])


def _write(
    picture: Image, text: str, middle: Floats, size: int, colour: tuple[int, int, int]
) -> None:
    _, _, width, _ = cv2.getTextSize(SHEET, text, (0, 0), cv2.FontFace("sans"), size, 400)
    x, y = np.rint(middle + np.array([-width / 2, size / 3])).astype(int).tolist()
    cv2.putText(picture, text, (x, y), colour, cv2.FontFace("sans"), size, 400)
