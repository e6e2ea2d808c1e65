"""Pictures by robots: whole cubes in sets, and stickers alone and with the scene they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rokumen.api.seeing import Face, as_faces
from rokumen.benchmarks.faces import wrong_labels
from rokumen.benchmarks.faces.pictures import (
    STICKERS,
    UNKNOWN,
    PictureOfStickers,
    robot_pictures,
)
from rokumen.benchmarks.support.photographs import load_truth
from rokumen.benchmarks.support.table_rows import TableRow
from vision.capture.files import load_image
from vision.capture.frame import Frame
from vision.detect.photograph import ImageFaces, detect_all_faces
from vision.errors import ImageSetError, NoFaceError
from vision.face_colours import classify_faces
from vision.reading import read_cube

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


def set_rows(data: Path) -> Iterator[TableRow]:
    """Yield how many cubes are read right in three pictures of two faces each.

    Raises InputError without data.
    """
    folder = data / FOLDER
    right = sure = wrong = 0
    sets = load_truth(folder / "sets.json")
    for entry in sets.values():
        with suppress(NoFaceError, ImageSetError):
            reading = read_cube([load_image(folder / name) for name in entry["images"]])
            is_right = reading.facelets == entry["facelets"]
            right += is_right
            sure += is_right and reading.certain
            wrong += reading.certain and not is_right
    title = "robot-photos, whole cubes"
    yield TableRow(f"{title}: right", f"{right} of {len(sets)}", f"{len(sets)}")
    yield TableRow(f"{title}: right and certain", f"{sure} of {len(sets)}", f"{len(sets)}")
    yield TableRow(f"{title}: wrong and certain", f"{wrong}", "0")


def robot_sticker_rows(title: str, groups: Sequence[Sequence[Seen]]) -> Iterator[TableRow]:
    """Yield how many stickers of found faces are right, and how many certain faces are wrong.

    By the labels as they are, and again with those put right that the pictures contradict. The
    pictures of a group are read together. Faces found beside their place do not count.
    """
    asked = "96%" if all(len(group) == 1 for group in groups) else "99%"
    read = [
        (classify_faces([each.faces for each in group]), [each.frame for each in group])
        for group in groups
    ]
    faces = [face for found, frames in read for face in as_faces(found, frames)]
    pictures = {each.frame.name: each.picture for group in groups for each in group}
    put_right = {name: _put_right(picture) for name, picture in pictures.items()}
    name = f"robot-photos: stickers right, certain faces that are wrong, {title}"
    yield TableRow(name, _right_stickers(faces, pictures), asked)
    corrected = f"{name}, {wrong_labels.COUNT} wrong labels put right"
    yield TableRow(corrected, _right_stickers(faces, put_right), asked)


def _put_right(picture: PictureOfStickers) -> PictureOfStickers:
    """Return a picture with the labels put right that it contradicts."""
    return replace(picture, colours=wrong_labels.as_shown(picture.path.name, picture.colours))


def _right_stickers(faces: Sequence[Face], pictures: Mapping[str, PictureOfStickers]) -> str:
    """Return how many stickers are right, of how many, and how many certain faces are wrong."""
    right = of = wrong = 0
    for face in faces:
        labels = pictures[face.picture].labels(face)
        if UNKNOWN in labels:
            continue
        own = sum(
            name[0].upper() == label for name, label in zip(face.colours, labels, strict=True)
        )
        right, of = right + own, of + STICKERS
        wrong += face.certain and own < STICKERS
    return f"{right} of {of} ({right / of:.1%}), {wrong}"


def scenes(seen: Sequence[Seen]) -> list[list[Seen]]:
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
