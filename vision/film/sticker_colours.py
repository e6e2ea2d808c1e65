"""What a frame shows at each sticker of a cube whose pose is known, also of layers that turn."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from solver.core.geometry import FACES
from vision.arrays import BoolArray, FloatArray, Image, IntArray
from vision.colour.illumination import log_light
from vision.film.cube_pose import (
    CUBE_CORNERS,
    FACE_NORMALS,
    MIDDLES,
    MIN_COSINE,
    NORMALS,
    CubeInFrame,
)

# The places of a sticker that are sampled, in cubies from its middle.
OFFSETS = np.array([[0, 0], [-0.2, -0.2], [-0.2, 0.2], [0.2, -0.2], [0.2, 0.2]])
# The largest spread (natural logarithms of light) of the places of a sticker of one colour: where
# it is larger a finger or an edge crosses it, or the picture is blurred.
SPREAD = 0.35

# Around a cube colours are sampled at these distances from its middle, in those of the corner that
# is furthest from it in the picture, in so many directions.
AROUND, DIRECTIONS = (1.1, 1.3, 1.6), 32

ANGLES = (22.5, 45.0, 67.5)  # degrees, of a layer that turns clockwise
# The 21 places of each layer (6 x 21).
LAYER_PLACES: IntArray = np.stack(
    [np.flatnonzero((MIDDLES @ normal) > 0.9) for normal in FACE_NORMALS]
)
# The sampled surfaces: the 54 places, then the places of each layer at each of the angles.
SURFACES = 54 + LAYER_PLACES.size * len(ANGLES)


class StickersSeen(NamedTuple):
    """The sampled surfaces (S = SURFACES) of a cube in one frame.

    `light` (S x 3): natural logarithms of linear light, BGR; `weight` (S, 0..1): how much of each
    is seen, 0 for those that face away.
    """

    light: FloatArray
    weight: FloatArray


def _rotation(axis: FloatArray, degrees: float) -> FloatArray:
    """Return the matrix (3 x 3) of a turn, clockwise for a viewer to whom the axis points."""
    return np.asarray(cv2.Rodrigues(-np.radians(degrees) * axis)[0], float)


def _surfaces() -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return middles (S x 3), normals (S x 3) and sampled points (S x 5 x 3) of the surfaces."""
    across, along = np.roll(NORMALS, 1, 1), np.roll(NORMALS, 2, 1)
    x, y = OFFSETS.T[:, None, :, None]
    points = MIDDLES[:, None] + x * across[:, None] + y * along[:, None]
    middles, normals, sampled = [MIDDLES], [NORMALS], [points]
    for layer in range(len(FACES)):
        for degrees in ANGLES:
            turn = _rotation(FACE_NORMALS[layer], degrees).T
            places = LAYER_PLACES[layer]
            middles.append(MIDDLES[places] @ turn)
            normals.append(NORMALS[places] @ turn)
            sampled.append(points[places] @ turn)
    return np.concatenate(middles), np.concatenate(normals), np.concatenate(sampled)


_MIDDLES, _NORMALS, _POINTS = _surfaces()
# Which way each surface faces (0..5, U R F D L B).
SIDES: IntArray = (_NORMALS @ FACE_NORMALS.T).argmax(1)


def see_stickers(image: Image, pose: CubeInFrame) -> StickersSeen:
    """Return the stickers of a cube in an image (H x W x 3 uint8 BGR)."""
    facing = pose.cosines(_MIDDLES, _NORMALS) > MIN_COSINE
    colours, inside = _colours_at(image, pose.pixels(_POINTS[facing]))
    samples = log_light(colours)
    middle = np.median(samples, 1)
    spread = np.median(np.abs(samples - middle[:, None]).max(2), 1)
    light, weight = np.zeros((SURFACES, 3)), np.zeros(SURFACES)
    light[facing], weight[facing] = middle, inside.all(1) / (1 + (spread / SPREAD) ** 2)
    return StickersSeen(light, weight)


def see_around(image: Image, pose: CubeInFrame) -> FloatArray:
    """Return the logarithms of light (count x 3) around a cube, where hands may reach in."""
    middle = pose.pixels(np.zeros(3))
    radius = np.linalg.norm(pose.pixels(CUBE_CORNERS) - middle, axis=1).max()
    angles = np.linspace(0, 2 * np.pi, DIRECTIONS, endpoint=False)
    circle = radius * np.stack([np.cos(angles), np.sin(angles)], 1)
    colours, inside = _colours_at(image, middle + np.multiply.outer(AROUND, circle))
    return log_light(colours[inside])


def _colours_at(image: Image, pixels: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Return the colours (... x 3, BGR 0..255) at pixels (... x 2), and which are in the image."""
    height, width = image.shape[:2]
    inside = ((pixels >= 0) & (pixels <= (width - 1, height - 1))).all(-1)
    places = pixels.astype(np.float32)
    found = cv2.remap(image, places[..., 0], places[..., 1], cv2.INTER_LINEAR)
    return np.asarray(found, float), np.asarray(inside, bool)
