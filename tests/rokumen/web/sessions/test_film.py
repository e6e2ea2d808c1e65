"""What a page is told of a cube that is turned before a camera.

The shutter of a scan: a face that is taken when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from rokumen.errors import InputError
from rokumen.web.sessions.film import FilmSession
from rokumen.web.sessions.scan import TAKE_SECONDS, ScanSession
from solver.cube import Cube
from tests.support.drawn_films import FRAMES_A_SECOND, Image, end_of, film_of, held_from_below
from tests.support.photographs import PhotographedCube
from vision.capture.frame import Frame
from vision.errors import NoFaceError

SOLVED = Cube.solved().facelets
# The cube is held as the page holds it. What solves it again is a solve of its own.
TURNS = ("R", "U", "F'", "F", "U'", "R'")


def told_by(session: FilmSession, pictures: Iterable[Image]) -> list[dict[str, Any]]:
    """Return the messages of a film from its first frame to its end."""
    told = []
    for number, picture in enumerate(pictures):
        session.handle_command({"do": "time", "seconds": 5 + number / FRAMES_A_SECOND})
        told += session.see(Frame(picture, 0.0, "a page"))["told"]
    return [*told, *session.handle_command({"do": "end"})["told"]]


@pytest.fixture(scope="module")
def told() -> list[dict[str, Any]]:
    session = FilmSession()
    session.handle_command({"do": "begin", "solved": True})
    return told_by(session, film_of(TURNS, start=held_from_below(SOLVED)))


def test_the_start_and_the_turns_are_told_as_the_page_holds_the_cube(
    told: list[dict[str, Any]],
) -> None:
    first = next(message for message in told if "seen" in message)
    assert first == {"seen": SOLVED, "start": "given"}
    cube = Cube.solved()
    turns = [message for message in told if "turn" in message]
    assert [message["turn"]["move"] for message in turns] == list(TURNS)
    for number, message in enumerate(turns, start=1):
        turn = message["turn"]
        cube = cube.apply(turn["move"])
        assert message["seen"] == cube.facelets
        # Seconds from the first frame on, whatever the page's clock says.
        assert turn["end"] == pytest.approx(end_of(TURNS[:number]), abs=0.15)
        assert turn["start"] <= turn["end"]
        assert turn["age"] >= 0


def test_a_turn_is_expected_before_it_is_told(told: list[dict[str, Any]]) -> None:
    last = next(at for at, message in enumerate(told) if message.get("seen") == SOLVED and at)
    before = [message for message in told[:last] if message.get("expected")]
    assert before[-1]["expected"][-1] == TURNS[-1]
    assert before[-1]["shown"] == SOLVED
    # What has been told is not expected any more.
    assert told[last + 1 :][-2]["expected"] == ()


def test_the_solve_is_told_and_whether_all_is_certain(told: list[dict[str, Any]]) -> None:
    (solve,) = (message["solve"] for message in told if "solve" in message)
    assert solve["solved"] is True
    # Two or three faces do not show all pieces.
    assert told[-1] == {"certain": False}


def test_a_film_without_a_cube_is_an_error_and_the_next_one_is_watched() -> None:
    session = FilmSession()
    grey: Image = np.full((120, 160, 3), 90, np.uint8)
    with pytest.raises(NoFaceError, match="no cube was seen"):
        told_by(session, [grey] * 6)
    # Another size: it is another film.
    assert session.see(Frame(grey[:90], 0.0, ""))["seen"]["size"] == (160, 90)
    assert session.handle_command({"do": "camera", "name": "0"}) == {}
    assert session.handle_command({"do": "end"}) == {}


def test_what_does_not_fit_is_quoted() -> None:
    session = FilmSession()
    grey: Image = np.full((120, 160, 3), 90, np.uint8)
    session.see(Frame(grey, 0.0, ""))
    with pytest.raises(InputError, match=r"80 x 60 pixels after one of 160 x 120"):
        session.see(Frame(grey[::2, ::2], 0.1, ""))
    with pytest.raises(InputError, match="fly"):
        session.handle_command({"do": "fly"})
    with pytest.raises(ValueError, match="seconds"):
        session.handle_command({"do": "time", "seconds": "now"})
    with pytest.raises(ValueError, match="solved"):
        session.handle_command({"do": "begin"})


@pytest.mark.parametrize("shape", [(1, 1), (1, 700), (700, 1), (3, 2000)])
def test_a_picture_of_any_shape_is_watched(shape: tuple[int, int]) -> None:
    session = FilmSession()
    for number in range(3):
        grey: Image = np.full((*shape, 3), 90, np.uint8)
        assert session.see(Frame(grey, number / 30, ""))["told"] == []


EMPTY = np.full((480, 640, 3), 90, np.uint8)


def test_the_first_frame_with_a_face_is_taken(cube: PhotographedCube) -> None:
    session = ScanSession()
    assert session.handle_command({"do": "take"})["faces"] == []
    answer = session.see(Frame(EMPTY, 5.0, ""))
    assert not answer["seen"]["took"]
    assert "missed" not in answer
    answer = session.see(Frame(cube.frames[0].image, 5.1, ""))
    assert answer["seen"]["took"]
    assert [face["place"] for face in answer["faces"]] == ["U"]
    # It was asked for once.
    assert not session.see(Frame(cube.frames[1].image, 5.2, ""))["seen"]["took"]


def test_it_is_said_that_no_face_was_seen(cube: PhotographedCube) -> None:
    session = ScanSession()
    session.handle_command({"do": "take"})
    session.see(Frame(EMPTY, 5.0, ""))
    answer = session.see(Frame(EMPTY, 5.1 + TAKE_SECONDS, ""))
    assert answer["missed"] == "no whole face is seen: hold one towards the camera"
    answer = session.see(Frame(cube.frames[0].image, 5.2 + TAKE_SECONDS, ""))
    assert not answer["seen"]["took"]
