"""The pose of a whole cube in a frame, from the faces found in it; poses between frames, motions.

A cube looks alike in 24 orientations. A pose here is the one of the 24 that is nearest to how
people hold a cube before a camera: one face up, one in front. Which colours these faces have is
not its concern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from solver.core.geometry import FACELETS, FACES, FRAMES
from solver.core.orientation import ORIENTATIONS
from vision.arrays import FloatArray, IntArray
from vision.detect.face import FaceView, group_views

# The focal length of a camera, in the longer sides of its frames: the faces of a cube that are
# seen determine it badly.
FOCAL = 1.4
# The elevation (degrees) of a camera over a cube that a person holds: the upper face and the one in
# front are seen about equally.
ELEVATION = 45.0
# The largest residual of the nine places of a face (in cells) in a pose that fits.
MAX_MISFIT = 0.25
# The smallest cosine of the angle of view at which a sticker is sampled.
MIN_COSINE = 0.2
MAX_MOTION = 15.0  # a rotation that is faster (degrees a frame) is rather an error

# The middles of the 54 facelets in cubies (the cube reaches from -1.5 to 1.5), and their normals:
# x right, y up, z to the viewer of the front, as in solver.core.geometry.
NORMALS = np.array([facelet.normal for facelet in FACELETS], float)
MIDDLES = np.array([facelet.cubie for facelet in FACELETS], float) + 0.5 * NORMALS
CUBE_CORNERS = 1.5 * np.array(list(product((-1.0, 1.0), repeat=3)))
_CELLS = np.array([[k % 3 + 0.5, k // 3 + 0.5] for k in range(9)])


def _symmetries() -> FloatArray:
    """Return the 24 rotations of a cube (24 x 3 x 3)."""
    columns = [
        [FRAMES[orientation.position_of(face)].normal for face in "RUF"]
        for orientation in ORIENTATIONS
    ]
    return np.swapaxes(np.array(columns, float), 1, 2)


SYMMETRIES = _symmetries()
_SIN, _COS = np.sin(np.radians(ELEVATION)), np.cos(np.radians(ELEVATION))
# How a cube is held before a camera: x right, y down, z away from it.
USUALLY_HELD = np.array([[1, 0, 0], [0, -_COS, _SIN], [0, -_SIN, -_COS]])


@dataclass(frozen=True, slots=True, eq=False)
class CubeInFrame:
    """The pose of a cube before a camera.

    `rotation` (3 x 3): from the axes of the cube to those of the camera (x right, y down, z away);
    `position` (3): of its middle, in cubies; `camera` (3 x 3): the camera matrix.
    """

    rotation: FloatArray
    position: FloatArray
    camera: FloatArray

    def held_as(self, held: FloatArray) -> CubeInFrame:
        """Return the same pose, named by the one of 24 orientations nearest to a rotation."""
        agreement = np.einsum("ij,ik,skj->s", held, self.rotation, SYMMETRIES)
        return replace(self, rotation=self.rotation @ SYMMETRIES[int(agreement.argmax())])

    def pixels(self, points: FloatArray) -> FloatArray:
        """Return points (... x 3, in cubies) in pixels (... x 2)."""
        seen = (points @ self.rotation.T + self.position) @ self.camera.T
        return np.asarray(seen[..., :2] / seen[..., 2:], float)

    def cosines(self, points: FloatArray, normals: FloatArray) -> FloatArray:
        """Return the cosine of the angle of view of surfaces: 1 from the front, < 0 from behind."""
        towards = -(points @ self.rotation.T + self.position)
        along = (towards * (normals @ self.rotation.T)).sum(-1)
        return np.asarray(along / np.linalg.norm(towards, axis=-1), float)

    def angle_to(self, other: CubeInFrame) -> float:
        """Return the angle of the rotation between two poses, in degrees."""
        trace = float((self.rotation * other.rotation).sum())
        return float(np.degrees(np.arccos(np.clip((trace - 1) / 2, -1, 1))))

    def towards(self, other: CubeInFrame, share: float) -> CubeInFrame:
        """Return the pose at a share (0..1) of the way to another one."""
        step, _ = cv2.Rodrigues(self.rotation.T @ other.rotation)
        part, _ = cv2.Rodrigues(step * share)
        position = (1 - share) * self.position + share * other.position
        return replace(self, rotation=self.rotation @ part, position=position)


def camera_matrix(width: int, height: int) -> FloatArray:
    """Return the camera matrix (3 x 3) that is assumed for frames of this size (pixels)."""
    focal = FOCAL * max(width, height)
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])


def pose_of_faces(
    views: Sequence[FaceView], camera: FloatArray, held: FloatArray
) -> CubeInFrame | None:
    """Return the pose of the cube with these faces, or None where none fits.

    `held` (3 x 3): the rotation to which the pose is the nearest of 24; of the two poses that a
    single face allows it is the nearer one.
    """
    if not views:
        return None
    group = group_views(views, [0] * len(views))[0]
    pixels = np.concatenate([views[k].to_pixels(_CELLS) for k in group.views])
    points = np.concatenate([MIDDLES[facelets] for facelets in group.facelets])
    side = np.sqrt(abs(cv2.contourArea(views[group.views[0]].corners.astype(np.float32)))) / 3
    found = [
        pose.held_as(held)
        for pose in _poses(points, pixels, camera)
        if np.abs(pose.pixels(points) - pixels).max() < MAX_MISFIT * side
    ]
    return max(found, key=lambda pose: float((pose.rotation * held).sum()), default=None)


def _poses(points: FloatArray, pixels: FloatArray, camera: FloatArray) -> list[CubeInFrame]:
    """Return the poses that project points to pixels: one for two faces, two for one."""
    is_flat = len(points) == 9
    method = cv2.SOLVEPNP_IPPE if is_flat else cv2.SOLVEPNP_ITERATIVE
    _, vectors, positions, _ = cv2.solvePnPGeneric(points, pixels, camera, None, flags=method)
    return [
        CubeInFrame(
            np.asarray(cv2.Rodrigues(vector)[0], float), np.asarray(position.ravel(), float), camera
        )
        for vector, position in zip(vectors, positions, strict=True)
    ]


# The middles of the faces of a cube, U R F D L B.
FACE_NORMALS = np.array([FRAMES[face].normal for face in FACES], float)


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


def places_after(rotation: FloatArray) -> IntArray:
    """Return which facelet (54) each place has where the axes of a cube are named anew.

    `rotation` (3 x 3): from the new axes to the ones before.
    """
    distances = np.abs((MIDDLES @ rotation.T)[:, None] - MIDDLES).sum(2)
    return np.asarray(distances.argmin(1))
