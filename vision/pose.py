"""Where a cube is: from one of its faces, where its other faces must be in the picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Ints

# The focal length of a camera, in widths of a picture, and the spread of its logarithm:
# from a telephone's to a cropped picture's.
USUAL_FOCAL = 1.2
FOCAL_SPREAD = 0.5

# A face seen as aslant as this (cosine) or more has no stickers that could be told apart.
LEAST_COSINE = 0.05

# Steps of the parameters (turn, place, focal length) for their derivatives.
STEP = 1e-4

# A measurement this far off (in cells) counts half.
SCALE = 0.06

# The faces of a cube of side 1 whose front is z = 0, x right, y down, z away from the camera:
# the front's neighbours to the top, right, bottom and left. Rows: along a row of stickers, along
# a column, the first corner.
FACES = np.array(
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
class Gaps:
    """Where lines between stickers were seen: N points on faces of one cube.

    `face`: which of FACES; `pixels` (N x 2); `axis`: 0 for a line along a column; `line`: its
    number; `weight`: how clear it is (0..1).
    """

    face: Ints
    pixels: Floats
    axis: Ints
    line: Floats
    weight: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """How an n x n x n cube stands before a camera with square pixels and a central axis.

    `vector`: turn (3), place (3, in stickers) and the logarithm of the focal length in pixels;
    `middle`: the pixel of the camera's axis.
    """

    n: int
    vector: Floats
    middle: Floats

    @property
    def homographies(self) -> Floats:
        """The homographies (5 x 3 x 3) from the stickers of FACES (x, y in 0..n) to pixels."""
        return np.asarray(_homographies(self.n, self.vector[None], self.middle)[0])

    def cosine(self, face: int) -> float:
        """How squarely a face is seen: 1 from straight above, 0 edge on, less from behind."""
        along, down, first = FACES[face]
        turn = cv2.Rodrigues(self.vector[:3])[0]
        centre = turn @ (self.n * (first + 0.5 * (along + down))) + self.vector[3:6]
        return float(turn @ np.cross(along, down) @ centre / np.linalg.norm(centre))

    def neighbours(self) -> Iterator[int]:
        """Yield the faces beside the front that can be seen (0 to 2)."""
        return (face for face in range(1, len(FACES)) if self.cosine(face) > LEAST_COSINE)


def poses_of(corners: Floats, n: int, width: int, height: int) -> Iterator[Pose]:
    """Yield the poses that a cube may have whose front has these corners (4 x 2 pixels).

    A square seen from afar may be tilted one way or the other way; Collins and Bartoli's
    infinitesimal plane-based pose (2014), as OpenCV has it, gives both.
    """
    flat = np.array([[0, 0, 0], [n, 0, 0], [n, n, 0], [0, n, 0]], float)
    middle = np.array([width - 1, height - 1]) / 2
    focal = USUAL_FOCAL * max(width, height)
    camera = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    _, turns, places, _ = cv2.solvePnPGeneric(flat, corners, camera, None, flags=cv2.SOLVEPNP_IPPE)
    for turn, place in zip(turns, places, strict=True):
        yield Pose(n, np.concatenate([turn.ravel(), place.ravel(), [np.log(focal)]]), middle)


def fit_pose(pose: Pose, gaps: Gaps, rounds: int = 3) -> Pose:
    """Move a cube so that the lines between its stickers are where gaps were seen."""
    usual = np.append(np.zeros(6), np.log(USUAL_FOCAL * 2 * (pose.middle.max() + 0.5)))
    ridge = np.full(7, 1e-9)
    ridge[6] = (SCALE / FOCAL_SPREAD) ** 2
    steps = STEP * np.array([1, 1, 1, pose.n, pose.n, pose.n, 1])
    vector = pose.vector
    for _ in range(rounds):
        tried = vector + np.vstack([np.zeros(7), np.diag(steps)])
        off, *moved = _off(_homographies(pose.n, tried, pose.middle), gaps)
        slope = (np.array(moved) - off) / steps[:, None]
        weight = gaps.weight / (1 + (off / SCALE) ** 2)
        left = (slope * weight) @ slope.T + np.diag(ridge)
        right = (slope * weight) @ off + ridge * (vector - usual)
        vector = vector - np.linalg.solve(left, right)
    return Pose(pose.n, vector, pose.middle)


def _homographies(n: int, vectors: Floats, middle: Floats) -> Floats:
    """Return the homographies (K x 5 x 3 x 3) of FACES for K vectors of a pose."""
    along, down, first = np.swapaxes(FACES, 0, 1)
    solid = np.stack([along, down, n * first], 2)  # face, coordinate, column
    turns = np.array([cv2.Rodrigues(vector[:3])[0] for vector in vectors])
    columns = turns[:, None] @ solid
    columns[..., 2] += vectors[:, None, 3:6]
    focal = np.exp(vectors[:, 6])[:, None, None]
    columns[..., :2, :] *= focal[..., None]
    columns[..., :2, :] += middle[:, None] * columns[..., 2:, :]
    return np.asarray(columns, float)


def _off(homographies: Floats, gaps: Gaps) -> Floats:
    """Say how far (in cells) each gap is from the line it belongs to (K x N)."""
    # Rows of the inverse homographies, but for a factor that cancels.
    x, y, z = np.moveaxis(homographies, 3, 0)
    back = np.stack([_cross(y, z), _cross(z, x), _cross(x, y)], 2)
    pixels = np.column_stack([gaps.pixels, np.ones(len(gaps.pixels))])
    place = (back[:, gaps.face, gaps.axis] * pixels).sum(2)
    place /= (back[:, gaps.face, 2] * pixels).sum(2)
    return np.asarray(place - gaps.line)


def _cross(a: Floats, b: Floats) -> Floats:
    """Return the cross products of rows of three; numpy's own is slow for so few."""
    return np.asarray(a[..., NEXT] * b[..., LAST] - a[..., LAST] * b[..., NEXT])


def joined(parts: Sequence[Gaps]) -> Gaps:
    """Put the gaps seen on several faces together."""
    return Gaps(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("face", "pixels", "axis", "line", "weight")
        )
    )
