"""Dials of the measured wrist angles, with tolerances."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import cv2
import numpy as np

from calibration.gripper_timings import MAX_ANGLE_ERROR
from robot.rigs.command import wrist_name
from vision.arrays import FloatArray, Image

PAPER = (248, 247, 246)
GRID = (205, 202, 199)
INK = (46, 40, 38)
OK_COLOUR = (84, 140, 32)
WARNING = (40, 30, 200)

DIAL = 380  # side of a dial, in pixels
RADIUS = 118
HEAD = 64
SHEET = (4096, 4096)  # larger than any text


def draw_wrist_angles(
    angles: Mapping[str, float], measured_by_camera: Collection[str] = ()
) -> Image:
    """Return a dial for each wrist (H x W x 3 BGR): 0 degrees up, clockwise from its gripper.

    `angles`: where each wrist stops (degrees), by axis and detent, such as `L +90`;
    `measured_by_camera`: the keys measured by a camera; the others are reported by the robot. The
    tolerance about each detent is grey; a needle is green, or red outside the tolerance.
    """
    wrists: dict[str, dict[int, float]] = {}
    for place, angle in sorted(angles.items()):
        axis, detent = place.rsplit(" ", 1)
        wrists.setdefault(axis, {})[int(detent)] = angle
    picture = np.full((DIAL + HEAD, DIAL * max(len(wrists), 1), 3), PAPER, np.uint8)
    for column, (axis, detent_angles) in enumerate(wrists.items()):
        middle = np.array([DIAL * (column + 0.5), HEAD + DIAL * 0.5])
        _write(picture, wrist_name(axis), middle - np.array([0, DIAL * 0.5 + 4]), 20, INK)
        _draw_dial(picture, middle, detent_angles)
        for at, angle in detent_angles.items():
            _draw_needle(
                picture, middle, at, angle, by_camera=f"{axis} {at:+d}" in measured_by_camera
            )
    return picture


def _draw_dial(picture: Image, middle: FloatArray, detents: Collection[int]) -> None:
    x, y = np.rint(middle).astype(int).tolist()
    for detent in detents:
        first, last = detent - 90 - MAX_ANGLE_ERROR, detent - 90 + MAX_ANGLE_ERROR
        cv2.ellipse(picture, (x, y), (RADIUS, RADIUS), 0, first, last, GRID, -1, cv2.LINE_AA)
    cv2.circle(picture, (x, y), RADIUS, INK, 1, cv2.LINE_AA)


def _draw_needle(
    picture: Image, middle: FloatArray, detent: int, angle: float, *, by_camera: bool
) -> None:
    colour = OK_COLOUR if abs(angle - detent) <= MAX_ANGLE_ERROR else WARNING
    (x, y), (to_x, to_y) = (
        np.rint(middle + reach * _direction(angle)).astype(int).tolist() for reach in (0, RADIUS)
    )
    cv2.line(picture, (x, y), (to_x, to_y), colour, 3, cv2.LINE_AA)
    cv2.circle(picture, (x, y), 5, INK, -1, cv2.LINE_AA)
    at = middle + (RADIUS + 34) * _direction(detent)
    _write(picture, f"{angle:+.1f}", at, 18, colour if colour == WARNING else INK)
    _write(picture, "camera" if by_camera else "robot", at + np.array([0, 20]), 13, INK)


def _direction(degrees: float) -> FloatArray:
    radians = np.radians(degrees)
    return np.array([np.sin(radians), -np.cos(radians)])


def _write(
    picture: Image, text: str, middle: FloatArray, size: int, colour: tuple[int, int, int]
) -> None:
    _, _, width, _ = cv2.getTextSize(SHEET, text, (0, 0), cv2.FontFace("sans"), size, 400)
    x, y = np.rint(middle + np.array([-width / 2, size / 3])).astype(int).tolist()
    cv2.putText(picture, text, (x, y), colour, cv2.FontFace("sans"), size, 400)
