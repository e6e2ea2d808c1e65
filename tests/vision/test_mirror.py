"""A mirrored photograph among good ones is named."""

import random
from dataclasses import replace

import numpy as np
import pytest

from solver.scramble import random_cube
from tests.vision.conftest import PhotographedCube
from tests.vision.drawn import corner, mirrored, single
from vision.errors import MirroredError
from vision.interpret import Evidence, Interpretation, interpret
from vision.mirror import turned_back
from vision.picture import Picture
from vision.profile import ColourProfile
from vision.reading import read_cube, read_pictures


def test_one_mirrored_photograph_of_six_is_named(cubes: dict[str, PhotographedCube]) -> None:
    frames = list(cubes["cube08"].frames)
    frames[2] = replace(frames[2], image=np.ascontiguousarray(frames[2].image[:, ::-1]))
    reading = read_cube(frames)
    assert not reading.certain
    assert repr(frames[2].name) in reading.advice
    assert "mirrored" in reading.advice


def test_one_mirrored_corner_of_two_is_named() -> None:
    facelets = random_cube(random.Random(4)).facelets()
    rng = np.random.default_rng(4)
    good, other = (corner(facelets, faces, 40, rng) for faces in ("URF", "DLB"))
    try:
        said = read_pictures([good, mirrored(other)]).advice
    except MirroredError as error:
        said = str(error)
    assert "'DLB.jpg' looks mirrored" in said


@pytest.mark.parametrize("face", "URFDLB")
def test_turning_back_undoes_a_mirror(face: str) -> None:
    facelets = random_cube(random.Random(5)).facelets()
    picture = single(facelets, face, 1, np.random.default_rng(5))
    (view,), (again,) = picture.views, turned_back(mirrored(picture)).views
    assert np.array_equal(view.colours, again.colours)
    # The pixels of one run to the left from 0, and were mirrored about the column 320.
    assert np.allclose(view.corners, again.corners + np.array([640, 0]))


def test_what_a_mirror_does_not_change_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the faces of a checkerboard to be turned back one by one."""
    rng = np.random.default_rng(6)
    checkered = "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB"
    pictures = [single(checkered, face, 0, rng) for face in "URFDLB"]
    readings: list[Interpretation] = []

    def counted(evidence: Evidence, profile: ColourProfile | None = None) -> Interpretation:
        readings.append(interpret(evidence, profile))
        return readings[-1]

    monkeypatch.setattr("vision.reading.interpret", counted)
    assert not read_pictures(pictures).certain
    assert len(readings) == 1


@pytest.mark.parametrize("face", [0, 2])
def test_a_mirrored_face_in_pale_colours_is_named(face: int) -> None:
    """Pale stickers differ little, and yet no face of a scrambled cube is its own mirror image."""
    facelets = random_cube(random.Random(7)).facelets()
    rng = np.random.default_rng(7)
    pictures = [_pale(single(facelets, letter, 0, rng)) for letter in "URFDLB"]
    pictures[face] = mirrored(pictures[face])
    said = read_pictures(pictures).advice
    assert f"{pictures[face].name!r} looks mirrored" in said


def _pale(picture: Picture) -> Picture:
    views = tuple(replace(view, colours=140 + 0.4 * view.colours) for view in picture.views)
    return replace(picture, views=views)
