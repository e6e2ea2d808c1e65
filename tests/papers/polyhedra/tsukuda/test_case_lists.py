"""The cases of section 14.1: a piece that is where a case says is brought home by its turns."""

from __future__ import annotations

import numpy as np
import pytest

from papers.polyhedra.tsukuda.case_lists import StepCase, step_cases
from solver.puzzles.nxn.layers import geometry


def coordinate(letter: str, n: int) -> int:
    """Return the coordinate of a letter of table 14.1, for L = 1."""
    return {"0": 0, "l": 1, "m": (n - 1) // 2, "r": n - 2, "n": n - 1}[letter]


# The direction of each face, in the order U R F D L B.
_DIRECTIONS = ("Y", "X", "Z", "-Y", "-X", "-Z")


def look_up(case: StepCase) -> tuple[tuple[int, ...], str]:
    """Return where the piece of a case is before its turns, and the direction of its vector y."""
    n = case.model
    before = [turn.inverse() for turn in reversed(case.turns)]
    homes = geometry(n).apply(np.arange(6 * n * n), before)
    sides = {home // (n * n): home for home in case.stickers}
    # Its sticker of Y+ (face 0) or Y- (face 3).
    own = sides[0] if 0 in sides else sides[3]
    at = int(np.flatnonzero(homes == own)[0])
    direction = _DIRECTIONS[at // (n * n)]
    if own // (n * n) == 3:
        direction = direction[1:] if direction[0] == "-" else f"-{direction}"
    return tuple(geometry(n).places[at].tolist()), direction


@pytest.mark.parametrize("step", [3, 4, 5, 9, 10])
def test_the_piece_of_a_case_is_where_it_says(step: int) -> None:
    for case in step_cases(step):
        *letters, direction = case.where.split(" ")[-1].split(",")
        where = tuple(coordinate(letter, case.model) for letter in letters)
        assert look_up(case) == (where, direction)
