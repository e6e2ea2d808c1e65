"""A turn that was watched: seen in a film of hands, or told by a smart cube."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class StartFrom(StrEnum):
    """Where the cube before the first turn is from.

    What a film shows; what somebody said; what a film is taken to begin with; what a smart cube
    says.
    """

    FILM = "film"
    GIVEN = "given"
    SOLVED = "solved"
    CUBE = "cube"


@dataclass(frozen=True, slots=True)
class WatchedTurn:
    """A turn of a cube in somebody's hands, and the cube after it.

    `turn`: in WCA notation, also of two or three layers or of the whole cube; faces are named for
    the cube as it is held: at the start, and after each whole-cube turn as that left it. `start`
    and `end`: in seconds from the start of the film, or from the connection to the cube; equal
    where only one of them is known. `facelets`: the 54 facelets after the turn, faces U R F D L B
    as the cube is then held, each row by row; a letter is the face on which that colour's centre
    was at the start, `-` a sticker that is not known. `certain`: whether nothing speaks against the
    turn. `after_gap`: whether turns between this one and the one before it may be missing.
    """

    turn: str
    start: float
    end: float
    facelets: str
    certain: bool = True
    after_gap: bool = False
