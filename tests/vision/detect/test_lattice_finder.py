"""Windows of a grid of blobs that may be a face."""

import numpy as np
import pytest

from tests.support.drawn_faces import PAINT
from tests.support.drawn_stickers import draw_stickers
from tests.support.face_views import square
from vision.arrays import FloatArray
from vision.detect.lattice import apply_homography, face_homography
from vision.detect.lattice_finder import min_blobs, size_candidates, window_lattices
from vision.detect.lattice_score import EdgeMap
from vision.detect.region_grid import BlobGrid

CORNERS = np.array([[90, 45], [235, 60], [225, 205], [75, 190]], float)


def grid_of(cells: list[tuple[int, int]], homography: FloatArray, start: int = 1) -> BlobGrid:
    """Return the grid of blobs at some cells of a face, numbered from its cell (start, start)."""
    centres = apply_homography(homography, np.array(cells) + 0.5)
    origin = start + 0.5
    from_start = homography @ np.array([[1, 0, origin], [0, 1, origin], [0, 0, 1]])
    ends = apply_homography(from_start, np.array([[0, 0], [1, 0], [0, 1]], float))
    steps = np.stack([ends[1] - ends[0], ends[2] - ends[0]], 1)
    return BlobGrid(np.array(cells) - start, centres, steps, from_start)


def all_cells(n: int) -> list[tuple[int, int]]:
    return [(x, y) for y in range(n) for x in range(n)]


def edges_of(n: int, homography: FloatArray) -> EdgeMap:
    places = np.add.outer(2 * np.arange(n), np.arange(n)) % 6
    return EdgeMap.from_image(draw_stickers(PAINT[places], homography))


def test_half_of_the_cells_must_hold_a_blob_and_four_at_least() -> None:
    assert [min_blobs(n) for n in (2, 3, 4, 5)] == [4, 4, 8, 12]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_size_and_the_place_of_a_face_are_found_in_its_grid(n: int) -> None:
    homography = face_homography(CORNERS, n)
    found = list(
        size_candidates(edges_of(n, homography), grid_of(all_cells(n), homography), (2, 3, 4, 5))
    )
    best = max(found, key=lambda candidate: candidate.clarity)
    assert best.lattice.n == n
    assert np.abs(best.lattice.corners - CORNERS).max() < 1e-6
    assert best.clarity > best.support > 0.6


def test_each_size_is_a_candidate_once() -> None:
    homography = face_homography(CORNERS)
    found = size_candidates(edges_of(3, homography), grid_of(all_cells(3), homography), (2, 3))
    sizes = [each.lattice.n for each in found]
    assert len(sizes) == len(set(sizes))
    assert 3 in sizes


def test_a_row_that_is_hidden_still_belongs_to_the_face() -> None:
    homography = face_homography(CORNERS)
    two_rows = [(x, y) for x, y in all_cells(3) if y > 0]
    (candidate,) = size_candidates(edges_of(3, homography), grid_of(two_rows, homography), (3,))
    assert np.abs(candidate.lattice.corners - CORNERS).max() < 1e-6


def test_a_plain_image_and_a_grid_of_too_few_blobs_have_no_candidates() -> None:
    homography = face_homography(CORNERS)
    plain = EdgeMap.from_image(np.full((240, 320, 3), 128, np.uint8))
    assert list(size_candidates(plain, grid_of(all_cells(3), homography), (2, 3, 4))) == []
    three = grid_of([(0, 0), (1, 0), (1, 1)], homography)
    assert list(size_candidates(edges_of(3, homography), three, (2, 3, 4))) == []


def test_a_full_grid_has_one_window_with_all_its_blobs() -> None:
    homography = face_homography(square(150, 80, 40))
    grid = grid_of(all_cells(3), homography)
    full = max(window_lattices(grid, 3), key=lambda lattice: lattice.has_sticker.sum())
    assert full.has_sticker.all()
    assert np.allclose(full.corners, square(150, 80, 40), atol=0.1)
    assert full.misfit < 0.01
    assert np.allclose(full.sticker_centres, grid.centres)


def test_a_window_has_stickers_only_where_the_grid_has_blobs() -> None:
    homography = face_homography(square(150, 80, 40))
    cells = [cell for cell in all_cells(3) if cell not in ((2, 0), (1, 1))]
    full = max(
        window_lattices(grid_of(cells, homography), 3),
        key=lambda lattice: lattice.has_sticker.sum(),
    )
    assert full.has_sticker.tolist() == [[True, True, False], [True, False, True], [True] * 3]
    assert np.allclose(full.sticker_centres, apply_homography(homography, np.array(cells) + 0.5))
    assert np.allclose(full.corners, square(150, 80, 40), atol=0.1)


def test_a_blob_off_the_lattice_is_left_out_of_it() -> None:
    homography = face_homography(square(150, 80, 40))
    grid = grid_of(all_cells(3), homography)
    grid.centres[4] += 12  # a quarter of a cell
    windows = window_lattices(grid, 3)
    best = max(windows, key=lambda lattice: lattice.has_sticker.sum())
    assert best.has_sticker.tolist() == [[True] * 3, [True, False, True], [True] * 3]
    assert np.allclose(best.corners, square(150, 80, 40), atol=0.1)


def test_too_few_blobs_make_no_lattice() -> None:
    homography = face_homography(square(150, 80, 40))
    assert window_lattices(grid_of([(0, 0), (1, 0), (0, 1)], homography), 3) == []


def test_a_grid_that_is_wider_than_the_face_has_a_window_for_each_place() -> None:
    homography = face_homography(square(200, 40, 20), 4)
    windows = window_lattices(grid_of(all_cells(4), homography), 3)
    places = {
        tuple(np.rint((w.corners[0] - (40, 20)) / 50).astype(int).tolist())
        for w in windows
        if w.has_sticker.all()
    }
    assert places == {(0, 0), (1, 0), (0, 1), (1, 1)}
