"""What calibrating from a scrambled cube alone does for reading it.

Each cube of cube-photos is photographed twice over: its six faces, and two opposite corners. Its
colours are measured from the one, without being told what it is, and the other is then read with
that profile and without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from calibration.errors import UnclearColoursError
from calibration.measure_colours import measure_colours
from rokumen.bench.photographs import TrueCube, cubes_by_corners, cubes_by_faces
from rokumen.bench.reading import Row
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


def measure(data: Path, tell: Progress) -> Iterator[Row]:
    """Calibrate and read every cube of cube-photos, both ways. Raises InputError."""
    faces, corners = cubes_by_faces(data), cubes_by_corners(data)
    tell("measuring colours from two corners, reading six faces")
    yield from rows("six faces", list(map(compare, corners, faces)))
    tell("measuring colours from six faces, reading two corners")
    yield from rows("two corners", list(map(compare, faces, corners)))


def compare(known: TrueCube, read: TrueCube) -> Compared:
    """Measure a cube's colours from some pictures, and read it from others."""
    pictures = _pictures(read)
    before = _grade(read, pictures, None)
    try:
        profile = measure_colours(_pictures(known)).profile
    except (UnclearColoursError, VisionError):
        return Compared(read.name, before, None)
    return Compared(read.name, before, _grade(read, pictures, profile))


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
