"""Follow a face from one frame of a video to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.arrays import Floats, Image
from vision.evidence import BESIDE, Evidence
from vision.face import FaceView
from vision.find import LEAST_SUPPORT, find_lattices
from vision.lattice import Lattice
from vision.refine import refine
from vision.sample import view_face

# How much of the frame around the face is looked at, in sides of the face's bounding box.
AROUND = 1.6

# Stickers (in 0..255, BGR, brightness apart) that differ more on average are another face's.
SAME_COLOURS = 30.0

# A face that is seen so much less clearly than before is looked for anew.
MOST_LOSS = 0.2


def follow_face(image: Image, before: FaceView) -> FaceView | None:
    """Find a face again in the next frame (H x W x 3 uint8 BGR); None when it is lost.

    The rows and columns of `before` are kept. A face is lost when it has moved by more than about
    its own size, cannot be seen clearly, or shows other stickers.
    """
    corner, part = _part(image, before.corners)
    if min(part.shape[:2]) < 3 * before.n:
        return None
    shift = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1.0]])
    start = Lattice(
        before.n,
        shift @ before.homography,
        np.zeros((before.n, before.n), bool),
        0.0,
        np.zeros((0, 2)),
    )
    for score, lattice in _candidates(part, start, before.score - MOST_LOSS):
        moved = np.linalg.inv(shift) @ lattice.homography
        whole = replace(lattice, homography=moved, stickers=lattice.stickers + corner)
        view = view_face(image, whole, score)
        if _difference(view, before) < SAME_COLOURS:
            return view
    return None


def _candidates(part: Image, start: Lattice, least: float) -> Iterator[tuple[float, Lattice]]:
    """Yield lattices that may be the one that was at `start`, the cheapest to find first."""
    evidence = Evidence.of(part)
    near = refine(evidence.brightness, start)
    if near.n == 2:
        # One gap each way does not hold a lattice's size; the stickers' middles do.
        near = refine(evidence.brightness, evidence.occupied(near.n, near.homography))
    score = evidence.score(near)
    # A lattice may have slid by a cell: then it would fit better beside.
    beside = evidence.supports([near.shifted(*step) for step in BESIDE]).max()
    if score > max(least, beside, LEAST_SUPPORT) and near.plausible:
        yield score, near
    found = find_lattices(evidence, start.n)
    best = max((score for score, _ in found), default=0.0)
    for score, lattice in found:
        if score > max(LEAST_SUPPORT, best - MOST_LOSS / 2):
            yield score, _turned_like(lattice, start)


def _part(image: Image, corners: Floats) -> tuple[Floats, Image]:
    """Cut the part of a picture around a face out; return its first pixel (x, y) and itself."""
    middle = (corners.max(0) + corners.min(0)) / 2
    reach = AROUND * np.ptp(corners, axis=0) / 2
    height, width = image.shape[:2]
    left, top = np.clip(middle - reach, 0, (width, height)).astype(int)
    right, bottom = np.clip(middle + reach, 0, (width, height)).astype(int)
    return np.array([left, top], float), image[top:bottom, left:right]


def _turned_like(lattice: Lattice, model: Lattice) -> Lattice:
    """Name a lattice's rows and columns so that its corners are nearest to a model's."""
    n = lattice.n
    quarter = np.array([[0, -1, n], [1, 0, 0], [0, 0, 1.0]])
    turns = [np.linalg.matrix_power(quarter, k) for k in range(4)]
    ways = [replace(lattice, homography=lattice.homography @ turn) for turn in turns]
    return min(ways, key=lambda way: float(np.abs(way.corners - model.corners).sum()))


def _difference(view: FaceView, before: FaceView) -> float:
    """Say how much the colours of the stickers that both views show differ, brightness apart."""
    seen = ~(view.hidden | before.hidden)
    if not seen.any():
        return np.inf
    now, then = view.colours[seen], before.colours[seen]
    gain = (now * then).sum() / max((now * now).sum(), 1.0)
    return float(np.abs(gain * now - then).mean())
