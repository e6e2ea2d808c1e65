"""Searching a photograph at several scales."""

import cv2
import numpy as np
import pytest

from tests.support.benchmarks import draw_scene
from tests.support.photographs import corner_error
from vision.detect.search import find_faces_at_another_scale


@pytest.mark.parametrize("width", [320, 1280])
def test_at_another_scale_faces_are_found_in_pixels_of_the_photograph(width: int) -> None:
    scene = draw_scene(3, 7201, tilt=45)
    scale = width / scene.image.shape[1]
    photograph = np.asarray(cv2.resize(scene.image, None, fx=scale, fy=scale), np.uint8)
    found = find_faces_at_another_scale(photograph)
    assert len(found) == len(scene.corners)
    for view in found:
        assert min(corner_error(view.corners / scale, true) for true in scene.corners) < 0.08


def test_a_photograph_that_is_searched_at_its_own_size_is_not_searched_at_another() -> None:
    assert find_faces_at_another_scale(draw_scene(3, 7201, tilt=45).image) == ()
