"""What is said of faces that were shown one after the other."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.support.photographs import PHOTOS, load_photographed_cubes
from vision.detect.photograph import detect_main_face
from vision.live.captured_cube import CapturedFace, read_captured_faces


@pytest.mark.parametrize(
    ("advice", "shown"),
    [
        (
            "Photograph the blue face again ('face 6'): the sticker in row 1 column 1 is covered.",
            "Show the blue face again: the sticker in row 1 column 1 is covered.",
        ),
        (
            "Photograph 'face 3' again: row 2 column 4 fit no legal cube",
            "Show the marked face again: row 2 column 4 fit no legal cube",
        ),
    ],
)
def test_advice_about_faces_that_are_shown_is_not_about_photographs(
    monkeypatch: pytest.MonkeyPatch, advice: str, shown: str
) -> None:
    frame = load_photographed_cubes(PHOTOS)[0].frames[0]
    image_faces = detect_main_face(frame)
    faces = [CapturedFace(f"face {number}", image_faces) for number in range(1, 7)]
    reading = SimpleNamespace(certain=False, advice=advice)
    monkeypatch.setattr("vision.live.captured_cube.read_consulting", lambda *_: reading)
    assert read_captured_faces(faces, None).advice == shown
