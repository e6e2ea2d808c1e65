"""Lattices of stickers and their homographies.

The score of a lattice: edge support, contrast, misfit and neighbours.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.drawn_faces import PAINT
from tests.support.drawn_stickers import BODY, SIZE, draw_stickers
from tests.support.face_views import square
from vision.arrays import FloatArray, Image
from vision.detect.lattice import (
    Lattice,
    ScoredLattice,
    apply_homography,
    face_homography,
    fit_homographies,
    plausible,
)
from vision.detect.lattice_score import (
    BORDER_PIXELS,
    EDGE_CELL_PIXELS,
    EdgeMap,
    cell_averaging_matrices,
    contrast,
    line_rows,
)

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


COLOURS = PAINT[[0, 1, 2, 3, 4, 5, 0, 1, 2]].reshape(3, 3, 3)
CORNERS = np.array([[90, 45], [235, 60], [225, 205], [75, 190]], float)
TRUE = face_homography(CORNERS)
# Five by five stickers, whose middle three by three are not a face.
WALL = np.array([[[20 * i + 130, 60, 20 * j + 130] for j in range(5)] for i in range(5)], float)
WALL_HOMOGRAPHY = face_homography(square(200, 60, 20), 5)


def lattice(homography: FloatArray, n: int = 3) -> Lattice:
    return Lattice.without_stickers(n, homography)


@pytest.fixture(scope="module")
def edges() -> EdgeMap:
    return EdgeMap.from_image(draw_stickers(COLOURS, TRUE))


def test_an_edge_map_has_the_size_of_its_image(edges: EdgeMap) -> None:
    assert edges.size == SIZE
    assert edges.gradient.shape == edges.brightness.shape == SIZE[::-1]


def test_the_brightness_is_that_of_the_brightest_channel() -> None:
    image = np.full((40, 60, 3), 200, np.uint8)
    image[:, 20:40] = (90, 10, 20)
    image[:, 40:] = (10, 20, 140)
    brightness = EdgeMap.from_image(image).brightness
    assert brightness[20, [10, 30, 50]].tolist() == [200, 90, 140]


@pytest.mark.parametrize("darker", [2, 5])
def test_a_dark_image_has_the_same_stickers(edges: EdgeMap, darker: int) -> None:
    dark = np.asarray(draw_stickers(COLOURS, TRUE) // darker, np.uint8)
    own = EdgeMap.from_image(dark).lattice_with_blobs(3, TRUE)
    assert own.has_sticker.all()


def test_the_lattice_of_a_face_has_strong_support(edges: EdgeMap) -> None:
    assert 0.7 < edges.edge_support(lattice(TRUE)) <= 1


def test_shifted_lattices_have_less_support(edges: EdgeMap) -> None:
    own = edges.edge_support(lattice(TRUE))
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    assert edges.edge_support(lattice(TRUE @ half)) < own - 0.5
    assert edges.edge_support(lattice(TRUE).shifted(1, 0)) < own - 0.1
    assert edges.edge_support(lattice(TRUE @ np.diag([3 / 4, 3 / 4, 1]), 4)) < own - 0.3


def test_a_plain_image_supports_no_lattice() -> None:
    plain = EdgeMap.from_image(np.full((*SIZE[::-1], 3), 128, np.uint8))
    assert plain.edge_support(lattice(TRUE)) == 0
    assert len(plain.blobs.areas) == 0


def test_several_lattices_have_the_same_support_as_separately(edges: EdgeMap) -> None:
    both = [lattice(TRUE), lattice(TRUE).shifted(0, 1)]
    assert np.allclose(edges.edge_supports(both), [edges.edge_support(each) for each in both])
    assert len(edges.edge_supports([])) == 0


def test_a_face_stands_out_from_its_neighbours_and_a_piece_of_a_wall_does_not(
    edges: EdgeMap,
) -> None:
    wall = EdgeMap.from_image(draw_stickers(WALL, WALL_HOMOGRAPHY))
    inner = lattice(WALL_HOMOGRAPHY).shifted(1, 1)
    assert wall.edge_support(inner) > 0.7
    assert abs(wall.shift_contrast(inner)) < 0.1
    assert edges.shift_contrast(lattice(TRUE)) > 0.2


def covered() -> Image:
    """Return an image of the face with the sticker in row 1, column 3 covered in black."""
    image = draw_stickers(COLOURS, face_homography(square(150, 80, 40)))
    image[40:90, 180:230] = BODY
    return image


def test_the_stickers_of_a_lattice_are_the_regions_at_its_cells() -> None:
    homography = face_homography(square(150, 80, 40))
    found = EdgeMap.from_image(covered()).lattice_with_blobs(3, homography)
    assert found.has_sticker.tolist() == [[True, True, False], [True] * 3, [True] * 3]
    expected = [(105 + 50 * j, 65 + 50 * i) for i in range(3) for j in range(3) if (i, j) != (0, 2)]
    assert np.abs(found.sticker_centres - expected).max() < 1.5
    assert found.misfit < 0.03


def test_the_misfit_is_the_distance_of_stickers_from_their_cells(edges: EdgeMap) -> None:
    shifted = TRUE @ np.array([[1, 0, 0.1], [0, 1, 0.05], [0, 0, 1]])
    assert edges.lattice_with_blobs(3, shifted).misfit == pytest.approx(0.1, abs=0.02)
    far = TRUE @ np.array([[1, 0, 0.4], [0, 1, 0], [0, 0, 1]])
    assert not edges.lattice_with_blobs(3, far).has_sticker.any()


def test_regions_of_another_size_are_not_stickers(edges: EdgeMap) -> None:
    # Only the cell in the middle of a lattice three times as coarse has a sticker at its middle.
    coarse = TRUE @ np.array([[3, 0, -3], [0, 3, -3], [0, 0, 1]])
    assert not edges.lattice_with_blobs(3, coarse).has_sticker.any()


def test_a_misfit_lowers_the_score(edges: EdgeMap) -> None:
    good = edges.lattice_with_blobs(3, TRUE)
    support = edges.edge_support(good)
    poor = Lattice(3, TRUE, good.has_sticker, 0.1, good.sticker_centres)
    assert edges.score(poor) < edges.score(good) < support


def test_the_larger_of_two_lattices_is_preferred_and_no_score_is_negative() -> None:
    small, large = (lattice(face_homography(square(side))) for side in (100, 200))
    assert ScoredLattice(0.6, large).area_weighted > ScoredLattice(0.6, small).area_weighted
    assert ScoredLattice(0.8, small).area_weighted > ScoredLattice(0.6, large).area_weighted
    assert ScoredLattice(-0.5, large).area_weighted == 0


@pytest.mark.parametrize("n", [2, 3, 5])
def test_the_means_of_cells_are_those_of_their_insides(n: int) -> None:
    line = np.full(n * EDGE_CELL_PIXELS + 2 * BORDER_PIXELS, 250.0)
    for cell in range(n):
        start = BORDER_PIXELS + cell * EDGE_CELL_PIXELS
        line[start + 3 : start + EDGE_CELL_PIXELS - 3] = cell
    for matrix in cell_averaging_matrices(n):
        assert np.allclose(matrix @ line, np.arange(n), atol=1e-4)


def test_the_rows_about_a_line_hold_its_pixels_on_both_sides() -> None:
    rows = line_rows(3)
    lines = BORDER_PIXELS + EDGE_CELL_PIXELS * np.arange(4)
    assert len(rows) == 4
    for line, about in zip(lines, rows, strict=True):
        assert {line - 1, line} <= set(about.tolist())
        assert np.abs(about + 0.5 - line).max() < EDGE_CELL_PIXELS / 4


def test_the_contrast_is_positive_where_the_line_is_stronger() -> None:
    line, cells = np.array([200.0, 10, 50]), np.array([10.0, 200, 50])
    strong, weak, none = contrast(line, cells)
    assert 0.8 < strong <= 1
    assert weak == -strong
    assert none == 0
