"""The benchmark of sizes counts what is read as in the original photographs."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.reading.picture_sizes import (
    Resizing,
    compare_cubes,
    compare_faces,
    search_times,
)
from benchmarks.support.photographs import LabelledPhoto, PhotographedCube, cubes_by_faces
from vision.capture.files import load_image

DATA = Path(__file__).parents[2] / "data"
TINY = Resizing(40)
LARGE = Resizing(2016)


@pytest.mark.thorough
def test_a_cube_counts_only_if_it_is_read_as_before() -> None:
    cube = cubes_by_faces(DATA)[0]
    large, tiny = (compare_cubes([cube], resizing) for resizing in (LARGE, TINY))
    assert (large.same, large.of, large.changed) == (1, 1, ())
    assert (tiny.same, tiny.of, tiny.changed) == (0, 1, (cube.name,))
    assert tiny.what == "40 pixels: cubes"


@pytest.mark.thorough
def test_a_face_counts_only_with_the_colours_of_before() -> None:
    pictures = cubes_by_faces(DATA)[0].pictures[:2]
    assert compare_faces(pictures, LARGE).same == 2
    assert compare_faces(pictures, TINY).changed == ("U", "R")


def test_a_picture_without_a_face_is_read_as_before(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((90, 120, 3), 110, np.uint8))
    corners = cubes_by_faces(DATA)[0].pictures[0].faces
    photo = LabelledPhoto(path, corners)
    assert compare_faces([photo], LARGE).same == 1
    assert compare_cubes([PhotographedCube("none", "", (photo,))], LARGE).same == 1


def test_a_photograph_has_the_size_that_is_asked_for() -> None:
    path = cubes_by_faces(DATA)[0].pictures[0].path
    original = load_image(path).image
    for resizing, longer in ((LARGE, 2016), (Resizing(None), max(original.shape) // 2)):
        assert max(resizing.frame(path).image.shape) == longer


def test_the_time_of_a_search_is_measured() -> None:
    times = search_times(TINY, cubes_by_faces(DATA)[0].pictures[:1])
    assert 0 < times.milliseconds == times.slowest_milliseconds
