"""The notation of Shintani (2018): turns of faces U D E W S N, and the listing of a state.

A turn is a face and 1, 2 or 3 quarter turns. A listing (figures 9 to 11) has a line with the six
faces and three lines with the rows of their stickers. Which way each face is written was derived
from the state of figure 11, which the turns below it solve: as seen from outside, with U above, and
of U with N above. The figure leaves it open for D, which is solved there; here S is above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from solver.core.errors import NotationError
from solver.core.geometry import FACES
from solver.core.turn import Turn
from solver.notation.move import tokens

_FACES = {"U": "U", "D": "D", "E": "R", "W": "L", "S": "F", "N": "B"}
_LETTERS = {face: letter for letter, face in _FACES.items()}
# The order of the faces in a listing: EAST is 0, UP 1, NORTH 2, SOUTH 3, DOWN 4, WEST 5.
LISTING_ORDER = "EUNSDW"
_CELLS = 54
_TURN = re.compile(r"\s*([UDEWSN])([123])")


def parse(text: str) -> tuple[Turn, ...]:
    """Read turns, separated by spaces or not. Raises NotationError that quotes what is none."""
    advice = "write a face of U D E W S N and 1, 2 or 3, as in E1 U3"
    return tuple(Turn(_FACES[match[1]], int(match[2])) for match in tokens(text, _TURN, advice))


def print_turns(turns: Iterable[Turn]) -> str:
    """Write turns; `parse` reads the same ones back."""
    return " ".join(f"{_LETTERS[turn.face]}{turn.quarter_turns}" for turn in turns)


def is_listing(text: str) -> bool:
    """Return whether a text is meant as a listing of a state.

    It begins with the line of faces, or has 54 cells and each face's letter in its middle.
    """
    words = text.split()
    centres = "".join(words[19:37:3]) if len(words) == _CELLS else ""
    return _has_line_of_faces(words) or centres == LISTING_ORDER


def _has_line_of_faces(words: Sequence[str]) -> bool:
    return "".join(words[: len(FACES)]) == LISTING_ORDER and len(words) > len(FACES)


def parse_listing(text: str) -> str:
    """Return the 54 face letters (U R F D L B) of a listing, with or without its line of faces.

    Raises NotationError for another number of cells, and for one that is no face.
    """
    words = text.split()
    if _has_line_of_faces(words):
        words = words[len(FACES) :]
    strange = sorted(set(words) - set(LISTING_ORDER))
    if strange:
        raise NotationError(
            f"{strange[0]!r} is no cell of a listing; write one of {' '.join(LISTING_ORDER)}"
        )
    if len(words) != _CELLS:
        raise NotationError(
            f"{' '.join(words)!r} has {len(words)} cells; a listing of a cube has {_CELLS}: three "
            f"lines, each with three of the faces {' '.join(LISTING_ORDER)}"
        )
    cells = {
        face: "".join(
            words[18 * row + 3 * place + column] for row in range(3) for column in range(3)
        )
        for place, face in enumerate(LISTING_ORDER)
    }
    return "".join(_FACES[cell] for face in FACES for cell in cells[_LETTERS[face]])


def print_listing(facelets: str) -> str:
    """Write 54 face letters as a listing of four lines; `parse_listing` reads the same back."""
    lines = ["   ".join(LISTING_ORDER)]
    for row in range(3):
        starts = [9 * FACES.index(_FACES[face]) + 3 * row for face in LISTING_ORDER]
        lines.append(
            " ".join(_LETTERS[letter] for at in starts for letter in facelets[at : at + 3])
        )
    return "\n".join(lines)
