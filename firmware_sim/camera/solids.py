"""Convex solids, rotation matrices and sticker outlines for rendering."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.core.geometry import FACELETS, FRAMES, face_towards

Array = npt.NDArray[np.float64]

STICKER_HALF, STICKER_RADIUS = 0.425, 0.13
TILE_HALF, TILE_RADIUS = 0.487, 0.11
_CORNER_STEPS = 5


def rotation(axis: Array, degrees: float) -> Array:
    """Return the matrix that rotates clockwise as seen by a viewer to whom `axis` points."""
    angle = np.radians(degrees)
    x, y, z = axis
    cross = np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]])
    turn: Array = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return turn


@dataclass(frozen=True)
class Solid:
    """A convex solid: the outlines of its flat faces (n, corners, 3) and their normals (n, 3)."""

    faces: Array
    normals: Array

    def transformed(self, turn: Array, shift: Array | float = 0.0) -> Solid:
        """Return the solid rotated by a matrix, then translated."""
        return Solid(self.faces @ turn.T + shift, self.normals @ turn.T)


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Solid:
    """Return the box between two opposite corners."""
    middle = (np.array(low) + np.array(high)) / 2
    half = (np.array(high) - np.array(low)) / 2
    return Solid(middle + half * _CUBE.faces, _CUBE.normals)


def _cube() -> Solid:
    """Return the cube between -1 and 1 of each axis."""
    normals = np.array([tuple(frame.normal) for frame in FRAMES.values()], float)
    faces = np.stack(
        [
            [n + r * np.array(f.right, float) + d * np.array(f.down, float) for r, d in _SQUARE]
            for n, f in zip(normals, FRAMES.values(), strict=True)
        ]
    )
    return Solid(faces, normals)


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_CUBE = _cube()


def _rounded_square(half: float, radius: float) -> Array:
    """Return the outline (n, 2) of a square with rounded corners."""
    angles = np.radians(np.linspace(0, 90, _CORNER_STEPS))
    inner = half - radius
    corners = [
        np.stack(
            [
                sx * inner + radius * np.cos(angles + start),
                sy * inner + radius * np.sin(angles + start),
            ],
            axis=1,
        )
        for sx, sy, start in ((1, 1, 0), (-1, 1, np.pi / 2), (-1, -1, np.pi), (1, -1, -np.pi / 2))
    ]
    return np.concatenate(corners)


def _place_on_facelets(outline: Array) -> Array:
    """Return an outline (n, 2) placed on each of the 54 facelets: (54, n, 3)."""
    laid = []
    for cubie, normal in FACELETS:
        frame = FRAMES[face_towards(normal)]
        centre = np.array(cubie, float) + 0.5 * np.array(normal, float)
        laid.append(centre + outline @ np.array([frame.right, frame.down], float))
    return np.stack(laid)


FACELET_CUBIES: Array = np.array([facelet.cubie for facelet in FACELETS], float)
FACELET_NORMALS: Array = np.array([facelet.normal for facelet in FACELETS], float)
STICKERS = _place_on_facelets(_rounded_square(STICKER_HALF, STICKER_RADIUS))
TILES = _place_on_facelets(_rounded_square(TILE_HALF, TILE_RADIUS))
