"""What a person is told who follows a solution before a camera."""

from __future__ import annotations

from itertools import count

import cv2
import numpy as np
import pytest

from solver.core.cube import Cube
from solver.core.geometry import FACES
from solver.core.turn import Turn, parse_turns
from tests.support.videos import draw_face, handheld_frames
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.live.reference_colours import fit_scanned_colours
from vision.live.scanner import BLURRED, FaceScanner, FrameResult, Phase
from vision.live.solution_follower import SHOW_ANY_FACE, SolutionFollower
from vision.live.turn_recognition import TurnChecker, TurnStatus

START = Cube.solved().apply(parse_turns("R U F2"))
LEFT = parse_turns("F2 U' R'")


@pytest.fixture(scope="module")
def check() -> TurnChecker:
    """The colours of a cube that was scanned."""
    scan = FaceScanner()
    for frame in handheld_frames([draw_face(START.facelets(), face) for face in FACES]):
        scan.process_frame(frame)
    assert scan.reading is not None
    assert scan.reading.facelets == START.facelets()
    colours = fit_scanned_colours(scan.captured_faces, scan.reading, START.facelets())
    assert colours is not None
    return TurnChecker(START, LEFT, colours)


class Person:
    """Holds faces up, one after the other, for half a second each."""

    def __init__(self, watch: SolutionFollower) -> None:
        self.watch = watch
        self._numbers = count()

    def holds(self, picture: Image) -> list[FrameResult]:
        away = np.full_like(picture, 90)
        moments = [away, *[picture] * 8]
        return [
            self.watch.process_frame(Frame(image, next(self._numbers) / 15, "frame"))
            for image in moments
        ]

    def holds_up(self, cube: Cube, face: str) -> list[FrameResult]:
        return self.holds(draw_face(cube.facelets(), face, 1))


def test_every_turn_is_told_once_until_the_cube_is_solved(check: TurnChecker) -> None:
    person = Person(SolutionFollower(check))
    assert person.watch.instruction == SHOW_ANY_FACE
    cube = START
    for number, turn in enumerate(LEFT, start=1):
        cube = cube.turn(turn)
        sights = [sight for face in "URFDLB" for sight in person.holds_up(cube, face)]
        assert sum(sight.captured for sight in sights) == 1
        assert person.watch.turns_done == number
    told = [sight.instruction for sight in sights if sight.captured]
    assert told == ["R' is done. The cube is solved"]
    assert person.watch.instruction == "solved: all turns are done"
    person.holds_up(cube.turn(Turn("U", 1)), "F")
    assert "a wrong turn was made" in person.watch.instruction
    assert person.watch.turns_done == 3


def test_a_wrong_quarter_is_told_with_both_ways_out(check: TurnChecker) -> None:
    person = Person(SolutionFollower(check))
    person.holds_up(START.turn(Turn("F", 1)), "U")
    verdict = person.watch.verdict
    assert verdict is not None
    assert (verdict.finding, verdict.wrong_turn) == (TurnStatus.WRONG_TURN, Turn("F", 1))
    assert person.watch.instruction == (
        "wrong turn: F instead of F2. Undo it with F', or make F to continue"
    )


def test_a_face_that_moves_or_is_blurred_is_not_judged(check: TurnChecker) -> None:
    person = Person(SolutionFollower(check))
    done = draw_face(START.turn(LEFT[0]).facelets(), "U")
    sights = person.holds(np.asarray(cv2.GaussianBlur(done, (0, 0), 9), np.uint8))
    assert sights[-1].instruction == BLURRED
    moving = [np.roll(done, 9 * step, axis=1) for step in range(-6, 7)]
    seen = [
        person.watch.process_frame(Frame(image, 9 + n / 15, "")) for n, image in enumerate(moving)
    ]
    assert {sight.phase for sight in seen} <= {Phase.TRACKING, Phase.SEARCHING}
    assert person.watch.turns_done == 0


def test_there_are_no_more_turns_than_there_are(check: TurnChecker) -> None:
    with pytest.raises(IndexError, match="4 turns done is out of range: the solution has 3 turns"):
        SolutionFollower(check, at=4)
