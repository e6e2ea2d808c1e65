"""Frames from picture files and video files.

Frames compared with each other, and rotated.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.videos import draw_face
from vision.arrays import Image
from vision.capture.files import IMAGE_SEQUENCE_FPS, ImageSequence, VideoFile, load_image
from vision.capture.frame import Frame, frames_agree, upright
from vision.errors import CameraError, EndOfStreamError, UnreadablePictureError

# A JPEG segment with one EXIF entry: the orientation, to be written after the start marker.
EXIF = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0%c\0\0\0\0\0\0"


def two_halves() -> Image:
    """Return an image of 16 x 32 pixels, with the left half dark and the right half bright."""
    image = np.full((16, 32, 3), 20, np.uint8)
    image[:, 16:] = 230
    return image


def write(path: Path, level: int) -> str:
    cv2.imwrite(str(path), np.full((6, 8, 3), level, np.uint8))
    return str(path)


def test_a_file_is_read_in_the_order_blue_green_red(tmp_path: Path) -> None:
    image = np.random.default_rng(0).integers(0, 256, (5, 7, 3), np.uint8)
    path = tmp_path / "image.png"
    cv2.imwrite(str(path), image)
    frame = load_image(path)
    assert (frame.image == image).all()
    assert frame.image.dtype == np.uint8
    assert frame.name == str(path)
    assert frame.time == 0


def test_a_grey_file_becomes_an_image_of_three_channels(tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), np.full((4, 6), 77, np.uint8))
    image = load_image(path).image
    assert image.shape == (4, 6, 3)
    assert (image == 77).all()


@pytest.mark.parametrize(
    ("orientation", "shape", "bright"),
    [(1, (16, 32), "right"), (3, (16, 32), "left"), (6, (32, 16), "bottom"), (8, (32, 16), "top")],
)
def test_a_photograph_is_rotated_by_its_exif_orientation(
    tmp_path: Path, orientation: int, shape: tuple[int, int], bright: str
) -> None:
    plain = cv2.imencode(".jpg", two_halves())[1].tobytes()
    exif = EXIF % orientation
    path = tmp_path / "photo.jpg"
    path.write_bytes(
        plain[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + plain[2:]
    )
    image = load_image(path).image
    assert image.shape[:2] == shape
    height, width = shape
    halves = {
        "left": image[:, : width // 2 - 2],
        "right": image[:, width // 2 + 2 :],
        "top": image[: height // 2 - 2],
        "bottom": image[height // 2 + 2 :],
    }
    assert halves[bright].min() > 200


@pytest.mark.parametrize("content", [b"", b"this is no picture", b"\xff\xd8\xff\xe0" + b"0" * 99])
def test_an_error_names_a_file_that_is_not_a_picture(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.jpg"
    path.write_bytes(content)
    with pytest.raises(UnreadablePictureError, match=r"cannot read .*letter\.jpg' as an image"):
        load_image(path)


def test_an_error_names_a_missing_picture() -> None:
    with pytest.raises(UnreadablePictureError, match=r"'nowhere\.jpg': there is no such file"):
        load_image("nowhere.jpg")


def test_image_files_are_read_in_order_with_the_times_of_a_video(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.png", level) for name, level in (("b", 10), ("a", 90))]
    with ImageSequence(paths, "two") as camera:
        frames = [camera.read(), camera.read_after(1e9)]
        with pytest.raises(EndOfStreamError, match="'two': end of the image sequence"):
            camera.read()
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [10, 90]
    assert [frame.name for frame in frames] == paths
    assert [frame.time for frame in frames] == [0, 1 / IMAGE_SEQUENCE_FPS]


def test_an_empty_list_of_files_is_rejected() -> None:
    with pytest.raises(CameraError, match="no images found in 'empty'"):
        ImageSequence([], "empty")


def test_a_video_file_is_read_with_its_times(tmp_path: Path) -> None:
    path = str(tmp_path / "clip.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for level in (30, 210):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    with VideoFile(path) as video:
        first, second = video.read(), video.read_after(1e9)
        with pytest.raises(EndOfStreamError, match="ended after 2 frames"):
            video.read()
    assert [round(float(f.image.mean()), -1) for f in (first, second)] == [30, 210]
    assert (first.time, second.time) == pytest.approx((0, 0.05), abs=0.01)
    assert second.name == f"{path} at 0.05 s"


def test_an_error_names_a_missing_video() -> None:
    with pytest.raises(
        CameraError, match=r"'nowhere\.avi' is not a camera number, a URL or an existing file"
    ):
        VideoFile("nowhere.avi")


def test_an_error_names_a_file_that_is_not_a_video(tmp_path: Path) -> None:
    path = tmp_path / "letter.avi"
    path.write_text("no video")
    with pytest.raises(CameraError, match=r"cannot read .*letter\.avi' as a video"):
        VideoFile(str(path))


FACELETS = "UURFDLBBRFDLRUFDLBURFDBLLFRDUFBDLRBFUDRLLBFUDRRFBULDBF"
FACE = draw_face(FACELETS, "F")


def with_noise(image: Image, deviation: float, seed: int, brighter: float = 0.0) -> Image:
    noise = np.random.default_rng(seed).normal(brighter, deviation, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("deviation", [0.0, 4.0, 12.0])
def test_noise_is_no_motion(deviation: float) -> None:
    assert frames_agree(with_noise(FACE, deviation, 1), with_noise(FACE, deviation, 2))


def test_a_lamp_that_flickers_is_no_motion() -> None:
    dim = (0.8 * FACE).astype(np.uint8)
    assert frames_agree(with_noise(dim, 3.0, 1), with_noise(dim, 3.0, 2, brighter=20.0))


@pytest.mark.parametrize("pixels", [3, 8])
def test_a_cube_that_sways_is_motion(pixels: int) -> None:
    assert not frames_agree(with_noise(FACE, 4.0, 1), with_noise(np.roll(FACE, pixels, 1), 4.0, 2))


def test_other_stickers_are_motion() -> None:
    assert not frames_agree(FACE, draw_face(FACELETS, "R"))


@pytest.mark.parametrize(
    ("roll", "at"),
    [(0, (20, 50)), (90, (50, 80)), (-90, (50, 20)), (180, (80, 50)), (45, (29, 71))],
)
def test_what_is_above_the_middle_is_turned_clockwise(roll: float, at: tuple[int, int]) -> None:
    image = np.zeros((101, 101, 3), np.uint8)
    image[18:23, 48:53] = 255
    turned = upright(Frame(image, 1.0, "camera"), roll)
    assert (turned.name, turned.time) == ("camera", 1.0)
    assert turned.image.shape == image.shape
    rows, columns = np.nonzero(turned.image[..., 0] > 127)
    assert (round(rows.mean()), round(columns.mean())) == at
