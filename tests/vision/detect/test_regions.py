"""Finding regions of one colour that may be stickers.

Growing grids of regions from their neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.arrays import FloatArray, Image
from vision.detect.lattice import Lattice, ScoredLattice, apply_homography, face_homography
from vision.detect.region_grid import MAX_GRIDS, BlobGrid, grow_grids
from vision.detect.regions import Blobs, find_blobs, gradient_magnitude

WIDTH, HEIGHT = 320, 240
GREY, BRIGHT = 60, 200
EDGE_WIDTH = 7  # pixels of gradient about an edge, of the smoothing and of the gradient


def painted(*outlines: FloatArray) -> Image:
    """Return an image of bright polygons on grey."""
    image = np.full((HEIGHT, WIDTH, 3), GREY, np.uint8)
    for outline in outlines:
        cv2.fillPoly(image, [np.rint(outline).astype(np.int32)], (BRIGHT,) * 3)
    return image


def parallelogram(centre: tuple[float, float], right: FloatArray, down: FloatArray) -> FloatArray:
    ends = np.array([-right - down, right - down, right + down, down - right])
    return np.asarray(centre + ends / 2)


def box(x: float, y: float, width: float, height: float) -> FloatArray:
    return parallelogram((x, y), np.array([width, 0.0]), np.array([0.0, height]))


def blobs_of(image: Image) -> Blobs:
    return find_blobs(gradient_magnitude(image))


def test_the_gradient_is_high_on_edges_and_zero_elsewhere() -> None:
    gradient = gradient_magnitude(painted(box(100, 100, 60, 60)))
    assert gradient.shape == (HEIGHT, WIDTH)
    assert gradient[100, 70] > (BRIGHT - GREY) / 2
    assert gradient[100, 100] == 0
    assert gradient[20, 20] == 0


@pytest.mark.parametrize("channel", range(3))
def test_an_edge_in_one_channel_is_enough(channel: int) -> None:
    image = np.full((40, 40, 3), GREY, np.uint8)
    image[:, 20:, channel] = BRIGHT
    assert gradient_magnitude(image)[20, 20] > (BRIGHT - GREY) / 2


def test_two_rectangles_are_two_regions_with_their_centres_and_sizes() -> None:
    blobs = blobs_of(painted(box(80, 90, 50, 50), box(220, 150, 60, 40)))
    assert len(blobs.areas) == 2
    order = blobs.centres[:, 0].argsort()
    assert np.allclose(blobs.centres[order], [[80, 90], [220, 150]], atol=1)
    # An edge is a band of gradient: a region ends on either side of it.
    expected = np.array([[[50, 0], [0, 50]], [[60, 0], [0, 40]]])
    assert np.abs(blobs.sides[order] - expected).max() < EDGE_WIDTH
    for area, (width, height) in zip(blobs.areas[order], ((50, 50), (60, 40)), strict=True):
        assert (width - EDGE_WIDTH) * (height - EDGE_WIDTH) < area
        assert area < (width + EDGE_WIDTH) * (height + EDGE_WIDTH)


@settings(max_examples=25)
@given(st.floats(0, 360), st.floats(-0.4, 0.4), st.floats(0.6, 1.6))
def test_the_sides_of_a_slanted_region_point_right_and_down(
    turned: float, slant: float, longer: float
) -> None:
    a = np.radians(turned)
    first = 60 * np.sqrt(longer) * np.array([np.cos(a), np.sin(a)])
    second = 60 / np.sqrt(longer) * np.array([-np.sin(a), np.cos(a)]) + slant * first
    blobs = blobs_of(painted(parallelogram((160, 120), first, second)))
    assert len(blobs.areas) == 1
    right, down = blobs.sides[0]
    assert right[0] >= abs(down[0]) - 1e-9
    assert np.linalg.det(blobs.sides[0]) > 0
    for side in (first, second):
        off = min(np.hypot(*(sign * each - side)) for each in (right, down) for sign in (1, -1))
        assert off < EDGE_WIDTH + 1


@pytest.mark.parametrize(
    "outline",
    [
        np.array([[100, 60], [180, 200], [60, 200]]),
        np.array([[60, 60], [90, 60], [90, 150], [180, 150], [180, 180], [60, 180]]),
        box(160, 120, 140, 6),
    ],
    ids=["a triangle", "an angle", "a strip"],
)
def test_regions_that_cannot_be_squares_are_left_out(outline: FloatArray) -> None:
    assert len(blobs_of(painted(outline)).areas) == 0


def test_a_region_that_fills_most_of_the_image_is_left_out() -> None:
    assert len(blobs_of(painted(box(160, 120, 80, 80))).areas) == 1
    assert len(blobs_of(painted(box(160, 120, 200, 180))).areas) == 0


def test_the_smallest_area_may_be_given() -> None:
    strength = gradient_magnitude(painted(box(80, 90, 30, 30), box(220, 150, 60, 60)))
    assert len(find_blobs(strength).areas) == 2
    (centre,) = find_blobs(strength, 1500).centres
    assert np.allclose(centre, [220, 150], atol=1)


def test_a_region_within_a_soft_rim_is_found_once() -> None:
    image = np.asarray(cv2.GaussianBlur(painted(box(160, 120, 70, 70)), (9, 9), 0), np.uint8)
    assert len(blobs_of(image).areas) == 1


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(2, 62), st.integers(2, 46)), max_size=30))
def test_specks_of_noise_change_no_region(places: list[tuple[int, int]]) -> None:
    gradient = gradient_magnitude(painted(box(80, 90, 50, 50), box(220, 150, 60, 40)))
    noisy = gradient.copy()
    for x, y in places:
        around = gradient[5 * y - 3 : 5 * y + 3, 5 * x - 3 : 5 * x + 3]
        if (around == around[0, 0]).all():  # away from all edges, a hole or an island of 2 x 2
            noisy[5 * y - 1 : 5 * y + 1, 5 * x - 1 : 5 * x + 1] = 255 - around[0, 0]
    before, after = find_blobs(gradient), find_blobs(noisy)
    assert np.array_equal(before.centres, after.centres)
    assert np.array_equal(before.sides, after.sides)


def test_a_plain_image_has_no_regions() -> None:
    blobs = blobs_of(painted())
    assert blobs.centres.shape == (0, 2)
    assert blobs.sides.shape == (0, 2, 2)


UPRIGHT = np.array([[40, 0, 60], [0, 40, 50], [0, 0, 1.0]])
TILTED = face_homography(np.array([[90, 45], [235, 60], [225, 205], [75, 190]], float))
NINE = [(x, y) for y in range(3) for x in range(3)]


def blobs_at(
    cells: Sequence[tuple[float, float]], homography: FloatArray, share: float = 0.88
) -> Blobs:
    """Return the stickers at some cells, which cover the given share of their cells."""
    middles = np.array(cells, float).reshape(-1, 2) + 0.5
    centres = apply_homography(homography, middles)
    steps = [np.array([share / 2, 0]), np.array([0, share / 2])]
    sides = np.stack(
        [
            apply_homography(homography, middles + step)
            - apply_homography(homography, middles - step)
            for step in steps
        ],
        1,
    )
    return Blobs(centres, sides, np.abs(np.linalg.det(sides)))


def joined(*parts: Blobs) -> Blobs:
    return Blobs(
        *(
            np.concatenate([getattr(p, name) for p in parts])
            for name in ("centres", "sides", "areas")
        )
    )


def grids(blobs: Blobs, rings: int = 3, answer: ScoredLattice | None = None) -> list[BlobGrid]:
    """Return all grids that are grown, with the same answer to each."""
    grown: list[BlobGrid] = []

    def note(grid: BlobGrid) -> ScoredLattice | None:
        grown.append(grid)
        return answer

    grow_grids(blobs, rings, note)
    return grown


@pytest.mark.parametrize("homography", [UPRIGHT, TILTED])
def test_the_stickers_of_a_face_are_numbered_by_column_and_row(homography: FloatArray) -> None:
    blobs = blobs_at(NINE, homography)
    found = grids(blobs)
    assert found
    for grid in found:
        assert len(grid.cells) == 9
        start = grid.cells.min(0)
        expected = apply_homography(homography, grid.cells - start + 0.5)
        assert np.allclose(grid.centres, expected)
        assert (grid.cells.max(0) - start).tolist() == [2, 2]
        assert (grid.cells == 0).all(1).any()


def test_the_homography_of_a_grid_maps_its_cells_to_pixels() -> None:
    for grid in grids(blobs_at(NINE, TILTED)):
        off = apply_homography(grid.homography, grid.cells.astype(float)) - grid.centres
        assert np.abs(off).max() < 3


def test_the_steps_of_a_grid_are_those_from_sticker_to_sticker() -> None:
    for grid in grids(blobs_at(NINE, UPRIGHT)):
        assert np.allclose(grid.step_vectors, [[40, 0], [0, 40]], atol=1)


def test_regions_of_another_shape_or_off_the_lattice_are_left_out() -> None:
    face = blobs_at(NINE, UPRIGHT)
    clutter = joined(blobs_at([(3, 1)], UPRIGHT, share=1.6), blobs_at([(-1.5, 0.5)], UPRIGHT))
    for grid in grids(joined(face, clutter)):
        assert len(grid.cells) == 9
        distance = np.abs(grid.centres[:, None] - clutter.centres).max(2)
        assert distance.min() > 1


def test_a_grid_grows_by_a_limited_number_of_rings() -> None:
    row = [(x, y) for y in range(2) for x in range(9)]
    for grid in grids(blobs_at(row, UPRIGHT), rings=2):
        assert np.abs(grid.cells).max() <= 2
    assert max(np.abs(grid.cells).max() for grid in grids(blobs_at(row, UPRIGHT), rings=4)) == 4


@pytest.mark.parametrize("cells", [[], [(0, 0)], [(0, 0), (1, 0)], [(0, 0), (4, 0), (0, 4)]])
def test_regions_without_neighbours_grow_no_grid(cells: Sequence[tuple[float, float]]) -> None:
    assert grids(blobs_at(cells, UPRIGHT)) == []


def test_the_regions_of_a_certain_lattice_start_no_other_grid() -> None:
    far = np.array([[40, 0, 400], [0, 40, 50], [0, 0, 1.0]])
    blobs = joined(blobs_at(NINE, UPRIGHT), blobs_at(NINE, far))
    certain = ScoredLattice(0.9, Lattice.without_stickers(3, UPRIGHT))
    inside = [grid.centres[:, 0].max() < 200 for grid in grids(blobs, answer=certain)]
    assert inside.count(True) <= 1
    assert inside.count(False) > 1


def test_the_number_of_grids_is_limited() -> None:
    many = [(x, y) for y in range(6) for x in range(6)]
    doubtful = ScoredLattice(0.1, Lattice.without_stickers(3, UPRIGHT))
    assert len(grids(blobs_at(many, UPRIGHT), answer=doubtful)) == MAX_GRIDS


def test_a_grid_that_drifts_off_its_seed_is_given_up_without_a_warning() -> None:
    # Stickers and parts of fingers: the first fit to these takes the seed to another cell.
    centres = [
        *((257.88, 213.55), (160.47, 117.03), (125.39, 108.85)),
        *((195.81, 203.31), (159.07, 67.8), (194.62, 192.32)),
    ]
    sides = [
        *(((110.44, 108.87), (-24.28, 11.4)), ((34.34, 5.55), (-15.43, 21.52))),
        *(((24.15, 6.65), (-11.7, 14.03)), ((21.6, 5.83), (1.2, 14.85))),
        *(((20.58, 3.47), (-8.54, 10.24)), ((28.3, 7.67), (-0.67, 4.94))),
    ]
    areas = np.abs(np.linalg.det(np.array(sides)))
    assert not grids(Blobs(np.array(centres), np.array(sides), areas))
