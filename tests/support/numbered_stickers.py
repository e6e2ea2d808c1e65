"""A cube of any size whose stickers are vectors, turned without the geometry of the solver."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.int64]

_OUTWARD = {"R": (0, 1), "L": (0, -1), "U": (1, 1), "D": (1, -1), "F": (2, 1), "B": (2, -1)}
_ROTATIONS = {"x": "R", "y": "U", "z": "F"}
_MOVE = re.compile(r"([0-9]*)([RLUDFBxyz])(['2]?)")


def solved_stickers(n: int) -> tuple[Vectors, Vectors]:
    """Return where the stickers of a solved cube are and in which direction each is up.

    Both are 6nn x 3, from the cube's centre; a sticker is one beyond its piece, pieces two apart.
    """
    places, directions = [], []
    inner = range(1 - n, n, 2)
    for axis, sign in _OUTWARD.values():
        for a in inner:
            for b in inner:
                place, up = [0, 0, 0], [0, 0, 0]
                place[axis], place[(axis + 1) % 3], place[(axis + 2) % 3] = sign * n, a, b
                up[(axis + 1) % 3] = 1
                places.append(place)
                directions.append(up)
    return np.array(places), np.array(directions)


def turned_stickers(moves: str, n: int) -> tuple[Vectors, Vectors]:
    """Return the same after moves such as R, 2U', 3F2 and x."""
    places, directions = solved_stickers(n)
    for move in moves.split():
        read = _MOVE.fullmatch(move)
        assert read is not None
        depth, letter, suffix = read.groups()
        axis, sign = _OUTWARD[_ROTATIONS.get(letter, letter)]
        # Clockwise, seen against the outward normal: a left-handed turn about it.
        quarters = sign * {"": -1, "2": 2, "'": 1}[suffix]
        layer = sign * (n - 1 - 2 * (int(depth or 1) - 1))
        chosen = (abs(places[:, axis] - layer) <= 1) | (letter in _ROTATIONS)
        if layer == sign * (n - 1):
            chosen |= places[:, axis] == sign * n
        for _ in range(quarters % 4):
            for vectors in (places, directions):
                second, third = (axis + 1) % 3, (axis + 2) % 3
                before = vectors[chosen]
                vectors[chosen, second] = -before[:, third]
                vectors[chosen, third] = before[:, second]
    return places, directions


def is_in_order(moves: str, n: int) -> bool:
    """Return whether moves leave every sticker in its place and direction, as the cube is held."""
    places, directions = turned_stickers(moves, n)
    home, up = solved_stickers(n)
    rotation = np.rint(np.linalg.lstsq(home, places, rcond=None)[0]).astype(np.int64)
    return bool((home @ rotation == places).all() and (up @ rotation == directions).all())
