"""Facelet positions in space and the facelet permutation of each quarter turn.

x points right, y up, z towards the viewer. Every table of the package (turns, cubies,
orientations) is derived from these positions rather than typed in.
"""

from __future__ import annotations

from typing import NamedTuple

FACES = "URFDLB"


class Vector(NamedTuple):
    """A point or a direction; every component is -1, 0 or 1."""

    x: int
    y: int
    z: int

    def dot(self, other: Vector) -> int:
        """Return the scalar product."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Vector) -> Vector:
        """Return the right-handed vector product."""
        return Vector(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )


class FaceFrame(NamedTuple):
    """A face as seen from outside: its normal, and the directions of its columns and rows."""

    normal: Vector
    right: Vector
    down: Vector


FRAMES = {
    "U": FaceFrame(Vector(0, 1, 0), Vector(1, 0, 0), Vector(0, 0, 1)),
    "R": FaceFrame(Vector(1, 0, 0), Vector(0, 0, -1), Vector(0, -1, 0)),
    "F": FaceFrame(Vector(0, 0, 1), Vector(1, 0, 0), Vector(0, -1, 0)),
    "D": FaceFrame(Vector(0, -1, 0), Vector(1, 0, 0), Vector(0, 0, -1)),
    "L": FaceFrame(Vector(-1, 0, 0), Vector(0, 0, 1), Vector(0, -1, 0)),
    "B": FaceFrame(Vector(0, 0, -1), Vector(-1, 0, 0), Vector(0, -1, 0)),
}

# What a person calls them, who knows no letters.
SIDES = {"U": "top", "R": "right", "F": "front", "D": "bottom", "L": "left", "B": "back"}
OPPOSITE = {"U": "D", "D": "U", "R": "L", "L": "R", "F": "B", "B": "F"}
# Column and row of each face on the unfolded cube.
NET = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}


class Facelet(NamedTuple):
    """One of the 54 stickers: the position of its cubie and its normal."""

    cubie: Vector
    normal: Vector


def _facelet(index: int) -> Facelet:
    frame = FRAMES[FACES[index // 9]]
    row, column = divmod(index % 9, 3)
    cubie = Vector(
        *(
            n + (column - 1) * r + (row - 1) * d
            for n, r, d in zip(frame.normal, frame.right, frame.down, strict=True)
        )
    )
    return Facelet(cubie, frame.normal)


FACELETS: tuple[Facelet, ...] = tuple(_facelet(index) for index in range(54))
FACELET_INDEX = {facelet: index for index, facelet in enumerate(FACELETS)}


def rotate_clockwise(vector: Vector, face: str) -> Vector:
    """Return a vector rotated by 90 degrees, clockwise as seen by a viewer of `face`."""
    axis = FRAMES[face].normal
    along = vector.dot(axis)
    across = vector.cross(axis)
    return Vector(*(along * a + c for a, c in zip(axis, across, strict=True)))


def face_towards(normal: Vector) -> str:
    """Return the face whose outward normal is along `normal`."""
    return next(face for face, frame in FRAMES.items() if frame.normal == normal)


def quarter_turn_targets(face: str) -> tuple[int, ...]:
    """Return the target of each of the 54 facelets in a clockwise quarter turn of `face`."""
    axis = FRAMES[face].normal

    def target(facelet: Facelet) -> Facelet:
        if facelet.cubie.dot(axis) != 1:
            return facelet
        return Facelet(*(rotate_clockwise(part, face) for part in facelet))

    return tuple(FACELET_INDEX[target(facelet)] for facelet in FACELETS)
