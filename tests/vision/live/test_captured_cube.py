"""Captured faces with their views from before and after, and the cube that they show.

The colours of a scanned cube, as the reference for following its solution.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.cases import for_each
from tests.support.drawn_faces import PAINT, single
from tests.support.face_views import face_view, square
from tests.support.photographs import PHOTOS, load_photographed_cubes
from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import log_light
from vision.detect.face import FacePlace, FaceView
from vision.detect.photograph import ImageFaces, detect_main_face
from vision.live.captured_cube import MAX_EXTRA_VIEWS, CapturedFace, read_captured_faces
from vision.live.turn_recognition import ScannedColours, fit_scanned_colours
from vision.reading_result import Reading

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
    monkeypatch.setattr("vision.live.captured_cube.read_with_profile", lambda *_: reading)
    assert read_captured_faces(faces, None).advice == shown


CUBE = Cube.solved().apply("R U F2 D L' B2 U' F")
LETTERS = np.array([FACES.index(letter) for letter in CUBE.facelets]).reshape(6, 9)
COLOURS = ScannedColours(log_light(PAINT))


def lit(letters: IntArray, gain: float = 1) -> FloatArray:
    """Return the colours (3 x 3 x 3, BGR) of a face in light that is `gain` times as bright."""
    return np.asarray((PAINT[letters] * gain ** (1 / 2.2)).reshape(3, 3, 3))


def brightness_free(log_colours: FloatArray) -> FloatArray:
    return np.asarray(log_colours - log_colours.mean())


def test_the_colours_of_views_in_one_light_are_those_of_their_stickers() -> None:
    fitted = ScannedColours.fit([face_view(lit(face)) for face in LETTERS], LETTERS)
    assert np.allclose(fitted.log_colours, log_light(PAINT), atol=0.1)


def test_views_in_different_light_agree_on_the_colours() -> None:
    gains = [0.7, 0.8, 0.9, 0.75, 0.85, 1.0]
    views = [face_view(lit(face, gain)) for face, gain in zip(LETTERS, gains, strict=True)]
    fitted = ScannedColours.fit(views, LETTERS).log_colours
    true = log_light(PAINT)
    assert np.allclose(brightness_free(fitted), brightness_free(true), atol=0.15)


def patterns_about(letters: IntArray) -> IntArray:
    """Return the pattern and the nine that differ from it in one sticker, in order."""
    others = np.repeat(letters[None], 9, 0)
    others[range(9), range(9)] = (letters + 1) % 6
    return np.vstack([letters, others])


@for_each("gain", [0.6, 0.85, 1.0])
@for_each("face", range(6))
def test_a_view_has_the_least_loss_under_its_own_pattern_in_any_light(
    face: int, gain: float
) -> None:
    letters = LETTERS[face]
    own, *others = COLOURS.pattern_losses(face_view(lit(letters, gain)), patterns_about(letters))
    assert own < 1.5
    assert min(others) > own + 2


def test_a_rotated_pattern_has_a_larger_loss() -> None:
    letters = LETTERS[0]
    rotated = np.stack([np.rot90(letters.reshape(3, 3), k).ravel() for k in range(4)])
    losses = COLOURS.pattern_losses(face_view(lit(letters)), rotated)
    assert losses.argmin() == 0


def test_a_hidden_sticker_has_little_weight() -> None:
    letters = LETTERS[0]
    view = face_view(lit(letters))
    covered = replace(view, visibility=np.where(np.arange(9).reshape(3, 3) == 5, 0.0, 1.0))
    patterns = patterns_about(letters)
    clear_losses = COLOURS.pattern_losses(view, patterns)
    losses = COLOURS.pattern_losses(covered, patterns)
    assert losses[1 + 5] - losses[0] < 0.5 * (clear_losses[1 + 5] - clear_losses[0])
    assert losses[1 + 4] - losses[0] > 2


def test_a_clipped_sticker_may_be_brighter_than_it_looks() -> None:
    letters = np.zeros(9, np.int64)
    white = ScannedColours(log_light(PAINT) + np.log(np.array([[1.6]] + [[1.0]] * 5)))
    clipped = face_view(np.full((3, 3, 3), 255.0))
    dimmer = face_view(np.full((3, 3, 3), 245.0))
    (loss,) = white.pattern_losses(clipped, letters[None])
    (unclipped,) = white.pattern_losses(dimmer, letters[None])
    assert loss == pytest.approx(0, abs=1e-6)
    assert unclipped > 0.1


def scanned(turns: list[int]) -> tuple[list[CapturedFace], Reading]:
    """Return the captured faces of the cube, each rotated, and a certain reading of them."""
    rng = np.random.default_rng(5)
    captured, faces = [], []
    for index, (face, rotated) in enumerate(zip(FACES, turns, strict=True)):
        picture = single(CUBE.facelets, face, rotated, rng)
        captured.append(CapturedFace(picture.name, picture))
        square = 100 + 300 * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
        corners = tuple((float(x), float(y)) for x, y in np.roll(square, rotated, 0))
        faces.append(FacePlace(face, picture.name, index, corners))
    return captured, Reading(CUBE.facelets, True, (1.0,) * 54, (), {}, tuple(faces), "")


@pytest.mark.parametrize("turns", [[0] * 6, [0, 1, 2, 3, 1, 2]])
def test_captured_faces_and_their_reading_give_the_colours(turns: list[int]) -> None:
    captured, reading = scanned(turns)
    fitted = fit_scanned_colours(captured, reading, CUBE.facelets)
    assert fitted is not None
    assert np.allclose(fitted.log_colours, log_light(PAINT), atol=0.25)


def test_captured_faces_of_another_scan_give_no_colours() -> None:
    captured, reading = scanned([0] * 6)
    renamed = [replace(each, name=f"other {each.name}") for each in captured]
    assert fit_scanned_colours(renamed, reading, CUBE.facelets) is None
    assert fit_scanned_colours([], reading, CUBE.facelets) is None
