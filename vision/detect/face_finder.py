"""Detect the faces of n x n x n cubes in an image."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import cv2
import numpy as np

from vision.arrays import FloatArray, Image
from vision.detect.face import FaceView, sample_face
from vision.detect.grid_windows import size_candidates, window_lattices
from vision.detect.lattice import Lattice, distinct
from vision.detect.lattice_score import SHIFT_CONTRAST_WEIGHT, EdgeMap, area_weighted_score
from vision.detect.refinement import refine_all
from vision.detect.region_grid import BlobGrid, ScoredGrid, grow_grids
from vision.detect.visible_faces import (
    PoseHypotheses,
    ScoredLattice,
    complete_cube,
    complete_moved_cube,
    is_unambiguous,
    pose_hypotheses,
    total_score,
)

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

MAX_WINDOWS_PER_GRID = 3  # lattices over the same blobs that are examined
MAX_REFINED = 6  # lattices that are refined, the most probable ones
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

SIZES = range(2, 8)
# A size is examined if its clarity is at least this share of the best one.
MIN_RELATIVE_CLARITY = 0.75
MAX_SIZES = 2
MIN_CLARITY = 0.5  # support plus shift contrast of a grid, for a size to be examined

# An image is searched with a longer side of this many pixels at most: stickers are then large
# enough to have a shape, outlines are sharp even in an enlarged photo, and the time is bounded.
SEARCH_SIDE = 640
HALVED_FROM = 2  # an image with a longer side of so many times the one searched is halved first

# Two faces may overlap by this share of the smaller area, as outlines are inexact.
MAX_OVERLAP = 0.2


def find_faces(image: Image, n: int | None = 3) -> tuple[FaceView, ...]:
    """Return the faces of n x n x n cubes in an H x W x 3 uint8 BGR image, n from 2 to 7.

    With n = None the size is estimated, which takes somewhat longer. A large image is searched at
    SEARCH_SIDE. Faces do not overlap; the one that is most probably held towards the camera (large
    and clear) comes first.
    """
    return find_faces_at(min(SEARCH_SIDE, max(image.shape[:2])), image, n)


def find_faces_at(side: int, image: Image, n: int | None = 3) -> tuple[FaceView, ...]:
    """Return the faces in an image that is searched with a longer side of `side` pixels.

    They are as those of `find_faces`, in pixels of the image itself.
    """
    return faces_at(
        side, image, lambda picture: views_of(picture, search(EdgeMap.from_image(picture), n))
    )


def faces_at(
    side: int, image: Image, search_picture: Callable[[Image], Sequence[FaceView]]
) -> tuple[FaceView, ...]:
    """Return the faces that a search finds in an image, resized to a longer side of `side` pixels.

    They are in pixels of the image itself.
    """
    searched = image if side == max(image.shape[:2]) else resized(image, side)
    scale = np.array(image.shape[1::-1]) / searched.shape[1::-1]
    return tuple(view.scaled(scale) for view in search_picture(searched))


def views_of(image: Image, found: Sequence[ScoredLattice]) -> list[FaceView]:
    """Return the views of faces that were found in an image."""
    return [sample_face(image, lattice, score) for score, lattice in found]


def search(edge_map: EdgeMap, n: int | None) -> Sequence[ScoredLattice]:
    """Return the lattices of the faces in an image, with their scores, the clearest first."""
    lattice_sets = find_lattices_any_size(edge_map) if n is None else [find_lattices(edge_map, n)]
    return max(
        (faces_of_lattices(edge_map, lattices) for lattices in lattice_sets),
        key=lambda faces: _clarity(edge_map, faces),
        default=(),
    )


def search_thoroughly(edge_map: EdgeMap, n: int) -> list[ScoredLattice]:
    """Return what `search` does, from all lattices, however little they look like faces at first.

    For images in which that finds no face: it takes longer.
    """
    hypotheses = pose_hypotheses(edge_map, find_lattices(edge_map, n))
    return _clear_faces(edge_map, [complete_moved_cube(edge_map, each) for each in hypotheses])


def resized(image: Image, side: int) -> Image:
    """Return an image (H x W x 3 uint8) with a longer side of `side` pixels.

    A large one is halved first, which is several times as fast as averaging parts of pixels. An odd
    last row or column is left out then.
    """
    factor = side / max(image.shape[:2])
    height, width = (max(1, round(factor * length)) for length in image.shape[:2])
    while max(image.shape[:2]) >= HALVED_FROM * side and min(image.shape[:2]) > 1:
        low, right = (length // 2 for length in image.shape[:2])
        even = image[: 2 * low, : 2 * right]
        image = np.asarray(cv2.resize(even, (right, low), interpolation=cv2.INTER_AREA), np.uint8)
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (width, height), interpolation=method), np.uint8)


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
    return sorted(found, key=lambda face: -area_weighted_score(*face))


def _clarity(edge_map: EdgeMap, found: Sequence[ScoredLattice]) -> float:
    """Return the isolated score of the first face: how clearly it is a whole face, not a part."""
    return max(
        (area_weighted_score(_isolated_score(edge_map, face), face[1]) for face in found[:1]),
        default=0.0,
    )


def _cube_candidates(
    edge_map: EdgeMap, lattices: Sequence[ScoredLattice]
) -> list[tuple[ScoredLattice, ...]]:
    """Return the cubes that an image may show: the faces of each, the front first."""
    min_score = MIN_RELATIVE_RANK * area_weighted_score(*lattices[0]) if lattices else 0.0
    fronts = [face for face in lattices[:MAX_FRONTS] if area_weighted_score(*face) >= min_score]
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
    score, front = cube[0]
    if front.n == 2:
        return _accept_2x2(edge_map, cube)
    if score < MIN_SCORE:
        return False
    return len(cube) > 1 or _isolated_score(edge_map, cube[0]) > MIN_SINGLE_FACE_SCORE


def _accept_2x2(edge_map: EdgeMap, cube: Sequence[ScoredLattice]) -> bool:
    """Return whether a 2 x 2 face is not clutter, in which squares of four blobs are common."""
    score, front = cube[0]
    enough = MIN_2X2_ISOLATED_STICKERS if len(cube) == 1 else MIN_2X2_STICKERS
    if len(front.sticker_centres) < enough or front.misfit > MAX_2X2_MISFIT:
        return False
    return score > MIN_2X2_SCORE and _isolated_score(edge_map, cube[0]) > MIN_2X2_ISOLATED_SCORE


def _isolated_score(edge_map: EdgeMap, face: ScoredLattice) -> float:
    """Return the score of a face plus how clearly it ends at its outline."""
    return face[0] + SHIFT_CONTRAST_WEIGHT * edge_map.shift_contrast(face[1])


def _overlaps_any(face: ScoredLattice, others: Sequence[ScoredLattice]) -> bool:
    return any(_overlap(face[1].corners, lattice.corners) for _, lattice in others)


def find_lattices(edge_map: EdgeMap, n: int) -> tuple[ScoredLattice, ...]:
    """Return lattices that may be faces, with their scores, the largest and clearest first."""
    candidates: list[ScoredLattice] = []

    def score_grid(grid: BlobGrid) -> ScoredGrid | None:
        lattices = _window_candidates(edge_map, grid, n)
        candidates.extend(lattices)
        return lattices[0] if lattices else None

    grow_grids(edge_map.blobs, n, score_grid)
    return _refine_best(edge_map, candidates)


def find_lattices_any_size(edge_map: EdgeMap) -> list[tuple[ScoredLattice, ...]]:
    """Return the result of `find_lattices` for each size that the face probably has."""
    best_clarity: dict[int, float] = {}
    grids: dict[int, list[BlobGrid]] = {n: [] for n in SIZES}

    def score_grid(grid: BlobGrid) -> ScoredGrid | None:
        faces = []
        for n, clarity, support, lattice in size_candidates(edge_map, grid, SIZES):
            ranked_clarity = area_weighted_score(clarity, lattice)
            best_clarity[n] = max(ranked_clarity, best_clarity.get(n, 0.0))
            faces.append((ranked_clarity, support, lattice))
            if clarity > MIN_CLARITY:
                grids[n].append(grid)
        return max(faces, key=lambda face: face[0])[1:] if faces else None

    grow_grids(edge_map.blobs, max(SIZES), score_grid)
    min_clarity = MIN_RELATIVE_CLARITY * max(best_clarity.values(), default=0.0)
    sizes = sorted(
        (n for n in best_clarity if best_clarity[n] > min_clarity), key=lambda n: -best_clarity[n]
    )
    return [
        _refine_best(
            edge_map, [face for grid in grids[n] for face in _window_candidates(edge_map, grid, n)]
        )
        for n in sizes[:MAX_SIZES]
    ]


def _window_candidates(edge_map: EdgeMap, grid: BlobGrid, n: int) -> list[ScoredLattice]:
    """Return the best supported lattices over a grid, each with its support."""
    lattices = window_lattices(grid, n) if len(grid.cells) >= n else []
    supports = edge_map.edge_supports(lattices)
    best = np.argsort(-supports)[:MAX_WINDOWS_PER_GRID]
    return [(float(supports[k]), lattices[k]) for k in best]


def _refine_best(edge_map: EdgeMap, candidates: list[ScoredLattice]) -> tuple[ScoredLattice, ...]:
    """Return the best of some lattices of one size, refined, with their scores."""
    best_first = sorted(candidates, key=lambda face: -area_weighted_score(*face))
    outlines = distinct(lattice for _, lattice in best_first)
    chosen = list(islice(outlines, MAX_REFINED))
    if not chosen:
        return ()
    homographies = np.stack([lattice.homography for lattice in chosen])
    with_blobs = [
        max(lattice, searched, key=_sticker_count)
        for lattice, searched in zip(
            chosen, edge_map.lattices_with_blobs(chosen[0].n, homographies), strict=True
        )
    ]
    refined = [each for each in refine_all(edge_map.brightness, with_blobs) if each.plausible]
    scored = zip(edge_map.scores(refined), refined, strict=True)
    return tuple(sorted(scored, key=lambda face: -area_weighted_score(*face)))


def _sticker_count(lattice: Lattice) -> int:
    return len(lattice.sticker_centres)


def _overlap(a: FloatArray, b: FloatArray) -> bool:
    """Return whether two outlines overlap by more than MAX_OVERLAP."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    smaller = min(cv2.contourArea(a.astype(np.float32)), cv2.contourArea(b.astype(np.float32)))
    return bool(shared > MAX_OVERLAP * smaller)
