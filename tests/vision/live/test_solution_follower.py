"""The instructions to a person who follows a solution before a camera.

The instructions that lead a person through showing six faces.
"""

from __future__ import annotations

from itertools import count

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.geometry import FACES
from solver.core.turn import Turn, parse_turns
from solver.cube import Cube
from tests.support.videos import draw_face, handheld_frames
from vision.arrays import Image, IntArray
from vision.capture.frame import Frame
from vision.live.guidance import (
    BLURRED,
    OPPOSITE_COLOUR,
    SHOW_ANY,
    TILT,
    TURN_OVER,
    TURN_RIGHT,
    FrameResult,
    Phase,
    next_instruction,
    next_step_of_even_cube,
    positions_of_even_cube,
)
from vision.live.scanner import FaceScanner
from vision.live.solution_follower import SHOW_ANY_FACE, SolutionFollower
from vision.live.turn_recognition import TurnChecker, TurnStatus, fit_scanned_colours

START = Cube.solved().apply("R U F2")
SOLUTION = parse_turns("F2 U' R'")


@pytest.fixture(scope="module")
def checker() -> TurnChecker:
    """Return a checker with the colours of a scanned cube."""
    scan = FaceScanner()
    for frame in handheld_frames([draw_face(START.facelets, face) for face in FACES]):
        scan.process_frame(frame)
    assert scan.reading is not None
    assert scan.reading.facelets == START.facelets
    colours = fit_scanned_colours(scan.captured_faces, scan.reading, START.facelets)
    assert colours is not None
    return TurnChecker(START, SOLUTION, colours)


class Person:
    """A person who shows faces to the camera, one after the other, for half a second each."""

    def __init__(self, follower: SolutionFollower) -> None:
        self.follower = follower
        self._numbers = count()

    def show(self, picture: Image) -> list[FrameResult]:
        no_face = np.full_like(picture, 90)
        images = [no_face, *[picture] * 8]
        return [
            self.follower.process_frame(Frame(image, next(self._numbers) / 15, "frame"))
            for image in images
        ]

    def show_face(self, cube: Cube, face: str) -> list[FrameResult]:
        return self.show(draw_face(cube.facelets, face, 1))


@pytest.mark.thorough
def test_every_turn_is_reported_once_until_the_cube_is_solved(checker: TurnChecker) -> None:
    person = Person(SolutionFollower(checker))
    assert person.follower.instruction == SHOW_ANY_FACE
    cube = START
    for number, turn in enumerate(SOLUTION, start=1):
        cube = cube.turn(turn)
        results = [result for face in "URFDLB" for result in person.show_face(cube, face)]
        assert sum(result.captured for result in results) == 1
        assert person.follower.turns_done == number
    instructions = [result.instruction for result in results if result.captured]
    assert instructions == ["done. The cube is solved"]
    assert person.follower.instruction == "solved: all turns are done"
    person.show_face(cube.turn(Turn("U", 1)), "F")
    assert "a wrong turn was made" in person.follower.instruction
    assert person.follower.turns_done == 3


def test_a_wrong_quarter_turn_is_reported_with_two_corrections(checker: TurnChecker) -> None:
    person = Person(SolutionFollower(checker))
    person.show_face(START.turn(Turn("F", 1)), "U")
    check_result = person.follower.last_result
    assert check_result is not None
    assert (check_result.status, check_result.wrong_turn) == (TurnStatus.WRONG_TURN, Turn("F", 1))
    assert person.follower.instruction == (
        "wrong turn: you turned the front face clockwise. "
        "Take it back: turn the front face anticlockwise; "
        "or, to continue, turn the front face clockwise"
    )


def test_a_moving_or_blurred_face_is_not_checked(checker: TurnChecker) -> None:
    person = Person(SolutionFollower(checker))
    done = draw_face(START.turn(SOLUTION[0]).facelets, "U")
    results = person.show(np.asarray(cv2.GaussianBlur(done, (0, 0), 9), np.uint8))
    assert results[-1].instruction == BLURRED
    assert results[-1].is_unsure
    assert not results[0].is_unsure
    moving = [np.roll(done, 9 * step, axis=1) for step in range(-6, 7)]
    moving_results = [
        person.follower.process_frame(Frame(image, 9 + n / 15, ""))
        for n, image in enumerate(moving)
    ]
    assert {result.phase for result in moving_results} <= {Phase.TRACKING, Phase.SEARCHING}
    assert person.follower.turns_done == 0


def test_more_turns_done_than_the_solution_has_are_rejected(checker: TurnChecker) -> None:
    with pytest.raises(IndexError, match="4 turns done is out of range: the solution has 3 turns"):
        SolutionFollower(checker, at=4)


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
    for steps in range(1, 6):
        turned = follow(turned, next_step_of_even_cube(range(steps)))
        shown.append(face_to_camera(turned))
    letters = {"green": "F", "orange": "L", "blue": "B", "red": "R", "white": "U", "yellow": "D"}
    assert tuple(letters[colour] for colour in shown) == positions_of_even_cube(range(6))
