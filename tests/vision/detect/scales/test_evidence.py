"""Regions that speak for and against a face."""

import numpy as np

from tests.support.benchmarks import draw_scene
from tests.support.face_views import face_homography, square
from vision.detect.lattice import Lattice
from vision.detect.lattice_score import EdgeMap
from vision.detect.regions import Blobs
from vision.detect.scales.evidence import cell_areas, seen_stickers, shows_more_faces

FACE = Lattice.without_stickers(3, face_homography(square(90, 100, 100)))  # cells of 30 pixels


def regions(*squares: tuple[float, float, float]) -> Blobs:
    """Return square regions: column and row of the middle in cells of FACE, and side in cells."""
    x, y, side = np.array(squares, float).T
    sides = 30 * side[:, None, None] * np.eye(2)
    return Blobs(100 + 30 * np.stack([x, y], 1), sides, (30 * side) ** 2)


ALL = [(x + 0.5, y + 0.5, 0.8) for y in range(3) for x in range(3)]


def test_the_regions_in_the_middles_of_the_cells_are_its_stickers() -> None:
    seen = seen_stickers(regions(*ALL), FACE)
    assert sorted(map(tuple, seen.cells.tolist())) == [(x, y) for x in range(3) for y in range(3)]
    assert seen.beside == 0


def test_a_hole_in_a_finger_and_a_region_beside_the_middle_are_no_stickers() -> None:
    hole, moved = (0.5, 0.5, 0.55), (1.8, 1.5, 0.8)
    others = [each for each in ALL if each[:2] not in ((0.5, 0.5), (1.5, 1.5))]
    seen = seen_stickers(regions(hole, moved, *others), FACE)
    assert len(seen.cells) == 7
    assert 0 not in seen.regions
    assert 1 not in seen.regions


def test_stickers_in_a_row_beside_the_face_are_counted() -> None:
    beside = [(3.5, 0.5, 0.8), (3.5, 2.5, 0.8), (0.5, -0.5, 0.8)]
    assert seen_stickers(regions(*ALL, *beside), FACE).beside == 2
    larger = [(x, y, 1.0) for x, y, _ in beside]
    assert seen_stickers(regions(*ALL, *larger), FACE).beside == 0


def test_three_regions_have_no_typical_size() -> None:
    assert len(seen_stickers(regions(*ALL[:3]), FACE).cells) == 0


def test_a_cell_farther_away_is_smaller() -> None:
    corners = np.array([[100, 100], [200, 100], [180, 180], [120, 180]], float)
    areas = cell_areas(face_homography(corners), np.array([[1.5, 0.5], [1.5, 2.5]]))
    assert areas[0] > areas[1]
    flat = cell_areas(FACE.homography, np.array([[0.5, 0.5], [2.5, 1.5]]))
    assert np.allclose(flat, 900)


def test_stickers_that_go_on_beside_the_faces_found_show_that_there_are_more() -> None:
    scene = draw_scene(3, 7102, tilt=45)
    edge_map = EdgeMap.from_image(scene.image)
    faces = [edge_map.lattice_with_blobs(3, face_homography(each)) for each in scene.corners]
    assert not shows_more_faces(edge_map, faces)
    assert shows_more_faces(edge_map, faces[:1])
    assert shows_more_faces(edge_map, [])
