"""The 24 orientations of a cube."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solver.core.geometry import FACES, OPPOSITE
from solver.core.orientation import ORIENTATIONS, Orientation
from tests.support.strategies import orientations

positions = st.sampled_from(FACES)


def test_there_are_24_and_each_is_a_rotation() -> None:
    assert len(set(ORIENTATIONS)) == 24
    for orientation in ORIENTATIONS:
        assert sorted(orientation.faces) == sorted(FACES)
        for position in FACES:
            assert (
                orientation.face_at(OPPOSITE[position]) == OPPOSITE[orientation.face_at(position)]
            )


@given(orientations, positions, st.integers(0, 3))
def test_turning_back_restores(orientation: Orientation, position: str, quarters: int) -> None:
    assert orientation.rotated(position, quarters).rotated(position, -quarters) == orientation


@given(orientations, positions)
def test_rotating_about_the_opposite_face_rotates_back(
    orientation: Orientation, position: str
) -> None:
    assert orientation.rotated(OPPOSITE[position], 1) == orientation.rotated(position, 3)


@given(orientations, positions)
def test_the_position_of_a_face_is_found(orientation: Orientation, position: str) -> None:
    assert orientation.position_of(orientation.face_at(position)) == position


def test_a_rotation_about_r_moves_the_front_up() -> None:
    assert Orientation.identity().rotated("R", 1).face_at("U") == "F"
    assert Orientation.identity().rotated("U", 1).face_at("F") == "R"
    assert Orientation.identity().rotated("F", 1).face_at("R") == "U"
