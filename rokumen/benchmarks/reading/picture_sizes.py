"""Readings of the labelled photographs enlarged and reduced, beside those of the originals."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from rokumen.benchmarks.reading.reading import MARKED_CORNERS
from rokumen.benchmarks.support.photographs import (
    LabelledCube,
    LabelledPhoto,
    corner_error,
    corner_rotation,
    cubes_by_corners,
    cubes_by_faces,
    real_cubes,
    real_pictures,
)
from rokumen.benchmarks.support.table_rows import TableRow
from vision.arrays import Image
from vision.capture.decoding import decode_picture
from vision.capture.files import load_image
from vision.capture.frame import Frame
from vision.detect.photograph import detect_all_faces
from vision.errors import NoFaceError, VisionError
from vision.face_colours import FaceColours, classify_faces
from vision.reading import read_cube

Progress = Callable[[str], None]

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
class Comparison:
    """How many of some cubes or faces are read as in the originals; `changed`: the others."""

    same: int
    of: int
    changed: tuple[str, ...]


def encode(image: Image, longer_side: int) -> bytes:
    """Return an image (H x W x 3 uint8 BGR) at another size, as a JPEG file."""
    factor = longer_side / max(image.shape[:2])
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(image, None, fx=factor, fy=factor, interpolation=method)
    encoded = cv2.imencode(".jpg", resized, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))[1]
    return encoded.tobytes()


def measure(data: Path, every: int, on_progress: Progress) -> Iterator[TableRow]:
    """Yield the results for one in `every` cubes and loose photographs of the data sets in `data`.

    Raises InputError if a data set is missing.
    """
    # One core: the time of other threads would not be counted.
    cv2.setNumThreads(1)
    whole = real_cubes(data)
    cubes = [*cubes_by_faces(data), *cubes_by_corners(data), *whole][::every]
    of_cubes = {picture.path for cube in whole for picture in cube.pictures}
    loose = [p for p in real_pictures(data) if p.path not in of_cubes][::every]
    for resizing in RESIZINGS:
        on_progress(f"{resizing.name}: {len(cubes)} cubes, {len(loose)} loose photographs")
        yield from comparison_rows(f"{resizing.name}: cubes", compare_cubes(cubes, resizing))
        yield from comparison_rows(f"{resizing.name}: loose faces", compare_faces(loose, resizing))
        yield search_row(resizing, [p for cube in cubes for p in cube.pictures])
    on_progress("six large photographs")
    yield from resource_rows(cubes_by_faces(data)[0])


def compare_cubes(cubes: Iterable[LabelledCube], resizing: Resizing) -> Comparison:
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
    return Comparison(same, same + len(changed), tuple(changed))


def _read(frames: Iterable[Frame]) -> tuple[str, bool]:
    try:
        reading = read_cube(frames)
    except VisionError as error:
        return type(error).__name__, False
    return reading.facelets, reading.certain


def compare_faces(pictures: Iterable[LabelledPhoto], resizing: Resizing) -> Comparison:
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
    return Comparison(same, same + len(changed), tuple(changed))


def _faces(frame: Frame) -> Sequence[FaceColours]:
    try:
        return classify_faces([detect_all_faces(frame)])
    except VisionError:
        return ()


def _colours(found: Sequence[FaceColours], corners: object, scale: float) -> list[list[str]]:
    """Return the rows of the face with these corners, turned as they are; empty without one."""
    true = np.asarray(corners)
    for face in found:
        theirs = scale * np.array(face.corners)
        if corner_error(theirs, true) < MARKED_CORNERS:
            rows = np.array(face.colours).reshape(3, 3)
            turned: list[list[str]] = np.rot90(rows, -corner_rotation(theirs, true)).tolist()
            return turned
    return []


def comparison_rows(what: str, compared: Comparison) -> Iterator[TableRow]:
    """Yield the rows of one comparison."""
    measured = f"{compared.same} of {compared.of}"
    yield TableRow(f"{what} read as the originals", measured, f"{compared.of}")
    if compared.changed:
        yield TableRow(f"{what} read otherwise", ", ".join(compared.changed))


def search_row(resizing: Resizing, pictures: Sequence[LabelledPhoto]) -> TableRow:
    """Return the row of the seconds that the search of a decoded photograph takes."""
    seconds = []
    for picture in pictures[:: max(1, len(pictures) // 24)]:
        frame = resizing.frame(picture.path)
        began = time.thread_time()
        with suppress(NoFaceError):
            detect_all_faces(frame)
        seconds.append(time.thread_time() - began)
    return TableRow(
        f"{resizing.name}: searching, mean and slowest",
        f"{1000 * fmean(seconds):.0f}, {1000 * max(seconds):.0f} ms",
        "40 ms",
    )


def resource_rows(cube: LabelledCube) -> Iterator[TableRow]:
    """Yield the rows of the time and memory that six photographs of 12 and of 50 megapixels take.

    Memory is that of a process of its own, as Linux reports it; there are no rows elsewhere.
    """
    if not sys.platform.startswith("linux"):
        return
    for megapixels in (12, 50):
        with TemporaryDirectory() as folder:
            files = [_of_size(picture.path, megapixels, folder) for picture in cube.pictures]
            command = [sys.executable, "-c", _READ_APART, *files]
            ended = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds, kilobytes = ended.stdout.split()
        title = f"six photographs of {megapixels} megapixels"
        target = "2" if megapixels == 12 else ""
        yield TableRow(f"{title}: seconds", f"{float(seconds):.1f}", target)
        megabytes = int(kilobytes) / 1024
        yield TableRow(f"{title}: most megabytes", f"{megabytes:.0f}", f"{MAX_MEGABYTES}")


def _of_size(path: Path, megapixels: int, folder: str) -> str:
    """Write a photograph enlarged to about so many megapixels, and return the file."""
    image = load_image(path).image
    height, width = image.shape[:2]
    longer = round(max(height, width) * (megapixels * 1e6 / (height * width)) ** 0.5)
    file = Path(folder) / path.name
    file.write_bytes(encode(image, longer))
    return str(file)
