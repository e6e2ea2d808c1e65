"""How many of the labelled faces are found, and the time of a search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.table import Table

from rokumen.benchmarks.faces.pictures import LabelledPicture, labelled_pictures
from vision.capture.files import load_image
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.photograph import detect_all_faces
from vision.errors import NoFaceError


class FoundFaces(NamedTuple):
    """What was found in one picture.

    `found`, `labelled`: numbers of labelled faces; `elsewhere`: the number of faces that were found
    where none is labelled, 0 where not all are; `seconds`: of the search.
    """

    found: int
    labelled: int
    elsewhere: int
    seconds: float


def measure(data: Path, on_progress: Callable[[str], None]) -> Iterator[tuple[str, FoundFaces]]:
    """Yield the faces found in each picture, with its data set. Raises InputError."""
    for name, pictures in labelled_pictures(data).items():
        on_progress(f"{name}: {len(pictures)} pictures searched")
        for picture in pictures:
            yield name, search(picture)


def search(picture: LabelledPicture) -> FoundFaces:
    """Return which of a picture's faces are found."""
    frame = load_image(picture.path)
    began = time.thread_time()
    views = _faces(frame)
    seconds = time.thread_time() - began
    places = [picture.place(view.corners) for view in views]
    elsewhere = places.count(None) if picture.all_labelled else 0
    return FoundFaces(len(set(places) - {None}), picture.face_count, elsewhere, seconds)


def _faces(frame: Frame) -> Sequence[FaceView]:
    with suppress(NoFaceError):
        return detect_all_faces(frame).views
    return ()


def table(found: Sequence[tuple[str, FoundFaces]]) -> Table:
    """Return a table with a row for each data set and number of faces in a picture."""
    shown = Table(
        "pictures", "faces found", "elsewhere", "ms: median, mean, slowest", title="faces"
    )
    for column in shown.columns[1:]:
        column.justify = "right"
    for name, count in dict.fromkeys((name, each.labelled) for name, each in found):
        row = [each for of, each in found if (of, each.labelled) == (name, count)]
        seen, labelled = sum(each.found for each in row), sum(each.labelled for each in row)
        ms = 1000 * np.array([each.seconds for each in row])
        shown.add_row(
            f"{name}, {count} labelled",
            f"{seen} of {labelled} ({seen / max(labelled, 1):.1%})",
            f"{sum(each.elsewhere for each in row)}",
            f"{np.median(ms):.0f}, {ms.mean():.0f}, {ms.max():.0f}",
        )
    return shown
