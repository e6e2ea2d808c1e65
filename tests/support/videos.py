"""Videos of a cube whose faces are shown one after the other, made from photographs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from firmware_sim.camera.renderer import COLOURS
from solver.core.geometry import FACES
from tests.support.benchmarks import flat_face, lay_face
from vision.arrays import FloatArray, Image
from vision.capture.frame import Frame
from vision.detect.lattice import face_homography

FRAMES_A_SECOND = 15
HOLD_FRAMES = 9  # frames for which a face is held still
MOVE_FRAMES = 3  # frames from one face to the next


def handheld_frames(
    pictures: Sequence[Image], seed: int = 0, hold_frames: int = HOLD_FRAMES
) -> Iterator[Frame]:
    """Yield frames of a handheld camera: each picture with jitter, blurred while it changes."""
    rng = np.random.default_rng(seed)
    number = 0
    for index, picture in enumerate(pictures):
        for _ in range(hold_frames):
            yield _frame(_shifted(picture, rng.normal(0, 1.0, 2)), number)
            number += 1
        for step in range(1, MOVE_FRAMES + 1 if index + 1 < len(pictures) else 1):
            yield _frame(_motion_blurred(picture, 60 * step), number)
            number += 1


def _frame(image: Image, number: int) -> Frame:
    return Frame(image, number / FRAMES_A_SECOND, f"frame {number}")


def _shifted(picture: Image, offset: FloatArray) -> Image:
    shift = np.array([[1, 0, offset[0]], [0, 1, offset[1]]], np.float32)
    size = picture.shape[1::-1]
    return np.asarray(
        cv2.warpAffine(picture, shift, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _motion_blurred(picture: Image, offset: float) -> Image:
    """Return a picture that moves sideways during the exposure."""
    return np.asarray(cv2.blur(_shifted(picture, np.array([offset, 0.0])), (41, 1)), np.uint8)


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
    """Write frames as the video that Chromium uses as its webcam."""
    height, width = frames[0].image.shape[:2]
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420jpeg\n".encode())
        for frame in frames:
            file.write(b"FRAME\n")
            file.write(cv2.cvtColor(frame.image, cv2.COLOR_BGR2YUV_I420).tobytes())


def rewrite_y4m(path: Path, frames: Sequence[Frame]) -> None:
    """Replace all frames of a video that is open as a webcam, repeating the new ones."""
    with path.open("r+b") as file:
        file.readline()
        for number in count():
            if not file.readline():
                return
            image = frames[number % len(frames)].image
            file.write(cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes())


def draw_face(facelets: str, face: str, quarter_turns: int = 0) -> Image:
    """Return an image (480 x 640) of a face, rotated by clockwise quarter turns."""
    start = 9 * FACES.index(face)
    letters = np.rot90(np.array(list(facelets[start : start + 9])).reshape(3, 3), -quarter_turns)
    colours = np.array([[COLOURS[letter] for letter in row] for row in letters.tolist()], float)
    corners = np.array([[172, 98], [452, 84], [470, 372], [160, 386]], float)
    table = np.tile(np.array([96.0, 104, 112]), (480, 640, 1))
    lay_face(table, face_homography(corners), flat_face(colours, 100, 8, (22, 22, 22)), 100)
    noise = np.random.default_rng(start).normal(0, 3, table.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(table, (3, 3), 0) + noise, 0, 255), np.uint8)
