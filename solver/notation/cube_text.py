"""Parses a cube given as 54 facelets, 48 numbers or moves."""

from __future__ import annotations

import re

from solver.core.cube import Cube
from solver.core.errors import NotationError
from solver.core.turn import Turn
from solver.notation import parse, resolve, shintani

# ASCII digits: int() also reads others, and refuses very long ones.
_NUMBER = re.compile(r"[0-9]{1,9}")
_SHINTANI = re.compile(r"(\s*[UDEWSN][123])+\s*")


def parse_cube(text: str) -> Cube:
    """Read a cube.

    Raises NotationError for a text that is none of the three, a CubeError that says what is wrong
    with one that is nearly one, and IllegalCubeError for a cube that cannot exist.
    """
    packed = "".join(text.split())
    if not packed:
        raise NotationError(
            "no cube was given; write 54 facelets, 48 numbers, or a scramble in quotes"
        )
    words = text.replace(",", " ").replace("{", " ").replace("}", " ").split()
    if all(_NUMBER.fullmatch(word) for word in words) and len(words) > 1:
        return Cube.from_numbers([int(word) for word in words])
    if _looks_like_facelets(text):
        return Cube.from_facelets(packed)
    return Cube.solved().apply(parse_turns(text))


def parse_turns(text: str) -> tuple[Turn, ...]:
    """Read moves as turns of outer faces: in WCA notation, or in that of Shintani 2018 (E1 U3 W2).

    Raises NotationError.
    """
    if is_shintani(text):
        return shintani.parse(text)
    return resolve(parse(text).moves()).turns


def is_shintani(text: str) -> bool:
    """Return whether moves are in the notation of Shintani (2018), not in WCA notation.

    E2 S2 could be either, and are the slices of the WCA: one move must be none that the WCA writes.
    """
    return bool(_SHINTANI.fullmatch(text) and re.search("[WN13]", text))


def _looks_like_facelets(text: str) -> bool:
    """Return whether a text is facelets, in one word or face by face, not a scramble."""
    packed = "".join(text.split())
    return packed.isalnum() and len(packed) >= 40 and max(map(len, text.split())) >= 9
