"""The die of seed 004: six faces, top south east bottom north west, and the six ways to tip it."""

from __future__ import annotations

from solver.algebra.language import Language
from solver.geometry import FRAMES, face_towards, rotate_clockwise
from solver.notation.shimauchi import FACES, LETTERS
from solver.permutation import Permutation

# In the order of the seed, which decides how cycles are printed.
SIDES = tuple("TSEBNW")


def _tipped(letter: str) -> Permutation:
    """Turn the whole die clockwise as somebody sees it who looks at the side `letter`."""

    def target(side: str) -> str:
        normal = FRAMES[FACES[side.lower()]].normal
        return LETTERS[face_towards(rotate_clockwise(normal, FACES[letter]))].upper()

    return Permutation(tuple(SIDES.index(target(side)) for side in SIDES))


DIE = Language(
    SIDES,
    {letter: _tipped(letter) for letter in "tsebnw"},
    "tip the die with t s e b n w, as in e n2 t', or write cycles of its sides, as in (T N E)",
)
