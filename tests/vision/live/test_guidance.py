"""The instructions that lead a person through showing six faces."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import IntArray
from vision.live.guidance import (
    OPPOSITE_COLOUR,
    SHOW_ANY,
    TILT,
    TURN_OVER,
    TURN_RIGHT,
    next_instruction,
    next_step_of_even_cube,
    positions_of_even_cube,
)

# Direction of each colour's centre on most cubes: right, up and towards the camera.
NORMALS = {
    "white": (0, 1, 0),
    "yellow": (0, -1, 0),
    "green": (0, 0, 1),
    "blue": (0, 0, -1),
    "red": (1, 0, 0),
    "orange": (-1, 0, 0),
}
QUARTER_RIGHT = np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]], np.int64)
QUARTER_TIP = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]], np.int64)
ROTATIONS: dict[str, IntArray] = {
    TURN_RIGHT: QUARTER_RIGHT,
    TILT: QUARTER_TIP,
    TURN_OVER: QUARTER_TIP @ QUARTER_TIP,
}


def face_to_camera(turned: IntArray) -> str:
    return next(c for c, n in NORMALS.items() if (turned @ n == (0, 0, 1)).all())


def follow(turned: IntArray, instruction: str) -> IntArray:
    return np.asarray(ROTATIONS[instruction] @ turned, np.int64)


@given(st.lists(st.sampled_from([TURN_RIGHT, TILT]), max_size=6))
def test_following_the_instructions_shows_all_six_faces(start: list[str]) -> None:
    turned = np.eye(3, dtype=np.int64)
    for instruction in start:
        turned = follow(turned, instruction)
    shown = [face_to_camera(turned)]
    steps = 0
    while len(set(shown)) < 6:
        turned = follow(turned, next_instruction(shown))
        face = face_to_camera(turned)
        shown = [colour for colour in shown if colour != face] + [face]
        steps += 1
    assert steps == 5


@given(st.permutations(list(NORMALS)), st.integers(1, 5))
def test_there_is_an_instruction_after_any_faces_in_any_order(order: list[str], count: int) -> None:
    assert next_instruction(order[:count]) in ROTATIONS


def test_the_first_face_may_be_any() -> None:
    assert next_instruction([]) == SHOW_ANY


def test_opposite_faces_are_opposite() -> None:
    for colour, other in OPPOSITE_COLOUR.items():
        assert (np.array(NORMALS[colour]) == -np.array(NORMALS[other])).all()


def test_a_seventh_face_of_an_even_cube_gets_a_place_that_is_left() -> None:
    assert positions_of_even_cube([1, 2, 3, 4, 5, 6]) == ("L", "B", "R", "U", "D", "F")


def test_the_steps_of_an_even_cube_show_all_six_faces() -> None:
    turned = np.eye(3, dtype=np.int64)
    shown = [face_to_camera(turned)]
    for count in range(1, 6):
        turned = follow(turned, next_step_of_even_cube(range(count)))
        shown.append(face_to_camera(turned))
    letters = {"green": "F", "orange": "L", "blue": "B", "red": "R", "white": "U", "yellow": "D"}
    assert tuple(letters[colour] for colour in shown) == positions_of_even_cube(range(6))
