"""Find the faces of n x n x n cubes in an image, as it is: at one scale.

The cube pose that a face implies shows where its neighbouring faces are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import FloatArray
from vision.detect.lattice import Lattice, ScoredLattice, apply_homography, rectify
from vision.detect.lattice_finder import find_lattices, find_lattices_any_size
from vision.detect.lattice_score import SHIFT_CONTRAST_WEIGHT, EdgeMap
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

MAX_FRONTS = 4  # lattices for which a whole cube is searched, the most probable ones
# A whole cube is searched for a lattice with at least this share of the best area-weighted score.
MIN_RELATIVE_RANK = 0.5
MIN_SCORE = 0.42  # of a face (1 at most); accidental grids over clutter have less
# Score plus shift contrast of a face alone; grids over tiles, which continue outside, have less.
MIN_SINGLE_FACE_SCORE = 0.69

# The same for 2 x 2 faces; the largest misfit of their stickers (in cells); and the number of
# stickers with a blob that is required for a face alone and for one with neighbours.
MIN_2X2_SCORE = 0.57
MIN_2X2_ISOLATED_SCORE = 0.85
MAX_2X2_MISFIT = 0.045
MIN_2X2_ISOLATED_STICKERS, MIN_2X2_STICKERS = 4, 3

# Two faces may overlap by this share of the smaller area, as outlines are inexact.
MAX_OVERLAP = 0.2


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


def faces_in(edge_map: EdgeMap, n: int | None) -> Sequence[ScoredLattice]:
    """Return the lattices of the faces of n x n x n cubes in an image, the clearest first.

    With n = None the size is estimated, which takes somewhat longer.
    """
    lattice_sets = find_lattices_any_size(edge_map) if n is None else [find_lattices(edge_map, n)]
    return max(
        (faces_of_lattices(edge_map, lattices) for lattices in lattice_sets),
        key=lambda faces: _clarity(edge_map, faces),
        default=(),
    )


def faces_of_all_lattices(edge_map: EdgeMap, n: int) -> Sequence[ScoredLattice]:
    """Return what `faces_in` does, from all lattices, however little they look like faces at first.

    For images in which that finds no face: it takes longer.
    """
    hypotheses = pose_hypotheses(edge_map, find_lattices(edge_map, n))
    return _clear_faces(edge_map, [complete_moved_cube(edge_map, each) for each in hypotheses])


def faces_of_lattices(edge_map: EdgeMap, lattices: Sequence[ScoredLattice]) -> list[ScoredLattice]:
    """Return the faces among lattices that may be faces, and their neighbours, with scores."""
    return _clear_faces(edge_map, _cube_candidates(edge_map, lattices))


def _clear_faces(
    edge_map: EdgeMap, cubes: Sequence[tuple[ScoredLattice, ...]]
) -> list[ScoredLattice]:
    """Return the faces of the cubes that are no clutter and do not overlap, the clearest first."""
    found: list[ScoredLattice] = []
    for cube in sorted(cubes, key=total_score, reverse=True):
        if not _overlaps_any(cube[0], found) and _accept(edge_map, cube):
            found += cube
    return sorted(found, key=lambda face: -face.area_weighted)


def _clarity(edge_map: EdgeMap, found: Sequence[ScoredLattice]) -> float:
    """Return the isolated score of the first face: how clearly it is a whole face, not a part."""
    return max(
        (face._replace(score=_isolated_score(edge_map, face)).area_weighted for face in found[:1]),
        default=0.0,
    )


def _cube_candidates(
    edge_map: EdgeMap, lattices: Sequence[ScoredLattice]
) -> list[tuple[ScoredLattice, ...]]:
    """Return the cubes that an image may show: the faces of each, the front first."""
    min_score = MIN_RELATIVE_RANK * lattices[0].area_weighted if lattices else 0.0
    fronts = [face for face in lattices[:MAX_FRONTS] if face.area_weighted >= min_score]
    cubes: list[tuple[ScoredLattice, ...]] = []
    unambiguous: list[ScoredLattice] = []

    def add(hypotheses: PoseHypotheses) -> None:
        cubes.append(complete_cube(edge_map, hypotheses))
        unambiguous.extend(cubes[-1] if is_unambiguous(cubes[-1]) else ())

    deferred = []
    for face, hypotheses in zip(fronts, pose_hypotheses(edge_map, fronts), strict=True):
        if _overlaps_any(face, unambiguous):
            continue
        if hypotheses.neighbours_likely:
            add(hypotheses)
        else:
            deferred.append(hypotheses)
    # Lattices that overlap a cube found without doubt need not be examined.
    for hypotheses in deferred:
        if not _overlaps_any(hypotheses.front, unambiguous):
            add(hypotheses)
    return cubes + [(face,) for face in lattices[len(fronts) :]]


def _accept(edge_map: EdgeMap, cube: Sequence[ScoredLattice]) -> bool:
    """Return whether a cube is not clutter: several faces, or one that ends at its outline."""
    front = cube[0]
    if front.lattice.n == 2:
        return _accept_2x2(edge_map, cube)
    if front.score < MIN_SCORE:
        return False
    return len(cube) > 1 or _isolated_score(edge_map, front) > MIN_SINGLE_FACE_SCORE


def _accept_2x2(edge_map: EdgeMap, cube: Sequence[ScoredLattice]) -> bool:
    """Return whether a 2 x 2 face is not clutter, in which squares of four blobs are common."""
    front = cube[0]
    enough = MIN_2X2_ISOLATED_STICKERS if len(cube) == 1 else MIN_2X2_STICKERS
    if len(front.lattice.sticker_centres) < enough or front.lattice.misfit > MAX_2X2_MISFIT:
        return False
    return front.score > MIN_2X2_SCORE and _isolated_score(edge_map, front) > MIN_2X2_ISOLATED_SCORE


def _isolated_score(edge_map: EdgeMap, face: ScoredLattice) -> float:
    """Return the score of a face plus how clearly it ends at its outline."""
    return face.score + SHIFT_CONTRAST_WEIGHT * edge_map.shift_contrast(face.lattice)


def _overlaps_any(face: ScoredLattice, others: Sequence[ScoredLattice]) -> bool:
    return any(_overlap(face.lattice.corners, other.lattice.corners) for other in others)


def _overlap(a: FloatArray, b: FloatArray) -> bool:
    """Return whether two outlines overlap by more than MAX_OVERLAP."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    smaller = min(cv2.contourArea(a.astype(np.float32)), cv2.contourArea(b.astype(np.float32)))
    return bool(shared > MAX_OVERLAP * smaller)
