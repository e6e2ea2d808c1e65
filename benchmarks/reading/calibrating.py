"""Reading accuracy with and without a colour profile measured from a scrambled cube.

Each cube of cube-photos has two sets of photographs: its six faces, and two opposite corners. Its
colours are measured in one set, without its labels; the other set is then read with and without
that profile: as a whole cube, and each of the six faces alone, without the laws of a cube.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.harness.options import Data
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column, not_shown
from benchmarks.reading.sticker_scores import StickerScore, score_faces_alone
from benchmarks.support.photographs import (
    EXACT_CORNERS,
    PhotographedCube,
    cubes_by_corners,
    cubes_by_faces,
)
from calibration.colours import measure_colours
from calibration.errors import ColourCalibrationError
from vision.capture.files import load_image
from vision.colour.profile import ColourProfile
from vision.detect.photograph import ImageFaces, detect_cube_faces
from vision.errors import VisionError
from vision.reading import read_image_faces


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


@dataclass(frozen=True, slots=True)
class ProfileEffect(Record):
    """What a colour profile changes: cubes or stickers right without and with it, and of which.

    `profiles` of `cubes` could be measured; `incomplete` are those not all right without.
    """

    key = "effects"
    title = "calibrating from a scrambled cube"

    what: str = column("read")
    profiles: int = column("profiles", "{profiles} of {cubes}")
    cubes: int = not_shown()
    before: int = column("right without", "{before} of {of}")
    after: int = column("right with", "{after} of {of}")
    of: int = not_shown()
    incomplete: tuple[str, ...] | None = column("not all right without")
    better: tuple[str, ...] = column("better")
    worse: tuple[str, ...] = column("worse")


def calibrating(progress: Progress, data: Data) -> Iterator[ProfileEffect]:
    """Measure each cube's colours in some photographs, and read it from other photographs.

    A whole cube counts if it is right and certain; of single faces the stickers count.
    """
    faces, corners = cubes_by_faces(data), cubes_by_corners(data)
    for what, known, read in (("six faces", corners, faces), ("two corners", faces, corners)):
        pairs = list(zip(known, read, strict=True))
        yield effect(what, [compare(*pair) for pair in progress.each(f"read: {what}", pairs)])
    pairs = list(zip(corners, faces, strict=True))
    title = "read: each of six faces by itself"
    yield face_effect([compare_faces(*pair) for pair in progress.each(title, pairs)])


def compare(known: PhotographedCube, read: PhotographedCube) -> CubeComparison:
    """Measure a cube's colours in some pictures, and read it in others."""
    pictures = _pictures(read)
    before = _grade(read, pictures, None)
    profile = _measured(known)
    after = _grade(read, pictures, profile) if profile else None
    return CubeComparison(read.name, before, after)


def compare_faces(known: PhotographedCube, read: PhotographedCube) -> ComparedFaces:
    """Measure a cube's colours in some pictures, and read the faces of others, each alone."""
    before = score_faces_alone(read.pictures, (), EXACT_CORNERS, together=False)
    profile = _measured(known)
    after = (
        score_faces_alone(read.pictures, (), EXACT_CORNERS, together=False, profile=profile)
        if profile
        else None
    )
    return ComparedFaces(read.name, before, after)


def _measured(known: PhotographedCube) -> ColourProfile | None:
    try:
        return measure_colours(_pictures(known)).profile
    except (ColourCalibrationError, VisionError):
        return None


def effect(what: str, compared: Sequence[CubeComparison]) -> ProfileEffect:
    """Return the record of cubes read without and with a profile."""
    with_profile = [(c, c.after) for c in compared if c.after is not None]
    return ProfileEffect(
        what,
        len(with_profile),
        len(compared),
        sum(c.before.rank == 2 for c in compared),
        sum((c.after or c.before).rank == 2 for c in compared),
        len(compared),
        None,
        tuple(c.name for c, after in with_profile if after.rank > c.before.rank),
        tuple(c.name for c, after in with_profile if after.rank < c.before.rank),
    )


def face_effect(compared: Sequence[ComparedFaces]) -> ProfileEffect:
    """Return the record of faces read one by one, of cubes whose profile could be measured."""
    pairs = [(c.name, c.before, c.after) for c in compared if c.after is not None]
    return ProfileEffect(
        "stickers of faces by themselves",
        len(pairs),
        len(compared),
        sum(before.right for _, before, _ in pairs),
        sum(after.right for _, _, after in pairs),
        sum(before.of for _, before, _ in pairs),
        tuple(name for name, before, _ in pairs if before.right < before.of),
        tuple(name for name, before, after in pairs if after.right > before.right),
        tuple(name for name, before, after in pairs if after.right < before.right),
    )


def _pictures(cube: PhotographedCube) -> list[ImageFaces]:
    shown = []
    for picture in cube.pictures:
        try:
            shown.append(detect_cube_faces(load_image(picture.path)))
        except VisionError:
            continue
    return shown


def _grade(
    cube: PhotographedCube, pictures: Sequence[ImageFaces], profile: ColourProfile | None
) -> Grade:
    try:
        reading = read_image_faces(pictures, profile)
    except VisionError:
        return Grade(False, False)
    return Grade(reading.facelets == cube.facelets, reading.certain)
