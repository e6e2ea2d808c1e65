"""A cube that is held in the air before a camera, while one of its layers turns."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from firmware_sim.camera.renderer import fill_facing
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
        np.where(in_layer[:, None, None], shapes @ turned, shapes @ still.T)
        for shapes in (TILES, STICKERS)
    )
    farthest_first = np.argsort(-np.linalg.norm(camera.position - tiles.mean(1), axis=1))
    # Each sticker on its tile.
    outlines = np.stack([tiles, stickers], axis=1)[farthest_first]
    colours = np.array([(PLASTIC, paints[facelets[k]]) for k in farthest_first], float)
    fill_facing(
        picture,
        camera,
        outlines.reshape(2 * len(tiles), -1, 3),
        normals[farthest_first].repeat(2, axis=0),
        colours.reshape(-1, 3),
    )


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
