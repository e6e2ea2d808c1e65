"""The records of reading: cubes and stickers read, faces found, and times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Protocol

from benchmarks.harness.records import Record, column, not_shown


class ReadCube(Protocol):
    """A cube that was read."""

    @property
    def is_right(self) -> bool:
        """Whether the most likely cube is the true one."""

    @property
    def is_certain(self) -> bool:
        """Whether the reading is called certain."""


class TimedCube(ReadCube, Protocol):
    """A cube that was read in `seconds`."""

    @property
    def seconds(self) -> float:
        """The processor seconds of the reading."""


@dataclass(frozen=True, slots=True)
class CubesRead(Record):
    """How many cubes are read right, and with certainty; seconds of one processor a cube.

    None is what is not measured; `asked` is how many shall be right.
    """

    key = "cubes"
    title = "cubes"

    what: str = column("cubes")
    cubes: int = not_shown()
    right: int | None = column("right", "{right} of {cubes}")
    certain: int | None = column("right and certain")
    wrong: int | None = column("wrong and certain")
    seconds: float | None = column("seconds, mean", ".2f", default=None)
    slowest_seconds: float | None = column("slowest", ".2f", default=None)
    asked: int | str | None = column("asked for", default=None)

    @classmethod
    def of(cls, what: str, read: Iterable[ReadCube], asked: int | str | None = None) -> CubesRead:
        """Return the record of some cubes."""
        cubes = list(read)
        return cls(
            what,
            len(cubes),
            sum(cube.is_right for cube in cubes),
            sum(cube.is_right and cube.is_certain for cube in cubes),
            sum(cube.is_certain and not cube.is_right for cube in cubes),
            asked=asked,
        )

    @classmethod
    def timed(
        cls, what: str, read: Iterable[TimedCube], asked: int | str | None = None
    ) -> CubesRead:
        """Return the record of some cubes, with the seconds of each reading."""
        cubes = list(read)
        seconds = [cube.seconds for cube in cubes]
        return replace(
            cls.of(what, cubes, asked), seconds=fmean(seconds), slowest_seconds=max(seconds)
        )


@dataclass(frozen=True, slots=True)
class TrialsDecoded(Record):
    """Decoding trials: `only` those in which one legal cube fits, `doubtful` the others."""

    key = "trials_decoded"
    title = "trials"

    what: str = column("trials")
    trials: int = not_shown()
    certain: int = column("right and certain", "{certain} of {trials}")
    wrong: int = column("wrong and certain")
    only: int = not_shown()
    decoded: int | None = column("one cube fits: decoded", "{decoded} of {only}")
    doubtful: int = not_shown()
    uncertain: int | None = column("several fit: not certain", "{uncertain} of {doubtful}")


@dataclass(frozen=True, slots=True)
class StickersRead(Record):
    """How many stickers are right, and how many certain faces have a wrong one."""

    key = "stickers"
    title = "stickers"

    what: str = column("stickers")
    right: int = column("right", "{right} of {stickers} ({share:.1%})")
    stickers: int = not_shown()
    asked: str | None = column("asked for", default=None)
    wrong_faces: int | None = column("certain faces that are wrong", default=None)

    @property
    def share(self) -> float:
        """Return the share of the stickers that are right."""
        return self.right / self.stickers


@dataclass(frozen=True, slots=True)
class FacesFound(Record):
    """How many labelled faces are found, and the error of their corners, in sides of the face."""

    key = "faces"
    title = "faces found"

    what: str = column("faces")
    found: int = column("found", "{found} of {faces} ({share:.1%})")
    faces: int = not_shown()
    corner_error: float | None = column("corner error, median", ".1%")
    largest_corner_error: float | None = column("largest", ".1%")
    asked: str | None = column("asked for", default=None)

    @property
    def share(self) -> float:
        """Return the share of the faces that are found."""
        return self.found / self.faces


@dataclass(frozen=True, slots=True)
class FrameTimes(Record):
    """Milliseconds of one processor for a picture, and pictures a second."""

    key = "times"
    title = "times"

    what: str = column("pictures")
    milliseconds: float = column("ms, mean", ".1f")
    slowest_milliseconds: float = column("slowest", ".0f")
    frames_a_second: float = column("a second", ".0f")
    asked_milliseconds: int = column("ms asked for")

    @classmethod
    def of(cls, what: str, seconds: Sequence[float], asked: int) -> FrameTimes:
        """Return the record of the seconds that some pictures took."""
        mean = fmean(seconds)
        return cls(what, 1000 * mean, 1000 * max(seconds), 1 / mean, asked)


@dataclass(frozen=True, slots=True)
class FramesFollowed(Record):
    """In how many frames of still faces the face of the frame before was found again."""

    key = "followed"
    sentence = "cube-clips: {followed} of {still} frames followed"

    followed: int
    still: int
