"""The instructions to a person who follows a solution before a camera."""

from __future__ import annotations

from itertools import count

import cv2
import numpy as np
import pytest

from solver.core.geometry import FACES
from solver.core.turn import Turn, parse_turns
from solver.cube import Cube
from tests.support.videos import draw_face, handheld_frames
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.live.guidance import BLURRED, FrameResult, Phase
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
