"""Lattices of stickers and their homographies."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.face_views import face_homography, square
from vision.arrays import FloatArray
from vision.detect.lattice import Lattice, apply_homography, fit_homographies, plausible

CELLS = np.stack(np.meshgrid(np.arange(3), np.arange(3)), 2).reshape(-1, 2) + 0.5
ALL_USED = np.ones((1, 9), bool)
shifts = st.lists(st.floats(-12, 12), min_size=8, max_size=8)


def outline(moved: list[float]) -> FloatArray:
    """Return the corners of a square of 180 pixels, each moved a little."""
    return np.asarray(square(180, 60, 40) + np.array(moved).reshape(4, 2))


def test_points_are_mapped_with_perspective() -> None:
    homography = np.array([[2, 0, 5], [0, 4, 7], [0, 0.5, 1]])
    points = np.array([[0, 0], [1, 0], [3, 2]], float)
    assert apply_homography(homography, points).tolist() == [[5, 7], [7, 7], [5.5, 7.5]]


def test_each_set_of_points_is_mapped_by_its_own_homography() -> None:
    homographies = np.stack([np.eye(3), np.diag([2.0, 3.0, 1.0])])
    points = np.array([[[1, 2], [3, 4]], [[1, 2], [3, 4]]], float)
    expected = [[[1, 2], [3, 4]], [[2, 6], [6, 12]]]
    assert apply_homography(homographies, points).tolist() == expected


@given(shifts)
def test_a_homography_is_fitted_to_the_middles_of_its_cells(moved: list[float]) -> None:
    true = face_homography(outline(moved))
    (fitted,) = fit_homographies(CELLS[None], apply_homography(true, CELLS), ALL_USED, true[:2, :2])
    corners = apply_homography(fitted, square(3))
    assert np.hypot(*(corners - outline(moved)).T).max() < 6


def test_a_homography_without_perspective_is_fitted_exactly() -> None:
    true = np.array([[50, 12, 100], [-9, 47, 80], [0, 0, 1.0]])
    wrong_steps = np.array([[30, 0], [0, 30.0]])
    (fitted,) = fit_homographies(CELLS[None], apply_homography(true, CELLS), ALL_USED, wrong_steps)
    assert np.allclose(fitted, true, atol=1e-3)


def test_unused_points_do_not_affect_the_fit() -> None:
    true = np.array([[50, 12, 100], [-9, 47, 80], [0, 0, 1.0]])
    pixels = apply_homography(true, CELLS)
    pixels[4] += 40
    used = ALL_USED.copy()
    used[0, 4] = False
    without, with_all = fit_homographies(
        np.stack([CELLS, CELLS]), pixels, np.vstack([used, ALL_USED]), true[:2, :2]
    )
    assert np.allclose(without, true, atol=1e-3)
    assert not np.allclose(with_all, true, atol=1)


def test_stickers_in_one_row_use_the_given_step_for_the_other_direction() -> None:
    true = np.array([[50, 0, 100], [0, 50, 80], [0, 0, 1.0]])
    row = CELLS[:3]
    used = np.ones((1, 3), bool)
    (fitted,) = fit_homographies(row[None], apply_homography(true, row), used, true[:2, :2])
    assert np.allclose(apply_homography(fitted, square(3)), square(150, 100, 80), atol=1)


def test_a_lattice_has_its_corners_and_area() -> None:
    lattice = Lattice.without_stickers(4, np.array([[20, 0, 10], [0, 30, 5], [0, 0, 1.0]]))
    assert lattice.corners.tolist() == [[10, 5], [90, 5], [90, 125], [10, 125]]
    assert lattice.area == 80 * 120
    assert lattice.has_sticker.shape == (4, 4)
    assert not lattice.has_sticker.any()
    assert len(lattice.sticker_centres) == 0


@given(shifts, st.integers(-2, 2), st.integers(-2, 2))
def test_a_lattice_is_shifted_by_whole_cells(moved: list[float], columns: int, rows: int) -> None:
    homography = face_homography(outline(moved))
    shifted = Lattice.without_stickers(3, homography).shifted(columns, rows)
    expected = apply_homography(homography, square(3, columns, rows))
    assert np.allclose(shifted.corners, expected)


@given(shifts)
def test_a_square_seen_by_a_camera_is_plausible(moved: list[float]) -> None:
    assert Lattice.without_stickers(3, face_homography(outline(moved))).plausible


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (100, 0), (0, 100), (100, 100)],
        [(0, 0), (0, 100), (100, 100), (100, 0)],
        [(0, 0), (100, 0), (80, 100), (20, 100)],
        [(0, 20), (100, 0), (100, 100), (0, 75)],
    ],
    ids=["crossed", "mirrored", "one side short, top to bottom", "one side short, left to right"],
)
def test_an_impossible_projection_of_a_square_is_not_plausible(
    corners: list[tuple[int, int]],
) -> None:
    seen = face_homography(square(100))
    unseen = face_homography(np.array(corners, float))
    assert plausible(np.stack([seen, unseen]), 3).tolist() == [True, False]
