"""The view of a face: sampled colours, visibility and corners."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.benchmarks import draw_scene
from tests.support.drawn_faces import PAINT
from tests.support.drawn_stickers import SIZE, TABLE, draw_stickers
from tests.support.face_views import face_view, square
from vision.arrays import FloatArray
from vision.detect.face import mean_side, sample_face, sample_stickers
from vision.detect.lattice import Lattice, face_homography
from vision.detect.photograph import find_faces

COLOURS = PAINT[[0, 1, 2, 3, 4, 5, 0, 1, 2]].reshape(3, 3, 3)
UPRIGHT = square(150, 80, 40)
TILTED = np.array([[90, 45], [235, 60], [225, 205], [75, 190]], float)


def lattice(corners: FloatArray) -> Lattice:
    return Lattice.without_stickers(3, face_homography(corners))


@pytest.mark.parametrize("corners", [UPRIGHT, TILTED])
def test_each_sticker_has_its_colour_and_is_wholly_seen(corners: FloatArray) -> None:
    image = draw_stickers(COLOURS, face_homography(corners))
    colours, visible = sample_stickers(image, lattice(corners))
    assert np.abs(colours - COLOURS).max() < 2
    assert visible.min() > 0.98


@given(st.floats(0.1, 20), st.floats(0.1, 20))
def test_a_view_is_scaled_from_the_corner_of_the_first_pixel(x: float, y: float) -> None:
    view = face_view(COLOURS, TILTED)
    scaled = view.scaled(np.array([x, y]))
    # The first pixel reaches from -0.5 to 0.5.
    assert np.allclose(scaled.corners + 0.5, (view.corners + 0.5) * (x, y))
    assert np.allclose(scaled.scaled(np.array([1 / x, 1 / y])).corners, view.corners)


def test_a_sticker_under_a_finger_keeps_its_colour_and_is_seen_in_part() -> None:
    image = draw_stickers(COLOURS, face_homography(UPRIGHT))
    # The right 40 % of the middle cell, which is 50 pixels wide: 30 % of its sampled middle half.
    image[90:140, 160:180] = (140, 170, 230)
    colours, visible = sample_stickers(image, lattice(UPRIGHT))
    assert np.abs(colours[1, 1] - COLOURS[1, 1]).max() < 2
    assert visible[1, 1] == pytest.approx(0.7, abs=0.06)
    assert np.delete(visible.ravel(), 4).min() > 0.98


def test_a_sticker_beyond_the_edge_of_the_image_is_not_seen() -> None:
    # The left column ends at the image's edge; the middle one is cut in half.
    corners = square(150, -75, 40)
    image = draw_stickers(COLOURS, face_homography(corners))
    _, visible = sample_stickers(image, lattice(corners))
    assert (visible[:, 0] == 0).all()
    assert visible[:, 1] == pytest.approx(0.5, abs=0.06)
    assert visible[:, 2].min() > 0.98


def test_little_noise_hides_nothing_and_averages_out() -> None:
    noise = np.random.default_rng(1).normal(0, 5, (*SIZE[::-1], 3))
    clean = draw_stickers(np.full((3, 3, 3), 120.0), face_homography(UPRIGHT))
    image = np.clip(clean + noise, 0, 255).astype(np.uint8)
    colours, visible = sample_stickers(image, lattice(UPRIGHT))
    assert np.abs(colours - 120).max() < 2
    assert visible.min() > 0.98


def test_a_view_has_the_colour_around_the_face_and_what_it_was_given() -> None:
    image = draw_stickers(COLOURS, face_homography(TILTED))
    view = sample_face(image, lattice(TILTED), 0.75)
    assert np.allclose(view.background, TABLE, atol=1)
    assert view.n == 3
    assert view.detection_score == 0.75
    assert np.allclose(view.corners, TILTED)
    assert np.abs(view.colours - COLOURS).max() < 2


def test_a_face_that_fills_the_image_has_the_image_around_it() -> None:
    corners = square(400, -40, -80)
    image = np.full((*SIZE[::-1], 3), 90, np.uint8)
    assert np.allclose(sample_face(image, lattice(corners), 1.0).background, 90)


def test_points_of_the_face_are_given_in_pixels() -> None:
    view = face_view(COLOURS, UPRIGHT)
    points = np.array([[[0, 0], [1.5, 1.5]], [[3, 0], [2, 1]]])
    expected = [[[80, 40], [155, 115]], [[230, 40], [180, 90]]]
    assert np.allclose(view.to_pixels(points), expected)


def test_a_sticker_of_which_little_is_seen_is_hidden() -> None:
    visible = np.array([[1, 0.9, 0.5], [0.3, 0.1, 0], [1, 1, 1]])
    hidden = face_view(COLOURS, visibility=visible).hidden
    assert hidden.tolist() == [[False] * 3, [True] * 3, [False] * 3]


def test_the_mean_side_is_that_of_all_four() -> None:
    # Above, right (3 across, 4 down), below and left.
    corners = np.array([[0, 0], [3, 0], [6, 4], [0, 4]], float)
    assert mean_side(corners) == pytest.approx((3 + 5 + 6 + 4) / 4)


def test_the_rims_of_overexposed_stickers_keep_their_hue() -> None:
    yellow, orange = 1, 3  # of the drawn colours
    front = np.array([yellow, orange, yellow, orange, yellow, orange, orange, yellow, orange])
    scene = draw_scene(3, 1, tilt=0, roll=0.0, light=2.2, front=front)
    (view, *_) = find_faces(scene.image)
    assert view.dim_colours is not None
    is_yellow = (front == yellow).reshape(3, 3)
    assert (view.colours[..., 1:] > 250).all()
    green = view.dim_colours[..., 1] / view.dim_colours[..., 2]
    assert green[is_yellow].min() > green[~is_yellow].max() + 0.1


def test_a_face_that_is_not_overexposed_has_no_dim_rims() -> None:
    (view, *_) = find_faces(draw_scene(3, 1, tilt=0, light=0.8).image)
    assert view.dim_colours is None
