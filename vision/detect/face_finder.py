"""Detect the faces of n x n x n cubes in an image."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import FloatArray, Image
from vision.detect.face import FaceView, sample_face
from vision.detect.grid_windows import size_candidates, window_lattices
from vision.detect.lattice import Lattice
from vision.detect.lattice_score import SHIFT_CONTRAST_WEIGHT, EdgeMap, area_weighted_score
from vision.detect.refinement import refine_all
from vision.detect.region_grid import BlobGrid, ScoredGrid, grow_grids
from vision.detect.visible_faces import (
    PoseHypotheses,
    ScoredLattice,
    complete_cube,
    is_unambiguous,
    total_score,
)

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

MAX_WINDOWS_PER_GRID = 3  # lattices over the same blobs that are looked into
MAX_REFINED = 6  # lattices that are refined, the likeliest
MAX_FRONTS = 4  # lattices that a whole cube is sought about, the likeliest
# of the likeliest lattice's rank: no whole cube is sought about lesser ones
MIN_RELATIVE_RANK = 0.5
MIN_SCORE = 0.42  # score (1 at most); grids laid over clutter by chance stay below
MIN_SINGLE_FACE_SCORE = (
    0.69  # score and distinctness; grids over tiles, which go on at their outline, stay below
)

# The same for 2 x 2 faces, and how far their stickers may be off the middles of their cells; of how
# many stickers blobs must be seen, where the face is alone and where it has neighbours.
MIN_2X2_SCORE = 0.57
MIN_2X2_ISOLATED_SCORE = 0.85
MAX_2X2_MISFIT = 0.045
SMALL_STICKERS_ALONE, SMALL_STICKERS = 4, 3

SIZES = range(2, 8)
# of the clearest size's worth: a size that is less clear is not looked into
MIN_RELATIVE_CLARITY = 0.75
MAX_SIZES = 2
MIN_CLARITY = 0.5  # score and distinctness of a net, for a size to be looked into

# Two lattices are one if no corner differs by more than this share of a side (root of the area).
SAME_LATTICE = 0.12
# Two faces may share this part of the smaller one's area: the rim, where outlines are inexact.
MAX_SHARED = 0.2


def find_faces(image: Image, n: int | None = 3) -> tuple[FaceView, ...]:
    """Return the faces of n x n x n cubes in an H x W x 3 uint8 BGR image, n from 2 to 7.

    With n = None the size is estimated, which takes somewhat longer. Faces do not overlap; the one
    most probably held to the camera (large and clear) comes first.
    """
    evidence = EdgeMap.from_image(image)
    each = find_lattices_any_size(evidence) if n is None else [find_lattices(evidence, n)]
    found = max(
        (_find(evidence, lattices) for lattices in each),
        key=lambda faces: _clarity(evidence, faces),
        default=(),
    )
    return tuple(sample_face(image, lattice, score) for score, lattice in found)


def _find(evidence: EdgeMap, lattices: Sequence[ScoredLattice]) -> list[ScoredLattice]:
    found: list[ScoredLattice] = []
    for cube in sorted(_cube_candidates(evidence, lattices), key=total_score, reverse=True):
        if not _overlaps_any(cube[0], found) and _accept(evidence, cube):
            found += cube
    return sorted(found, key=lambda face: -area_weighted_score(*face))


def _clarity(evidence: EdgeMap, found: Sequence[ScoredLattice]) -> float:
    """Return how clearly the first of some faces is a whole face, not a part of one."""
    return max(
        (area_weighted_score(_isolated_score(evidence, face), face[1]) for face in found[:1]),
        default=0.0,
    )


def _cube_candidates(
    evidence: EdgeMap, lattices: Sequence[ScoredLattice]
) -> list[tuple[ScoredLattice, ...]]:
    """Return the cubes that an image may show, as the faces found of each, a front first."""
    least = MIN_RELATIVE_RANK * area_weighted_score(*lattices[0]) if lattices else 0.0
    likely = [face for face in lattices[:MAX_FRONTS] if area_weighted_score(*face) >= least]
    cubes: list[tuple[ScoredLattice, ...]] = []
    sure: list[ScoredLattice] = []

    def add(prospect: PoseHypotheses) -> None:
        cubes.append(complete_cube(evidence, prospect))
        sure.extend(cubes[-1] if is_unambiguous(cubes[-1]) else ())

    deferred = []
    for face in likely:
        if _overlaps_any(face, sure):
            continue
        prospect = PoseHypotheses.from_front(evidence, face[1])
        if prospect.neighbours_likely:
            add(prospect)
        else:
            deferred.append(prospect)
    # Where a cube is found without doubt, what lies over it need not be looked into.
    for prospect in deferred:
        if not _overlaps_any(prospect.front, sure):
            add(prospect)
    return cubes + [(face,) for face in lattices[len(likely) :]]


def _accept(evidence: EdgeMap, cube: Sequence[ScoredLattice]) -> bool:
    """Return whether a cube is no clutter: more faces than one, or one that ends at its outline."""
    score, front = cube[0]
    if front.n == 2:
        return _accept_2x2(evidence, cube)
    if score < MIN_SCORE:
        return False
    return len(cube) > 1 or _isolated_score(evidence, cube[0]) > MIN_SINGLE_FACE_SCORE


def _accept_2x2(evidence: EdgeMap, cube: Sequence[ScoredLattice]) -> bool:
    """Return whether a 2 x 2 face is no clutter, in which four blobs in a square are common."""
    score, front = cube[0]
    enough = SMALL_STICKERS_ALONE if len(cube) == 1 else SMALL_STICKERS
    if len(front.sticker_centres) < enough or front.misfit > MAX_2X2_MISFIT:
        return False
    return score > MIN_2X2_SCORE and _isolated_score(evidence, cube[0]) > MIN_2X2_ISOLATED_SCORE


def _isolated_score(evidence: EdgeMap, face: ScoredLattice) -> float:
    """Return the score of a face plus how clearly it ends at its outline."""
    return face[0] + SHIFT_CONTRAST_WEIGHT * evidence.shift_contrast(face[1])


def _overlaps_any(face: ScoredLattice, others: Sequence[ScoredLattice]) -> bool:
    return any(_overlap(face[1].corners, lattice.corners) for _, lattice in others)


def find_lattices(evidence: EdgeMap, n: int) -> tuple[ScoredLattice, ...]:
    """Return lattices that may be faces, each with its score, the largest and clearest first."""
    rough: list[ScoredLattice] = []

    def score_grid(net: BlobGrid) -> ScoredGrid | None:
        lattices = _window_candidates(evidence, net, n)
        rough.extend(lattices)
        return lattices[0] if lattices else None

    grow_grids(evidence.blobs, n, score_grid)
    return _refine_best(evidence, rough)


def find_lattices_any_size(evidence: EdgeMap) -> list[tuple[ScoredLattice, ...]]:
    """Return what `find_lattices` does, for each size that the face in an image probably has."""
    clearest: dict[int, float] = {}
    nets: dict[int, list[BlobGrid]] = {n: [] for n in SIZES}

    def judge(net: BlobGrid) -> ScoredGrid | None:
        faces = []
        for n, clarity, support, lattice in size_candidates(evidence, net, SIZES):
            worth = area_weighted_score(clarity, lattice)
            clearest[n] = max(worth, clearest.get(n, 0.0))
            faces.append((worth, support, lattice))
            if clarity > MIN_CLARITY:
                nets[n].append(net)
        return max(faces, key=lambda face: face[0])[1:] if faces else None

    grow_grids(evidence.blobs, max(SIZES), judge)
    least = MIN_RELATIVE_CLARITY * max(clearest.values(), default=0.0)
    likely = sorted((n for n in clearest if clearest[n] > least), key=lambda n: -clearest[n])
    return [
        _refine_best(
            evidence, [face for net in nets[n] for face in _window_candidates(evidence, net, n)]
        )
        for n in likely[:MAX_SIZES]
    ]


def _window_candidates(evidence: EdgeMap, net: BlobGrid, n: int) -> list[ScoredLattice]:
    """Return the best supported lattices over a grid, each with its support."""
    lattices = window_lattices(net, n) if len(net.cells) >= n else []
    supports = evidence.edge_supports(lattices)
    best = np.argsort(-supports)[:MAX_WINDOWS_PER_GRID]
    return [(float(supports[k]), lattices[k]) for k in best]


def _refine_best(evidence: EdgeMap, rough: list[ScoredLattice]) -> tuple[ScoredLattice, ...]:
    """Return the best of some lattices of one size, refined, with their scores."""
    rough = sorted(rough, key=lambda face: -area_weighted_score(*face))
    distinct: list[Lattice] = []
    for _, lattice in rough:
        if len(distinct) < MAX_REFINED and not any(
            _is_duplicate(lattice, other) for other in distinct
        ):
            distinct.append(lattice)
    occupied = [
        max(lattice, evidence.lattice_with_blobs(lattice.n, lattice.homography), key=_sticker_count)
        for lattice in distinct
    ]
    refined = refine_all(evidence.brightness, occupied)
    scores = [(evidence.score(lattice), lattice) for lattice in refined if lattice.plausible]
    return tuple(sorted(scores, key=lambda face: -area_weighted_score(*face)))


def _sticker_count(lattice: Lattice) -> int:
    return len(lattice.sticker_centres)


def _is_duplicate(a: Lattice, b: Lattice) -> bool:
    """Return whether two lattices have the same corners, though they may have other blobs."""
    return bool(np.abs(a.corners - b.corners).max() < SAME_LATTICE * np.sqrt(b.area))


def _overlap(a: FloatArray, b: FloatArray) -> bool:
    """Return whether two outlines share more than a rim."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    smaller = min(cv2.contourArea(a.astype(np.float32)), cv2.contourArea(b.astype(np.float32)))
    return bool(shared > MAX_SHARED * smaller)
