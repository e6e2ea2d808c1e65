"""What the readings of cubes of all sizes have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from vision.capture.frame import Frame
from vision.reading_result import SeenCube

Corners = tuple[tuple[float, float], ...]
Found = TypeVar("Found", bound=SeenCube)


@dataclass(frozen=True, slots=True, eq=False)
class CubeReading(Generic[Found]):
    """A cube as pictures show it; `seconds`: how long the reading took."""

    found: Found
    seconds: float
    frames: tuple[Frame, ...] = field(default=(), repr=False)

    @property
    def size(self) -> int:
        """Return the number of stickers per side."""
        return self.found.size

    @property
    def facelets(self) -> str:
        """Return the 6 n n face letters; of a 3x3x3 white is up and green in front, if any are."""
        return self.found.facelets

    @property
    def certain(self) -> bool:
        """Return whether no other legal cube fits the pictures nearly as well."""
        return self.found.certain

    @property
    def confidence(self) -> tuple[float, ...]:
        """Return how likely each facelet is right (0 to 1)."""
        return self.found.confidence

    @property
    def ambiguous(self) -> tuple[int, ...]:
        """Return the indices of the facelets in doubt, from 0."""
        return self.found.ambiguous

    @property
    def advice(self) -> str:
        """Return what to photograph again and why; empty where the reading is certain."""
        return self.found.advice


def corners_in_file(corners: Corners, frames: Sequence[Frame], name: str) -> Corners:
    """Return corners in pixels of the file, where the frame of this name was reduced."""
    reduction = next((frame.reduction for frame in frames if frame.name == name), 1)
    return tuple((x * reduction, y * reduction) for x, y in corners)
