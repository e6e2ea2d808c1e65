"""Every way in which a user can name a cube: 54 facelets, 48 numbers, or a scramble."""

from __future__ import annotations

from rokumen.errors import InputError
from solver.cube import Cube
from solver.notation import parse, resolve
from solver.numbers import cube_from_numbers


def parse_cube(text: str) -> Cube:
    """Read a cube.

    Raises InputError for a text that is none of the three, a CubeError that says what is wrong
    with one that is nearly one, and IllegalCubeError for a cube that cannot exist.
    """
    packed = "".join(text.split())
    if not packed:
        raise InputError(
            "no cube was given; write 54 facelets, 48 numbers, or a scramble in quotes"
        )
    words = text.replace(",", " ").replace("{", " ").replace("}", " ").split()
    if all(word.isdigit() for word in words) and len(words) > 1:
        return cube_from_numbers([int(word) for word in words])
    if _looks_like_facelets(text):
        return Cube.from_facelets(packed)
    return Cube.solved().apply(resolve(parse(text).moves()).turns)


def _looks_like_facelets(text: str) -> bool:
    """Tell facelets, in one piece or face by face, from a scramble, whose moves stand apart."""
    packed = "".join(text.split())
    return packed.isalnum() and len(packed) >= 40 and max(map(len, text.split())) >= 9
