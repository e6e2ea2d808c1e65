"""All crosses and x-crosses up to a length, beside an enumeration that knows no table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.turn import ALL_TURNS, Turn
from solver.crosses import GOALS, find_crosses
from solver.cube import Cube
from solver.engines.lbl.viewpoints import CROSS_VIEWPOINTS
from solver.notation.printing import moves_text

# The facelets of the centres, and those of the cross and of the slots of the face D, beside the
# centres that they agree with.
CROSS = {28: 31, 30: 31, 32: 31, 34: 31, 25: 22, 16: 13, 43: 40, 52: 49}
SLOTS = {
    "FR": {29: 31, 26: 22, 15: 13, 23: 22, 12: 13},
    "FL": {27: 31, 24: 22, 44: 40, 21: 22, 41: 40},
    "BR": {35: 31, 17: 13, 51: 49, 14: 13, 48: 49},
    "BL": {33: 31, 42: 40, 53: 49, 39: 40, 50: 49},
}


def agrees(cube: Cube, places: dict[int, int]) -> bool:
    facelets = cube.facelets
    return all(facelets[place] == facelets[centre] for place, centre in places.items())


def is_reached(cube: Cube, step: str) -> bool:
    filled = any(agrees(cube, slot) for slot in SLOTS.values())
    return agrees(cube, CROSS) and (step == "cross" or filled)


def all_sequences(length: int) -> Iterator[tuple[Turn, ...]]:
    """Yield the sequences that turn no face twice in a row, opposite faces in one order."""
    for turns in product(ALL_TURNS, repeat=length):
        if all(
            a.face != b.face and (a.face + b.face) not in ("DU", "LR", "BF")
            for a, b in pairwise(turns)
        ):
            yield turns


@pytest.mark.parametrize("step", ["cross", "xcross"])
@pytest.mark.parametrize("scramble", ["F R", "R U R' U'", "R2"])
def test_those_of_two_turns_are_all_that_there_are(step: str, scramble: str) -> None:
    cube = Cube.solved().apply(scramble)
    for length in range(3):
        expected = {
            turns
            for turns in all_sequences(length)
            if is_reached(cube.apply(turns), step)
            and not any(is_reached(cube.apply(turns[:k]), step) for k in range(length))
        }
        found = list(find_crosses(cube, "D", GOALS[step], length))
        assert {each.turns for each in found} == expected
        assert len(found) == len(expected)


@given(st.lists(st.sampled_from(ALL_TURNS), max_size=25), st.sampled_from("URFDLB"))
@settings(max_examples=8)
def test_after_the_rotation_and_the_turns_the_cross_is_below(turns: list[Turn], face: str) -> None:
    cube = Cube.solved().apply(turns)
    for step, goal in GOALS.items():
        for found in (each for n in range(6) for each in find_crosses(cube, face, goal, n)):
            # The scramble as whoever holds the cube so would have seen it.
            held = next(each for each in CROSS_VIEWPOINTS if each.bottom_face == face)
            seen = held.to_view_turns(found.turns)
            after = Cube.solved().apply(held.to_view_turns(turns)).apply(seen)
            assert is_reached(after, step)
            assert len(found.slots) == sum(agrees(after, slot) for slot in SLOTS.values())
            played = f"{moves_text(turns)} {found.rotation} {moves_text(found.seen)}"
            assert Cube.parse(f"moves: {played}") == cube.apply(found.turns)
