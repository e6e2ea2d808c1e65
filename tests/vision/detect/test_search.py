"""Searching a photograph at several scales, and again for faces that one search misses."""

import cv2
import numpy as np
import pytest

from tests.support.benchmarks import Scene, draw_scene, empty_scene
from tests.support.cases import for_each
from tests.support.face_views import square
from tests.support.photographs import corner_error
from tests.support.wide_lens import through_wide_lens
from vision.arrays import FloatArray, Image
from vision.detect.face import FaceView
from vision.detect.lattice import Lattice, apply_homography, face_homography, scaling
from vision.detect.lattice_score import EdgeMap
from vision.detect.photograph import (
    find_faces,
    find_faces_at_another_scale,
    find_faces_at_any_scale,
)
from vision.detect.regions import Blobs
from vision.detect.second_search import (
    cell_areas,
    logarithmic,
    search_again,
    seen_stickers,
    shows_more_faces,
)

FINGER = (18, 18, 18)
FACE = Lattice.without_stickers(3, face_homography(square(90, 100, 100)))  # cells of 30 pixels

ALL = [(x + 0.5, y + 0.5, 0.8) for y in range(3) for x in range(3)]


@pytest.mark.parametrize("width", [320, 640, 1280])
def test_at_another_scale_faces_are_found_in_pixels_of_the_photograph(width: int) -> None:
    scene = draw_scene(3, 7201, tilt=45)
    scale = width / scene.image.shape[1]
    photograph = np.asarray(cv2.resize(scene.image, None, fx=scale, fy=scale), np.uint8)
    found = find_faces_at_another_scale(photograph)
    assert len(found) == len(scene.corners)
    for view in found:
        assert min(corner_error(view.corners / scale, true) for true in scene.corners) < 0.08


def test_a_photograph_of_the_smaller_size_is_not_searched_at_another() -> None:
    scene = draw_scene(3, 7201, tilt=45).image
    smaller = np.asarray(cv2.resize(scene, None, fx=0.75, fy=0.75), np.uint8)
    assert find_faces_at_another_scale(smaller) == ()


def behind_fingers(scene: Scene) -> Image:
    """Return a scene with two black fingers over its front, each with a hole above a sticker."""
    picture = scene.image.copy()
    homography = face_homography(scene.corners[0])
    sticker = np.sqrt(cv2.contourArea(scene.corners[0].astype(np.float32))) / 3
    for root, tip, hole in (
        ((-1.5, 1.5), (0.75, 1.5), (0.45, 1.5)),
        ((1.5, 4.5), (1.5, 2.25), (1.5, 2.5)),
    ):
        points = apply_homography(homography, np.array([root, tip, hole]))
        a, b, c = np.rint(points).astype(int).tolist()
        cv2.line(picture, a, b, FINGER, int(0.85 * sticker))
        window = np.zeros(picture.shape[:2], np.uint8)
        cv2.circle(window, c, int(0.2 * sticker), (1,), -1)
        picture[window > 0] = scene.image[window > 0]
    return picture


def error(found: tuple[FaceView, ...], corners: FloatArray) -> float:
    return min((corner_error(view.corners, corners) for view in found), default=9.0)


@pytest.mark.parametrize("seed", [8000, 8011, 8024])
def test_a_face_behind_fingers_is_found(seed: int) -> None:
    scene = draw_scene(3, seed, tilt=5, side=300.0)
    picture = behind_fingers(scene)
    assert error(find_faces(picture), scene.corners[0]) > 0.08  # missed by one search
    assert error(find_faces_at_any_scale(picture), scene.corners[0]) < 0.08


def test_a_face_that_is_too_small_for_a_second_search_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("vision.detect.second_search.find_lattices")
    scene = draw_scene(3, 8000, tilt=5, side=200.0)
    (face,) = find_faces(scene.image)
    seen = EdgeMap.from_image(scene.image).lattice_with_blobs(3, face.homography)
    assert len(seen.sticker_centres) >= 6
    found = [seen]
    assert search_again(scene.image, found, 3) is found


@for_each("seed", range(8))
def test_a_table_without_a_cube_has_no_face(seed: int) -> None:
    assert find_faces_at_any_scale(empty_scene(seed, clutter=40)) == ()


def test_equal_factors_of_brightness_become_equal_steps() -> None:
    levels = np.array([[[16, 48, 112]]], np.uint8)  # 2, 4 and 8 times 16, without the dark level
    first, second, third = logarithmic(levels)[0, 0].astype(int)
    assert second - first == pytest.approx(third - second, abs=1)
    ends = logarithmic(np.array([[[0, 255, 255]]], np.uint8))
    assert ends.ravel().tolist() == [0, 255, 255]


def test_copies_of_an_image_begin_at_the_same_edge() -> None:
    small, large = np.zeros((120, 160, 3), np.uint8), np.zeros((480, 640, 3), np.uint8)
    ends = apply_homography(scaling(small, large), np.array([[-0.5, -0.5], [159.5, 119.5]]))
    assert np.allclose(ends, [[-0.5, -0.5], [639.5, 479.5]])


@pytest.mark.parametrize("seed", range(8000, 8006))
def test_a_front_seen_through_a_wide_lens_is_found(seed: int) -> None:
    picture, corners = through_wide_lens(draw_scene(3, seed, tilt=45, side=300.0), -0.1)
    assert error(find_faces_at_any_scale(picture), corners[0]) < 0.12


def regions(*squares: tuple[float, float, float]) -> Blobs:
    """Return square regions: column and row of the middle in cells of FACE, and side in cells."""
    x, y, side = np.array(squares, float).T
    sides = 30 * side[:, None, None] * np.eye(2)
    return Blobs(100 + 30 * np.stack([x, y], 1), sides, (30 * side) ** 2)


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
