"""Fills flat outlines in space, as of tiles and stickers, that face a camera."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from robot.rigs.camera_geometry import Array, PinholeCamera

# The usual colours, blue green red: white, red, green, yellow, orange, blue.
PAINTS = {
    "U": (232, 236, 238),
    "R": (42, 36, 196),
    "F": (72, 158, 34),
    "D": (38, 214, 240),
    "L": (26, 116, 250),
    "B": (178, 82, 18),
}
SUBPIXEL_BITS = 4


def fill_facing(
    picture: npt.NDArray[np.uint8],
    camera: PinholeCamera,
    outlines: Array,
    normals: Array,
    paints: Array,
) -> None:
    """Fill those flat outlines (n, corners, 3) that face the camera, one after the other.

    `normals` (n, 3) point to who sees them; `paints` (n, 3) are BGR, 0..255.
    """
    towards = camera.position - outlines.mean(axis=1)
    facing = np.einsum("ij,ij->i", towards, normals) > 0
    pixels = fixed_point(camera.project(outlines[facing]))
    for outline, paint in zip(pixels, paints[facing].tolist(), strict=True):
        cv2.fillConvexPoly(picture, outline, paint, cv2.LINE_AA, SUBPIXEL_BITS)


def fixed_point(pixels: Array) -> npt.NDArray[np.int32]:
    """Return pixels as OpenCV takes those between two, in parts of `SUBPIXEL_BITS` bits."""
    return np.rint(pixels * (1 << SUBPIXEL_BITS)).astype(np.int32)
