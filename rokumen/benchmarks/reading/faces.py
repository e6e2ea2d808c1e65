"""Faces in each picture alone: how many are found, and how honest the confidence of reading is."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np

from rokumen.api import seeing
from rokumen.benchmarks.harness.options import Data, Option
from rokumen.benchmarks.harness.progress import QUIET, Progress
from rokumen.benchmarks.harness.records import Record, column, not_shown
from rokumen.benchmarks.reading.labelled_pictures import LabelledPicture, labelled_pictures
from vision.capture.files import load_image
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.photograph import detect_all_faces
from vision.errors import NoFaceError
from vision.reading_result import Face

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BINS = 20  # of equal width, of the confidence from 0 to 1
ALL = "all"


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


@dataclass(frozen=True, slots=True)
class ReadFaces(Record):
    """How many stickers of found faces are right, and what the confidence of them is worth."""

    key = "read"
    title = "faces"

    pictures: str = column("each picture alone")
    right: int = column("stickers right", "{right} of {stickers} ({share:.1%})")
    stickers: int = not_shown()
    certain: int = column("faces certain", "{certain} of {faces}")
    faces: int = not_shown()
    wrong: int = column("certain and wrong")
    calibration_error: float = column("calibration error", ".4f")

    @property
    def share(self) -> float:
        """Return the share of the stickers that are right."""
        return self.right / self.stickers


@dataclass(frozen=True, slots=True)
class Bin(Record):
    """The stickers with a confidence in one interval."""

    key = "bins"

    count: int
    mean_confidence: float
    share_right: float

    @classmethod
    def plot(cls, records: Sequence[Bin], figure: Figure) -> None:
        """Draw the reliability diagram."""
        figure.set_size_inches(5, 5)
        axes = figure.add_subplot(xlabel="confidence", ylabel="share of right stickers")
        axes.plot([0, 1], [0, 1], "--", color="grey", label="as said")
        confidence = [each.mean_confidence for each in records]
        axes.plot(confidence, [each.share_right for each in records], "o-", label="measured")
        for each in records:
            axes.annotate(
                str(each.count),
                (each.mean_confidence, each.share_right),
                xytext=(4, -10),
                textcoords="offset points",
                fontsize=7,
            )
        axes.legend()


def faces(
    progress: Progress,
    data: Data,
    only_find: Annotated[
        bool, Option("Count the faces found, and do not read them.", excludes="draw")
    ] = False,
) -> Iterator[FoundFaces | ReadFaces | Bin]:
    """Find the labelled faces, read each picture alone, and compare confidence with what is right.

    A search is timed on one processor.
    """
    sets = labelled_pictures(data)
    for name, pictures in sets.items():
        yield from found_faces(name, pictures, progress)
    if only_find:
        return
    everything: list[ReadFace] = []
    for name, pictures in sets.items():
        title = f"{name}: pictures, each alone"
        read = [face for each in progress.each(title, pictures) for face in _read(each)]
        everything += read
        yield from score(name, read)
    yield from score(ALL, everything)
    yield from bins(everything)


class FaceSearch(NamedTuple):
    """What was found in one picture.

    `found`, `labelled`: numbers of labelled faces; `elsewhere`: the number of faces that were found
    where none is labelled, 0 where not all are; `seconds`: of the search.
    """

    found: int
    labelled: int
    elsewhere: int
    seconds: float


def found_faces(
    name: str, pictures: Sequence[LabelledPicture], progress: Progress = QUIET
) -> Iterator[FoundFaces]:
    """Yield the faces found in the pictures of a data set, by the number of labelled faces."""
    searches: dict[int, list[FaceSearch]] = {}
    for picture in progress.each(f"{name}: pictures searched", pictures):
        found = search(picture)
        searches.setdefault(found.labelled, []).append(found)
    for labelled, group in searches.items():
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


def search(picture: LabelledPicture) -> FaceSearch:
    """Return which of a picture's faces are found."""
    frame = load_image(picture.path)
    began = time.thread_time()
    views = _views(frame)
    seconds = time.thread_time() - began
    places = [picture.place(view.corners) for view in views]
    elsewhere = places.count(None) if picture.all_labelled else 0
    return FaceSearch(len(set(places) - {None}), picture.face_count, elsewhere, seconds)


def _views(frame: Frame) -> Sequence[FaceView]:
    with suppress(NoFaceError):
        return detect_all_faces(frame).views
    return ()


@dataclass(frozen=True, slots=True)
class ReadFace:
    """A face that was read from one picture alone, and the initials of its true colours."""

    face: Face
    labels: str

    @property
    def right(self) -> tuple[bool, ...]:
        """Which of the nine stickers are right."""
        colours = (name[0].upper() for name in self.face.colours)
        return tuple(a == b for a, b in zip(colours, self.labels, strict=True))


def _read(picture: LabelledPicture) -> list[ReadFace]:
    with suppress(NoFaceError):
        found = [(face, picture.labels(face)) for face in seeing.faces(picture.path)]
        return [ReadFace(face, labels) for face, labels in found if labels]
    return []


def bins(read: Iterable[ReadFace]) -> list[Bin]:
    """Return the bins that hold stickers, by their confidence."""
    pairs = [pair for each in read for pair in zip(each.face.confidence, each.right, strict=True)]
    confidence, right = np.array(pairs, float).reshape(-1, 2).T
    number = np.minimum((BINS * confidence).astype(int), BINS - 1)
    return [
        Bin(
            int((number == b).sum()),
            float(confidence[number == b].mean()),
            float(right[number == b].mean()),
        )
        for b in sorted(set(number.tolist()))
    ]


def expected_calibration_error(found: Sequence[Bin]) -> float:
    """Return the mean distance of confidence and share of right stickers, by bin."""
    total = sum(each.count for each in found)
    return sum(each.count * abs(each.mean_confidence - each.share_right) for each in found) / total


def score(name: str, read: Sequence[ReadFace]) -> Iterator[ReadFaces]:
    """Yield the record of the faces that were read in a data set, if there are any."""
    if read:
        certain = [each for each in read if each.face.certain]
        yield ReadFaces(
            name,
            sum(sum(each.right) for each in read),
            9 * len(read),
            len(certain),
            len(read),
            sum(not all(each.right) for each in certain),
            expected_calibration_error(bins(read)),
        )
