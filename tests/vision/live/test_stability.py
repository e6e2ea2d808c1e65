"""Tracking a face over frames: the same face, still, sharp, and its fused colours.

Tracking a face from frame to frame.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.benchmarks import HEIGHT, WIDTH, draw_scene, empty_scene
from tests.support.drawn_faces import PAINT
from tests.support.face_views import face_view, square
from tests.support.photographs import corner_error, photograph_of_side
from vision.arrays import FloatArray, Image
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.lattice import apply_homography
from vision.detect.photograph import detect_cube_faces, find_faces
from vision.live.face_tracker import (
    MIN_FRAMES,
    STILL_SECONDS,
    Observation,
    Track,
    add_neighbour_faces,
    is_same_face,
    sharpness,
    track_face,
)

STICKERS = [0, 1, 2, 3, 4, 5, 0, 1, 2]
SIDE = 150


def colours(stickers: Sequence[int] = STICKERS) -> FloatArray:
    return PAINT[list(stickers)].reshape(3, 3, 3)


def changed(*indices: int) -> FloatArray:
    """Return the colours of the face with some stickers changed."""
    return colours([(s + 2) % 6 if i in indices else s for i, s in enumerate(STICKERS)])


def hidden(*indices: int) -> FloatArray:
    """Return the visibility of a face with some stickers hidden."""
    visible = np.ones(9)
    visible[list(indices)] = 0
    return visible.reshape(3, 3)


@settings(max_examples=25)
@given(
    st.lists(st.integers(0, 5), min_size=9, max_size=9),
    st.integers(0, 3),
    st.floats(0.7, 1.05),
)
def test_a_face_is_the_same_in_any_rotation_and_light(
    stickers: list[int], quarters: int, gain: float
) -> None:
    face = colours(stickers)
    assert is_same_face(face_view(face), face_view(gain * np.rot90(face, quarters)))


def test_one_sticker_may_differ_but_not_two() -> None:
    face = face_view(colours())
    assert is_same_face(face, face_view(changed(0)))
    assert not is_same_face(face, face_view(changed(0, 5)))


def test_the_centre_may_not_differ() -> None:
    assert not is_same_face(face_view(colours()), face_view(changed(4)))


def test_hidden_stickers_do_not_differ() -> None:
    face = face_view(colours())
    assert is_same_face(face, face_view(changed(0, 4, 5), visibility=hidden(0, 4, 5)))
    assert is_same_face(face_view(changed(0, 4, 5), visibility=hidden(0, 4, 5)), face)


def test_a_fully_hidden_face_is_never_the_same() -> None:
    face = face_view(colours())
    assert not is_same_face(face, face_view(colours(), visibility=np.zeros((3, 3))))


def stickers_on_black() -> tuple[Image, FaceView]:
    """Return an image of 3 x 3 stickers of 60 pixels with black lines, and the view of it."""
    image = np.zeros((220, 220, 3), np.uint8)
    for index, colour in enumerate(PAINT[STICKERS]):
        y, x = 20 + 60 * (index // 3), 20 + 60 * (index % 3)
        image[y + 5 : y + 55, x + 5 : x + 55] = colour
    return image, face_view(colours(), square(180, 20, 20))


def test_a_sharp_image_is_sharp_and_a_plain_one_is_not() -> None:
    image, view = stickers_on_black()
    assert 0.7 < sharpness(image, view) <= 1
    assert sharpness(np.full_like(image, 90), view) == 0


@pytest.mark.parametrize("size", [(15, 1), (1, 15), (15, 15)])
def test_blur_in_either_direction_reduces_the_sharpness(size: tuple[int, int]) -> None:
    image, view = stickers_on_black()
    slightly_blurred = np.asarray(cv2.blur(image, (min(size[0], 5), min(size[1], 5))), np.uint8)
    blurred = np.asarray(cv2.blur(image, size), np.uint8)
    assert (
        sharpness(image, view) > sharpness(slightly_blurred, view) > sharpness(blurred, view) + 0.05
    )


def observed(
    time: float, left: float = 0, sharp: float = 0.9, view: FaceView | None = None
) -> Observation:
    return Observation(time, view or face_view(colours(), square(SIDE, left)), sharp)


def track(observations: Sequence[Observation]) -> Track:
    result = Track()
    for observation in observations:
        result = result.appended(observation)
    return result


def test_a_face_is_still_after_the_required_time_and_frames() -> None:
    step = STILL_SECONDS / 8
    stillness = [track([observed(i * step) for i in range(k)]).stillness for k in range(1, 12)]
    assert stillness[0] == 0
    assert stillness[:9] == pytest.approx([k / 8 for k in range(9)])
    assert stillness[9:] == [1, 1]


def test_too_few_frames_do_not_make_a_face_still() -> None:
    frames = [observed(float(second)) for second in range(MIN_FRAMES)]
    assert not track(frames[:-1]).is_still
    assert track(frames).is_still


def test_a_face_that_moves_in_small_steps_is_not_still() -> None:
    step = 0.03 * SIDE
    assert not track([observed(i / 15, left=i * step) for i in range(15)]).is_still
    assert track([observed(i / 15, left=i % 2 * step) for i in range(15)]).is_still


def test_stillness_is_counted_from_the_last_motion() -> None:
    frames = [observed(0.05 * i, left=0 if i < 6 else SIDE) for i in range(9)]
    assert track(frames).stillness == pytest.approx(2 * 0.05 / STILL_SECONDS)


def test_a_track_keeps_only_the_frames_that_it_needs() -> None:
    frames = [observed(0.05 * i) for i in range(30)]
    kept = track(frames).observations
    assert kept[-1] is frames[-1]
    assert STILL_SECONDS <= kept[-1].time - kept[0].time < STILL_SECONDS + 0.051
    slow = track([observed(10.0 * i) for i in range(30)]).observations
    assert len(slow) == MIN_FRAMES


def test_a_track_is_sharp_if_most_frames_are() -> None:
    sharp, blurred = 0.9, 0.3
    assert track([observed(0, sharp=s) for s in (sharp, blurred, sharp)]).is_sharp
    assert not track([observed(0, sharp=s) for s in (blurred, sharp, blurred)]).is_sharp


def test_the_fused_face_has_the_median_colours_and_the_corners_of_the_sharpest_frame() -> None:
    levels = (-6.0, 0.0, 3.0)
    views = [face_view(100 + level + np.zeros((3, 3, 3)), square(SIDE, level)) for level in levels]
    frames = [
        observed(i, view=view, sharp=sharp)
        for i, (view, sharp) in enumerate(zip(views, (0.7, 0.8, 0.95), strict=True))
    ]
    fused = Track(tuple(frames)).fuse()
    assert (fused.colours == 100).all()
    assert np.allclose(fused.corners, square(SIDE, 3))
    assert (fused.visibility == 1).all()


def test_a_sticker_has_the_colour_of_the_frames_that_show_it() -> None:
    glare = colours()
    glare[0, 0] = 255
    covered = face_view(glare, visibility=hidden(0))
    clear = face_view(colours())
    fused = Track(
        (observed(0, view=covered), observed(1, view=clear), observed(2, view=clear))
    ).fuse()
    assert np.allclose(fused.colours, colours())


def test_frames_that_disagree_on_many_stickers_are_not_consistent() -> None:
    def flickering(*indices: int) -> Track:
        views = [face_view(colours()), *(face_view(colours() + 90 * k) for k in (1, 2))]
        mixed = [
            replace(
                view, colours=np.where(hidden(*indices)[..., None] == 0, view.colours, colours())
            )
            for view in views
        ]
        return Track(tuple(observed(i, view=view) for i, view in enumerate(mixed)))

    assert flickering().is_consistent
    assert flickering(0, 1, 2).is_consistent
    assert not flickering(0, 1, 2, 3).is_consistent
    assert flickering(7).fuse().hidden.ravel().tolist() == [index == 7 for index in range(9)]


def test_an_image_without_a_face_adds_no_neighbours() -> None:
    fused = face_view(colours())
    frame = Frame(np.full((120, 160, 3), 128, np.uint8), 0.0, "empty")
    added = add_neighbour_faces(frame, fused)
    assert added.name == "empty"
    assert added.views == (fused,)


def test_only_neighbours_of_the_same_face_are_added() -> None:
    frame = Frame(draw_scene(3, 7201, tilt=45).image, 0.0, "corner")
    front, *others = detect_cube_faces(frame).views
    assert others
    fused = replace(front, detection_score=0.5)
    added = add_neighbour_faces(frame, fused)
    assert added.views[0] is fused
    assert len(added.views) == 1 + len(others)
    other_cube = replace(front, colours=front.colours[..., ::-1])
    assert add_neighbour_faces(frame, other_cube).views == (other_cube,)


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
