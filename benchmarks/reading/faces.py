"""Faces of labelled pictures: how many are found, and how honest the confidence of reading is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np

from benchmarks.harness.options import Data, Option
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column, not_shown
from benchmarks.reading.found_faces import FaceSearch, FoundFaces, found_faces, search
from benchmarks.reading.labelled_pictures import (
    UNKNOWN,
    WRONG_LABELS,
    LabelledPicture,
    camera_of,
    further_pictures,
    is_chosen_on,
    labelled_pictures,
)
from vision.arrays import FloatArray
from vision.face_colours import classify_faces
from vision.reading_result import Face

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BINS = 20  # of equal width, of the confidence from 0 to 1
ALL = "all"


@dataclass(frozen=True, slots=True)
class ReadFaces(Record):
    """How many stickers of found faces are right, and what the confidence of them is worth."""

    key = "read"
    title = "faces"

    pictures: str = column("pictures")
    right: int = column("stickers right", "{right} of {stickers} ({share:.1%})")
    stickers: int = not_shown()
    certain: int = column("faces certain", "{certain} of {faces}")
    faces: int = not_shown()
    wrong: int = column("certain and wrong")
    certain_pictures: int = column("pictures certain", "{certain_pictures} of {read_pictures}")
    read_pictures: int = not_shown()
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
    by_camera: Annotated[
        bool, Option("Read each picture with the others of its camera, not alone.")
    ] = False,
) -> Iterator[FoundFaces | ReadFaces | Bin]:
    """Find the labelled faces, read each picture alone, and compare confidence with what is right.

    A search is timed on one processor.
    """
    searched = {
        name: [search(each) for each in progress.each(f"{name}: pictures searched", pictures)]
        for name, pictures in labelled_pictures(data).items()
    }
    for name, searches in searched.items():
        yield from found_faces(name, searches)
    if only_find:
        return
    given: list[ReadFace] = []
    for name, searches in searched.items():
        groups = _of_cameras(searches) if by_camera else [[each] for each in searches]
        read = [
            face
            for group in progress.each(f"{name}: read", groups)
            for face in read_together(group)
        ]
        yield from score(name, read)
        given += read
    yield from score(ALL, given)
    shown = [each.put_right() for each in given]
    yield from score(f"{ALL}, {WRONG_LABELS} wrong labels put right", shown)
    for title, chosen in (("chosen on", True), ("judged on", False)):
        half = [each for each in shown if is_chosen_on(camera_of(each.picture.path)) is chosen]
        yield from score(f"of these, cameras that numbers were {title}", half)
    yield from bins(given)
    if by_camera:
        return
    for name, pictures in further_pictures(data).items():
        yield from score(
            name,
            [
                face
                for each in progress.each(f"{name}: read", pictures)
                for face in read_together([search(each)])
            ],
        )


def _of_cameras(searches: Iterable[FaceSearch]) -> list[list[FaceSearch]]:
    groups: dict[str, list[FaceSearch]] = {}
    for each in searches:
        groups.setdefault(camera_of(each.picture.path), []).append(each)
    return list(groups.values())


@dataclass(frozen=True, slots=True)
class ReadFace:
    """A face that was read, with its corners (4 x 2) in pixels of the picture's file."""

    face: Face
    picture: LabelledPicture
    corners: FloatArray

    @property
    def right(self) -> tuple[bool, ...]:
        """Which of the nine stickers are right."""
        colours = (name[0].upper() for name in self.face.colours)
        labels = self.picture.labels(self.corners) or UNKNOWN * len(self.face.colours)
        return tuple(a == b for a, b in zip(colours, labels, strict=True))

    def put_right(self) -> ReadFace:
        """Return the face with the labels put right that the picture contradicts."""
        return replace(self, picture=self.picture.put_right())


def read_together(group: Sequence[FaceSearch]) -> list[ReadFace]:
    """Return the labelled ones of the faces found in pictures of one camera."""
    seen = [(each, each.faces) for each in group if each.faces is not None]
    if not seen:
        return []
    read = classify_faces([found for _, found in seen])
    places = [(each.picture, corners) for each, _ in seen for corners in each.corners]
    return [
        ReadFace(face, picture, corners)
        for face, (picture, corners) in zip(read, places, strict=True)
        if picture.labels(corners) is not None
    ]


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
        of_picture: dict[Path, bool] = {}
        for each in read:
            path = each.picture.path
            of_picture[path] = of_picture.get(path, True) and each.face.certain
        certain = [each for each in read if each.face.certain]
        yield ReadFaces(
            name,
            sum(sum(each.right) for each in read),
            9 * len(read),
            len(certain),
            len(read),
            sum(not all(each.right) for each in certain),
            sum(of_picture.values()),
            len(of_picture),
            expected_calibration_error(bins(read)),
        )
