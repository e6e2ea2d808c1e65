"""The distortion of a wide lens, estimated from stickers and taken out of the picture."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.benchmarks import draw_scene
from tests.support.face_views import face_homography, square
from tests.support.photographs import corner_error
from tests.support.wide_lens import through_wide_lens
from vision.arrays import FloatArray
from vision.detect.lattice import Lattice, apply_homography
from vision.detect.photograph import find_faces_at_any_scale
from vision.detect.refinement import distorted_points, lens_distortion, undistorted_points

SIZE = (640, 480)
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
    assert lens_distortion([face(distortion, noise=0.1)], SIZE) == pytest.approx(
        distortion, abs=0.051
    )


def test_no_distortion_is_seen_through_a_straight_lens_or_in_noise() -> None:
    assert lens_distortion([face(0.0)], SIZE) == 0
    assert lens_distortion([face(0.0, noise=1.5)], SIZE) == 0
    assert lens_distortion([], SIZE) == 0


@given(st.floats(0, 639), st.floats(0, 479), st.sampled_from([-0.3, -0.1, 0.05]))
def test_a_point_is_moved_back(x: float, y: float, distortion: float) -> None:
    point = np.array([x, y])
    assert distorted_points(
        undistorted_points(point, SIZE, distortion), SIZE, distortion
    ) == pytest.approx(point, abs=1e-6)


@pytest.mark.parametrize(("seed", "distortion"), [(8006, -0.2), (8005, -0.3), (8008, -0.3)])
def test_all_faces_are_found_through_a_wide_lens(seed: int, distortion: float) -> None:
    picture, corners = through_wide_lens(draw_scene(3, seed, tilt=45, side=220.0), distortion)
    found = find_faces_at_any_scale(picture)
    for each in corners:
        assert min(corner_error(view.corners, each) for view in found) < 0.08
