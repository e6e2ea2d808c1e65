"""Find the neighbouring faces of a detected face from the cube pose that it implies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect.lattice import Lattice, apply_homography
from vision.detect.lattice_score import EdgeMap, area_weighted_score
from vision.detect.pose import (
    CubePose,
    GapPoints,
    concatenate_gaps,
    fit_pose,
    fit_poses,
    initial_poses,
    possible_aspects,
)
from vision.detect.refinement import CENTRE_WEIGHT, GAP_CELL_PIXELS, measure_gaps, rectify

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# The smallest score (1 at most) of a neighbour; and of a third face, which may be less clear, as
# the pose of the other two determines its position.
MIN_NEIGHBOUR_SCORE = 0.3
MIN_THIRD_FACE_SCORE = 0.15

# With wrong neighbours the score of the front drops by more than this.
MAX_FRONT_SCORE_DROP = 0.04

# The sum of the supports (2 at most) at the predicted neighbours above which they are examined, and
# above which they probably exist.
MIN_NEIGHBOUR_SUPPORT = 0.3
LIKELY_NEIGHBOUR_SUPPORT = 0.6
POSE_ROUNDS = 2  # of measuring the gaps and fitting the pose to them

# A cube is unambiguous if both of two faces, or three on average, have a better score.
UNAMBIGUOUS_SCORE = 0.45

ScoredLattice = tuple[float, Lattice]


@dataclass(frozen=True, slots=True, eq=False)
class PoseHypotheses:
    """A front face with the cube poses that it allows (two).

    `front`: with its score; `poses`; `neighbour_support` of each pose: the edge support where it
    predicts the neighbouring faces.
    """

    front: ScoredLattice
    poses: tuple[CubePose, ...]
    neighbour_support: tuple[float, ...]

    @classmethod
    def from_front(cls, edge_map: EdgeMap, front: Lattice) -> PoseHypotheses:
        """Return the poses of a cube with this front."""
        gaps = _gaps(edge_map, 0, front)
        poses = fit_poses(
            [
                pose
                for aspect in possible_aspects(*edge_map.size)
                for pose in initial_poses(front.corners, front.n, *edge_map.size, aspect)
            ],
            gaps,
        )
        alone = (edge_map.score(front), front)
        if front.n == 2:
            # One gap in each direction does not determine a homography; a pose has fewer unknowns.
            alone = max(
                (_score_face(edge_map, pose, 0) for pose in poses), key=lambda face: face[0]
            )
        return cls(alone, tuple(poses), _neighbour_supports(edge_map, poses))

    @property
    def neighbours_likely(self) -> bool:
        """Whether neighbouring faces are probably seen."""
        return max(self.neighbour_support) > LIKELY_NEIGHBOUR_SUPPORT


def complete_cube(edge_map: EdgeMap, hypotheses: PoseHypotheses) -> tuple[ScoredLattice, ...]:
    """Return the faces of the cube with this front, each with its score, the front first."""
    best: tuple[ScoredLattice, ...] = (hypotheses.front,)
    for k in np.argsort(hypotheses.neighbour_support)[::-1]:
        if hypotheses.neighbour_support[k] < MIN_NEIGHBOUR_SUPPORT:
            break
        cube = _fit_cube(edge_map, hypotheses.poses[k])
        if cube[0][0] > hypotheses.front[0] - MAX_FRONT_SCORE_DROP:
            best = max(best, cube, key=total_score)
        if is_unambiguous(best):
            break
    return best


def total_score(faces: Sequence[ScoredLattice]) -> float:
    """Return the sum of the area-weighted scores of faces."""
    return sum(area_weighted_score(*face) for face in faces)


def is_unambiguous(faces: Sequence[ScoredLattice]) -> bool:
    """Return whether the scores of the faces exclude other poses of the cube.

    Clutter may add one wrong neighbour with a good score, but not two.
    """
    scores = [score for score, _ in faces]
    if len(scores) == 2:
        return min(scores) > UNAMBIGUOUS_SCORE
    return len(scores) == 3 and sum(scores) > 3 * UNAMBIGUOUS_SCORE


def _fit_cube(edge_map: EdgeMap, pose: CubePose) -> tuple[ScoredLattice, ...]:
    """Return the front of a cube fitted to the image, and its visible neighbours."""
    visible = [0, *pose.visible_neighbours()]
    pose, (front, *others) = _fit_pose_to_faces(edge_map, pose, visible)
    clear = [
        face
        for face, other in zip(visible[1:], others, strict=True)
        if other[0] > MIN_NEIGHBOUR_SCORE
    ]
    if len(clear) == len(others):
        return (front, *others)
    if not clear:
        return (front,)
    # The pose of two faces determines the third one, even if little of it is visible.
    pose, (front, other) = _fit_pose_to_faces(edge_map, pose, [0, *clear])
    third = [
        _score_face(edge_map, pose, face) for face in pose.visible_neighbours() if face not in clear
    ]
    return (front, other, *(face for face in third if face[0] > MIN_THIRD_FACE_SCORE))


def _neighbour_supports(edge_map: EdgeMap, poses: Sequence[CubePose]) -> tuple[float, ...]:
    """Return for each pose the sum of the edge supports of the neighbours that it predicts."""
    predicted = [pose.homographies[pose.visible_neighbours()] for pose in poses]
    lattices = [
        Lattice.without_stickers(pose.n, homography)
        for pose, faces in zip(poses, predicted, strict=True)
        for homography in faces
    ]
    supports = np.maximum(edge_map.edge_supports(lattices), 0)
    ends = np.cumsum([len(faces) for faces in predicted])[:-1]
    return tuple(float(each.sum()) for each in np.split(supports, ends))


def _fit_pose_to_faces(
    edge_map: EdgeMap, pose: CubePose, visible: Sequence[int]
) -> tuple[CubePose, tuple[ScoredLattice, ...]]:
    """Return a pose fitted to the lines on the faces `visible`, and these faces."""
    for _ in range(POSE_ROUNDS):
        homographies = pose.homographies
        gaps = [
            _gaps(edge_map, face, edge_map.lattice_with_blobs(pose.n, homographies[face]))
            for face in visible
        ]
        pose = fit_pose(pose, concatenate_gaps(gaps))
    return pose, tuple(_score_face(edge_map, pose, face) for face in visible)


def _score_face(edge_map: EdgeMap, pose: CubePose, face: int) -> ScoredLattice:
    lattice = edge_map.lattice_with_blobs(pose.n, pose.homographies[face])
    return edge_map.score(lattice), lattice


def _gaps(edge_map: EdgeMap, face: int, lattice: Lattice) -> GapPoints:
    """Return the lines that are measured on a face in the image."""
    rectified = rectify(edge_map.brightness, lattice, GAP_CELL_PIXELS, GAP_CELL_PIXELS // 2)
    gaps = measure_gaps(rectified[None], lattice.n)
    cell_centres = np.argwhere(lattice.has_sticker)[:, ::-1] + 0.5
    pixels = [
        apply_homography(lattice.homography, gaps.points[0]),
        lattice.sticker_centres,
        lattice.sticker_centres,
    ]
    axis = np.concatenate([gaps.axis, np.repeat([0, 1], len(cell_centres))])
    return GapPoints(
        np.full(len(axis), face),
        np.vstack(pixels),
        axis,
        np.concatenate([gaps.line, cell_centres[:, 0], cell_centres[:, 1]]),
        np.concatenate([gaps.weight[0], np.full(2 * len(cell_centres), CENTRE_WEIGHT)]),
    )
