"""Labelled cubes read and faces searched for, and pictures of those that were not."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import cv2
import numpy as np

from benchmarks.support.photographs import (
    Change,
    LabelledPhoto,
    PhotographedCube,
    corner_error,
)
from vision.arrays import FloatArray, Image
from vision.capture.files import load_image
from vision.capture.frame import Frame
from vision.detect.photograph import find_faces
from vision.errors import VisionError
from vision.explanation import draw_reading
from vision.reading import read
from vision.reading_result import Reading

WIDTH = 640  # of one photograph
HEADER = 116
COLUMNS = 2
# BGR
BACKGROUND = (248, 247, 246)
FOREGROUND = (46, 40, 38)
TRUE = (84, 200, 32)
FOUND = (210, 20, 235)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One cube read: `reading` is None after an error; `seconds` are of this thread."""

    cube: PhotographedCube
    frames: tuple[Frame, ...]
    reading: Reading | None
    error: str
    seconds: float

    @property
    def is_right(self) -> bool:
        """Return whether the most likely cube is the true one."""
        return self.reading is not None and self.reading.facelets == self.cube.facelets

    @property
    def is_certain(self) -> bool:
        """Return whether the reading is called certain."""
        return self.reading is not None and self.reading.certain


@dataclass(frozen=True, slots=True)
class FaceDetection:
    """One labelled face of a picture, and the error with which it was found.

    `error` is the largest distance of a corner, in sides of the face, or None if not found.
    """

    picture: LabelledPhoto
    error: float | None

    def is_within(self, within: float) -> bool:
        """Return whether the face was found with an error of at most `within`."""
        return self.error is not None and self.error <= within


def read_cubes(
    cubes: Iterable[PhotographedCube], change: Change = lambda frame: frame
) -> list[Outcome]:
    """Read each cube in its pictures, after applying `change` to them."""
    return [_read(cube, change) for cube in cubes]


def _read(cube: PhotographedCube, change: Change) -> Outcome:
    frames = tuple(change(load_image(picture.path)) for picture in cube.pictures)
    began = time.thread_time()
    try:
        reading, error = read(frames, size=3), ""
    except VisionError as problem:
        reading, error = None, str(problem)
    return Outcome(cube, frames, reading, error, time.thread_time() - began)


def detect_faces(pictures: Iterable[LabelledPhoto]) -> tuple[list[FaceDetection], list[float]]:
    """Return the detection of every face, and the seconds (of this thread) for each picture."""
    found: list[FaceDetection] = []
    seconds = []
    for picture in pictures:
        image = load_image(picture.path).image
        began = time.thread_time()
        corners = [view.corners for view in find_faces(image)]
        seconds.append(time.thread_time() - began)
        found += [
            FaceDetection(
                picture, min((corner_error(f, true.corners) for f in corners), default=None)
            )
            for true in picture.faces
        ]
    return found, seconds


def draw_error(frames: Sequence[Frame], pictures: Sequence[LabelledPhoto], error: str) -> Image:
    """Return photographs that could not be read, with true and found faces and the error."""
    shown: list[Image] = [_photograph(*each) for each in zip(frames, pictures, strict=True)]
    high = max(image.shape[0] for image in shown)
    shown = [_as_high(image, high) for image in shown]
    columns = min(COLUMNS, len(shown))
    shown += [np.full_like(shown[0], BACKGROUND)] * (-len(shown) % columns)
    rows = [np.hstack(shown[k : k + columns]) for k in range(0, len(shown), columns)]
    header = np.full((HEADER, columns * WIDTH, 3), BACKGROUND, np.uint8)
    lines = [*wrap(error, columns * 72)[:3], "green: true faces; magenta: found faces"]
    for k, line in enumerate(lines):
        cv2.putText(header, line, (16, 28 + 24 * k), FOREGROUND, cv2.FontFace("sans"), 17, 400)
    return np.asarray(np.vstack([header, *rows]), np.uint8)


def _photograph(frame: Frame, picture: LabelledPhoto) -> Image:
    scale = WIDTH / frame.image.shape[1]
    height = round(scale * frame.image.shape[0])
    small = cv2.resize(frame.image, (WIDTH, height), interpolation=cv2.INTER_AREA)
    shown = np.asarray(small, np.uint8)
    for face in picture.faces:
        _outline(shown, scale * face.corners, TRUE, 5)
    for view in find_faces(frame.image):
        lines = np.arange(view.n + 1.0)
        for line in lines:
            ends = np.array([[[line, 0], [line, view.n]], [[0, line], [view.n, line]]])
            for pair in scale * view.to_pixels(ends):
                _outline(shown, pair, FOUND, 2)
    return shown


def _as_high(image: Image, high: int) -> Image:
    more = high - image.shape[0]
    framed = cv2.copyMakeBorder(image, 0, more, 0, 0, cv2.BORDER_CONSTANT, value=BACKGROUND)
    return np.asarray(framed, np.uint8)


def _outline(
    image: Image, points: FloatArray, colour: tuple[int, int, int], thickness: int
) -> None:
    pixels = np.rint(points).astype(np.int32)
    cv2.polylines(image, [pixels], True, colour, thickness, cv2.LINE_AA)


def save(folder: Path, name: str, image: Image) -> Path:
    """Write a picture into a folder, created if needed, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name.replace('/', '-')}.png"
    cv2.imwrite(str(path), image)
    return path


def draw_failures(title: str, outcomes: Iterable[Outcome], folder: Path) -> list[Path]:
    """Draw each wrongly read cube with the known reasons, and return the files."""
    paths = []
    for outcome in outcomes:
        if outcome.is_right:
            continue
        if outcome.reading is None:
            image = draw_error(outcome.frames, outcome.cube.pictures, outcome.error)
        else:
            image = draw_reading(outcome.frames, outcome.reading)
        paths.append(save(folder, f"{outcome.cube.name}, {title}", image))
    return paths


def draw_missed_faces(missed: Sequence[FaceDetection], folder: Path) -> list[Path]:
    """Draw each picture in which a face was not found, and return the files."""
    paths = []
    for picture in dict.fromkeys(face.picture.path for face in missed):
        faces = [face for face in missed if face.picture.path == picture]
        name = f"{picture.parent.name}, {picture.stem}, not found"
        error = f"{picture.name}: {len(faces)} of {len(faces[0].picture.faces)} faces not found"
        image = draw_error([load_image(picture)], [faces[0].picture], error)
        paths.append(save(folder, name, image))
    return paths
