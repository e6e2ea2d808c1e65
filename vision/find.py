"""Find the faces of cubes in a picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.evidence import Evidence, rank
from vision.face import FaceView
from vision.lattice import Lattice
from vision.net import Judged, Net, grow_nets
from vision.refine import refine_all
from vision.sample import view_face
from vision.survey import survey
from vision.whole import Prospect, Scored, complete, convincing, worth
from vision.windows import windows

CANDIDATES = 3  # lattices over the same regions that are looked into
MOST_REFINED = 6  # lattices that are refined, the likeliest
MOST_COMPLETED = 4  # lattices that a whole cube is sought about, the likeliest
UNLIKELY = 0.5  # of the likeliest lattice's rank: no whole cube is sought about lesser ones
LEAST_SUPPORT = 0.42  # nets laid over clutter by chance stay below
LEAST_ALONE = 0.69  # nets over tiles, which do not end at their outline, stay below

# The same for 2 x 2 faces, and how far their stickers may be off the middles of their cells.
SMALL_SUPPORT = 0.57
SMALL_STANDING = 0.85
SMALL_MISFIT = 0.045

SIZES = range(2, 8)
DOUBTFUL = 0.75  # of the clearest size's worth: a size that is less clear is not looked into
MOST_SIZES = 2
LEAST_CLARITY = 0.5  # of a net, for a size to be looked into


def find_faces(image: Image, n: int | None = 3) -> tuple[FaceView, ...]:
    """Find the faces of n x n x n cubes in an H x W x 3 uint8 BGR picture, n from 2 to 7.

    With n = None the size is found out, which takes somewhat longer. Faces do not overlap; the one
    most likely held to the camera - large and clear - comes first.
    """
    evidence = Evidence.of(image)
    each = of_any_size(evidence) if n is None else [find_lattices(evidence, n)]
    found = max(
        (_find(evidence, lattices) for lattices in each),
        key=lambda faces: _clarity(evidence, faces),
        default=(),
    )
    return tuple(view_face(image, lattice, score) for score, lattice in found)


def _find(evidence: Evidence, lattices: Sequence[Scored]) -> list[Scored]:
    found: list[Scored] = []
    for cube in sorted(_cubes(evidence, lattices), key=worth, reverse=True):
        if not _taken(cube[0], found) and _is_there(evidence, cube):
            found += cube
    return sorted(found, key=lambda face: -rank(*face))


def _clarity(evidence: Evidence, found: Sequence[Scored]) -> float:
    """Say how clearly the first of some faces is a face of its own, not a part of one."""
    return max((rank(_standing(evidence, face), face[1]) for face in found[:1]), default=0.0)


def _cubes(evidence: Evidence, lattices: Sequence[Scored]) -> list[tuple[Scored, ...]]:
    """Return the cubes that a picture may show: what was found of each, a front first."""
    least = UNLIKELY * rank(*lattices[0]) if lattices else 0.0
    likely = [face for face in lattices[:MOST_COMPLETED] if rank(*face) >= least]
    cubes: list[tuple[Scored, ...]] = []
    sure: list[Scored] = []

    def add(prospect: Prospect) -> None:
        cubes.append(complete(evidence, prospect))
        sure.extend(cubes[-1] if convincing(cubes[-1]) else ())

    put_off = []
    for face in likely:
        if _taken(face, sure):
            continue
        prospect = Prospect.of(evidence, face[1])
        if prospect.is_promising:
            add(prospect)
        else:
            put_off.append(prospect)
    # Where a cube is found without doubt, what lies over it need not be looked into.
    for prospect in put_off:
        if not _taken(prospect.front, sure):
            add(prospect)
    return cubes + [(face,) for face in lattices[len(likely) :]]


def _is_there(evidence: Evidence, cube: Sequence[Scored]) -> bool:
    """Tell a cube from clutter: by more faces than one, or by a face that ends where it should."""
    score, front = cube[0]
    if front.n == 2:
        return _is_small_one(evidence, cube)
    if score < LEAST_SUPPORT:
        return False
    return len(cube) > 1 or _standing(evidence, cube[0]) > LEAST_ALONE


def _is_small_one(evidence: Evidence, cube: Sequence[Scored]) -> bool:
    """Tell a 2 x 2 face from clutter, where four regions in a square are no rarity."""
    score, front = cube[0]
    if len(front.stickers) < (4 if len(cube) == 1 else 3) or front.misfit > SMALL_MISFIT:
        return False
    return score > SMALL_SUPPORT and _standing(evidence, cube[0]) > SMALL_STANDING


def _standing(evidence: Evidence, face: Scored) -> float:
    """Say how clear a face is and how clearly it ends at its outline."""
    return face[0] + 2 * evidence.distinctness(face[1])


def _taken(face: Scored, others: Sequence[Scored]) -> bool:
    return any(_overlap(face[1].corners, lattice.corners) for _, lattice in others)


def find_lattices(evidence: Evidence, n: int) -> tuple[Scored, ...]:
    """Return lattices that may be faces, each with its score, the largest and clearest first."""
    rough: list[Scored] = []

    def judge(net: Net) -> Judged | None:
        lattices = _laid(evidence, net, n)
        rough.extend(lattices)
        return lattices[0] if lattices else None

    grow_nets(evidence.blobs, n, judge)
    return _refined(evidence, rough)


def of_any_size(evidence: Evidence) -> list[tuple[Scored, ...]]:
    """Return what `find_lattices` does for each size that the picture's face may well have."""
    clearest: dict[int, float] = {}
    nets: dict[int, list[Net]] = {n: [] for n in SIZES}

    def judge(net: Net) -> Judged | None:
        faces = []
        for n, clarity, support, lattice in survey(evidence, net, SIZES):
            worth = rank(clarity, lattice)
            clearest[n] = max(worth, clearest.get(n, 0.0))
            faces.append((worth, support, lattice))
            if clarity > LEAST_CLARITY:
                nets[n].append(net)
        return max(faces, key=lambda face: face[0])[1:] if faces else None

    grow_nets(evidence.blobs, max(SIZES), judge)
    least = DOUBTFUL * max(clearest.values(), default=0.0)
    likely = sorted((n for n in clearest if clearest[n] > least), key=lambda n: -clearest[n])
    return [
        _refined(evidence, [face for net in nets[n] for face in _laid(evidence, net, n)])
        for n in likely[:MOST_SIZES]
    ]


def _laid(evidence: Evidence, net: Net, n: int) -> list[Scored]:
    """Return the lattices that may be laid over a net and how well they are supported."""
    lattices = windows(net, n) if len(net.cells) >= n else []
    supports = evidence.supports(lattices)
    best = np.argsort(-supports)[:CANDIDATES]
    return [(float(supports[k]), lattices[k]) for k in best]


def _refined(evidence: Evidence, rough: list[Scored]) -> tuple[Scored, ...]:
    """Refine the likeliest of some lattices of one size."""
    rough = sorted(rough, key=lambda face: -rank(*face))
    distinct: list[Lattice] = []
    for _, lattice in rough:
        if len(distinct) < MOST_REFINED and not any(_same(lattice, other) for other in distinct):
            distinct.append(lattice)
    occupied = [
        max(lattice, evidence.occupied(lattice.n, lattice.homography), key=_stickers)
        for lattice in distinct
    ]
    refined = refine_all(evidence.brightness, occupied)
    scores = [(evidence.score(lattice), lattice) for lattice in refined if lattice.plausible]
    return tuple(sorted(scores, key=lambda face: -rank(*face)))


def _stickers(lattice: Lattice) -> int:
    return len(lattice.stickers)


def _same(a: Lattice, b: Lattice) -> bool:
    """Tell whether two lattices are one but for the regions that they were laid over."""
    return bool(np.abs(a.corners - b.corners).max() < 0.12 * np.sqrt(b.area))


def _overlap(a: Floats, b: Floats) -> bool:
    """Tell whether two outlines share more than a rim."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    smaller = min(cv2.contourArea(a.astype(np.float32)), cv2.contourArea(b.astype(np.float32)))
    return bool(shared > 0.2 * smaller)
