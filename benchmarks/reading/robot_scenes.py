"""Pictures by robots: whole cubes in sets, and stickers alone and with the scene they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.reading.labelled_pictures import (
    STICKERS,
    UNKNOWN,
    WRONG_LABELS,
    PictureOfStickers,
    robot_pictures,
)
from benchmarks.reading.scores import CubesRead, StickersRead
from benchmarks.support.photographs import load_truth
from rokumen.api.seeing import in_files
from vision.capture.files import load_image
from vision.capture.frame import Frame
from vision.detect.photograph import ImageFaces, detect_all_faces
from vision.errors import ImageSetError, NoFaceError
from vision.face_colours import classify_faces
from vision.reading import read
from vision.reading_result import Face

FOLDER = "robot-photos"
# The pictures of a scene have consecutive numbers, not further apart than this, and similar
# surroundings: no channel of their mean colour differs by a larger factor.
MAX_STEP = 30
MAX_FACTOR = 1.65
DARKEST = 4.0  # grey levels that are added before surroundings are compared


class Seen(NamedTuple):
    """A labelled picture, and the faces found in it."""

    picture: PictureOfStickers
    frame: Frame
    faces: ImageFaces


def read_sets(data: Path) -> Iterator[CubesRead]:
    """Yield how many cubes are read right in three pictures of two faces each.

    Raises InputError without data.
    """
    folder = data / FOLDER
    right = sure = wrong = 0
    sets = load_truth(folder / "sets.json")
    for entry in sets.values():
        with suppress(NoFaceError, ImageSetError):
            reading = read([load_image(folder / name) for name in entry["images"]], size=3)
            is_right = reading.facelets == entry["facelets"]
            right += is_right
            sure += is_right and reading.certain
            wrong += reading.certain and not is_right
    yield CubesRead("robot-photos, whole cubes", len(sets), right, sure, wrong, asked=len(sets))


def read_scenes(title: str, groups: Sequence[Sequence[Seen]]) -> Iterator[StickersRead]:
    """Yield how many stickers of found faces are right, and how many certain faces are wrong.

    By the labels as they are, and again with those put right that the pictures contradict. The
    pictures of a group are read together. Faces found beside their place do not count.
    """
    asked = "96%" if all(len(group) == 1 for group in groups) else "99%"
    read = [
        (classify_faces([each.faces for each in group]), [each.frame for each in group])
        for group in groups
    ]
    faces = [face for found, frames in read for face in in_files(found, frames)]
    pictures = {each.frame.name: each.picture for group in groups for each in group}
    put_right = {name: picture.put_right() for name, picture in pictures.items()}
    name = f"robot-photos, {title}"
    yield _right_stickers(name, faces, pictures, asked)
    corrected = f"{name}, {WRONG_LABELS} wrong labels put right"
    yield _right_stickers(corrected, faces, put_right, asked)


def _right_stickers(
    what: str, faces: Sequence[Face], pictures: Mapping[str, PictureOfStickers], asked: str
) -> StickersRead:
    """Return how many stickers are right, and how many certain faces are wrong."""
    right = of = wrong = 0
    for face in faces:
        labels = pictures[face.picture].labels(np.array(face.corners))
        if UNKNOWN in labels:
            continue
        own = sum(
            name[0].upper() == label for name, label in zip(face.colours, labels, strict=True)
        )
        right, of = right + own, of + STICKERS
        wrong += face.certain and own < STICKERS
    return StickersRead(what, right, of, asked, wrong)


def scenes_of(seen: Sequence[Seen]) -> list[list[Seen]]:
    """Return the pictures grouped by scene; they are in the order of their numbers."""
    result: list[list[Seen]] = []
    for each in seen:
        if result and _is_same_scene(result[-1][-1], each):
            result[-1].append(each)
        else:
            result.append([each])
    return result


def _is_same_scene(before: Seen, after: Seen) -> bool:
    step = int(after.picture.path.stem) - int(before.picture.path.stem)
    around, then = (
        np.mean([view.background for view in each.faces.views], axis=0) + DARKEST
        for each in (before, after)
    )
    factor = float(np.maximum(around / then, then / around).max())
    return step <= MAX_STEP and factor < MAX_FACTOR


def seen_pictures(data: Path) -> Iterator[Seen]:
    """Yield the labelled pictures in which faces are found. Raises InputError without data."""
    for picture in robot_pictures(data / FOLDER):
        frame = load_image(picture.path)
        with suppress(NoFaceError):
            yield Seen(picture, frame, detect_all_faces(frame))
