"""The camera above the robot: where in the picture a point of space is seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A pinhole camera. Lengths are in cubies (the cube reaches from -1.5 to 1.5).

    x points right, y up towards the camera and z to the bottom of the picture, as in
    `solver.geometry`. It stands over the upper face, leaning a little towards the front.
    """

    width: int = 640
    height: int = 480
    distance: float = 14.0
    lean_degrees: float = 8.0
    focal: float = 1360.0
    centre: tuple[float, float] = (345.0, 258.0)  # where the upper face's centre is seen

    @cached_property
    def eye(self) -> Array:
        """Where the camera is."""
        eye: Array = np.array([0.0, 1.5, 0.0]) - self.distance * self._axes[2]
        return eye

    @cached_property
    def _axes(self) -> Array:
        """Right, down and forward, a row each."""
        lean = np.radians(self.lean_degrees)
        right = np.array([1.0, 0.0, 0.0])
        forward = np.array([0.0, -np.cos(lean), -np.sin(lean)])
        return np.stack([right, np.cross(forward, right), forward])

    def project(self, points: Array) -> Array:
        """Give pixels (..., 2), x and y, of points (..., 3)."""
        seen = (points - self.eye) @ self._axes.T
        pixels: Array = self.focal * seen[..., :2] / seen[..., 2:] + np.array(self.centre)
        return pixels


CAMERA = Camera()
