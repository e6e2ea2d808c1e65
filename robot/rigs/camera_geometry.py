"""Solids, rotations and outlines of stickers in space, and the pinhole cameras that see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from robot.rigs.camera_places import camera_rolls
from robot.rigs.rig import Rig
from solver.core.geometry import FACELETS, FRAMES, face_towards

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PinholeCamera:
    """A pinhole camera that looks along `forward` at `target`, which is seen at `centre`.

    Lengths are in cubies (the cube reaches from -1.5 to 1.5). x points right, y up and z to the
    bottom of a picture taken from above, as in `solver.core.geometry`. The picture is turned
    counter-clockwise by `roll` degrees.
    """

    target: tuple[float, float, float]
    forward: tuple[float, float, float]
    centre: tuple[float, float]
    focal: float
    width: int = 640
    height: int = 480
    distance: float = 14.0
    roll: float = 0.0

    @cached_property
    def position(self) -> Array:
        """Return the position of the camera."""
        eye: Array = np.array(self.target) - self.distance * self._axes[2]
        return eye

    @cached_property
    def _axes(self) -> Array:
        """Right, down and forward, a row each; right is level."""
        forward = np.array(self.forward) / np.linalg.norm(self.forward)
        right = np.cross(forward, [0.0, 1.0, 0.0])
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(forward, right), forward])

    def project(self, points: Array) -> Array:
        """Return pixels (..., 2), x and y, of points (..., 3)."""
        seen = (points - self.position) @ self._axes.T
        flat = self.focal * seen[..., :2] / seen[..., 2:]
        cos, sin = np.cos(np.radians(self.roll)), np.sin(np.radians(self.roll))
        pixels: Array = flat @ np.array([[cos, -sin], [sin, cos]]) + np.array(self.centre)
        return pixels


# The camera of a rig with a camera above: tilted by 8 degrees towards the front.
_TILT_ANGLE = np.radians(8.0)
TOP_CAMERA = PinholeCamera(
    target=(0.0, 1.5, 0.0),
    forward=(0.0, -float(np.cos(_TILT_ANGLE)), -float(np.sin(_TILT_ANGLE))),
    centre=(345.0, 258.0),
    focal=1360.0,
)


_FOCAL = {1: 1360.0, 2: 1250.0, 3: 1150.0}  # by the number of faces that are seen


def cameras_of(rig: Rig) -> tuple[PinholeCamera, ...]:
    """Return a rig's cameras, each before the faces that it sees."""
    return tuple(
        replace(TOP_CAMERA if seen == "U" else _camera_at(seen), roll=roll)
        for seen, roll in zip(rig.cameras, camera_rolls(rig), strict=True)
    )


def _camera_at(seen: str) -> PinholeCamera:
    x, y, z = (-float(axis) for axis in np.sum([FRAMES[face].normal for face in seen], axis=0))
    # From straight below no direction is level: the camera is tilted as that above is.
    forward = (x, y, -float(np.tan(_TILT_ANGLE))) if seen == "D" else (x, y, z)
    return PinholeCamera((0.0, 0.0, 0.0), forward, centre=(324.0, 236.0), focal=_FOCAL[len(seen)])


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
class ConvexSolid:
    """A convex solid: the outlines of its flat faces (n, corners, 3) and their normals (n, 3)."""

    faces: Array
    normals: Array

    def transformed(self, turn: Array, shift: Array | float = 0.0) -> ConvexSolid:
        """Return the solid rotated by a matrix, then translated."""
        return ConvexSolid(self.faces @ turn.T + shift, self.normals @ turn.T)


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> ConvexSolid:
    """Return the box between two opposite corners."""
    middle = (np.array(low) + np.array(high)) / 2
    half = (np.array(high) - np.array(low)) / 2
    return ConvexSolid(middle + half * _CUBE.faces, _CUBE.normals)


def _cube() -> ConvexSolid:
    """Return the cube between -1 and 1 of each axis."""
    normals = np.array([tuple(frame.normal) for frame in FRAMES.values()], float)
    faces = np.stack(
        [
            [n + r * np.array(f.right, float) + d * np.array(f.down, float) for r, d in _SQUARE]
            for n, f in zip(normals, FRAMES.values(), strict=True)
        ]
    )
    return ConvexSolid(faces, normals)


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
