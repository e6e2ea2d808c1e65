"""Lens distortion model and a camera wrapper that undistorts its frames."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np

from files.bounds import entry
from vision.arrays import FloatArray, Image
from vision.capture.frame import Camera, Frame


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
