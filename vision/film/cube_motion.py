"""How a cube moves from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import FloatArray
from vision.film.cube_pose import CubeInFrame

MAX_MOTION = 15.0  # a rotation that is faster (degrees a frame) is rather an error


@dataclass(frozen=True, slots=True, eq=False)
class CubeMotion:
    """How a cube moves from frame to frame: `turn` (3, a rotation vector) and `shift` (3).

    Both are in the axes of the camera.
    """

    turn: FloatArray
    shift: FloatArray

    @property
    def degrees(self) -> float:
        """The angle of the rotation."""
        return float(np.degrees(np.linalg.norm(self.turn)))

    def after(self, pose: CubeInFrame) -> CubeInFrame:
        """Return where a cube is expected one frame later."""
        rotation = np.asarray(cv2.Rodrigues(self.turn)[0], float)
        return replace(pose, rotation=rotation @ pose.rotation, position=pose.position + self.shift)

    def with_step(self, before: CubeInFrame, pose: CubeInFrame) -> CubeMotion:
        """Return the motion after one more step; a step that is rather an error ends it."""
        if before.angle_to(pose) > MAX_MOTION:
            return STANDING
        turn = cv2.Rodrigues(pose.rotation @ before.rotation.T)[0].ravel()
        shift = pose.position - before.position
        return CubeMotion((self.turn + turn) / 2, (self.shift + shift) / 2)


STANDING = CubeMotion(np.zeros(3), np.zeros(3))
