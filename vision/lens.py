"""A lens that bends straight lines, and its pictures with the lines straight again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.camera import Camera, Frame


@dataclass(frozen=True, slots=True)
class Lens:
    """How a camera projects: Brown's model, as OpenCV has it.

    `size`: width and height (pixels) of the pictures that it was measured on; `focal` and `centre`
    (x, y) in pixels of these; `distortion`: k1, k2, p1, p2, k3.
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float]

    def matrix(self, size: tuple[int, int] | None = None) -> Floats:
        """Give the camera matrix (3 x 3), for pictures of another size if one is given."""
        x, y = (now / then for now, then in zip(size or self.size, self.size, strict=True))
        return np.array(
            [
                [self.focal[0] * x, 0, self.centre[0] * x],
                [0, self.focal[1] * y, self.centre[1] * y],
                [0, 0, 1],
            ]
        )


class StraightCamera:
    """A camera whose lens is known: its frames show straight lines straight."""

    def __init__(self, camera: Camera, lens: Lens) -> None:
        """Look through `camera`, which is closed with this."""
        self.name = camera.name
        self._camera = camera
        self._lens = lens
        self._maps: dict[tuple[int, int], tuple[Image, Image]] = {}

    def read(self) -> Frame:
        """Return the camera's next frame, straightened."""
        return self._straight(self._camera.read())

    def fresh(self, after: float) -> Frame:
        """Return a frame taken later than `after`, straightened."""
        return self._straight(self._camera.fresh(after))

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _straight(self, frame: Frame) -> Frame:
        height, width = frame.image.shape[:2]
        size = (width, height)
        if size not in self._maps:
            matrix = self._lens.matrix(size)
            bent = np.array(self._lens.distortion)
            self._maps[size] = cv2.initUndistortRectifyMap(  # type: ignore[assignment]
                matrix, bent, np.eye(3), matrix, size, cv2.CV_16SC2
            )
        straight = cv2.remap(frame.image, *self._maps[size], cv2.INTER_LINEAR)
        return replace(frame, image=np.asarray(straight, np.uint8))
