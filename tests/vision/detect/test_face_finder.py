"""Finding faces in drawn pictures and in photographs."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.photographs import PhotographedCube, corner_error, photograph_of_side
from vision.arrays import FloatArray, Image
from vision.detect.lattice import resized
from vision.detect.photograph import find_faces

# BGR
STICKERS = [
    (250, 250, 250),
    (40, 220, 250),
    (40, 40, 200),
    (30, 130, 250),
    (70, 160, 40),
    (190, 90, 30),
]
TABLE = (110, 118, 126)


def drawn(
    n: int, colours: Sequence[int], corners: FloatArray, body: int = 20, gap: float = 0.08
) -> Image:
    """Return a picture of a face of n x n stickers on a plain table, with given corners."""
    cell = 40
    flat = np.full((n * cell, n * cell, 3), body, np.uint8)
    rim = round(gap * cell)
    for i, colour in enumerate(colours):
        y, x = (i // n) * cell, (i % n) * cell
        flat[y + rim : y + cell - rim, x + rim : x + cell - rim] = STICKERS[colour]
    side = n * cell
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    picture = np.full((480, 640, 3), TABLE, np.uint8)
    flat_on_table = cv2.warpPerspective(flat, homography, (640, 480), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((side, side), 255, np.uint8), homography, (640, 480))
    picture[mask > 127] = flat_on_table[mask > 127]
    noise = np.random.default_rng(0).normal(0, 3, picture.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (3, 3), 0) + noise, 0, 255), np.uint8)


def projected_corners(side: float, turned: float, tilt: float, towards: float) -> FloatArray:
    """Return the corners of a rolled and tilted (degrees) square seen from six sides away."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    a, b, c = np.radians([turned, tilt, towards])
    square = square @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    axis = np.array([np.cos(c), np.sin(c)])
    along = square @ axis
    across = square - np.outer(along, axis)
    depth = 1 + along * np.sin(b) / (6 * side)
    return np.array((across + np.outer(along * np.cos(b), axis)) / depth[:, None] + (320, 240))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(0, 5), min_size=9, max_size=9),
    st.floats(120, 300),
    st.floats(0, 360),
    st.floats(0, 50),
    st.floats(0, 360),
    st.sampled_from([20, 235]),
)
def test_a_drawn_face_is_found_in_any_rotation_and_tilt(
    colours: list[int], side: float, turned: float, tilt: float, towards: float, body: int
) -> None:
    corners = projected_corners(side, turned, tilt, towards)
    faces = find_faces(drawn(3, colours, corners, body))
    assert faces
    assert corner_error(faces[0].corners, corners) < 0.04


@pytest.mark.xfail(reason="a lattice one row off, with a piece of the table, scores as high")
def test_a_face_nearly_of_one_colour_is_found_in_its_place() -> None:
    corners = projected_corners(120, 0.5, 28.5, 277)
    faces = find_faces(drawn(3, [0, 0, 1, 0, 0, 0, 0, 0, 2], corners))
    assert corner_error(faces[0].corners, corners) < 0.04


def test_a_face_of_one_colour_is_found() -> None:
    corners = projected_corners(250, 10, 20, 45)
    (face, *_) = find_faces(drawn(3, [5] * 9, corners))
    assert corner_error(face.corners, corners) < 0.04


def test_stickers_are_sampled_row_by_row_from_the_first_corner_on() -> None:
    colours = [0, 1, 2, 3, 4, 5, 0, 1, 2]
    (face, *_) = find_faces(drawn(3, colours, projected_corners(270, 0, 0, 0)))
    assert np.abs(face.colours.reshape(9, 3) - np.array(STICKERS)[colours]).max() < 12
    assert face.visibility.min() > 0.9
    assert not face.hidden.any()


@pytest.mark.parametrize("n", [2, 4, 5])
def test_other_sizes_of_cube_are_found_when_asked_for(n: int) -> None:
    rng = np.random.default_rng(n)
    corners = projected_corners(320, 8, 15, 30)
    (face, *_) = find_faces(drawn(n, list(rng.integers(0, 6, n * n)), corners), n)
    assert face.n == n
    assert corner_error(face.corners, corners) < 0.04


def test_a_face_is_found_in_pixels_of_a_large_image() -> None:
    corners = projected_corners(270, 10, 20, 45)
    picture = drawn(3, [0, 1, 2, 3, 4, 5, 0, 1, 2], corners)
    large = photograph_of_side(picture, 8064)
    (face, *_) = find_faces(large)
    assert corner_error(face.corners, (corners + 0.5) * 12.6 - 0.5) < 0.02
    (alike, *_) = find_faces(picture)
    assert np.abs(face.colours - alike.colours).max() < 3


def test_a_sticker_under_a_finger_is_hidden() -> None:
    corners = projected_corners(270, 0, 0, 0)
    picture = drawn(3, [0, 1, 2, 3, 4, 5, 0, 1, 2], corners)
    picture[180:360:2, 120:240] = (140, 160, 220)
    picture[181:360:2, 120:240] = (60, 80, 120)
    (face, *_) = find_faces(picture)
    assert corner_error(face.corners, corners) < 0.04
    assert face.visibility[1, 0] < face.visibility[1, 1:].min()


def test_a_plain_table_has_no_face() -> None:
    assert find_faces(np.full((480, 640, 3), TABLE, np.uint8)) == ()


def test_faces_in_photographs_are_found_to_a_few_hundredths(
    cubes: dict[str, PhotographedCube],
) -> None:
    for cube in cubes.values():
        for frame, corners in zip(cube.frames, cube.corners, strict=True):
            (face, *_) = find_faces(frame.image)
            assert corner_error(face.corners, corners) < 0.04, frame.name


@pytest.mark.parametrize(("width", "height"), [(1600, 800), (1601, 803), (4000, 1)])
def test_a_large_picture_is_reduced_to_the_mean_of_its_pixels(width: int, height: int) -> None:
    ramp = np.linspace(0, 250, width)[None, :, None]
    image = np.broadcast_to(ramp, (height, width, 3)).round().astype(np.uint8)
    small = resized(image, 100)
    assert small.shape == (max(1, round(100 * height / width)), 100, 3)
    middles = (np.arange(100) + 0.5) / 100
    assert np.abs(small[0, :, 0] - 250 * middles).max() < 2
