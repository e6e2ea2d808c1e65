"""Places of a face's stickers on the cube: the 24 ways to lay a face on it, and to hold a cube.

A placing is nine facelet indices (0..53), one for each sticker of a view, row by row as the
picture shows them.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from solver.geometry import FACELET_INDEX, FACELETS, FRAMES, Facelet, Vector
from solver.orientation import ORIENTATIONS, Orientation
from vision.arrays import Ints

# TURNED[q][k]: which sticker of a view comes to place k when the view is turned clockwise q times.
TURNED: Ints = np.stack([np.rot90(np.arange(9).reshape(3, 3), -q).ravel() for q in range(4)])

CORNER_STICKERS = (0, 2, 8, 6)  # clockwise from the top left, as a view's corners


def laid(position: int, turns: int) -> Ints:
    """Return the placing of a view at a position (0..5, U R F D L B), turned clockwise there."""
    facelets = np.empty(9, np.int64)
    facelets[TURNED[turns % 4]] = 9 * position + np.arange(9)
    return facelets


def vertices(placing: Ints) -> tuple[Vector, ...]:
    """Return the cube's corners that a view shows, clockwise from its own top left."""
    return tuple(FACELETS[placing[k]].cubie for k in CORNER_STICKERS)


@cache
def _held(orientation: Orientation) -> Ints:
    """Return for each facelet of a cube the place it has when the cube is held another way."""
    now = [FACELET_INDEX[_moved(facelet, orientation)] for facelet in FACELETS]
    return np.array(now)


def _moved(facelet: Facelet, orientation: Orientation) -> Facelet:
    return Facelet(*(_rotated(part, orientation) for part in facelet))


def _rotated(vector: Vector, orientation: Orientation) -> Vector:
    """Take a direction in the cube as it was to the same direction in the held cube."""
    result = Vector(0, 0, 0)
    for position in "URF":
        part = vector.dot(FRAMES[orientation.face_at(position)].normal)
        now = FRAMES[position].normal
        result = Vector(*(a + part * b for a, b in zip(result, now, strict=True)))
    return result


# HELD[o][i]: where facelet i of a cube comes to in the o-th of the 24 ways of holding the cube.
HELD: Ints = np.stack([_held(orientation) for orientation in ORIENTATIONS])


def holding(up: int, front: int) -> Ints:
    """Return the way of holding (54) that brings one position (0..5) up, another to the front."""
    for held in HELD:
        if held[9 * up + 4] == 4 and held[9 * front + 4] == 9 * 2 + 4:
            return np.asarray(held)
    raise ValueError(f"positions {up} and {front} are not next to each other on a cube")
