"""The shutter of a scan: a face that is taken when it is asked for."""

from __future__ import annotations

import numpy as np

from rokumen.web.sessions.scan import TAKE_SECONDS, ScanSession
from tests.support.photographs import PhotographedCube
from vision.capture.frame import Frame

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
