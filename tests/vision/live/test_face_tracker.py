"""Tracking a face from frame to frame."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.benchmarks import HEIGHT, WIDTH, draw_scene, empty_scene
from tests.support.photographs import corner_error, photograph_of_side
from vision.arrays import FloatArray, Image
from vision.detect.face import FaceView
from vision.detect.lattice import apply_homography
from vision.detect.photograph import find_faces
from vision.live.face_tracker import track_face

MOTIONS = {
    "aside": (9.0, -6.0, 0.0, 1.0),
    "round": (0.0, 0.0, 4.0, 1.0),
    "nearer": (0.0, 0.0, 0.0, 1.04),
    "fast": (45.0, 30.0, 0.0, 1.0),
}


def moved(image: Image, motion: tuple[float, float, float, float], times: int) -> Image:
    return np.asarray(cv2.warpPerspective(image, step(motion, times), (WIDTH, HEIGHT)), np.uint8)


def step(motion: tuple[float, float, float, float], times: int) -> FloatArray:
    x, y, degrees, scale = motion
    matrix = np.eye(3)
    matrix[:2] = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees, scale)
    matrix[:2, 2] += (x, y)
    return np.linalg.matrix_power(matrix, times)


def first(image: Image, n: int = 3) -> FaceView:
    return find_faces(image, n)[0]


@pytest.mark.parametrize("motion", MOTIONS.values(), ids=MOTIONS)
@pytest.mark.parametrize("n", [2, 3, 5])
def test_a_moving_face_is_tracked_with_its_rotation(
    n: int, motion: tuple[float, float, float, float]
) -> None:
    scene = draw_scene(n, 7101, tilt=20)
    view = start = first(scene.image, n)
    frames = 2 if motion == MOTIONS["fast"] else 5
    for times in range(1, frames + 1):
        tracked = track_face(moved(scene.image, motion, times), view)
        assert tracked is not None
        view = tracked
        true = apply_homography(step(motion, times), start.corners)
        side = np.hypot(*(true - np.roll(true, 1, 0)).T).mean()
        assert np.hypot(*(view.corners - true).T).max() < 0.05 * side


def test_a_face_is_tracked_in_large_frames() -> None:
    scene = draw_scene(3, 7101, tilt=20)
    large, later = (
        photograph_of_side(image, 1920)
        for image in (scene.image, moved(scene.image, MOTIONS["aside"], 1))
    )
    tracked = track_face(later, first(large))
    assert tracked is not None
    expected = (scene.corners[0] + MOTIONS["aside"][:2] + 0.5) * 1920 / WIDTH - 0.5
    assert corner_error(tracked.corners, expected) < 0.04


def test_a_face_that_is_gone_is_lost() -> None:
    scene = draw_scene(3, 7102, tilt=20)
    assert track_face(empty_scene(7102, 12), first(scene.image)) is None


def test_another_face_in_the_same_place_is_not_tracked() -> None:
    face, other = draw_scene(3, 7103, tilt=0), draw_scene(3, 7103, tilt=0, one_colour=True)
    assert find_faces(other.image)
    assert track_face(other.image, first(face.image)) is None


def test_a_face_is_tracked_into_the_shade() -> None:
    scene = draw_scene(3, 7104, tilt=20)
    darker = np.asarray(scene.image * 0.7, np.uint8)
    tracked = track_face(darker, first(scene.image))
    assert tracked is not None
    assert corner_error(tracked.corners, scene.corners[0]) < 0.04


def test_a_face_that_left_the_picture_is_lost() -> None:
    scene = draw_scene(3, 7105, tilt=20)
    view = first(scene.image)
    assert track_face(scene.image[:, : int(view.corners[:, 0].min()) - 60], view) is None


@pytest.mark.slow
def test_still_faces_in_clips_are_tracked() -> None:
    folder = Path(os.environ.get("ROKUMEN_DATA", "")) / "cube-clips"
    if not folder.is_dir():
        pytest.skip("set ROKUMEN_DATA to the folder that holds the evaluation clips")
    for clip in json.loads((folder / "truth.json").read_text()):
        capture = cv2.VideoCapture(str(folder / clip["clip"]))
        frames = [capture.read()[1] for _ in range(clip["stills"][-1]["frames"][1] + 1)]
        for still in clip["stills"]:
            begin, end = still["frames"]
            view = first(np.asarray(frames[begin], np.uint8))
            for frame in frames[begin + 1 : end + 1]:
                tracked = track_face(np.asarray(frame, np.uint8), view)
                assert tracked is not None
                assert corner_error(tracked.corners, view.corners) < 0.06
                view = tracked
