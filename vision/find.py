"""Find the faces of cubes in a picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.blobs import boundary_strength, find_blobs
from vision.face import FaceView
from vision.lattice import Lattice, grow_lattices
from vision.refine import refine, straighten
from vision.sample import sample_stickers

CELL = 16  # pixels a cell in the straightened picture that a lattice is judged by
CANDIDATES = 3  # lattices over the same regions that are looked into
MOST_REFINED = 12  # lattices that are refined, the likeliest
BRIGHT = 130.0  # what the brightest parts of a picture are brought to before edges are sought
MISFIT_PENALTY = 2.8  # for each cell by which stickers are off the middles of their cells
LEAST_SUPPORT = 0.42  # nets laid over clutter by chance stay below


def find_faces(image: Image, n: int = 3) -> tuple[FaceView, ...]:
    """Find the faces of n x n x n cubes in an H x W x 3 uint8 BGR picture.

    Faces do not overlap; the one most likely held to the camera - large and clear - comes first.
    """
    faces: list[FaceView] = []
    for score, lattice in find_lattices(image, n):
        if score < LEAST_SUPPORT or any(_overlap(lattice.corners, f.corners) for f in faces):
            continue
        colours, visible = sample_stickers(image, lattice)
        around = _surroundings(image, lattice)
        faces.append(FaceView(n, lattice.homography, colours, visible, score, around))
    return tuple(faces)


def find_lattices(image: Image, n: int) -> tuple[tuple[float, Lattice], ...]:
    """Return lattices that may be faces, each with its support, the largest and clearest first."""
    exposed = _exposed(image)
    strength = boundary_strength(exposed)
    brightness = np.asarray(cv2.max(cv2.max(*cv2.split(exposed)[:2]), exposed[..., 2]), np.uint8)
    rough: list[tuple[float, Lattice]] = []
    for group in grow_lattices(find_blobs(strength), n):
        scored = [(_rank(support(strength, lattice), lattice), lattice) for lattice in group]
        scored.sort(key=lambda s: -s[0])
        rough += scored[:CANDIDATES]
    rough.sort(key=lambda s: -s[0])
    refined = [refine(brightness, lattice) for _, lattice in rough[:MOST_REFINED]]
    scores = [(_score(strength, lattice), lattice) for lattice in refined if lattice.plausible]
    return tuple(sorted(scores, key=lambda s: -_rank(*s)))


def _surroundings(image: Image, lattice: Lattice) -> Floats:
    """Return the mean colour (BGR) outside of a face and of what is next to it."""
    small = image[::4, ::4]
    middle = lattice.corners.mean(0)
    outline = (middle + 1.3 * (lattice.corners - middle)) / 4
    outside = np.ones(small.shape[:2], np.uint8)
    cv2.fillPoly(outside, [np.rint(outline).astype(np.int32)], (0,))
    return small[outside > 0].mean(0) if outside.any() else np.asarray(small.mean((0, 1)))


def _exposed(image: Image) -> Image:
    """Brighten a dark picture, so that its edges count as in a bright one."""
    bright = float(np.percentile(image[::4, ::4].max(2), 97))
    return np.asarray(cv2.convertScaleAbs(image, alpha=np.clip(BRIGHT / max(bright, 1), 1, 4)))


def _rank(score: float, lattice: Lattice) -> float:
    """Weigh how clear a lattice is against how large: clutter has small ones."""
    return float(max(score, 0.0) ** 2 * lattice.area**0.25)


def _score(strength: Image, lattice: Lattice) -> float:
    """Say how likely a lattice is a face (1 at most)."""
    return support(strength, lattice) - MISFIT_PENALTY * lattice.misfit


def _overlap(a: Floats, b: Floats) -> bool:
    """Tell whether two outlines share more than a rim."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    smaller = min(cv2.contourArea(a.astype(np.float32)), cv2.contourArea(b.astype(np.float32)))
    return bool(shared > 0.2 * smaller)


def support(strength: Image, lattice: Lattice) -> float:
    """Say how far a picture has edges where a lattice has its lines, and none in its cells."""
    n, margin = lattice.n, CELL // 2
    flat = straighten(strength, lattice, CELL, margin).astype(float)
    inner = flat[margin:-margin, margin:-margin].reshape(n, CELL, n, CELL)
    quiet = inner[:, 4:-4, :, 4:-4].mean((1, 3))
    return 0.5 * (_contrast(flat, quiet) + _contrast(flat.T, quiet.T))


def _contrast(flat: Floats, quiet: Floats) -> float:
    """Compare the lines across with the cells above and below them; the outline counts less."""
    n, margin, reach = len(quiet), CELL // 2, 3
    bands = [
        flat[y - reach : y + reach, margin:-margin].max(0).reshape(n, CELL)[:, 3:-3].mean(1)
        for y in range(margin, margin + (n + 1) * CELL, CELL)
    ]
    lines = np.array(bands)
    level = np.vstack([quiet[:1], np.maximum(quiet[1:], quiet[:-1]), quiet[-1:]])
    contrast = (lines - level) / (lines + level + 4)
    return float(0.65 * contrast[1:-1].mean() + 0.35 * contrast[[0, -1]].mean())
