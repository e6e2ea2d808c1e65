"""Faces that the first search of a picture misses."""

import cv2
import numpy as np
import pytest

from tests.support.benchmarks import Scene, draw_scene, empty_scene
from tests.support.face_views import face_homography
from tests.support.photographs import corner_error
from tests.support.wide_lens import bent
from vision.arrays import FloatArray, Image
from vision.detect.face import FaceView
from vision.detect.face_finder import find_faces
from vision.detect.lattice import apply_homography
from vision.detect.lattice_score import EdgeMap
from vision.detect.scales.photo_search import find_at_any_scale
from vision.detect.scales.second_search import logarithmic, scaling, search_again

FINGER = (18, 18, 18)


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
    assert error(find_at_any_scale(picture), scene.corners[0]) < 0.08


def test_a_face_that_is_too_small_for_a_second_search_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("vision.detect.scales.second_search.find_lattices")
    scene = draw_scene(3, 8000, tilt=5, side=200.0)
    (face,) = find_faces(scene.image)
    seen = EdgeMap.from_image(scene.image).lattice_with_blobs(3, face.homography)
    assert len(seen.sticker_centres) >= 6
    found = [seen]
    assert search_again(scene.image, found, 3) is found


@pytest.mark.parametrize("seed", range(8))
def test_a_table_without_a_cube_has_no_face(seed: int) -> None:
    assert find_at_any_scale(empty_scene(seed, clutter=40)) == ()


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
    picture, corners = bent(draw_scene(3, seed, tilt=45, side=300.0), bending=-0.1)
    assert error(find_at_any_scale(picture), corners[0]) < 0.12
