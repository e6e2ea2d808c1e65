"""Undistorting the frames of a camera with its lens profile."""

from typing import Self

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import for_each
from vision.arrays import FloatArray, Image
from vision.capture.frame import Frame, Lens, UndistortedCamera
from vision.errors import EndOfStreamError

WIDTH, HEIGHT = 160, 120
FOCAL, PRINCIPAL_POINT, K1 = (150.0, 140.0), (82.0, 58.0), -0.3
LENS = Lens((WIDTH, HEIGHT), FOCAL, PRINCIPAL_POINT, (K1, 0, 0, 0, 0))


class FrameList:
    """A camera that returns these images."""

    name = "list"

    def __init__(self, *images: Image) -> None:
        self.rest = [Frame(image, 7.5, "image") for image in images]
        self.asked_after: list[float] = []
        self.closed = False

    def read(self) -> Frame:
        if not self.rest:
            raise EndOfStreamError("no further frame")
        return self.rest.pop(0)

    def read_after(self, time: float) -> Frame:
        self.asked_after.append(time)
        return self.read()

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def dot(x: float, y: float, width: int = WIDTH, height: int = HEIGHT) -> Image:
    """Return an image of a soft white dot on black."""
    rows, columns = np.mgrid[:height, :width]
    light = 255 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 2.5**2))
    return np.repeat(light[..., None], 3, 2).astype(np.uint8)


def middle(image: Image) -> FloatArray:
    """Return the centroid (x, y) of the light in an image."""
    light = image[..., 0].astype(float)
    rows, columns = np.mgrid[: light.shape[0], : light.shape[1]]
    return np.array([(columns * light).sum() / light.sum(), (rows * light).sum() / light.sum()])


def distorted(x: float, y: float, scale: float = 1) -> tuple[float, float]:
    """Return where Brown's model with k1 alone puts a pixel of an undistorted camera."""
    (fx, fy), (cx, cy) = FOCAL, PRINCIPAL_POINT
    u, v = (x / scale - cx) / fx, (y / scale - cy) / fy
    factor = 1 + K1 * (u * u + v * v)
    return scale * (cx + fx * u * factor), scale * (cy + fy * v * factor)


def test_the_matrix_scales_with_the_size_of_the_image() -> None:
    assert LENS.camera_matrix().tolist() == [[150, 0, 82], [0, 140, 58], [0, 0, 1]]
    assert LENS.camera_matrix((320, 60)).tolist() == [[300, 0, 164], [0, 70, 29], [0, 0, 1]]


@for_each("scale", [1, 2])
@for_each("place", [(30, 25), (120, 30), (110, 95), (82, 58)])
def test_distorted_points_are_moved_back(place: tuple[int, int], scale: int) -> None:
    x, y = scale * place[0], scale * place[1]
    image = dot(*distorted(x, y, scale), scale * WIDTH, scale * HEIGHT)
    with UndistortedCamera(FrameList(image), LENS) as camera:
        assert middle(camera.read().image) == pytest.approx([x, y], abs=0.3)


def test_the_lens_of_these_tests_moves_the_dots() -> None:
    assert np.hypot(*np.subtract(distorted(30, 25), (30, 25))) > 2


@given(st.integers(0, 2**32 - 1))
def test_a_lens_without_distortion_changes_nothing(seed: int) -> None:
    image = np.random.default_rng(seed).integers(0, 256, (12, 16, 3), np.uint8)
    lens = Lens((16, 12), (20.0, 20.0), (8.0, 6.0), (0, 0, 0, 0, 0))
    assert (UndistortedCamera(FrameList(image), lens).read().image == image).all()


def test_frames_keep_their_time_and_name() -> None:
    inner = FrameList(dot(50, 50), dot(50, 50))
    camera = UndistortedCamera(inner, LENS)
    for frame in (camera.read(), camera.read_after(7.25)):
        assert (frame.time, frame.name) == (7.5, "image")
    assert inner.asked_after == [7.25]
    assert camera.name == "list"
    with pytest.raises(EndOfStreamError):
        camera.read()


def test_the_camera_inside_is_closed_with_it() -> None:
    inner = FrameList()
    with UndistortedCamera(inner, LENS):
        assert not inner.closed
    assert inner.closed
