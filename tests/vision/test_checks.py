"""Checks of a reading without the fitted colours."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from solver.core.facelets import CORNERS, EDGES, SOLVED
from solver.cube import Cube
from tests.support import drawn_faces
from vision.arrays import FloatArray
from vision.assembly import nearest_face_median
from vision.colour.illumination import GAMMA
from vision.detect.photograph import ImageFaces
from vision.photo_reading import read_image_faces

OWN = np.arange(6)[:, None]
ALL_SEEN = np.ones((6, 9))


def solved_faces() -> FloatArray:
    """Return the colours (6 x 9 x 3) of six faces of one colour each."""
    return np.repeat(drawn_faces.PAINT[:, None], 9, axis=1)


def with_glare(colours: FloatArray, strength: FloatArray) -> FloatArray:
    """Return colours (6 x 9 x 3) with reflections (6 x 9) relative to white."""
    linear = (colours / 255) ** GAMMA + strength[..., None]
    return np.asarray(255 * np.minimum(linear, 1) ** (1 / GAMMA), float)


def pictures(facelets: str, seed: int) -> list[ImageFaces]:
    """Return the six faces in any order and rotation."""
    rng = np.random.default_rng(seed)
    return [
        drawn_faces.single(facelets, str(face), int(rng.integers(4)), rng)
        for face in rng.permutation(list("URFDLB"))
    ]


def without_noise(picture: ImageFaces) -> ImageFaces:
    """Return a face of one colour whose samples are the means of many pixels, and so alike."""
    (view,) = picture.views
    mean = view.colours.mean((0, 1))
    return replace(picture, views=(replace(view, colours=mean + 0.1 * (view.colours - mean)),))


@pytest.mark.parametrize("seed", range(3))
def test_a_solved_cube_is_certain_with_its_faces_in_any_order_and_rotation(seed: int) -> None:
    reading = read_image_faces([without_noise(each) for each in pictures(SOLVED, seed)])
    assert reading.facelets == SOLVED
    assert reading.certain


@pytest.mark.parametrize("place", [CORNERS[2], EDGES[7]])
def test_a_cube_that_is_solved_but_for_a_twisted_piece_is_not(place: tuple[int, ...]) -> None:
    letters = list(SOLVED)
    for facelet, other in zip(place, (*place[1:], place[0]), strict=True):
        letters[facelet] = SOLVED[other]
    assert not read_image_faces(pictures("".join(letters), 1)).certain


# Pale paint in the light of a filament lamp.
PALE_AND_WARM = np.array(
    [
        *([106, 178, 233], [75, 125, 204], [79, 148, 166]),
        *([86, 170, 222], [82, 150, 219], [94, 145, 170]),
    ],
    float,
)


def test_different_faces_of_pale_colours_in_warm_light_are_not_called_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawn_faces, "PAINT", PALE_AND_WARM)
    rng = np.random.default_rng(4)
    facelets = Cube.random(4).facelets
    images = [drawn_faces.single(facelets, face, int(rng.integers(4)), rng) for face in "URFDLB"]
    # Else it raises RepeatedFaceError.
    assert read_image_faces(images).facelets == facelets


def test_a_reflection_on_a_face_of_one_colour_leaves_it_of_one_colour() -> None:
    """Seen on real photographs of a solved cube: two thirds of the blue face reflect a lamp."""
    strength = np.zeros((6, 9))
    strength[5, 3:] = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
    strength[1, :2] = (0.1, 0.2)
    nearest = nearest_face_median(with_glare(solved_faces(), strength), ALL_SEEN)
    assert (nearest == OWN).all()


@pytest.mark.parametrize("strength", [0.0, 0.05, 0.2])
def test_of_two_exchanged_stickers_one_is_always_noticed(strength: float) -> None:
    for first, second in permutations(range(6), 2):
        colours = solved_faces()
        colours[first, 0], colours[second, 0] = colours[second, 0], colours[first, 0].copy()
        glare = np.zeros((6, 9))
        glare[first] = strength
        nearest = nearest_face_median(with_glare(colours, glare), ALL_SEEN)
        assert (nearest[[first, second], 0] != [first, second]).any()
