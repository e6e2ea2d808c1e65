"""How many stickers of photographed faces are told rightly, face by face."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rokumen.bench.photographs import (
    TrueCube,
    TrueFace,
    TruePicture,
    corner_error,
    upright_turns,
)
from solver.geometry import FACES
from vision.camera import load_image
from vision.classify import FaceColours, classify
from vision.errors import NoFaceError
from vision.picture import look_for_all
from vision.profile import ColourProfile
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


def told_alone(
    pictures: Iterable[TruePicture],
    left_out: Collection[Path],
    within: float,
    *,
    together: bool,
    profile: ColourProfile | None = None,
) -> ToldStickers:
    """Compare the colours told of faces by themselves, without the laws of a whole cube.

    The photographs of one scene are told together, or each alone. Those `left_out` help the
    others of their scene, but are not counted.
    """
    scenes: dict[frozenset[str], list[TruePicture]] = {}
    for picture in pictures:
        scenes.setdefault(picture.scene, []).append(picture)
    groups = list(scenes.values())
    if not together:
        groups = [[picture] for group in groups for picture in group]
    right = of = 0
    for group in groups:
        counted = [picture for picture in group if picture.path not in left_out]
        if not counted:
            continue
        told = _classified(group, profile)
        for picture in counted:
            of += 9 * len(picture.faces)
            found = told[picture.path.name]
            right += sum(_right_alone(face, found, within) for face in picture.faces)
    return ToldStickers(right, of)


def _classified(
    pictures: Sequence[TruePicture], profile: ColourProfile | None
) -> Mapping[str, list[FaceColours]]:
    """Tell the colours of all faces found in photographs, by the photographs' names."""
    looked = []
    for picture in pictures:
        with suppress(NoFaceError):
            looked.append(look_for_all(load_image(picture.path)))
    told: dict[str, list[FaceColours]] = {picture.path.name: [] for picture in pictures}
    for each in classify(looked, profile):
        told[Path(each.image).name].append(each)
    return told


def _right_alone(face: TrueFace, found: Sequence[FaceColours], within: float) -> int:
    near = [each for each in found if corner_error(np.array(each.corners), face.corners) < within]
    return _agreed(face, near[0].corners, near[0].colours) if near else 0


def _right(face: TrueFace, found: Sequence[FoundFace], reading: Reading, within: float) -> int:
    near = [each for each in found if corner_error(np.array(each.corners), face.corners) < within]
    if not near:
        return 0
    first = 9 * FACES.index(near[0].face)
    colours = [reading.scheme[letter] for letter in reading.facelets[first : first + 9]]
    return _agreed(face, near[0].corners, colours)


def _agreed(face: TrueFace, corners: Sequence[tuple[float, float]], colours: Sequence[str]) -> int:
    """Count the stickers told rightly of a face that was found with these corners."""
    turns = upright_turns(np.array(corners), face.corners)
    told = np.rot90(np.array([LETTERS[name] for name in colours]).reshape(3, 3), -turns)
    return int((told == np.array([list(row) for row in face.rows])).sum())
