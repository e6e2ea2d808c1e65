"""One thing that is wrong with a cube."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class FaultKind(Enum):
    """The kinds of fault, from the stickers to the whole."""

    COLOUR_COUNT = "colour count"
    NO_SUCH_PIECE = "no such piece"
    MIRRORED_PIECE = "mirrored piece"
    REPEATED_PIECE = "repeated piece"
    MISSING_PIECE = "missing piece"
    TWISTED_CORNER = "twisted corner"
    FLIPPED_EDGE = "flipped edge"
    SWAPPED_PIECES = "swapped pieces"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong; `facelets` are the indices to look at again."""

    kind: FaultKind
    message: str
    facelets: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.message
