"""One frame of a camera, compared and rotated, and the interface of all sources of frames."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, Self

import cv2
import numpy as np

from vision.arrays import Image

# Frames are compared with a longer side of this many pixels, so that noise averages out.
COMPARED_SIDE = 160
# A pixel has changed if its light differs by more than this (grey levels, 0..255), beyond what all
# pixels differ by: lamps flicker.
MAX_DIFFERENCE = 16.0
# Nothing moved if no larger share of the pixels has changed. A layer that turns by a degree changes
# some 2%.
MAX_CHANGED_SHARE = 0.003


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """An image with its time and name.

    `image`: H x W x 3 uint8 BGR; `time` in seconds: of the monotonic clock for a live camera, of
    the video for a video, and for image files as for the frames of a video; `name`: for
    messages; `reduction`: how many pixels of the file one pixel of the image is wide and high.
    """

    image: Image
    time: float
    name: str
    reduction: int = 1


class Camera(Protocol):
    """A source of frames; close it, or use it in a `with` statement."""

    name: str

    def read(self) -> Frame:
        """Return the next frame. Raises EndOfStreamError after the last one, or CameraError."""

    def read_after(self, time: float) -> Frame:
        """Return a frame taken later than `time` (seconds, `time.monotonic`)."""

    def close(self) -> None:
        """Release the device, stream or file."""

    def __enter__(self) -> Self:
        """Return itself."""

    def __exit__(self, *_: object) -> None:
        """Close."""


def upright(frame: Frame, roll: float) -> Frame:
    """Return a frame rotated clockwise by `roll` degrees about its centre, in the same size.

    What was outside of the picture continues its edge.
    """
    if not roll:
        return frame
    height, width = frame.image.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -roll, 1.0)
    image = cv2.warpAffine(frame.image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return replace(frame, image=np.asarray(image, np.uint8))


def frames_agree(first: Image, second: Image) -> bool:
    """Return whether nothing moved between two frames (H x W x 3 uint8 BGR, of one size)."""
    difference = _light(second) - _light(first)
    changed = np.abs(difference - np.median(difference)) > MAX_DIFFERENCE
    return bool(changed.mean() <= MAX_CHANGED_SHARE)


def _light(image: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    height, width = image.shape[:2]
    factor = min(1.0, COMPARED_SIDE / max(height, width))
    size = (max(1, round(factor * width)), max(1, round(factor * height)))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)
