"""Refining a lattice with the gaps between stickers.

The distortion of a wide lens, estimated from stickers and taken out of the picture.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.benchmarks import draw_scene
from tests.support.drawn_faces import PAINT
from tests.support.drawn_stickers import SIZE, draw_stickers, full_lattice
from tests.support.face_views import square
from tests.support.photographs import corner_error
from tests.support.wide_lens import through_wide_lens
from vision.arrays import FloatArray, Image
from vision.detect.lattice import Lattice, apply_homography, face_homography, rectify, rectify_cells
from vision.detect.photograph import find_faces_at_any_scale
from vision.detect.refinement import (
    GAP_CELL_PIXELS,
    distorted_points,
    lens_distortion,
    measure_gaps,
    refine,
    refine_all,
    undistorted_points,
)

COLOURS = PAINT[[0, 1, 2, 3, 4, 5, 0, 1, 2]].reshape(3, 3, 3)
# A face of about 150 pixels, rotated and tilted.
CORNERS = np.array([[90, 45], [235, 60], [225, 205], [75, 190]], float)
TRUE = face_homography(CORNERS)


def brightness() -> Image:
    return np.asarray(draw_stickers(COLOURS, TRUE).max(2))


def distance(lattice: Lattice) -> float:
    """Return the largest distance (pixels) of a corner from the true one."""
    return float(np.hypot(*(lattice.corners - CORNERS).T).max())


def test_each_cell_becomes_a_square_of_its_colour() -> None:
    flat = rectify(draw_stickers(COLOURS, TRUE), Lattice.without_stickers(3, TRUE), 10, 0)
    assert flat.shape == (30, 30, 3)
    middles = flat[5::10, 5::10].astype(float)
    assert np.abs(middles - COLOURS).max() < 3


def test_a_margin_contains_the_pixels_around_the_cells() -> None:
    ramp = np.repeat(np.arange(100, dtype=np.uint8)[None], 20, 0)
    homography = np.array([[10, 0, 29.5], [0, 5, 4.5], [0, 0, 1.0]])
    flat = rectify_cells(ramp, homography, (4, 2), 10, 5)
    assert flat.shape == (2 * 10 + 10, 4 * 10 + 10)
    assert flat[0].tolist() == list(range(25, 75))


def test_a_gap_is_measured_at_its_true_position() -> None:
    image = np.full((1, 4 * GAP_CELL_PIXELS, 4 * GAP_CELL_PIXELS), 200, np.uint8)
    half = GAP_CELL_PIXELS // 2
    # Dark lines, three pixels off: the first line across lower, the second line down to the left.
    row, column = half + GAP_CELL_PIXELS + 3, half + 2 * GAP_CELL_PIXELS - 3
    image[0, row - 1 : row + 1] = 30
    image[0, :, column - 1 : column + 1] = 30
    gaps = measure_gaps(image, 3)
    across, down = gaps.points[0, :6], gaps.points[0, 6:]
    third = 3 / GAP_CELL_PIXELS
    assert np.allclose(
        across[:3], [[0.5, 1 + third], [1.5, 1 + third], [2.5, 1 + third]], atol=0.01
    )
    assert np.allclose(down[3:], [[2 - third, 0.5], [2 - third, 1.5], [2 - third, 2.5]], atol=0.01)
    assert gaps.axis.tolist() == [1] * 6 + [0] * 6
    assert gaps.line.tolist() == [1, 1, 1, 2, 2, 2] * 2
    assert gaps.weight[0, [0, 1, 2, 9, 10, 11]].min() > 0.9
    assert gaps.weight[0, [3, 4, 5, 6, 7, 8]].max() < 0.1


def test_a_step_in_brightness_is_not_a_gap() -> None:
    image = np.full((1, 3 * GAP_CELL_PIXELS, 3 * GAP_CELL_PIXELS), 200, np.uint8)
    image[:, : 3 * GAP_CELL_PIXELS // 2] = 40
    gaps = measure_gaps(image, 2)
    assert gaps.weight.max() == 0


@settings(max_examples=15, deadline=None)
@given(st.lists(st.floats(-7, 7), min_size=8, max_size=8))
def test_an_inexact_lattice_is_refined_to_the_gaps(moved: list[float]) -> None:
    off = face_homography(CORNERS + np.array(moved).reshape(4, 2))
    refined = refine(brightness(), Lattice.without_stickers(3, off))
    assert distance(refined) < 4


@pytest.mark.parametrize("shift", [(6, 0), (0, -6), (5, 5)])
def test_a_shifted_lattice_is_refined_to_a_pixel(shift: tuple[int, int]) -> None:
    start = Lattice.without_stickers(3, face_homography(CORNERS + np.array(shift)))
    assert distance(start) > 5
    assert distance(refine(brightness(), start)) < 1


def test_without_gaps_the_centres_of_stickers_are_used() -> None:
    start = Lattice(
        3,
        face_homography(CORNERS + np.array([8, 5])),
        np.ones((3, 3), bool),
        0.5,
        full_lattice(3, TRUE).sticker_centres,
    )
    refined = refine(np.full(SIZE[::-1], 128, np.uint8), start)
    assert distance(refined) < 1
    assert refined.misfit < 0.02


def test_without_gaps_and_stickers_nothing_changes() -> None:
    start = Lattice.without_stickers(3, TRUE)
    refined = refine(np.full(SIZE[::-1], 128, np.uint8), start)
    assert np.allclose(refined.corners, CORNERS)
    assert refined.misfit == start.misfit


def test_a_sticker_off_its_cell_counts_as_misfit_in_cells() -> None:
    lattice = full_lattice(3, face_homography(square(150, 80, 40)))
    picture = np.asarray(draw_stickers(COLOURS, lattice.homography).max(2))
    assert refine(picture, lattice).misfit < 0.02
    centres: FloatArray = lattice.sticker_centres.copy()
    centres[0, 0] += 4.5  # of 50 pixels a cell: 0.09 cells, of one of nine stickers
    moved = Lattice(3, lattice.homography, lattice.has_sticker, 0.0, centres)
    assert refine(picture, moved).misfit == pytest.approx(0.09 / 9, abs=0.008)


def test_several_lattices_are_refined_as_separately() -> None:
    starts = [
        Lattice.without_stickers(3, face_homography(CORNERS + 4)),
        full_lattice(3, face_homography(CORNERS - 5)),
    ]
    together = refine_all(brightness(), starts)
    for start, refined in zip(starts, together, strict=True):
        assert np.allclose(refined.corners, refine(brightness(), start).corners)
    assert refine_all(brightness(), []) == []


PICTURE_SIZE = (640, 480)
CENTRES = np.stack(np.meshgrid(np.arange(3) + 0.5, np.arange(3) + 0.5), 2).reshape(-1, 2)


def barrel(points: FloatArray, distortion: float) -> FloatArray:
    """Return points through a lens: d at r = d (1 + distortion r^2), in halves of the width."""
    ideal = (points - [319.5, 239.5]) / 320
    distance = np.hypot(*ideal.T)
    roots = [np.roots([-distortion * each, 1, -each]) for each in distance]
    moved = np.array([min(root.real[np.isreal(root) & (root.real > 0)]) for root in roots])
    return np.asarray(ideal / distance[:, None] * moved[:, None] * 320 + [319.5, 239.5])


def face(distortion: float, noise: float = 0.0) -> Lattice:
    """Return a face beside the middle of the image, whose stickers are where a lens puts them."""
    homography = face_homography(square(260, 40, 150))
    centres = barrel(apply_homography(homography, CENTRES), distortion)
    centres = centres + np.random.default_rng(1).normal(0, noise, centres.shape)
    return Lattice(3, homography, np.ones((3, 3), bool), 0.0, centres)


@pytest.mark.parametrize("distortion", [-0.1, -0.2, -0.3])
def test_the_distortion_is_estimated_from_one_face(distortion: float) -> None:
    assert lens_distortion([face(distortion, noise=0.1)], PICTURE_SIZE) == pytest.approx(
        distortion, abs=0.051
    )


def test_no_distortion_is_seen_through_a_straight_lens_or_in_noise() -> None:
    assert lens_distortion([face(0.0)], PICTURE_SIZE) == 0
    assert lens_distortion([face(0.0, noise=1.5)], PICTURE_SIZE) == 0
    assert lens_distortion([], PICTURE_SIZE) == 0


@given(st.floats(0, 639), st.floats(0, 479), st.sampled_from([-0.3, -0.1, 0.05]))
def test_a_point_is_moved_back(x: float, y: float, distortion: float) -> None:
    point = np.array([x, y])
    assert distorted_points(
        undistorted_points(point, PICTURE_SIZE, distortion), PICTURE_SIZE, distortion
    ) == pytest.approx(point, abs=1e-6)


@pytest.mark.parametrize(("seed", "distortion"), [(8006, -0.2), (8005, -0.3), (8008, -0.3)])
def test_all_faces_are_found_through_a_wide_lens(seed: int, distortion: float) -> None:
    picture, corners = through_wide_lens(draw_scene(3, seed, tilt=45, side=220.0), distortion)
    found = find_faces_at_any_scale(picture)
    for each in corners:
        assert min(corner_error(view.corners, each) for view in found) < 0.08
