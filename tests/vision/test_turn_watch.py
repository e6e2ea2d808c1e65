"""What a person is told who follows a solution before a camera."""

from __future__ import annotations

from itertools import count

import cv2
import numpy as np
import pytest

from solver.cube import Cube
from solver.geometry import FACES
from solver.turn import Turn, turns
from tests.clips import drawn_face, shown
from vision.arrays import Image
from vision.camera import Frame
from vision.known_colours import learn
from vision.scan import BLURRED, Phase, Scan, Sight
from vision.turn_check import Finding, TurnCheck
from vision.turn_watch import SHOW, TurnWatch

START = Cube.solved().apply(turns("R U F2"))
LEFT = turns("F2 U' R'")


@pytest.fixture(scope="module")
def check() -> TurnCheck:
    """The colours of a cube that was scanned."""
    scan = Scan()
    for frame in shown([drawn_face(START.facelets(), face) for face in FACES]):
        scan.see(frame)
    assert scan.reading is not None
    assert scan.reading.facelets == START.facelets()
    colours = learn(scan.takes, scan.reading, START.facelets())
    assert colours is not None
    return TurnCheck(START, LEFT, colours)


class Person:
    """Holds faces up, one after the other, for half a second each."""

    def __init__(self, watch: TurnWatch) -> None:
        self.watch = watch
        self._numbers = count()

    def holds(self, picture: Image) -> list[Sight]:
        away = np.full_like(picture, 90)
        moments = [away, *[picture] * 8]
        return [
            self.watch.see(Frame(image, next(self._numbers) / 15, "frame")) for image in moments
        ]

    def holds_up(self, cube: Cube, face: str) -> list[Sight]:
        return self.holds(drawn_face(cube.facelets(), face, 1))


def test_every_turn_is_told_once_until_the_cube_is_solved(check: TurnCheck) -> None:
    person = Person(TurnWatch(check))
    assert person.watch.words == SHOW
    cube = START
    for number, turn in enumerate(LEFT, start=1):
        cube = cube.turn(turn)
        sights = [sight for face in "URFDLB" for sight in person.holds_up(cube, face)]
        assert sum(sight.took for sight in sights) == 1
        assert person.watch.at == number
    told = [sight.words for sight in sights if sight.took]
    assert told == ["R' is done. The cube is solved"]
    assert person.watch.words == "solved: all turns are done"
    person.holds_up(cube.turn(Turn("U", 1)), "F")
    assert "another turn was made" in person.watch.words
    assert person.watch.at == 3


def test_a_wrong_quarter_is_told_with_both_ways_out(check: TurnCheck) -> None:
    person = Person(TurnWatch(check))
    person.holds_up(START.turn(Turn("F", 1)), "U")
    verdict = person.watch.verdict
    assert verdict is not None
    assert (verdict.finding, verdict.turned) == (Finding.WRONG, Turn("F", 1))
    assert person.watch.words == (
        "another turn was made: F, where F2 is due. To go back turn F', or F to go on"
    )


def test_a_face_that_moves_or_is_blurred_is_not_judged(check: TurnCheck) -> None:
    person = Person(TurnWatch(check))
    done = drawn_face(START.turn(LEFT[0]).facelets(), "U")
    sights = person.holds(np.asarray(cv2.GaussianBlur(done, (0, 0), 9), np.uint8))
    assert sights[-1].words == BLURRED
    moving = [np.roll(done, 9 * step, axis=1) for step in range(-6, 7)]
    seen = [person.watch.see(Frame(image, 9 + n / 15, "")) for n, image in enumerate(moving)]
    assert {sight.phase for sight in seen} <= {Phase.FOLLOWING, Phase.SEARCHING}
    assert person.watch.at == 0


def test_there_are_no_more_turns_than_there_are(check: TurnCheck) -> None:
    with pytest.raises(IndexError, match="4 of 3"):
        TurnWatch(check, at=4)
