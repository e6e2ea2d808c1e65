"""Find the faces of n x n x n cubes in an image, as it is: at one scale."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import FloatArray
from vision.detect.lattice import ScoredLattice
from vision.detect.lattice_finder import find_lattices, find_lattices_any_size
from vision.detect.lattice_score import SHIFT_CONTRAST_WEIGHT, EdgeMap
from vision.detect.visible_faces import (
    PoseHypotheses,
    complete_cube,
    complete_moved_cube,
    is_unambiguous,
    pose_hypotheses,
    total_score,
)

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

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
