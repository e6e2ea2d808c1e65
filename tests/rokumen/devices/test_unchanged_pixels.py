"""What motions of several actuators say of each of them, pixel by pixel."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rokumen.devices.unchanged_pixels import Place, UnchangedPixels
from vision.arrays import BoolArray

MIDDLE, RIGHT, OPEN = (0.0, "closed"), (90.0, "closed"), (90.0, "open")


def pixels(*marks: int) -> BoolArray:
    return np.array([marks], bool)


def test_what_a_motion_leaves_each_of_its_actuators_leaves_both_ways() -> None:
    moves = [("L", MIDDLE, RIGHT), ("R", RIGHT, MIDDLE)]
    known = UnchangedPixels().after(moves, pixels(1, 0))
    for name in "LR":
        for places in ((MIDDLE, RIGHT), (RIGHT, MIDDLE)):
            found = known.between(name, *places)
            assert found is not None
            assert found.tolist() == [[True, False]]
    assert known.between("L", MIDDLE, OPEN) is None
    assert UnchangedPixels().between("L", MIDDLE, RIGHT) is None


def test_two_motions_leave_what_both_leave_and_more_is_learnt_each_time() -> None:
    known = UnchangedPixels().after([("L", MIDDLE, RIGHT)], pixels(1, 1, 0, 0))
    known = known.after([("L", RIGHT, OPEN)], pixels(1, 0, 1, 0))
    far = known.between("L", OPEN, MIDDLE)
    assert far is not None
    assert far.tolist() == [[True, False, False, False]]
    known = known.after([("L", MIDDLE, RIGHT)], pixels(0, 0, 1, 0))
    far = known.between("L", OPEN, MIDDLE)
    assert far is not None
    assert far.tolist() == [[True, False, True, False]]


PLACES: list[Place] = [(angle, grip) for angle in (-90.0, 0.0, 90.0) for grip in ("open", "closed")]


@given(
    looks=st.lists(st.lists(st.integers(0, 2), min_size=4, max_size=4), min_size=6, max_size=6),
    walk=st.lists(st.integers(0, 5), max_size=12),
)
def test_what_is_said_to_stay_is_alike_in_both_places(
    looks: list[list[int]], walk: list[int]
) -> None:
    """`looks`: what one actuator alone lets be seen in each of its places."""
    seen = np.array(looks)
    known = UnchangedPixels()
    for begin, end in pairwise(walk):
        if begin != end:
            same = (seen[begin] == seen[end])[None]
            known = known.after([("L", PLACES[begin], PLACES[end])], same)
    for first in range(6):
        for second in range(6):
            left = known.between("L", PLACES[first], PLACES[second])
            if left is not None:
                assert not (left[0] & (seen[first] != seen[second])).any()
