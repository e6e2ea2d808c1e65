"""Checks of a reading: a mirrored photograph among good ones is named."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.cube import Cube
from tests.support.drawn_faces import corner, hide, mirrored, single
from tests.support.photographs import PhotographedCube
from vision.colour.profile import ColourProfile
from vision.colour.scheme import KnownScheme
from vision.decode.joint_estimation import FittedCube, fit_cube
from vision.decode.observations import Observations
from vision.detect.photograph import ImageFaces
from vision.photo_reading import read_image_faces
from vision.photos import unmirrored
from vision.reading import read


def test_one_mirrored_photograph_of_six_is_named(cubes: dict[str, PhotographedCube]) -> None:
    frames = list(cubes["cube08"].frames)
    frames[2] = replace(frames[2], image=np.ascontiguousarray(frames[2].image[:, ::-1]))
    reading = read(frames)
    assert not reading.certain
    assert repr(frames[2].name) in reading.advice
    assert "mirrored" in reading.advice


def test_one_mirrored_corner_of_two_is_named() -> None:
    facelets = Cube.random(4).facelets
    rng = np.random.default_rng(4)
    good, other = (corner(facelets, faces, 40, rng) for faces in ("URF", "DLB"))
    assert "'DLB.jpg' is probably mirrored" in read_image_faces([good, mirrored(other)]).advice


@pytest.mark.parametrize("face", "URFDLB")
def test_unmirroring_undoes_a_mirror(face: str) -> None:
    facelets = Cube.random(5).facelets
    picture = single(facelets, face, 1, np.random.default_rng(5))
    (view,), (restored,) = picture.views, unmirrored(mirrored(picture)).views
    assert np.array_equal(view.colours, restored.colours)
    # Unmirrored pixels run to the left from 0; the mirror was at column 320.
    assert np.allclose(view.corners, restored.corners + np.array([640, 0]))


def checkerboard(rng: np.random.Generator) -> list[ImageFaces]:
    """Return photographs of a cube whose faces look the same mirrored."""
    checkered = "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB"
    return [single(checkered, face, 0, rng) for face in "URFDLB"]


def covered_faces(rng: np.random.Generator) -> list[ImageFaces]:
    """Return photographs of a cube of which so much is covered that several cubes fit."""
    facelets = Cube.random(6).facelets
    return [hide(single(facelets, face, 0, rng), [0, 1, 2, 3, 5]) for face in "URFDLB"]


@pytest.mark.parametrize("draw", [checkerboard, covered_faces])
def test_mirrored_faces_are_not_tried_where_the_photographs_fit_as_they_are(
    monkeypatch: pytest.MonkeyPatch, draw: Callable[[np.random.Generator], list[ImageFaces]]
) -> None:
    readings: list[FittedCube] = []

    def counted(
        evidence: Observations, profile: ColourProfile | None, scheme: KnownScheme
    ) -> FittedCube:
        readings.append(fit_cube(evidence, profile, scheme))
        return readings[-1]

    monkeypatch.setattr("vision.photo_reading.fit_cube", counted)
    assert not read_image_faces(draw(np.random.default_rng(6))).certain
    # As the photos are, and without the shades that they share.
    assert len(readings) <= 2


@pytest.mark.parametrize("face", [0, 2])
def test_a_mirrored_face_in_pale_colours_is_named(face: int) -> None:
    """Pale stickers differ little, but no face of this cube equals its own mirror image."""
    facelets = Cube.random(7).facelets
    rng = np.random.default_rng(7)
    pictures = [_pale(single(facelets, letter, 0, rng)) for letter in "URFDLB"]
    pictures[face] = mirrored(pictures[face])
    advice = read_image_faces(pictures).advice
    assert f"{pictures[face].name!r} is probably mirrored" in advice


def _pale(picture: ImageFaces) -> ImageFaces:
    views = tuple(replace(view, colours=140 + 0.4 * view.colours) for view in picture.views)
    return replace(picture, views=views)
