"""Captured faces with their views from before and after, and the cube that they show."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from tests.support.drawn_faces import PAINT
from tests.support.face_views import face_view, square
from tests.support.photographs import PHOTOS, load_photographed_cubes
from vision.arrays import FloatArray
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces, detect_main_face
from vision.live.captured_cube import MAX_EXTRA_VIEWS, CapturedFace, read_captured_faces

SIDE = 100
OWN = PAINT[[0, 1, 2, 3, 4, 5, 0, 1, 2]].reshape(3, 3, 3)
OTHER = PAINT[[5, 5, 1, 0, 3, 4, 2, 2, 3]].reshape(3, 3, 3)


def seen_at(left: float, colours: FloatArray = OWN, score: float = 0.9) -> FaceView:
    """Return a view of the face `left` pixels to the right of the captured one."""
    return face_view(colours, square(SIDE, left), score=score)


def captured() -> CapturedFace:
    return CapturedFace("U", ImageFaces("U", (seen_at(0), seen_at(SIDE, OTHER))))


def test_the_face_itself_is_the_first_of_its_picture() -> None:
    face = captured()
    assert face.view is face.image_faces.views[0]


def test_a_view_from_elsewhere_is_added() -> None:
    moved = seen_at(0.2 * SIDE)
    assert captured().with_extra_views([moved]).extra_views == (moved,)


@pytest.mark.parametrize(
    "view",
    [
        seen_at(0.05 * SIDE),
        seen_at(0.5 * SIDE, score=0.4),
        seen_at(0.5 * SIDE, OTHER),
    ],
    ids=["from the same place", "hardly found", "another face"],
)
def test_other_views_are_not_added(view: FaceView) -> None:
    assert captured().with_extra_views([view]).extra_views == ()


def test_a_face_that_was_turned_is_the_same() -> None:
    turned = seen_at(0.3 * SIDE, np.rot90(OWN))
    assert captured().with_extra_views([turned]).extra_views == (turned,)


def test_of_two_views_from_one_place_the_first_is_added() -> None:
    first, second = seen_at(0.5 * SIDE), seen_at(0.55 * SIDE)
    assert captured().with_extra_views([first, second]).extra_views == (first,)
    assert captured().with_extra_views([first]).with_extra_views([second]).extra_views == (first,)


def test_the_number_of_extra_views_is_limited() -> None:
    views = [seen_at(0.3 * SIDE * number) for number in range(1, MAX_EXTRA_VIEWS + 4)]
    face = captured().with_extra_views(views)
    assert list(face.extra_views) == views[:MAX_EXTRA_VIEWS]


def test_adding_leaves_the_face_itself_unchanged() -> None:
    face = captured()
    face.with_extra_views([seen_at(0.5 * SIDE)])
    assert face.extra_views == ()


def test_each_extra_view_is_an_image_of_its_own() -> None:
    views = [seen_at(0.3 * SIDE), seen_at(0.6 * SIDE)]
    face = captured().with_extra_views(views)
    first, *others = face.all_images
    assert first is face.image_faces
    assert [image.views for image in others] == [(view,) for view in views]
    assert {image.name for image in face.all_images} == {"U"}


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
    monkeypatch.setattr("vision.live.captured_cube.first_certain", lambda _: reading)
    assert read_captured_faces(faces, None).advice == shown
