"""The 24 ways of holding a cube."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solver.core.geometry import FACES, OPPOSITE
from solver.core.orientation import ORIENTATIONS, Orientation
from tests.support.strategies import orientations

positions = st.sampled_from(FACES)


def test_there_are_24_and_each_is_a_rotation() -> None:
    assert len(set(ORIENTATIONS)) == 24
    for held in ORIENTATIONS:
        assert sorted(held.faces) == sorted(FACES)
        for position in FACES:
            assert held.face_at(OPPOSITE[position]) == OPPOSITE[held.face_at(position)]


@given(orientations, positions, st.integers(0, 3))
def test_turning_back_restores(held: Orientation, position: str, quarters: int) -> None:
    assert held.rotated(position, quarters).rotated(position, -quarters) == held


@given(orientations, positions)
def test_turning_from_the_other_side_is_turning_back(held: Orientation, position: str) -> None:
    assert held.rotated(OPPOSITE[position], 1) == held.rotated(position, 3)


@given(orientations, positions)
def test_faces_are_found_where_they_are(held: Orientation, position: str) -> None:
    assert held.position_of(held.face_at(position)) == position


def test_turning_about_the_right_brings_the_front_up() -> None:
    assert Orientation.identity().rotated("R", 1).face_at("U") == "F"
    assert Orientation.identity().rotated("U", 1).face_at("F") == "R"
    assert Orientation.identity().rotated("F", 1).face_at("R") == "U"
