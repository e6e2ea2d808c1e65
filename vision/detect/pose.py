"""Estimate a cube's pose and focal length from the gaps seen on up to three of its faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import FloatArray, IntArray

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
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
SMALLEST_ANGLE = 1e-12  # radians
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


ALL_FACES = np.arange(len(FACE_FRAMES))
NORMALS = np.cross(FACE_FRAMES[:, 0], FACE_FRAMES[:, 1])
MIDDLES = FACE_FRAMES[:, 2] + 0.5 * (FACE_FRAMES[:, 0] + FACE_FRAMES[:, 1])


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
        vector = np.append(self.parameters, np.log(self.aspect))
        return np.asarray(_homographies(self, vector[None], ALL_FACES)[0])

    @property
    def cosines(self) -> FloatArray:
        """The cosine of each face's angle of view (5): 1 from the front, negative from behind."""
        return np.asarray(_cosines(self.n, self.parameters[None])[0])

    def visible_neighbours(self) -> list[int]:
        """Return the faces beside the front that can be seen (0 to 2)."""
        return [face for face in np.flatnonzero(self.cosines > MIN_COSINE).tolist() if face > 0]


def neighbour_homographies(poses: Sequence[CubePose]) -> list[FloatArray]:
    """Return the homographies (K x 3 x 3) of the visible neighbours of each pose.

    Of poses of one cube size in one image.
    """
    vectors = np.array([[*pose.parameters, np.log(pose.aspect)] for pose in poses])
    homographies = _homographies(poses[0], vectors, ALL_FACES)
    is_visible = _cosines(poses[0].n, vectors) > MIN_COSINE
    is_visible[:, 0] = False
    return [each[shown] for each, shown in zip(homographies, is_visible, strict=True)]


def _cosines(n: int, parameters: FloatArray) -> FloatArray:
    """Return the cosines of the angles of view (K x 5) of the faces for K poses."""
    rotations = np.swapaxes(_rotations(parameters[:, :3]), 1, 2)
    centres = n * MIDDLES @ rotations + parameters[:, None, 3:6]
    along = (NORMALS @ rotations * centres).sum(2)
    return np.asarray(along / np.sqrt((centres**2).sum(2)))


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
    """Return a pose fitted to gaps, as `fit_poses` does."""
    return fit_poses([pose], [gaps], rounds)[0]


def fit_poses(
    poses: Sequence[CubePose], gaps: Sequence[GapPoints], rounds: int = ROUNDS
) -> list[CubePose]:
    """Return poses of one cube size in one image, each fitted to its gaps.

    Gauss-Newton steps with Cauchy weights and a prior of the focal length. The aspect of a squeezed
    picture is fitted too; that of others is known.
    """
    first = poses[0]
    squeezed = np.array([pose.aspect != 1 for pose in poses])
    focal = np.log(PRIOR_FOCAL * 2 * (first.principal_point.max() + 0.5))
    prior = np.zeros((len(poses), 8))
    prior[:, 6], prior[squeezed, 7] = focal, np.log(SQUEEZED_ASPECT)
    ridge = np.full(8, SINGULAR)
    ridge[6:] = (CAUCHY_SCALE / np.array([FOCAL_LOG_SIGMA, ASPECT_LOG_SIGMA])) ** 2
    steps = DIFFERENCE_STEP * np.array([1, 1, 1, first.n, first.n, first.n, 1, 1])
    differences = np.vstack([np.zeros(8), np.diag(steps)])
    parameters = np.array([[*pose.parameters, np.log(pose.aspect)] for pose in poses])
    together = _padded(gaps)
    for _ in range(rounds):
        varied = (parameters[:, None] + differences).reshape(-1, 8)
        homographies = _homographies(first, varied, together.faces)
        residuals = _residuals(homographies.reshape(len(poses), 9, -1, 3, 3), together)
        residual = residuals[:, 0, :, None]
        jacobian = (residuals[:, 1:] - residuals[:, :1]) / steps[:, None]
        jacobian[~squeezed, 7] = 0
        weight = together.weight[:, None] / (1 + (residuals[:, :1] / CAUCHY_SCALE) ** 2)
        weighted = jacobian * weight
        normal_matrix = weighted @ np.swapaxes(jacobian, 1, 2) + np.diag(ridge)
        gradient = weighted @ residual + (ridge * (parameters - prior))[..., None]
        moved = parameters - np.linalg.solve(normal_matrix, gradient)[..., 0]
        # What is no cube may lead behind the camera, where no step means anything.
        parameters = np.where(moved[:, 5:6] > 0, moved, parameters)
    return [
        replace(pose, parameters=found[:7], aspect=float(np.exp(found[7])))
        for pose, found in zip(poses, parameters, strict=True)
    ]


class _PaddedGaps(NamedTuple):
    """The gaps of P poses, in arrays of one length N, where the weight of what is added is 0.

    `faces`: those of FACE_FRAMES that occur; `face` (P x N): which of these; `pixels` (P x N x 3):
    homogeneous; `axis`, `line`, `weight` (P x N): as of GapPoints.
    """

    faces: IntArray
    face: IntArray
    pixels: FloatArray
    axis: IntArray
    line: FloatArray
    weight: FloatArray


def _padded(gaps: Sequence[GapPoints]) -> _PaddedGaps:
    counts = np.array([len(each.face) for each in gaps])[:, None]
    number = np.arange(counts.max())
    # What is added are copies of the last gap.
    used = np.minimum(number, counts - 1) + (np.cumsum(counts)[:, None] - counts)
    together = concatenate_gaps(gaps)
    faces, which = np.unique(together.face, return_inverse=True)
    pixels = np.ones((*used.shape, 3))
    pixels[..., :2] = together.pixels[used]
    weight = np.where(number < counts, together.weight[used], 0)
    return _PaddedGaps(faces, which[used], pixels, together.axis[used], together.line[used], weight)


def _homographies(pose: CubePose, vectors: FloatArray, faces: IntArray) -> FloatArray:
    """Return the homographies (K x F x 3 x 3) of F of FACE_FRAMES for K vectors of parameters.

    The eighth parameter is the logarithm of the aspect, in place of the pose's own.
    """
    face_axes = _face_axes(pose.n)[faces]
    columns = _rotations(vectors[:, :3])[:, None] @ face_axes
    columns[..., 2] += vectors[:, None, 3:6]
    columns[..., :2, :] *= np.exp(vectors[:, 6])[:, None, None, None]
    columns[..., 0, :] *= np.exp(vectors[:, 7])[:, None, None]
    columns[..., :2, :] += pose.principal_point[:, None] * columns[..., 2:, :]
    return np.asarray(columns, float)


@cache
def _face_axes(n: int) -> FloatArray:
    """Return the axes and the origin of each face (face, coordinate, column)."""
    x_axis, y_axis, origin = np.swapaxes(FACE_FRAMES, 0, 1)
    return np.stack([x_axis, y_axis, n * origin], 2)


def _rotations(vectors: FloatArray) -> FloatArray:
    """Return the rotations (K x 3 x 3) of K rotation vectors, by Rodrigues' formula."""
    angles = np.sqrt((vectors**2).sum(1))[:, None]
    x, y, z = (vectors / np.maximum(angles, SMALLEST_ANGLE)).T
    zero = np.zeros(len(x))
    across = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], 1).reshape(-1, 3, 3)
    sine, versine = np.sin(angles)[..., None], 1 - np.cos(angles)[..., None]
    return np.asarray(np.eye(3) + sine * across + versine * (across @ across), float)


def _residuals(homographies: FloatArray, gaps: _PaddedGaps) -> FloatArray:
    """Return the distance (in cells) of each gap from its line (P x K x N).

    For K versions of each of P poses (P x K x F x 3 x 3).
    """
    rows = np.linalg.inv(homographies)
    poses, count = gaps.face.shape
    # pose, coordinate, face, row, version: one product for all gaps and all faces
    together = rows.transpose(0, 4, 2, 3, 1).reshape(poses, 3, -1)
    products = (gaps.pixels @ together).reshape(poses, count, -1, 3, rows.shape[1])
    pose, gap = np.arange(poses)[:, None], np.arange(count)
    along, depth = products[pose, gap, gaps.face, gaps.axis], products[pose, gap, gaps.face, 2]
    return np.asarray(np.swapaxes(along / depth - gaps.line[..., None], 1, 2))


def concatenate_gaps(parts: Sequence[GapPoints]) -> GapPoints:
    """Return the gap points of several faces in one object."""
    return GapPoints(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("face", "pixels", "axis", "line", "weight")
        )
    )
