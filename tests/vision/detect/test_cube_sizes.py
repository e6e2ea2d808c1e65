"""Detecting cubes of every size in rendered scenes."""

from itertools import product

import cv2
import numpy as np
import pytest

from tests.support.benchmarks import Scene, draw_scene, empty_scene
from tests.support.photographs import corner_error
from vision.detect.face import FaceView
from vision.detect.photograph import find_faces

SEEDS = range(7001, 7005)
SLOW = pytest.mark.slow
# Each size and each border at least once; the others with -m slow.
SIZES_AND_BORDERS = {(3, "black"), (4, "white"), (5, "stickerless"), (6, "black"), (7, "white")}


def front_of(scene: Scene, n: int | None) -> FaceView | None:
    """Return the face found at the scene's front, to within 4% of its side."""
    faces = find_faces(scene.image, n)
    close = (face for face in faces if corner_error(face.corners, scene.corners[0]) < 0.04)
    return next(close, None)


def missed(scenes: list[Scene], n: int | None) -> list[int]:
    return [k for k, scene in enumerate(scenes) if front_of(scene, n) is None]


@pytest.mark.parametrize(
    ("n", "border"),
    [
        pytest.param(n, border, marks=[] if (n, border) in SIZES_AND_BORDERS else SLOW)
        for n, border in product(range(3, 8), ("black", "white", "stickerless"))
    ],
)
def test_cubes_of_every_size_and_border_are_found(n: int, border: str) -> None:
    assert missed([draw_scene(n, seed, border) for seed in SEEDS], n) == []


def test_the_smallest_cube_is_found_by_its_borders() -> None:
    assert missed([draw_scene(2, seed) for seed in SEEDS], 2) == []


@pytest.mark.parametrize(
    ("n", "border"),
    [
        (3, "black"),
        (4, "stickerless"),
        pytest.param(3, "stickerless", marks=SLOW),
        pytest.param(4, "black", marks=SLOW),
    ],
)
def test_faces_tilted_by_fifty_degrees_are_found(n: int, border: str) -> None:
    assert missed([draw_scene(n, seed, border, tilt=50) for seed in SEEDS], n) == []


@pytest.mark.parametrize("n", [3, pytest.param(5, marks=SLOW)])
@pytest.mark.parametrize(
    "hindrance",
    [{"fingers": 2}, {"light": 0.25}, {"shadow": True}, {"one_colour": True}, {"clutter": 40}],
    ids=lambda hindrance: next(iter(hindrance)),
)
def test_faces_are_found_despite(hindrance: dict[str, float], n: int) -> None:
    scenes = [draw_scene(n, seed, **hindrance) for seed in SEEDS]  # type: ignore[arg-type]
    assert missed(scenes, n) == []


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7])
def test_an_unknown_size_is_detected(n: int) -> None:
    for seed in SEEDS[:2]:
        scene = draw_scene(n, seed)
        front = front_of(scene, None)
        assert front is not None
        assert front.n == n


def test_neighbours_are_found_with_the_front() -> None:
    for seed in SEEDS:
        scene = draw_scene(3, seed, tilt=50)
        faces = find_faces(scene.image)
        sure = [c for c in scene.corners if cv2.contourArea(c.astype(np.float32)) > 3000]
        assert len(sure) >= 2
        for corners in sure:
            assert min(corner_error(face.corners, corners) for face in faces) < 0.04


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_with_coloured_squares_has_no_face(seed: int) -> None:
    assert find_faces(empty_scene(seed, clutter=40)) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_four_squares_among_many_are_no_face(seed: int) -> None:
    assert find_faces(empty_scene(seed, clutter=70), 2) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_with_coloured_squares_has_no_face_of_any_size(seed: int) -> None:
    assert find_faces(empty_scene(seed, clutter=40), None) == ()
