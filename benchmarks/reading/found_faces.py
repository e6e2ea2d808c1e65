"""The labelled faces that are found in pictures, and how long a search takes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from benchmarks.harness.records import Record, column, not_shown
from benchmarks.reading.labelled_pictures import LabelledPicture
from vision.arrays import FloatArray
from vision.detect.photograph import ImageFaces, detect_all_faces, with_whole_sizes
from vision.errors import NoFaceError
from vision.reading_result import corners_in_file


@dataclass(frozen=True, slots=True)
class FoundFaces(Record):
    """How many faces of a data set are found, and elsewhere; milliseconds of one processor."""

    key = "found"
    title = "faces"

    pictures: str = column("pictures")
    found: int = column("faces found", "{found} of {labelled} ({share:.1%})")
    labelled: int = not_shown()
    elsewhere: int = column("elsewhere")
    milliseconds: float = column("ms, median", ".0f")
    mean_milliseconds: float = column("mean", ".0f")
    slowest_milliseconds: float = column("slowest", ".0f")

    @property
    def share(self) -> float:
        """Return the share of the labelled faces that are found."""
        return self.found / max(self.labelled, 1)


class FaceSearch(NamedTuple):
    """What was found in one picture.

    `found`, `labelled`: numbers of labelled faces; `elsewhere`: the number of faces that were found
    where none is labelled, 0 where not all are; `seconds`: of the search; `faces`: what was found,
    with the corners (4 x 2) of each in pixels of the file.
    """

    found: int
    labelled: int
    elsewhere: int
    seconds: float
    picture: LabelledPicture
    faces: ImageFaces | None
    corners: Sequence[FloatArray]


def search(picture: LabelledPicture) -> FaceSearch:
    """Return which of a picture's faces are found."""
    frame = picture.frame()
    began = time.thread_time()
    faces = None
    with suppress(NoFaceError):
        faces = detect_all_faces(frame)
    seconds = time.thread_time() - began
    if faces is not None:
        faces = with_whole_sizes(frame, faces)
    corners = [
        np.array(corners_in_file(tuple(map(tuple, view.corners)), frame))
        for view in (faces.views if faces else ())
    ]
    places = [picture.place(each) for each in corners]
    elsewhere = places.count(None) if picture.all_labelled else 0
    found = len(set(places) - {None})
    return FaceSearch(found, picture.face_count, elsewhere, seconds, picture, faces, corners)


def found_faces(name: str, searches: Iterable[FaceSearch]) -> Iterator[FoundFaces]:
    """Yield the faces found in the pictures of a data set, by the number of labelled faces."""
    groups: dict[int, list[FaceSearch]] = {}
    for each in searches:
        groups.setdefault(each.labelled, []).append(each)
    for labelled, group in groups.items():
        ms = 1000 * np.array([each.seconds for each in group])
        yield FoundFaces(
            f"{name}, {labelled} labelled",
            sum(each.found for each in group),
            sum(each.labelled for each in group),
            sum(each.elsewhere for each in group),
            float(np.median(ms)),
            float(ms.mean()),
            float(ms.max()),
        )
