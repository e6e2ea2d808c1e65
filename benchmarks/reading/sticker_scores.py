"""Accuracy of sticker colours of photographed faces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.support.photographs import (
    LabelledFace,
    LabelledPhoto,
    PhotographedCube,
    corner_error,
    corner_rotation,
    load_truth,
)
from vision.arrays import FloatArray
from vision.capture.files import load_image
from vision.colour.profile import ColourProfile
from vision.detect.photograph import detect_all_faces
from vision.errors import NoFaceError
from vision.face_colours import classify_faces
from vision.reading_result import Face, Reading
from vision.single_faces import read_measured_stickers

LETTERS = {name: name[0].upper() for name in ("white", "yellow", "red", "orange", "green", "blue")}


@dataclass(frozen=True, slots=True)
class StickerScore:
    """Number of right stickers, and number of all stickers, of some faces."""

    right: int
    of: int


def score_stickers(cube: PhotographedCube, reading: Reading | None, within: float) -> StickerScore:
    """Return the score of a reading of a whole cube.

    All nine stickers of a face count as wrong if it was not found within `within` of its sides.
    """
    right = of = 0
    for index, picture in enumerate(cube.pictures):
        for face in picture.faces:
            of += 9
            if reading is not None:
                found = [each for each in reading.faces if each.picture_index == index]
                right += _right_stickers(face, found, within)
    return StickerScore(right, of)


def score_faces_alone(
    pictures: Iterable[LabelledPhoto],
    left_out: Collection[Path],
    within: float,
    *,
    together: bool,
    profile: ColourProfile | None = None,
) -> StickerScore:
    """Return the score of faces read without the laws of a whole cube.

    The photographs of one scene are read together, or each alone. Photographs in `left_out` are
    read with the others of their scene, but not counted.
    """
    scenes: dict[frozenset[str], list[LabelledPhoto]] = {}
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
        by_name = _classified(group, profile)
        for picture in counted:
            of += 9 * len(picture.faces)
            found = by_name[picture.path.name]
            right += sum(_right_stickers(face, found, within) for face in picture.faces)
    return StickerScore(right, of)


def _classified(
    pictures: Sequence[LabelledPhoto], profile: ColourProfile | None
) -> Mapping[str, list[Face]]:
    """Return the colours of all faces found in photographs, by the photographs' names."""
    detected = []
    for picture in pictures:
        with suppress(NoFaceError):
            detected.append(detect_all_faces(load_image(picture.path)))
    by_name: dict[str, list[Face]] = {picture.path.name: [] for picture in pictures}
    for each in classify_faces(detected, profile):
        by_name[Path(each.picture).name].append(each)
    return by_name


def _right_stickers(face: LabelledFace, found: Sequence[Face], within: float) -> int:
    near = [each for each in found if corner_error(np.array(each.corners), face.corners) < within]
    return _correct_stickers(face, near[0].corners, near[0].colours) if near else 0


def _correct_stickers(
    face: LabelledFace, corners: Sequence[tuple[float, float]], colours: Sequence[str]
) -> int:
    """Return the number of right stickers of a face found with these corners."""
    turns = corner_rotation(np.array(corners), face.corners)
    letters = np.rot90(np.array([LETTERS[name] for name in colours]).reshape(3, 3), -turns)
    return int((letters == np.array([list(row) for row in face.rows])).sum())


_MEASURED_ORDER = "ULFRBD"

_OUR_ORDER = "URFDLB"


@dataclass(frozen=True, slots=True)
class MeasuredCube:
    """Measured colours (6 x n x n x 3, BGR 0..255, faces U R F D L B) and facelets of a cube."""

    name: str
    colours: FloatArray
    facelets: str


def measured_cubes(data: Path) -> tuple[MeasuredCube, ...]:
    """Return the cubes of sticker-colours. Raises InputError if they are missing."""
    return tuple(
        MeasuredCube(
            cube["name"], _colours(cube["rgb"], int(cube["size"])), cube["expected_URFDLB"]
        )
        for cube in load_truth(data / "sticker-colours" / "cubes.json")["cubes"]
    )


def is_read_right(cube: MeasuredCube) -> bool:
    """Read a cube and return whether all its facelets are right.

    A cube of even size has no centres, so any orientation of the cube counts as right.
    """
    seen, true = read_measured_stickers(cube.colours).facelets, cube.facelets
    if cube.colours.shape[1] % 2:
        return seen == true
    return len(set(zip(seen, true, strict=True))) == len(set(true)) == len(set(seen))


def _colours(rgb: dict[str, list[int]], n: int) -> FloatArray:
    flat = np.array([rgb[str(number)] for number in range(1, 6 * n * n + 1)], float)
    measured = flat[:, ::-1].reshape(6, n, n, 3)
    return measured[[_MEASURED_ORDER.index(face) for face in _OUR_ORDER]]
