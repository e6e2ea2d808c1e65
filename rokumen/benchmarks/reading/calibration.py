"""Reading accuracy with and without a colour profile measured from a scrambled cube.

Each cube of cube-photos has two sets of photographs: its six faces, and two opposite corners. Its
colours are measured in one set, without its labels; the other set is then read with and without
that profile: as a whole cube, and each of the six faces alone, without the laws of a cube.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.colours import measure_colours
from calibration.errors import ColourCalibrationError
from rokumen.benchmarks.reading.reading import EXACT_CORNERS
from rokumen.benchmarks.reading.sticker_names import StickerScore, score_faces_alone
from rokumen.benchmarks.support.photographs import LabelledCube, cubes_by_corners, cubes_by_faces
from rokumen.benchmarks.support.table_rows import TableRow
from vision.capture.files import load_image
from vision.colour.profile import ColourProfile
from vision.detect.photograph import ImageFaces, detect_cube_faces
from vision.errors import VisionError
from vision.reading import read_image_faces

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Grade:
    """Grade of a reading, ordered by its fields."""

    is_right: bool
    is_certain: bool

    @property
    def rank(self) -> int:
        """Return -1 for a wrong cube called certain, up to 2 for a right one called certain."""
        if self.is_certain:
            return 2 if self.is_right else -1
        return int(self.is_right)


@dataclass(frozen=True, slots=True)
class CubeComparison:
    """Cube read without and with a profile; `after` is None if none could be measured."""

    name: str
    before: Grade
    after: Grade | None


@dataclass(frozen=True, slots=True)
class ComparedFaces:
    """A cube's faces read one by one without and with a profile, as `CubeComparison`."""

    name: str
    before: StickerScore
    after: StickerScore | None


def measure(data: Path, on_progress: Progress) -> Iterator[TableRow]:
    """Yield the results of calibrating and reading every cube. Raises InputError."""
    faces, corners = cubes_by_faces(data), cubes_by_corners(data)
    on_progress("measuring colours from two corners, reading six faces")
    yield from rows("six faces", list(map(compare, corners, faces)))
    on_progress("measuring colours from six faces, reading two corners")
    yield from rows("two corners", list(map(compare, faces, corners)))
    on_progress("measuring colours from two corners, reading each of six faces by itself")
    yield from face_rows(list(map(compare_faces, corners, faces)))


def compare(known: LabelledCube, read: LabelledCube) -> CubeComparison:
    """Measure a cube's colours in some pictures, and read it in others."""
    pictures = _pictures(read)
    before = _grade(read, pictures, None)
    profile = _measured(known)
    after = _grade(read, pictures, profile) if profile else None
    return CubeComparison(read.name, before, after)


def compare_faces(known: LabelledCube, read: LabelledCube) -> ComparedFaces:
    """Measure a cube's colours in some pictures, and read the faces of others, each alone."""
    before = score_faces_alone(read.pictures, (), EXACT_CORNERS, together=False)
    profile = _measured(known)
    after = (
        score_faces_alone(read.pictures, (), EXACT_CORNERS, together=False, profile=profile)
        if profile
        else None
    )
    return ComparedFaces(read.name, before, after)


def _measured(known: LabelledCube) -> ColourProfile | None:
    try:
        return measure_colours(_pictures(known)).profile
    except (ColourCalibrationError, VisionError):
        return None


def rows(title: str, compared: Sequence[CubeComparison]) -> Iterator[TableRow]:
    """Yield the rows of cubes read without and with a profile."""
    with_profile = [(c, c.after) for c in compared if c.after is not None]
    better = [c.name for c, after in with_profile if after.rank > c.before.rank]
    worse = [c.name for c, after in with_profile if after.rank < c.before.rank]
    certain = sum(c.before.rank == 2 for c in compared)
    after = sum((c.after or c.before).rank == 2 for c in compared)
    yield TableRow(
        f"{title}: a profile could be measured", f"{len(with_profile)} of {len(compared)}"
    )
    yield TableRow(f"{title}: right and certain without", f"{certain} of {len(compared)}")
    yield TableRow(f"{title}: right and certain with", f"{after} of {len(compared)}")
    yield TableRow(f"{title}: better", ", ".join(better) or "none", "the hard ones")
    yield TableRow(f"{title}: worse", ", ".join(worse) or "none", "none")


def face_rows(compared: Sequence[ComparedFaces]) -> Iterator[TableRow]:
    """Yield the rows of faces read one by one, of cubes whose profile could be measured."""
    pairs = [(c.name, c.before, c.after) for c in compared if c.after is not None]
    of = sum(before.of for _, before, _ in pairs)
    without = sum(before.right for _, before, _ in pairs)
    right_after = sum(after.right for _, _, after in pairs)
    failed = [name for name, before, _ in pairs if before.right < before.of]
    better = [name for name, before, after in pairs if after.right > before.right]
    worse = [name for name, before, after in pairs if after.right < before.right]
    title = "faces by themselves"
    yield TableRow(f"{title}: stickers right without", f"{without} of {of} ({without / of:.1%})")
    yield TableRow(
        f"{title}: stickers right with", f"{right_after} of {of} ({right_after / of:.1%})"
    )
    yield TableRow(f"{title}: not all right without", ", ".join(failed) or "none")
    yield TableRow(f"{title}: better", ", ".join(better) or "none", "the hard ones")
    yield TableRow(f"{title}: worse", ", ".join(worse) or "none", "none")


def _pictures(cube: LabelledCube) -> list[ImageFaces]:
    shown = []
    for picture in cube.pictures:
        try:
            shown.append(detect_cube_faces(load_image(picture.path)))
        except VisionError:
            continue
    return shown


def _grade(
    cube: LabelledCube, pictures: Sequence[ImageFaces], profile: ColourProfile | None
) -> Grade:
    try:
        reading = read_image_faces(pictures, profile)
    except VisionError:
        return Grade(False, False)
    return Grade(reading.facelets == cube.facelets, reading.certain)
