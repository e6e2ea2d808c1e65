"""What calibrating from a scrambled cube alone does for reading it.

Each cube of cube-photos is photographed twice over: its six faces, and two opposite corners. Its
colours are measured from the one, without being told what it is, and the other is then read with
that profile and without: as a whole cube, and the six faces each by itself, which no law of the
cube then helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from calibration.errors import UnclearColoursError
from calibration.measure_colours import measure_colours
from rokumen.bench.photographs import TrueCube, cubes_by_corners, cubes_by_faces
from rokumen.bench.reading import EXACT_CORNERS, Row
from rokumen.bench.real_stickers import ToldStickers, told_alone
from vision.camera import load_image
from vision.errors import VisionError
from vision.picture import Picture, look
from vision.profile import ColourProfile
from vision.reading import read_pictures

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Grade:
    """How a cube was read; a later one is better in the order of the fields."""

    is_right: bool
    is_certain: bool

    @property
    def rank(self) -> int:
        """From a wrong cube called certain (-1) to a right one called certain (2)."""
        if self.is_certain:
            return 2 if self.is_right else -1
        return int(self.is_right)


@dataclass(frozen=True, slots=True)
class Compared:
    """A cube read without a profile and with one; `after` is None where none could be measured."""

    name: str
    before: Grade
    after: Grade | None


@dataclass(frozen=True, slots=True)
class ComparedFaces:
    """A cube's faces told one by one without a profile and with one, as `Compared`."""

    name: str
    before: ToldStickers
    after: ToldStickers | None


def measure(data: Path, tell: Progress) -> Iterator[Row]:
    """Calibrate and read every cube of cube-photos, both ways. Raises InputError."""
    faces, corners = cubes_by_faces(data), cubes_by_corners(data)
    tell("measuring colours from two corners, reading six faces")
    yield from rows("six faces", list(map(compare, corners, faces)))
    tell("measuring colours from six faces, reading two corners")
    yield from rows("two corners", list(map(compare, faces, corners)))
    tell("measuring colours from two corners, reading each of six faces by itself")
    yield from face_rows(list(map(compare_faces, corners, faces)))


def compare(known: TrueCube, read: TrueCube) -> Compared:
    """Measure a cube's colours from some pictures, and read it from others."""
    pictures = _pictures(read)
    before = _grade(read, pictures, None)
    profile = _measured(known)
    after = _grade(read, pictures, profile) if profile else None
    return Compared(read.name, before, after)


def compare_faces(known: TrueCube, read: TrueCube) -> ComparedFaces:
    """Measure a cube's colours from some pictures, and tell those of others, each by itself."""
    before = told_alone(read.pictures, (), EXACT_CORNERS, together=False)
    profile = _measured(known)
    after = (
        told_alone(read.pictures, (), EXACT_CORNERS, together=False, profile=profile)
        if profile
        else None
    )
    return ComparedFaces(read.name, before, after)


def _measured(known: TrueCube) -> ColourProfile | None:
    try:
        return measure_colours(_pictures(known)).profile
    except (UnclearColoursError, VisionError):
        return None


def rows(title: str, compared: Sequence[Compared]) -> Iterator[Row]:
    """Sum up cubes read without a profile and with one."""
    with_profile = [(c, c.after) for c in compared if c.after is not None]
    better = [c.name for c, after in with_profile if after.rank > c.before.rank]
    worse = [c.name for c, after in with_profile if after.rank < c.before.rank]
    certain = sum(c.before.rank == 2 for c in compared)
    after = sum((c.after or c.before).rank == 2 for c in compared)
    yield Row(f"{title}: a profile could be measured", f"{len(with_profile)} of {len(compared)}")
    yield Row(f"{title}: right and certain without", f"{certain} of {len(compared)}")
    yield Row(f"{title}: right and certain with", f"{after} of {len(compared)}")
    yield Row(f"{title}: better", ", ".join(better) or "none", "the hard ones")
    yield Row(f"{title}: worse", ", ".join(worse) or "none", "none")


def face_rows(compared: Sequence[ComparedFaces]) -> Iterator[Row]:
    """Sum up the cubes that a profile could be measured of, their faces told one by one."""
    pairs = [(c.name, c.before, c.after) for c in compared if c.after is not None]
    of = sum(before.of for _, before, _ in pairs)
    without = sum(before.right for _, before, _ in pairs)
    told = sum(after.right for _, _, after in pairs)
    failed = [name for name, before, _ in pairs if before.right < before.of]
    better = [name for name, before, after in pairs if after.right > before.right]
    worse = [name for name, before, after in pairs if after.right < before.right]
    title = "faces by themselves"
    yield Row(f"{title}: stickers right without", f"{without} of {of} ({without / of:.1%})")
    yield Row(f"{title}: stickers right with", f"{told} of {of} ({told / of:.1%})")
    yield Row(f"{title}: not all right without", ", ".join(failed) or "none")
    yield Row(f"{title}: better", ", ".join(better) or "none", "the hard ones")
    yield Row(f"{title}: worse", ", ".join(worse) or "none", "none")


def table(found: Iterable[Row]) -> Table:
    """Lay the rows out."""
    shown = Table("", "rokumen", "asked for", title="calibrating from a scrambled cube")
    for row in found:
        shown.add_row(row.what, row.measured, row.asked)
    return shown


def _pictures(cube: TrueCube) -> list[Picture]:
    shown = []
    for picture in cube.pictures:
        try:
            shown.append(look(load_image(picture.path)))
        except VisionError:
            continue
    return shown


def _grade(cube: TrueCube, pictures: Sequence[Picture], profile: ColourProfile | None) -> Grade:
    try:
        reading = read_pictures(pictures, profile)
    except VisionError:
        return Grade(False, False)
    return Grade(reading.facelets == cube.facelets, reading.certain)
