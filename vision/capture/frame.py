"""Frames of a camera, compared, rotated and undistorted, and the interface of all their sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

import cv2
import numpy as np

from files.bounds import entry
from vision.arrays import FloatArray, Image
from vision.errors import PictureError

# Frames are compared with a longer side of this many pixels, so that noise averages out.
COMPARED_SIDE = 160
# A pixel has changed if its light differs by more than this (grey levels, 0..255), beyond what all
# pixels differ by: lamps flicker.
MAX_DIFFERENCE = 16.0
# Nothing moved if no larger share of the pixels has changed. A layer that turns by a degree changes
# some 2%.
MAX_CHANGED_SHARE = 0.003
# A picture is without colour if the channels (0..255) of all pixels but this share differ by no
# more than this.
GREY_RANGE = 8
COLOURED_SHARE = 0.001


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


def check_has_colour(frames: Sequence[Frame]) -> None:
    """Raise PictureError where no frame has any colour, as of a black-and-white camera."""
    if frames and not any(_has_colour(frame.image) for frame in frames):
        raise PictureError(
            frames[0].name,
            f"{frames[0].name!r} is without colour, as all photographs are: a cube is read from "
            "its colours. Switch the camera or its app to colour",
        )


def _has_colour(image: Image) -> bool:
    return bool((np.ptp(image, axis=2) > GREY_RANGE).mean() > COLOURED_SHARE)


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


@dataclass(frozen=True, slots=True)
class Lens:
    """The projection of a camera: Brown's distortion model, in OpenCV's convention.

    `size`: width and height (pixels) of the images that it was measured with; `focal` and
    `principal_point`: (x, y) in pixels of these; `distortion`: k1, k2, p1, p2, k3.
    """

    size: tuple[int, int] = entry(above=0)
    focal: tuple[float, float] = entry(above=0)
    principal_point: tuple[float, float] = entry(key="centre")
    distortion: tuple[float, float, float, float, float] = entry()

    def camera_matrix(self, size: tuple[int, int] | None = None) -> FloatArray:
        """Return the camera matrix (3 x 3), for images of another size if one is given."""
        x, y = (
            wanted / measured for wanted, measured in zip(size or self.size, self.size, strict=True)
        )
        return np.array(
            [
                [self.focal[0] * x, 0, self.principal_point[0] * x],
                [0, self.focal[1] * y, self.principal_point[1] * y],
                [0, 0, 1],
            ]
        )


class UndistortedCamera:
    """A camera whose frames are undistorted; `camera` is the one behind it."""

    def __init__(self, camera: Camera, lens: Lens) -> None:
        """Undistort the frames of `camera`, which is closed with this one."""
        self.name = camera.name
        self.camera = camera
        self._lens = lens
        self._maps: dict[tuple[int, int], tuple[Image, Image]] = {}

    def read(self) -> Frame:
        """Return the camera's next frame, undistorted."""
        return self._undistort(self.camera.read())

    def read_after(self, time: float) -> Frame:
        """Return a frame taken later than `time`, undistorted."""
        return self._undistort(self.camera.read_after(time))

    def close(self) -> None:
        """Close the camera."""
        self.camera.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _undistort(self, frame: Frame) -> Frame:
        height, width = frame.image.shape[:2]
        size = (width, height)
        if size not in self._maps:
            matrix = self._lens.camera_matrix(size)
            distortion = np.array(self._lens.distortion)
            self._maps[size] = cv2.initUndistortRectifyMap(  # type: ignore[assignment]
                matrix, distortion, np.eye(3), matrix, size, cv2.CV_16SC2
            )
        undistorted = cv2.remap(frame.image, *self._maps[size], cv2.INTER_LINEAR)
        return replace(frame, image=np.asarray(undistorted, np.uint8))
