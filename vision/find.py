"""Find the faces of cubes in a picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.evidence import Evidence, rank
from vision.face import FaceView
from vision.lattice import Lattice, grow_lattices
from vision.refine import refine
from vision.sample import sample_stickers
from vision.whole import Scored, complete, worth

CANDIDATES = 3  # lattices over the same regions that are looked into
MOST_REFINED = 12  # lattices that are refined, the likeliest
MOST_COMPLETED = 4  # lattices that a whole cube is sought about, the likeliest
LEAST_SUPPORT = 0.42  # nets laid over clutter by chance stay below


def find_faces(image: Image, n: int = 3) -> tuple[FaceView, ...]:
    """Find the faces of n x n x n cubes in an H x W x 3 uint8 BGR picture.

    Faces do not overlap; the one most likely held to the camera - large and clear - comes first.
    """
    evidence = Evidence.of(image)
    lattices = find_lattices(evidence, n)
    cubes = [complete(evidence, lattice) for _, lattice in lattices[:MOST_COMPLETED]]
    cubes.sort(key=worth, reverse=True)
    found: list[Scored] = []
    for cube in [*cubes, *((lattice,) for lattice in lattices[MOST_COMPLETED:])]:
        taken = any(
            _overlap(lattice.corners, f.corners) for _, f in found for _, lattice in cube[:1]
        )
        if cube[0][0] > LEAST_SUPPORT and not taken:
            found += cube
    found.sort(key=lambda s: -rank(*s))
    return tuple(_view(image, score, lattice) for score, lattice in found)


def find_lattices(evidence: Evidence, n: int) -> tuple[Scored, ...]:
    """Return lattices that may be faces, each with its score, the largest and clearest first."""
    rough: list[Scored] = []
    for group in grow_lattices(evidence.blobs, n):
        scored = [(rank(evidence.support(lattice), lattice), lattice) for lattice in group]
        scored.sort(key=lambda s: -s[0])
        rough += scored[:CANDIDATES]
    rough.sort(key=lambda s: -s[0])
    refined = [refine(evidence.brightness, lattice) for _, lattice in rough[:MOST_REFINED]]
    scores = [(evidence.score(lattice), lattice) for lattice in refined if lattice.plausible]
    return tuple(sorted(scores, key=lambda s: -rank(*s)))


def _view(image: Image, score: float, lattice: Lattice) -> FaceView:
    colours, visible = sample_stickers(image, lattice)
    around = _surroundings(image, lattice)
    return FaceView(lattice.n, lattice.homography, colours, visible, score, around)


def _surroundings(image: Image, lattice: Lattice) -> Floats:
    """Return the mean colour (BGR) outside of a face and of what is next to it."""
    small = image[::4, ::4]
    middle = lattice.corners.mean(0)
    outline = (middle + 1.3 * (lattice.corners - middle)) / 4
    outside = np.ones(small.shape[:2], np.uint8)
    cv2.fillPoly(outside, [np.rint(outline).astype(np.int32)], (0,))
    return small[outside > 0].mean(0) if outside.any() else np.asarray(small.mean((0, 1)))


def _overlap(a: Floats, b: Floats) -> bool:
    """Tell whether two outlines share more than a rim."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    smaller = min(cv2.contourArea(a.astype(np.float32)), cv2.contourArea(b.astype(np.float32)))
    return bool(shared > 0.2 * smaller)
