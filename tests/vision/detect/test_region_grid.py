"""Growing grids of regions from their neighbours."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.support.face_views import face_homography
from vision.arrays import FloatArray
from vision.detect.lattice import Lattice, ScoredLattice, apply_homography
from vision.detect.region_grid import MAX_GRIDS, BlobGrid, grow_grids
from vision.detect.regions import Blobs

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
