"""Reading cubes from combinations of views: single faces, corners, faces seen twice."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cube import Cube
from tests.support.drawn_faces import PAINT, corner, hide, mirrored, single
from vision.colour.profile import DEFAULT_COLOURS
from vision.detect.face import group_views
from vision.detect.photograph import ImageFaces
from vision.errors import ImageSetError, MissingFacesError
from vision.photo_reading import read_image_faces

SEEDS = st.integers(0, 2**32)


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_two_opposite_corners_give_the_cube_however_the_camera_is_rolled(seed: int) -> None:
    facelets = Cube.random(seed).facelets
    rng = np.random.default_rng(seed)
    pictures = [corner(facelets, faces, rng.uniform(0, 360), rng) for faces in ("URF", "DLB")]
    reading = read_image_faces(pictures)
    assert reading.facelets == facelets
    assert reading.certain
    assert [face.letter for face in reading.faces] == list("URFDLB")


@pytest.mark.thorough
@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_any_sufficient_combination_of_views_gives_the_cube(seed: int) -> None:
    cube = random.Random(seed)
    facelets = Cube.random(cube).facelets
    rng = np.random.default_rng(seed)
    combinations = [
        [corner(facelets, "UFR", 30, rng), *(single(facelets, f, 1, rng) for f in "DLB")],
        [corner(facelets, "UF", 80, rng), *(single(facelets, f, 2, rng) for f in "RDLB")],
        [corner(facelets, f, rng.uniform(0, 360), rng) for f in ("UFR", "UBL", "DFL")],
        [corner(facelets, "UFR", 0, rng), *(single(facelets, f, 3, rng) for f in "FDLBF")],
    ]
    pictures = cube.choice(combinations)
    cube.shuffle(pictures)
    reading = read_image_faces(pictures)
    assert reading.facelets == facelets
    assert reading.certain


@pytest.mark.thorough
def test_a_second_photograph_shows_what_the_first_one_hid_and_left_in_doubt() -> None:
    facelets = Cube.random(1).facelets
    rng = np.random.default_rng(1)
    pictures = [single(facelets, face, 0, rng) for face in "URFDLB"]
    sides = [0, 1, 2, 3, 5, 6, 7, 8]
    pictures[2], pictures[3] = hide(pictures[2], sides), hide(pictures[3], sides)
    reading = read_image_faces(pictures)
    assert not reading.certain
    assert min(reading.confidence) <= 0.5
    assert int(np.argmin(reading.confidence)) in reading.ambiguous
    reading = read_image_faces(
        [*pictures, single(facelets, "F", 1, rng), single(facelets, "D", 2, rng)]
    )
    assert reading.facelets == facelets
    assert reading.certain


def test_mirrored_corners_are_recognised() -> None:
    facelets = Cube.random(2).facelets
    rng = np.random.default_rng(2)
    reading = read_image_faces([mirrored(corner(facelets, f, 40, rng)) for f in ("URF", "DLB")])
    assert not reading.certain
    assert "mirrored" in reading.advice


@pytest.mark.parametrize(("faces", "roll"), [("URF", 0), ("DLB", 77), ("UBR", 200)])
def test_the_faces_of_a_corner_are_neighbours(faces: str, roll: float) -> None:
    facelets = Cube.random(3).facelets
    views = corner(facelets, faces, roll, np.random.default_rng(3)).views
    groups = group_views(views, [0, 0, 0])
    assert len(groups) == 1
    assert len({int(places[4]) for places in groups[0].facelets}) == 3


def test_faces_of_different_pictures_are_no_neighbours() -> None:
    facelets = Cube.random(3).facelets
    views = corner(facelets, "URF", 0, np.random.default_rng(3)).views
    assert len(group_views(views, [0, 1, 2])) == 3


def test_one_corner_is_not_enough() -> None:
    facelets = Cube.random(4).facelets
    missing = r"3 faces found in 1 photo \('URF\.jpg'\).* the centre yellow, orange, blue"
    with pytest.raises(MissingFacesError, match=missing):
        read_image_faces([corner(facelets, "URF", 0, np.random.default_rng(4))])


def test_a_picture_with_seven_faces_is_of_more_than_one_cube() -> None:
    facelets = Cube.random(5).facelets
    rng = np.random.default_rng(5)
    views = tuple(v for f in "URFDLBU" for v in single(facelets, f, 0, rng).views)
    picture = single(facelets, "U", 0, rng)
    crowd = type(picture)("crowd.jpg", views)
    with pytest.raises(ImageSetError, match=r"crowd\.jpg.*\[E322\]"):
        read_image_faces([crowd])


@pytest.mark.thorough
def test_more_pictures_make_a_reading_certain() -> None:
    facelets = Cube.random(6).facelets
    rng = np.random.default_rng(6)
    corner_and_edges = [0, 1, 2, 3, 5]
    pictures = [hide(single(facelets, face, 0, rng), corner_and_edges) for face in "URFDLB"]
    with pytest.raises(MissingFacesError):
        read_image_faces(pictures[:5])
    assert not read_image_faces(pictures).certain
    pictures += [corner(facelets, faces, 50, rng) for faces in ("URF", "DLB")]
    reading = read_image_faces(pictures)
    assert reading.facelets == facelets
    assert reading.certain


def test_a_mark_on_a_centre_does_not_mislead() -> None:
    facelets = Cube.random(8).facelets
    rng = np.random.default_rng(8)
    pictures = [single(facelets, face, 0, rng) for face in "URFDLB"]
    view = pictures[0].views[0]
    view.colours[1, 1] = PAINT[5]
    view.visibility[1, 1] = 0.5
    reading = read_image_faces(pictures)
    assert reading.facelets == facelets
    assert reading.scheme["U"] == "white"


def test_a_profile_of_other_colours_is_used() -> None:
    facelets = Cube.random(9).facelets
    rng = np.random.default_rng(9)
    pictures = [corner(facelets, f, 10, rng) for f in ("URF", "DLB")]
    reading = read_image_faces(pictures, DEFAULT_COLOURS)
    assert reading.facelets == facelets
    assert reading.certain


def test_advice_names_hidden_and_contradictory_stickers() -> None:
    facelets = Cube.random(11).facelets
    rng = np.random.default_rng(11)
    pictures = [single(facelets, face, 0, rng) for face in "URFDLB"]
    (view,) = hide(pictures[0], [1]).views
    colours = view.colours.copy()
    colours[2, 2] = PAINT[5 if facelets[8] != "B" else 2]
    pictures[0] = ImageFaces("U.jpg", (replace(view, colours=colours),))
    advice = read_image_faces(pictures).advice
    assert "'U.jpg'" in advice
    assert "row 1 column 2 is covered" in advice
    assert "row 3 column 3 is seen as" in advice
