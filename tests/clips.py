"""Videos of a cube that is shown face by face, made from its photographs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.camera import Frame

FRAMES_A_SECOND = 15
HELD = 9  # frames that a face is held still
MOVED = 3  # frames from one face to the next


def shown(pictures: Sequence[Image], seed: int = 0, held: int = HELD) -> Iterator[Frame]:
    """Show pictures one after the other in an unsteady hand, blurred while they change."""
    rng = np.random.default_rng(seed)
    number = 0
    for index, picture in enumerate(pictures):
        for _ in range(held):
            yield _frame(_moved(picture, rng.normal(0, 1.0, 2)), number)
            number += 1
        for step in range(1, MOVED + 1 if index + 1 < len(pictures) else 1):
            yield _frame(_swept(picture, 60 * step), number)
            number += 1


def _frame(image: Image, number: int) -> Frame:
    return Frame(image, number / FRAMES_A_SECOND, f"frame {number}")


def _moved(picture: Image, by: Floats) -> Image:
    shift = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float32)
    size = picture.shape[1::-1]
    return np.asarray(
        cv2.warpAffine(picture, shift, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _swept(picture: Image, by: float) -> Image:
    """Move a picture aside during the exposure."""
    return np.asarray(cv2.blur(_moved(picture, np.array([by, 0.0])), (41, 1)), np.uint8)


def write_video(path: Path, frames: Sequence[Frame]) -> None:
    """Write frames as a motion-JPEG video, which loses little."""
    height, width = frames[0].image.shape[:2]
    fourcc = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), fourcc, FRAMES_A_SECOND, (width, height))
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, 95)
    for frame in frames:
        writer.write(frame.image)
    writer.release()


def write_y4m(path: Path, frames: Sequence[Frame], rate: int = FRAMES_A_SECOND) -> None:
    """Write frames as the video that Chromium takes for a webcam."""
    height, width = frames[0].image.shape[:2]
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420jpeg\n".encode())
        for frame in frames:
            file.write(b"FRAME\n")
            file.write(cv2.cvtColor(frame.image, cv2.COLOR_BGR2YUV_I420).tobytes())
