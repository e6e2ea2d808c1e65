"""How many stickers of the real photographs' faces are told rightly, face by face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rokumen.bench.photographs import TrueCube, TrueFace, corner_error, upright_turns
from solver.geometry import FACES
from vision.reading import FoundFace, Reading

LETTERS = {name: name[0].upper() for name in ("white", "yellow", "red", "orange", "green", "blue")}


@dataclass(frozen=True, slots=True)
class ToldStickers:
    """How many stickers of some faces were told rightly, and how many there are."""

    right: int
    of: int


def told_stickers(cube: TrueCube, reading: Reading | None, within: float) -> ToldStickers:
    """Compare the colours that a reading gives to each face it found with those that are there.

    A face that is not found (its corners within so many of its sides) tells none of its nine.
    """
    right = of = 0
    for index, picture in enumerate(cube.pictures):
        for face in picture.faces:
            of += 9
            if reading is not None:
                found = [each for each in reading.faces if each.frame == index]
                right += _right(face, found, reading, within)
    return ToldStickers(right, of)


def _right(face: TrueFace, found: Sequence[FoundFace], reading: Reading, within: float) -> int:
    near = [each for each in found if corner_error(np.array(each.corners), face.corners) < within]
    if not near:
        return 0
    corners = np.array(near[0].corners)
    first = 9 * FACES.index(near[0].face)
    colours = [LETTERS[reading.scheme[letter]] for letter in reading.facelets[first : first + 9]]
    told = np.rot90(np.array(colours).reshape(3, 3), -upright_turns(corners, face.corners))
    return int((told == np.array([list(row) for row in face.rows])).sum())
