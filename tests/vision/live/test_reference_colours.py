"""The colours of a scanned cube, as the reference for following its solution."""

from dataclasses import replace

import numpy as np
import pytest

from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.drawn_faces import PAINT, single
from tests.support.face_views import face_view
from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import log_light
from vision.detect.face import FacePlace
from vision.live.captured_cube import CapturedFace
from vision.live.turn_recognition import ScannedColours, fit_scanned_colours
from vision.reading_result import Reading

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


@pytest.mark.parametrize("gain", [0.6, 0.85, 1.0])
@pytest.mark.parametrize("face", range(6))
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
