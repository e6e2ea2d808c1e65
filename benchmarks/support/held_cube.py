"""A cube that is held in the air before a camera, while one of its layers turns."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from robot.rigs.camera_geometry import (
    FACELET_CUBIES,
    FACELET_NORMALS,
    STICKERS,
    TILES,
    Array,
    PinholeCamera,
    rotation,
)
from solver.core.geometry import FRAMES
from solver.turn_distance import AXES

Paint = tuple[float, float, float]  # BGR, 0..255

PLASTIC: Paint = (24, 22, 22)
_PLACES = FACELET_CUBIES + 0.5 * FACELET_NORMALS
_FRACTION_BITS = 4


def draw_held_cube(
    picture: npt.NDArray[np.uint8],
    camera: PinholeCamera,
    facelets: str,
    paints: Mapping[str, Paint],
    move: str = "U",
    degrees: float = 0.0,
    held: Array | None = None,
) -> None:
    """Draw a cube of which the part that a move turns has turned clockwise.

    `facelets`: 54 letters as the cube is held, `paints` their colours; `move`: of a layer or, as x
    y z, of the whole cube; `held` (3 x 3): how the cube is rotated in the hands.
    """
    axis, in_layer = _turned_by(move)
    turn = rotation(axis, degrees)
    still = np.eye(3) if held is None else held
    turned = (still @ turn).T
    normals = np.where(in_layer[:, None], FACELET_NORMALS @ turned, FACELET_NORMALS @ still.T)
    tiles, stickers = (
        np.where(in_layer[:, None, None], outlines @ turned, outlines @ still.T)
        for outlines in (TILES, STICKERS)
    )
    middles = tiles.mean(1)
    towards = camera.position - middles
    for k in np.argsort(-np.linalg.norm(towards, axis=1)):
        if towards[k] @ normals[k] > 0:
            for outline, paint in ((tiles[k], PLASTIC), (stickers[k], paints[facelets[k]])):
                pixels = np.rint(camera.project(outline) * 2**_FRACTION_BITS).astype(np.int32)
                cv2.fillConvexPoly(picture, pixels, paint, cv2.LINE_AA, _FRACTION_BITS)


def moved(facelets: str, move: str) -> str:
    """Return the letters of a cube, as it is held, after a quarter turn."""
    axis, in_layer = _turned_by(move)
    turn = rotation(axis, quarter_degrees(move))
    after = np.where(in_layer[:, None], _PLACES @ turn.T, _PLACES)
    places = np.abs(after[:, None] - _PLACES).sum(2).argmin(1)
    return "".join(facelets[k] for k in np.argsort(places))


def quarter_degrees(move: str) -> float:
    """Return how far a quarter turn turns, clockwise."""
    return -90.0 if move.endswith("'") else 90.0


def _turned_by(move: str) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the axis of a move, and which facelets it turns."""
    axis = np.array(FRAMES[AXES.get(move[0], move[0])].normal, float)
    return axis, np.asarray((move[0] in AXES) | (FACELET_CUBIES @ axis == 1))
