"""Photographs that a page posts, and the cube that is read from them.

Decoding JPEG images, with the errors of bad ones, and encoding them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from rokumen.errors import InputError
from rokumen.web.app import ServerSettings
from rokumen.web.sessions import photographs
from rokumen.web.sessions.photographs import (
    MAX_FILE_BYTES,
    MAX_PHOTOGRAPHS,
    MAX_SETS,
    PHOTOGRAPHS_PATH,
    KeptPhotographs,
)
from rokumen.web.sessions.serving import MAX_BYTES, read_jpeg, write_jpeg
from tests.support.heic import heic
from tests.support.page_client import page_client
from tests.support.photographs import PHOTOS
from vision.capture.decoding import decode_picture

READ_PATH = f"{PHOTOGRAPHS_PATH}/read"


def jpeg() -> bytes:
    return write_jpeg(np.full((64, 96, 3), (60, 90, 120), np.uint8))


def post(client: TestClient, data: bytes, name: str = "") -> dict[str, Any]:
    """Post a photograph of a set, and return the answer."""
    return dict(client.post(PHOTOGRAPHS_PATH, params={"set": name}, content=data).json())


def read(client: TestClient, photographs: Iterable[bytes]) -> dict[str, Any]:
    """Post photographs of one cube and have it read."""
    name = ""
    for data in photographs:
        name = post(client, data, name)["set"]
    return dict(client.post(READ_PATH, json={"set": name}).json())


def faces(cube: str, names: Iterable[str]) -> list[bytes]:
    return [(PHOTOS / cube / f"{name}.jpg").read_bytes() for name in names]


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "cannot be read"), (b"not a picture at all", "cannot be read")],
)
def test_what_is_no_picture_is_refused_and_not_kept(data: bytes, words: str) -> None:
    client = page_client()
    name = post(client, jpeg())["set"]
    assert words in post(client, data, name)["error"]
    assert len(client.post(READ_PATH, json={"set": name}).json()["photographs"]) == 1


def test_a_photograph_that_is_too_large_is_refused_by_its_length() -> None:
    answer = page_client().post(PHOTOGRAPHS_PATH, content=b"x" * (MAX_FILE_BYTES + 1))
    assert answer.status_code == 413
    assert str(MAX_FILE_BYTES) in answer.text


def test_a_photograph_comes_from_the_own_page_with_its_token() -> None:
    client = page_client()
    stranger = {"Origin": "http://elsewhere.example"}
    for path in (PHOTOGRAPHS_PATH, READ_PATH):
        assert client.post(path, content=jpeg(), headers=stranger).status_code == 403
        assert client.get(path).status_code in (404, 405)
        settings = ServerSettings(token="open-sesame-12")
        assert page_client(settings).post(path, content=jpeg()).status_code == 401


def test_a_file_that_cannot_be_decoded_is_named() -> None:
    cut = cv2.imencode(".png", np.zeros((64, 96, 3), np.uint8))[1].tobytes()[:50]
    assert "photograph 2 cannot be read: " in read(page_client(), [jpeg(), cut])["error"]


@pytest.mark.parametrize(
    ("command", "status", "words"),
    [
        ({"set": 7}, 400, "set = 7"),
        ({}, 400, "set is missing"),
        ([], 400, "set is missing"),
        ({"set": "abc", "scheme": "WOGYR", "not_mirrored": False}, 400, "'WOGYR' is not"),
        ({"set": "abc"}, 422, "not kept any more: choose them again"),
    ],
)
def test_a_wrong_request_to_read_is_refused(command: object, status: int, words: str) -> None:
    answer = page_client().post(READ_PATH, json=command)
    assert answer.status_code == status
    assert words in answer.json()["error"]
    assert "not kept any more" in post(page_client(), jpeg(), "abc")["error"]


def test_a_set_has_24_photographs_at_most_and_is_read_once() -> None:
    client = page_client()
    name = post(client, jpeg())["set"]
    for _ in range(MAX_PHOTOGRAPHS - 1):
        assert post(client, jpeg(), name) == {"set": name}
    assert "more than 24 photographs" in post(client, jpeg(), name)["error"]
    assert len(client.post(READ_PATH, json={"set": name}).json()["photographs"]) == 24
    assert "not kept" in client.post(READ_PATH, json={"set": name}).json()["error"]


def test_the_photographs_of_all_pages_have_one_budget_of_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = jpeg()
    kept = KeptPhotographs(3 * len(picture))
    monkeypatch.setattr(photographs, "KeptPhotographs", lambda: kept)
    client = page_client()
    first, second = (post(client, picture)["set"] for _ in range(2))
    # What is refused is not kept: neither a file that is none, nor what is too much.
    post(client, b"x" * len(picture), first)
    post(client, picture, second)
    assert "busy: the photographs of all pages" in post(client, picture, first)["error"]
    # What was read is not kept any more.
    client.post(READ_PATH, json={"set": second})
    assert [post(client, picture, first) for _ in range(2)] == [{"set": first}] * 2
    assert "busy" in post(client, picture, first)["error"]


def test_photographs_that_nobody_reads_are_forgotten_after_a_minute() -> None:
    now = 0.0
    kept = KeptPhotographs(1000, lambda: now)
    kept.reserve(900)
    name = kept.add("", b"x" * 900)
    now = 59.0
    with pytest.raises(InputError, match="busy"):
        kept.reserve(200)
    now = 61.0
    kept.reserve(200)
    with pytest.raises(InputError, match="not kept"):
        kept.add(name, b"x" * 200)


def test_no_more_than_32_cubes_are_kept_or_read_at_once() -> None:
    kept = KeptPhotographs()
    names = [kept.add("", b"") for _ in range(MAX_SETS)]
    with kept.taken(names[0]), pytest.raises(InputError, match="busy: 32 cubes"):
        kept.add("", b"")
    assert kept.add("", b"") not in names


def test_a_photograph_of_a_kind_that_the_browser_does_not_open_is_read() -> None:
    answer = read(page_client(), [heic(np.full((64, 96, 3), (60, 90, 120), np.uint8))])
    assert answer["photographs"] == [[]]


def test_each_photograph_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded = []

    def counted(data: bytes, most: int) -> Any:
        decoded.append(data)
        return decode_picture(data, most)

    monkeypatch.setattr(photographs, "decode_picture", counted)
    sent = faces("cube20", "UR")
    assert read(page_client(), sent)["count"] == 2
    assert decoded == sent


def test_photographs_that_show_no_whole_cube_are_told_apart_with_what_is_missing() -> None:
    client = page_client()
    answer = read(client, [*faces("cube20", "URU"), jpeg()])
    assert "reading" not in answer
    assert "no cube face found" in answer["problem"]
    (top,), (right,), (again,), none = answer["photographs"]
    assert (top["colour"], right["colour"]) == ("white", "red")
    assert again == top
    assert none == []
    assert len(top["stickers"]) == 9
    assert all(0 < share < 1 for corner in top["corners"] for share in corner)
    assert answer["count"] == 2
    assert answer["missing"] == ["yellow", "orange", "green", "blue"]
    # A photograph of a corner shows three faces.
    answer = read(client, faces("cube02", ["URF"]))
    assert {face["colour"] for face in answer["photographs"][0]} == {"white", "red", "green"}
    assert answer["missing"] == ["yellow", "orange", "blue"]


def test_six_photographs_tell_the_faces_of_the_cube_that_was_read() -> None:
    answer = read(page_client(), faces("cube20", "URFDLB"))
    assert answer["reading"]["certain"]
    assert answer["missing"] == []
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
