"""Find the neighbouring faces of a detected face from the cube pose that it implies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect.lattice import Lattice, apply_homography
from vision.detect.lattice_score import EdgeMap, area_weighted_score
from vision.detect.pose import CubePose, GapPoints, concatenate_gaps, fit_pose, initial_poses
from vision.detect.refinement import GAP_CELL_PIXELS, MIDDLE_WEIGHT, measure_gaps, rectify

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# A neighbour whose score (1 at most) is less is not there; a third face, when two are, may be
# fainter, since their pose tells where it must be.
MIN_NEIGHBOUR_SCORE = 0.3
MIN_THIRD_FACE_SCORE = 0.15

# With neighbours that are not its own, a front fits less well: its score falls by more than this.
MAX_FRONT_SCORE_DROP = 0.04

# The sum of the supports (2 at most) where a cube's neighbours would be that is needed for them to
# be looked into, and what shows there if they are most likely there.
MIN_NEIGHBOUR_SUPPORT = 0.3
LIKELY_NEIGHBOUR_SUPPORT = 0.6
SETTLING_ROUNDS = 2  # of measuring the gaps and fitting the pose to them

# Two faces of one cube that both score better, or three on average, leave no doubt.
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
    def from_front(cls, evidence: EdgeMap, front: Lattice) -> PoseHypotheses:
        """Return the poses of a cube with this front."""
        gaps = _gaps(evidence, 0, front)
        poses = [
            fit_pose(pose, gaps) for pose in initial_poses(front.corners, front.n, *evidence.size)
        ]
        alone = (evidence.score(front), front)
        if front.n == 2:
            # One gap each way leaves a homography open; a pose has fewer unknowns.
            alone = max(
                (_score_face(evidence, pose, 0) for pose in poses), key=lambda face: face[0]
            )
        return cls(alone, tuple(poses), tuple(_neighbour_support(evidence, pose) for pose in poses))

    @property
    def neighbours_likely(self) -> bool:
        """Whether neighbouring faces are probably seen."""
        return max(self.neighbour_support) > LIKELY_NEIGHBOUR_SUPPORT


def complete_cube(evidence: EdgeMap, prospect: PoseHypotheses) -> tuple[ScoredLattice, ...]:
    """Return the faces of the cube that has a front, each with its score, the front first."""
    best: tuple[ScoredLattice, ...] = (prospect.front,)
    for k in np.argsort(prospect.neighbour_support)[::-1]:
        if prospect.neighbour_support[k] < MIN_NEIGHBOUR_SUPPORT:
            break
        cube = _fit_cube(evidence, prospect.poses[k])
        if cube[0][0] > prospect.front[0] - MAX_FRONT_SCORE_DROP:
            best = max(best, cube, key=total_score)
        if is_unambiguous(best):
            break
    return best


def total_score(faces: Sequence[ScoredLattice]) -> float:
    """Return the sum of the area-weighted scores of faces."""
    return sum(area_weighted_score(*face) for face in faces)


def is_unambiguous(faces: Sequence[ScoredLattice]) -> bool:
    """Return whether faces fit together so well that no other cube could be in their place.

    Clutter may give a face one neighbour that looks right, but not two.
    """
    scores = [score for score, _ in faces]
    if len(scores) == 2:
        return min(scores) > UNAMBIGUOUS_SCORE
    return len(scores) == 3 and sum(scores) > 3 * UNAMBIGUOUS_SCORE


def _fit_cube(evidence: EdgeMap, pose: CubePose) -> tuple[ScoredLattice, ...]:
    """Return the front of a cube fitted to the image, and those neighbours that are seen."""
    shown = [0, *pose.visible_neighbours()]
    pose, (front, *others) = _fit_pose_to_faces(evidence, pose, shown)
    clear = [
        face
        for face, other in zip(shown[1:], others, strict=True)
        if other[0] > MIN_NEIGHBOUR_SCORE
    ]
    if len(clear) == len(others):
        return (front, *others)
    if not clear:
        return (front,)
    # Two faces tell where the third must be, however little of it is seen.
    pose, (front, other) = _fit_pose_to_faces(evidence, pose, [0, *clear])
    third = [
        _score_face(evidence, pose, face) for face in pose.visible_neighbours() if face not in clear
    ]
    return (front, other, *(face for face in third if face[0] > MIN_THIRD_FACE_SCORE))


def _neighbour_support(evidence: EdgeMap, pose: CubePose) -> float:
    """Return the sum of the edge supports of the neighbours that a pose predicts."""
    homographies = pose.homographies
    faces = [
        evidence.lattice_with_blobs(pose.n, homographies[face])
        for face in pose.visible_neighbours()
    ]
    return float(np.maximum(evidence.edge_supports(faces), 0).sum())


def _fit_pose_to_faces(
    evidence: EdgeMap, pose: CubePose, shown: Sequence[int]
) -> tuple[CubePose, tuple[ScoredLattice, ...]]:
    """Return a pose fitted to the lines on the faces `shown`, and these faces."""
    for _ in range(SETTLING_ROUNDS):
        homographies = pose.homographies
        gaps = [
            _gaps(evidence, face, evidence.lattice_with_blobs(pose.n, homographies[face]))
            for face in shown
        ]
        pose = fit_pose(pose, concatenate_gaps(gaps))
    return pose, tuple(_score_face(evidence, pose, face) for face in shown)


def _score_face(evidence: EdgeMap, pose: CubePose, face: int) -> ScoredLattice:
    lattice = evidence.lattice_with_blobs(pose.n, pose.homographies[face])
    return evidence.score(lattice), lattice


def _gaps(evidence: EdgeMap, face: int, lattice: Lattice) -> GapPoints:
    """Return the lines that are measured on a face in the image."""
    flat = rectify(evidence.brightness, lattice, GAP_CELL_PIXELS, GAP_CELL_PIXELS // 2)
    gaps = measure_gaps(flat[None], lattice.n)
    middles = np.argwhere(lattice.has_sticker)[:, ::-1] + 0.5
    pixels = [
        apply_homography(lattice.homography, gaps.points[0]),
        lattice.sticker_centres,
        lattice.sticker_centres,
    ]
    axis = np.concatenate([gaps.axis, np.repeat([0, 1], len(middles))])
    return GapPoints(
        np.full(len(axis), face),
        np.vstack(pixels),
        axis,
        np.concatenate([gaps.line, middles[:, 0], middles[:, 1]]),
        np.concatenate([gaps.weight[0], np.full(2 * len(middles), MIDDLE_WEIGHT)]),
    )
