"""Find the neighbouring faces of a detected face from the cube pose that it implies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import FloatArray
from vision.detect.lattice import Lattice, ScoredLattice, apply_homography, rectify
from vision.detect.lattice_score import EdgeMap
from vision.detect.pose import (
    CubePose,
    GapPoints,
    concatenate_gaps,
    fit_pose,
    fit_poses,
    initial_poses,
    neighbour_homographies,
    possible_aspects,
)
from vision.detect.refinement import (
    CENTRE_WEIGHT,
    GAP_CELL_PIXELS,
    GapMeasurements,
    measure_gaps,
    refine,
)

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
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
# A lattice whose score rises by more when a pose is fitted to it did not fit at first, and moved.
MIN_RISE_IF_MOVED = 0.08
POSE_ROUNDS = 2  # of measuring the gaps and fitting the pose to them

# A cube is unambiguous if both of two faces, or three on average, have a better score.
UNAMBIGUOUS_SCORE = 0.45


@dataclass(frozen=True, slots=True, eq=False)
class PoseHypotheses:
    """A front face with the cube poses that it allows (two).

    `front`: with its score; `poses`; `neighbour_support` of each pose: the edge support where it
    predicts the neighbouring faces.
    """

    front: ScoredLattice
    poses: tuple[CubePose, ...]
    neighbour_support: tuple[float, ...]

    @property
    def neighbours_likely(self) -> bool:
        """Whether neighbouring faces are probably seen."""
        return max(self.neighbour_support) > LIKELY_NEIGHBOUR_SUPPORT


def pose_hypotheses(edge_map: EdgeMap, fronts: Sequence[ScoredLattice]) -> list[PoseHypotheses]:
    """Return the poses of the cubes with these fronts (scored, of one size)."""
    if not fronts:
        return []
    aspects = possible_aspects(*edge_map.size)
    initial = [
        (k, pose)
        for k, front in enumerate(fronts)
        for aspect in aspects
        for pose in initial_poses(front.lattice.corners, front.lattice.n, *edge_map.size, aspect)
    ]
    gaps = _gaps(edge_map, [front.lattice for front in fronts], [0] * len(fronts))
    fitted = fit_poses([pose for _, pose in initial], [gaps[k] for k, _ in initial])
    supports = _neighbour_supports(edge_map, fitted)
    hypotheses = []
    for k, alone in enumerate(fronts):
        own = [i for i, (of, _) in enumerate(initial) if of == k]
        poses = tuple(fitted[i] for i in own)
        if alone.lattice.n == 2:
            # One gap in each direction does not determine a homography; a pose has fewer unknowns.
            alone = max(
                (_scored_faces(edge_map, pose, [0])[0] for pose in poses),
                key=lambda face: face.score,
            )
        hypotheses.append(PoseHypotheses(alone, poses, tuple(supports[i] for i in own)))
    return hypotheses


def complete_cube(edge_map: EdgeMap, hypotheses: PoseHypotheses) -> tuple[ScoredLattice, ...]:
    """Return the faces of the cube with this front, each with its score, the front first."""
    best: tuple[ScoredLattice, ...] = (hypotheses.front,)
    for k in np.argsort(hypotheses.neighbour_support)[::-1]:
        if hypotheses.neighbour_support[k] < MIN_NEIGHBOUR_SUPPORT:
            break
        cube = _fit_cube(edge_map, hypotheses.poses[k])
        if cube[0].score > hypotheses.front.score - MAX_FRONT_SCORE_DROP:
            best = max(best, cube, key=total_score)
        if is_unambiguous(best):
            break
    return best


def complete_moved_cube(edge_map: EdgeMap, hypotheses: PoseHypotheses) -> tuple[ScoredLattice, ...]:
    """Return what `complete_cube` does, and once more from its front where that has moved.

    The neighbours of a front that fits poorly are not found where it predicts them.
    """
    cube = complete_cube(edge_map, hypotheses)
    if len(cube) > 1 or cube[0].score < hypotheses.front.score + MIN_RISE_IF_MOVED:
        return cube
    refined = refine(edge_map.brightness, cube[0].lattice)
    if not refined.plausible:
        return cube
    (again,) = pose_hypotheses(edge_map, edge_map.scored([refined]))
    return max(cube, complete_cube(edge_map, again), key=total_score)


def total_score(faces: Sequence[ScoredLattice]) -> float:
    """Return the sum of the area-weighted scores of faces."""
    return sum(face.area_weighted for face in faces)


def is_unambiguous(faces: Sequence[ScoredLattice]) -> bool:
    """Return whether the scores of the faces exclude other poses of the cube.

    Clutter may add one wrong neighbour with a good score, but not two.
    """
    scores = [face.score for face in faces]
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
        if other.score > MIN_NEIGHBOUR_SCORE
    ]
    if len(clear) == len(others):
        return (front, *others)
    if not clear:
        return (front,)
    # The pose of two faces determines the third one, even if little of it is visible.
    pose, (front, other) = _fit_pose_to_faces(edge_map, pose, [0, *clear])
    hidden = [face for face in pose.visible_neighbours() if face not in clear]
    third = _scored_faces(edge_map, pose, hidden)
    return (front, other, *(face for face in third if face.score > MIN_THIRD_FACE_SCORE))


def _neighbour_supports(edge_map: EdgeMap, poses: Sequence[CubePose]) -> list[float]:
    """Return for each pose the sum of the edge supports of the neighbours that it predicts."""
    predicted = neighbour_homographies(poses)
    lattices = [Lattice.without_stickers(poses[0].n, each) for faces in predicted for each in faces]
    supports = np.maximum(edge_map.edge_supports(lattices), 0)
    ends = np.cumsum([len(faces) for faces in predicted])[:-1]
    return [float(each.sum()) for each in np.split(supports, ends)]


def _fit_pose_to_faces(
    edge_map: EdgeMap, pose: CubePose, visible: Sequence[int]
) -> tuple[CubePose, list[ScoredLattice]]:
    """Return a pose fitted to the lines on the faces `visible`, and these faces."""
    for _ in range(POSE_ROUNDS):
        lattices = edge_map.lattices_with_blobs(pose.n, pose.homographies[visible])
        pose = fit_pose(pose, concatenate_gaps(_gaps(edge_map, lattices, visible)))
    return pose, _scored_faces(edge_map, pose, visible)


def _scored_faces(edge_map: EdgeMap, pose: CubePose, faces: Sequence[int]) -> list[ScoredLattice]:
    """Return the lattices of some faces of a cube, with their scores."""
    if not faces:
        return []
    return edge_map.scored(edge_map.lattices_with_blobs(pose.n, pose.homographies[faces]))


def _gaps(edge_map: EdgeMap, lattices: Sequence[Lattice], faces: Sequence[int]) -> list[GapPoints]:
    """Return the lines that are measured on lattices of one size, each of which is a face."""
    rectified = [
        rectify(edge_map.brightness, each, GAP_CELL_PIXELS, GAP_CELL_PIXELS // 2)
        for each in lattices
    ]
    gaps = measure_gaps(np.stack(rectified), lattices[0].n)
    on_lines = apply_homography(np.stack([each.homography for each in lattices]), gaps.points)
    return [
        _with_centres(lattice, face, pixels, gaps, weight)
        for lattice, face, pixels, weight in zip(
            lattices, faces, on_lines, gaps.weight, strict=True
        )
    ]


def _with_centres(
    lattice: Lattice, face: int, pixels: FloatArray, gaps: GapMeasurements, weight: FloatArray
) -> GapPoints:
    """Return the gaps of one lattice, and the centres of its stickers in both directions."""
    row, column = lattice.has_sticker.nonzero()
    count = len(row)
    axis = np.concatenate([gaps.axis, np.repeat([0, 1], count)])
    return GapPoints(
        np.full(len(axis), face),
        np.concatenate([pixels, lattice.sticker_centres, lattice.sticker_centres]),
        axis,
        np.concatenate([gaps.line, column + 0.5, row + 0.5]),
        np.concatenate([weight, np.full(2 * count, CENTRE_WEIGHT)]),
    )
