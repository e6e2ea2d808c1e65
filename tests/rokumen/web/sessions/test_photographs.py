"""Photographs that come as files, in parts.

Decoding JPEG images, with the errors of bad ones, and encoding them.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rokumen.errors import InputError
from rokumen.web.sessions.photographs import MAX_FILE_BYTES, KeptBytes, PhotographSession
from rokumen.web.sessions.serving import MAX_BYTES, read_jpeg, write_jpeg
from tests.support.heic import heic
from tests.support.photographs import PHOTOS


def send(session: PhotographSession, data: bytes, part: int) -> dict[str, Any]:
    """Send a file in parts of a number of bytes, and return the answer to its end."""
    for begin in range(0, len(data), part):
        encoded = b64encode(data[begin : begin + part]).decode()
        session.handle_command({"do": "part", "data": encoded})
    return session.handle_command({"do": "file"})


def test_a_file_is_taken_in_parts() -> None:
    session = PhotographSession()
    data = heic(np.full((64, 96, 3), (60, 90, 120), np.uint8))
    assert send(session, data, len(data) // 3) == {"taken": 1}
    assert send(session, data, len(data)) == {"taken": 2}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "cannot be read"),
        (b"not a picture at all", "cannot be read"),
        (b"x" * (MAX_FILE_BYTES + 1), "save it smaller"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_and_forgotten(data: bytes, words: str) -> None:
    session = PhotographSession()
    with pytest.raises(InputError, match=words):
        send(session, data, 1024 * 1024)
    assert send(session, heic(np.full((64, 96, 3), (60, 90, 120), np.uint8)), 10_000) == {
        "taken": 1
    }


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"do": "part", "data": "%%%"}, "base64"),
        ({"do": "part", "data": 7}, "data = 7"),
        ({"do": "part"}, "data is missing"),
        ({"do": "sing"}, "'sing' is no command"),
        ({"do": "read"}, "no photograph was sent"),
    ],
)
def test_a_wrong_command_is_refused(command: dict[str, Any], words: str) -> None:
    with pytest.raises((InputError, ValueError), match=words):
        PhotographSession().handle_command(command)


def jpeg() -> bytes:
    return write_jpeg(np.full((64, 96, 3), (60, 90, 120), np.uint8))


def test_the_photographs_of_all_pages_have_one_budget_of_memory() -> None:
    picture = jpeg()
    kept = KeptBytes(3 * len(picture))
    with PhotographSession(kept=kept) as first, PhotographSession(kept=kept) as second:
        first.see_jpeg(picture)
        first.handle_command({"do": "part", "data": b64encode(picture).decode()})
        second.see_jpeg(picture)
        with pytest.raises(InputError, match="busy: the photographs of all pages"):
            second.see_jpeg(picture)
        with pytest.raises(InputError, match="busy"):
            second.handle_command({"do": "part", "data": b64encode(picture).decode()})
        assert second.state() == {"taken": 1}
        # A part that is no file is forgotten, and what a read takes is no longer kept.
        assert first.handle_command({"do": "file"}) == {"taken": 2}
        assert first.handle_command({"do": "read"})["photographs"] == ((), ())
        assert second.see_jpeg(picture) == {"taken": 2}
    with PhotographSession(kept=kept) as later:
        assert [later.see_jpeg(picture)["taken"] for _ in range(3)] == [1, 2, 3]


def test_a_photograph_is_kept_as_the_file_that_came() -> None:
    picture = jpeg()
    kept = KeptBytes(len(picture))
    session = PhotographSession(kept=kept)
    assert session.see_jpeg(picture) == {"taken": 1}


def test_photographs_that_show_no_whole_cube_are_told_apart_with_what_is_missing() -> None:
    session = PhotographSession()
    for face in "URU":
        session.see_jpeg((PHOTOS / "cube20" / f"{face}.jpg").read_bytes())
    session.see_jpeg(jpeg())
    answer = session.handle_command({"do": "read"})
    assert "reading" not in answer
    assert "no cube face found" in answer["problem"]
    (top,), (right,), (again,), none = answer["photographs"]
    assert (top["colour"], right["colour"]) == ("white", "red")
    assert again == top
    assert none == ()
    assert len(top["stickers"]) == 9
    assert all(0 < share < 1 for corner in top["corners"] for share in corner)
    assert answer["count"] == 2
    assert answer["missing"] == ("yellow", "orange", "green", "blue")
    # A photograph of a corner shows three faces.
    session.see_jpeg((PHOTOS / "cube02" / "URF.jpg").read_bytes())
    answer = session.handle_command({"do": "read"})
    assert {face["colour"] for face in answer["photographs"][0]} == {"white", "red", "green"}
    assert answer["missing"] == ("yellow", "orange", "blue")


def test_six_photographs_tell_the_faces_of_the_cube_that_was_read() -> None:
    session = PhotographSession()
    for face in "URFDLB":
        session.see_jpeg((PHOTOS / "cube20" / f"{face}.jpg").read_bytes())
    answer = session.handle_command({"do": "read"})
    assert answer["reading"]["certain"]
    assert answer["missing"] == ()
    colours = [face["colour"] for (face,) in answer["photographs"]]
    assert colours == ["white", "red", "green", "yellow", "orange", "blue"]


@given(st.integers(1, 90), st.integers(1, 90))
def test_the_size_is_read_from_the_header_of_a_picture(width: int, height: int) -> None:
    data = write_jpeg(np.zeros((height, width, 3), np.uint8))
    assert read_jpeg(data).shape == (height, width, 3)


@given(st.binary(max_size=200))
def test_bytes_that_are_not_a_picture_are_rejected(data: bytes) -> None:
    for start in (b"", b"\xff\xd8\xff\xe0"):
        with pytest.raises(InputError):
            read_jpeg(start + data)


def test_a_huge_picture_is_rejected_before_decoding() -> None:
    small = write_jpeg(np.zeros((8, 8, 3), np.uint8))
    at = small.index(b"\xff\xc0") + 5
    huge = small[:at] + (60000).to_bytes(2) * 2 + small[at + 4 :]
    with pytest.raises(InputError, match="60000 x 60000"):
        read_jpeg(huge)
    with pytest.raises(InputError, match="bytes"):
        read_jpeg(small + b"\0" * MAX_BYTES)


def test_a_picture_that_is_written_looks_as_before() -> None:
    image = np.full((24, 32, 3), (40, 90, 200), np.uint8)
    assert np.abs(read_jpeg(write_jpeg(image)).astype(int) - image).max() <= 3
