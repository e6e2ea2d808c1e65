"""Estimate a cube's pose and focal length from the gaps seen on up to three of its faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import FloatArray, IntArray

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# The focal length of a camera, in widths of an image, and the standard deviation of its
# logarithm: 0.73 to 1.98 widths, from a mobile phone to a cropped image.
PRIOR_FOCAL = 1.2
FOCAL_LOG_SIGMA = 0.5

# No camera takes square pictures: one with sides this near to each other (as a ratio) was cropped,
# or squeezed from 4 : 3, so that its pixels were wider than high.
SQUARE_RATIO = 1.02
SQUEEZED_ASPECT = 3 / 4
ASPECT_LOG_SIGMA = 0.06  # standard deviation of the logarithm of a squeezed picture's aspect

# The smallest cosine of the angle of view at which the stickers of a face can be distinguished.
MIN_COSINE = 0.05

# Steps of the parameters (radians, sides, logarithm) for numerical derivatives.
DIFFERENCE_STEP = 1e-4
ROUNDS = 3  # of a fit, each with new weights
SINGULAR = 1e-9  # keeps the normal equations solvable and changes no result

# A measurement with this residual (in cells) has half the weight.
CAUCHY_SCALE = 0.06

# The faces of a cube of side 1 whose front is z = 0, x right, y down, z away from the camera:
# the front's neighbours to the top, right, bottom and left. Rows: along a row of stickers, along
# a column, the first corner.
FACE_FRAMES = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
        [[1, 0, 0], [0, 0, -1], [0, 0, 1]],
        [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
        [[1, 0, 0], [0, 0, 1], [0, 1, 0]],
        [[0, 0, -1], [0, 1, 0], [0, 0, 1]],
    ],
    float,
)


NEXT, LAST = [1, 2, 0], [2, 0, 1]  # coordinate


@dataclass(frozen=True, slots=True)
class GapPoints:
    """N points on the lines between the stickers of one cube.

    `face`: which of FACE_FRAMES; `pixels` (N x 2); `axis`: 0 for a line along a column; `line`: its
    number; `weight` (0..1): the clarity of the gap.
    """

    face: IntArray
    pixels: FloatArray
    axis: IntArray
    line: FloatArray
    weight: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class CubePose:
    """The pose of an n x n x n cube relative to a camera.

    `parameters` (7): rotation vector (3), translation (3, in stickers) and the logarithm of the
    focal length in pixels of height; `principal_point`: (x, y) in pixels, the centre of the image;
    `aspect`: pixels across over pixels down that show one length, 1 unless the image was squeezed.
    """

    n: int
    parameters: FloatArray
    principal_point: FloatArray
    aspect: float = 1.0

    @property
    def homographies(self) -> FloatArray:
        """The homographies (5 x 3 x 3) from FACE_FRAMES (x, y in stickers) to pixels."""
        return np.asarray(_homographies(self, self.parameters[None])[0])

    def cosine(self, face: int) -> float:
        """Return the cosine of the angle of view: 1 from the front, negative from behind."""
        x_axis, y_axis, origin = FACE_FRAMES[face]
        rotation = cv2.Rodrigues(self.parameters[:3])[0]
        centre = rotation @ (self.n * (origin + 0.5 * (x_axis + y_axis))) + self.parameters[3:6]
        return float(rotation @ np.cross(x_axis, y_axis) @ centre / np.linalg.norm(centre))

    def visible_neighbours(self) -> Iterator[int]:
        """Yield the faces beside the front that can be seen (0 to 2)."""
        return (face for face in range(1, len(FACE_FRAMES)) if self.cosine(face) > MIN_COSINE)


def possible_aspects(width: int, height: int) -> tuple[float, ...]:
    """Return the aspects that the pixels of an image may have, the most probable first."""
    is_square = max(width, height) < SQUARE_RATIO * min(width, height)
    return (1.0, SQUEEZED_ASPECT) if is_square else (1.0,)


def initial_poses(
    corners: FloatArray, n: int, width: int, height: int, aspect: float = 1.0
) -> Iterator[CubePose]:
    """Yield the poses that a cube may have whose front has these corners (4 x 2 pixels).

    The tilt of a square has a two-fold ambiguity. Both poses are computed with OpenCV's
    implementation of Collins and Bartoli, "Infinitesimal plane-based pose estimation" (2014).
    """
    object_points = np.array([[0, 0, 0], [n, 0, 0], [n, n, 0], [0, n, 0]], float)
    principal_point = np.array([width - 1, height - 1]) / 2
    focal = PRIOR_FOCAL * max(width, height)
    camera = np.array(
        [[aspect * focal, 0, principal_point[0]], [0, focal, principal_point[1]], [0, 0, 1]]
    )
    _, rotations, translations, _ = cv2.solvePnPGeneric(
        object_points, corners, camera, None, flags=cv2.SOLVEPNP_IPPE
    )
    for rotation, translation in zip(rotations, translations, strict=True):
        yield CubePose(
            n,
            np.concatenate([rotation.ravel(), translation.ravel(), [np.log(focal)]]),
            principal_point,
            aspect,
        )


def fit_pose(pose: CubePose, gaps: GapPoints, rounds: int = ROUNDS) -> CubePose:
    """Return a pose fitted to gaps.

    Gauss-Newton steps with Cauchy weights and a prior of the focal length.
    """
    # The aspect of a squeezed picture is fitted too; that of others is known.
    count = 7 if pose.aspect == 1 else 8
    focal = np.log(PRIOR_FOCAL * 2 * (pose.principal_point.max() + 0.5))
    prior = np.array([*np.zeros(6), focal, np.log(SQUEEZED_ASPECT)])[:count]
    ridge = np.full(count, SINGULAR)
    ridge[6:] = (CAUCHY_SCALE / np.array([FOCAL_LOG_SIGMA, ASPECT_LOG_SIGMA])[: count - 6]) ** 2
    steps = DIFFERENCE_STEP * np.array([1, 1, 1, pose.n, pose.n, pose.n, 1, 1])[:count]
    parameters = np.append(pose.parameters, np.log(pose.aspect))[:count]
    for _ in range(rounds):
        varied = parameters + np.vstack([np.zeros(count), np.diag(steps)])
        residual, *varied_residuals = _residuals(_homographies(pose, varied), gaps)
        jacobian = (np.array(varied_residuals) - residual) / steps[:, None]
        weight = gaps.weight / (1 + (residual / CAUCHY_SCALE) ** 2)
        normal_matrix = (jacobian * weight) @ jacobian.T + np.diag(ridge)
        gradient = (jacobian * weight) @ residual + ridge * (parameters - prior)
        parameters = parameters - np.linalg.solve(normal_matrix, gradient)
    aspect = float(np.exp(parameters[7])) if count == 8 else pose.aspect
    return replace(pose, parameters=parameters[:7], aspect=aspect)


def _homographies(pose: CubePose, vectors: FloatArray) -> FloatArray:
    """Return the homographies (K x 5 x 3 x 3) of FACE_FRAMES for K vectors of parameters.

    An eighth parameter is the logarithm of the aspect, in place of the pose's own.
    """
    n = pose.n
    x_axis, y_axis, origin = np.swapaxes(FACE_FRAMES, 0, 1)
    face_axes = np.stack([x_axis, y_axis, n * origin], 2)  # face, coordinate, column
    rotations = np.array([cv2.Rodrigues(vector[:3])[0] for vector in vectors])
    columns = rotations[:, None] @ face_axes
    columns[..., 2] += vectors[:, None, 3:6]
    focal = np.exp(vectors[:, 6])[:, None, None]
    aspects = np.exp(vectors[:, 7]) if vectors.shape[1] == 8 else pose.aspect * np.ones(len(focal))
    columns[..., :2, :] *= focal[..., None]
    columns[..., 0, :] *= aspects[:, None, None]
    columns[..., :2, :] += pose.principal_point[:, None] * columns[..., 2:, :]
    return np.asarray(columns, float)


def _residuals(homographies: FloatArray, gaps: GapPoints) -> FloatArray:
    """Return the distance (in cells) of each gap from its line, for K poses (K x N)."""
    # Rows of the inverse homographies, up to a factor that cancels.
    x, y, z = np.moveaxis(homographies, 3, 0)
    inverse = np.stack([_cross(y, z), _cross(z, x), _cross(x, y)], 2)
    pixels = np.column_stack([gaps.pixels, np.ones(len(gaps.pixels))])
    position = (inverse[:, gaps.face, gaps.axis] * pixels).sum(2)
    position /= (inverse[:, gaps.face, 2] * pixels).sum(2)
    return np.asarray(position - gaps.line)


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return the cross products of rows of three; numpy's own is slow for so few."""
    return np.asarray(a[..., NEXT] * b[..., LAST] - a[..., LAST] * b[..., NEXT])


def concatenate_gaps(parts: Sequence[GapPoints]) -> GapPoints:
    """Return the gap points of several faces in one object."""
    return GapPoints(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("face", "pixels", "axis", "line", "weight")
        )
    )
