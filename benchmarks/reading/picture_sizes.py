"""Readings of the labelled photographs enlarged and reduced, beside those of the originals."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import cv2
import numpy as np

from benchmarks.harness.options import Data, Option
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column, not_shown
from benchmarks.reading.scores import FrameTimes
from benchmarks.support.photographs import (
    MARKED_CORNERS,
    LabelledPhoto,
    PhotographedCube,
    corner_error,
    corner_rotation,
    cubes_by_corners,
    cubes_by_faces,
    real_cubes,
    real_pictures,
)
from rokumen.cli.parameters import WholeNumber
from vision.arrays import Image
from vision.capture.decoding import decode_picture
from vision.capture.files import load_image
from vision.capture.frame import Frame
from vision.detect.photograph import detect_all_faces
from vision.errors import NoFaceError, VisionError
from vision.face_colours import classify_faces
from vision.reading import read
from vision.reading_result import Face

WIDTHS = (2016, 4032, 8064)  # pixels of the longer side of an enlarged photograph
JPEG_QUALITY = 95
MAX_MEGABYTES = 600

# Reads the photographs that are its arguments, and prints the seconds and the most memory (kB).
_READ_APART = """
import re, sys, time
import rokumen
import rokumen.api.seeing
began = time.perf_counter()
rokumen.read(sys.argv[1:])
print(time.perf_counter() - began)
print(re.search(r"VmHWM:\\s+([0-9]+)", open("/proc/self/status").read())[1])
"""


@dataclass(frozen=True, slots=True)
class Resizing:
    """A change of a photograph's size: to a longer side of `width` pixels, or to half its own."""

    width: int | None

    @property
    def name(self) -> str:
        """Return how the table calls the size."""
        return "half size" if self.width is None else f"{self.width} pixels"

    def frame(self, path: Path) -> Frame:
        """Return a photograph encoded at its new size as JPEG, and decoded as a file is."""
        original = load_image(path)
        data = encode(original.image, self.width or max(original.image.shape[:2]) // 2)
        image, reduction = decode_picture(data)
        return Frame(image, 0.0, original.name, reduction)


RESIZINGS = (Resizing(None), *map(Resizing, WIDTHS))


@dataclass(frozen=True, slots=True)
class SizeComparison(Record):
    """How many of some cubes or faces are read as in the originals; `changed`: the others."""

    key = "sizes"
    title = "reading at other sizes"

    what: str = column("photographs")
    same: int = column("read as the originals", "{same} of {of}")
    of: int = not_shown()
    changed: tuple[str, ...] = column("read otherwise")


@dataclass(frozen=True, slots=True)
class LargePhotographs(Record):
    """Time and memory of a process that reads six large photographs."""

    key = "large"
    title = "six large photographs"

    megapixels: int = column("megapixels")
    seconds: float = column("seconds", ".1f")
    asked_seconds: int | None = column("asked for")
    megabytes: float = column("most megabytes", ".0f")
    asked_megabytes: int = column("asked for")


def sizes(
    progress: Progress,
    data: Data,
    every: Annotated[
        int, Option("Take one in N cubes and photographs.", WholeNumber(1), metavar="N")
    ] = 1,
) -> Iterator[SizeComparison | FrameTimes | LargePhotographs]:
    """Read every labelled photograph enlarged up to 8064 pixels and reduced to half.

    Prints how many cubes and faces are read as in the originals, the time of a search, and what
    large photographs take.
    """
    # One core: the time of other threads would not be counted.
    cv2.setNumThreads(1)
    whole = real_cubes(data)
    cubes = [*cubes_by_faces(data), *cubes_by_corners(data), *whole][::every]
    of_cubes = {picture.path for cube in whole for picture in cube.pictures}
    loose = [p for p in real_pictures(data) if p.path not in of_cubes][::every]
    for resizing in RESIZINGS:
        each = progress.each(f"{resizing.name}: cubes", cubes)
        yield compare_cubes(each, resizing)
        each_loose = progress.each(f"{resizing.name}: loose photographs", loose)
        yield compare_faces(each_loose, resizing)
        yield search_times(resizing, [p for cube in cubes for p in cube.pictures])
    progress.begin("six large photographs")
    yield from large_photographs(cubes_by_faces(data)[0])


def encode(image: Image, longer_side: int) -> bytes:
    """Return an image (H x W x 3 uint8 BGR) at another size, as a JPEG file."""
    factor = longer_side / max(image.shape[:2])
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(image, None, fx=factor, fy=factor, interpolation=method)
    encoded = cv2.imencode(".jpg", resized, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))[1]
    return encoded.tobytes()


def compare_cubes(cubes: Iterable[PhotographedCube], resizing: Resizing) -> SizeComparison:
    """Return how many cubes have the same facelets and certainty at another size.

    One that was not certain may also be right and certain.
    """
    same, changed = 0, []
    for cube in cubes:
        paths = [picture.path for picture in cube.pictures]
        after = _read(map(resizing.frame, paths))
        if after in ((cube.facelets, True), _read(map(load_image, paths))):
            same += 1
        else:
            changed.append(cube.name)
    what = f"{resizing.name}: cubes"
    return SizeComparison(what, same, same + len(changed), tuple(changed))


def _read(frames: Iterable[Frame]) -> tuple[str, bool]:
    try:
        reading = read(list(frames), size=3)
    except VisionError as error:
        return type(error).__name__, False
    return reading.facelets, reading.certain


def compare_faces(pictures: Iterable[LabelledPhoto], resizing: Resizing) -> SizeComparison:
    """Return how many labelled faces have the same nine colours, or none, at another size."""
    same, changed = 0, []
    for picture in pictures:
        original, resized = load_image(picture.path), resizing.frame(picture.path)
        scale = max(original.image.shape) / max(resized.image.shape)
        before, after = _faces(original), _faces(resized)
        for face in picture.faces:
            sought = _colours(before, face.corners, 1.0)
            if sought == _colours(after, face.corners, scale):
                same += 1
            else:
                changed.append(picture.path.stem)
    what = f"{resizing.name}: loose faces"
    return SizeComparison(what, same, same + len(changed), tuple(changed))


def _faces(frame: Frame) -> Sequence[Face]:
    try:
        return classify_faces([detect_all_faces(frame)])
    except VisionError:
        return ()


def _colours(found: Sequence[Face], corners: object, scale: float) -> list[list[str]]:
    """Return the rows of the face with these corners, turned as they are; empty without one."""
    true = np.asarray(corners)
    for face in found:
        theirs = scale * np.array(face.corners)
        if corner_error(theirs, true) < MARKED_CORNERS:
            rows = np.array(face.colours).reshape(3, 3)
            turned: list[list[str]] = np.rot90(rows, -corner_rotation(theirs, true)).tolist()
            return turned
    return []


def search_times(resizing: Resizing, pictures: Sequence[LabelledPhoto]) -> FrameTimes:
    """Return the times that the search of a decoded photograph takes."""
    seconds = []
    for picture in pictures[:: max(1, len(pictures) // 24)]:
        frame = resizing.frame(picture.path)
        began = time.thread_time()
        with suppress(NoFaceError):
            detect_all_faces(frame)
        seconds.append(time.thread_time() - began)
    return FrameTimes.of(f"{resizing.name}: searching", seconds, 40)


def large_photographs(cube: PhotographedCube) -> Iterator[LargePhotographs]:
    """Yield the time and memory that six photographs of 12 and of 50 megapixels take.

    Memory is that of a process of its own, as Linux reports it; there are no records elsewhere.
    """
    if not sys.platform.startswith("linux"):
        return
    for megapixels in (12, 50):
        with TemporaryDirectory() as folder:
            files = [_of_size(picture.path, megapixels, folder) for picture in cube.pictures]
            command = [sys.executable, "-c", _READ_APART, *files]
            ended = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds, kilobytes = ended.stdout.split()
        yield LargePhotographs(
            megapixels,
            float(seconds),
            2 if megapixels == 12 else None,
            int(kilobytes) / 1024,
            MAX_MEGABYTES,
        )


def _of_size(path: Path, megapixels: int, folder: str) -> str:
    """Write a photograph enlarged to about a number of megapixels, and return the file."""
    image = load_image(path).image
    height, width = image.shape[:2]
    longer = round(max(height, width) * (megapixels * 1e6 / (height * width)) ** 0.5)
    file = Path(folder) / path.name
    file.write_bytes(encode(image, longer))
    return str(file)
