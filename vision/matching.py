"""Which views show the same face of the cube, and how they are turned against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Ints
from vision.places import TURNED

FACES = 6

# How much a sticker differs between two views of it (logarithms of linear light): in brightness
# and in each channel besides. And the same for two views' common light.
STICKER = (0.35, 0.3)
LIGHT = (0.5, 0.35)
OUTLIER = 6.0  # what a sticker's difference counts at most


@dataclass(frozen=True, slots=True)
class Matching:
    """Six faces, each shown by one view or more.

    `face` (views): which of the six a view shows; `turns` (views): the clockwise quarter turns
    that make it look like the first view of that face.
    """

    face: Ints
    turns: Ints

    @property
    def stickers(self) -> Ints:
        """Which of the six faces' 54 stickers each view's sticker is (views x 9)."""
        result = np.empty((len(self.face), 9), np.int64)
        for view, (face, turns) in enumerate(zip(self.face, self.turns, strict=True)):
            result[view, TURNED[turns]] = 9 * face + np.arange(9)
        return result


def match_views(light: Floats, shares: Floats, frames: Sequence[int]) -> Matching:
    """Tell which views show the same face, so that there are six of them.

    `light` (views x 9 x 3): logarithms of the stickers' linear light; `shares` (views x 9): how
    much of each is seen; `frames` (views): the picture that each is from, no picture shows a face
    twice. The nearest clusters are joined until six are left; fewer than six views, or pictures
    with more than six faces, raise ValueError.
    """
    count = len(light)
    away, turns = _differences(light, shares)
    clusters = [[view] for view in range(count)]
    while len(clusters) > FACES:
        pairs = [
            (float(np.mean(away[np.ix_(a, b)])), i, j)
            for i, a in enumerate(clusters)
            for j, b in enumerate(clusters[:i])
            if not {frames[v] for v in a} & {frames[v] for v in b}
        ]
        if not pairs:
            raise ValueError(f"{len(clusters)} faces in pictures {list(frames)}: a cube has six")
        _, i, j = min(pairs)
        clusters[j] += clusters.pop(i)
    if count < FACES:
        raise ValueError(f"{count} views cannot show six faces")
    face, turn = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for number, cluster in enumerate(sorted(map(sorted, clusters))):
        face[cluster] = number
        turn[cluster] = turns[cluster, cluster[0]]
    return Matching(face, turn)


def _differences(light: Floats, shares: Floats) -> tuple[Floats, Ints]:
    """Return how unlike any two views are (views x views), and after which turn of the first."""
    count = len(light)
    away, turns = np.zeros((count, count)), np.zeros((count, count), np.int64)
    for i in range(count):
        for j in range(count):
            if i != j:
                each = [
                    _difference(light[i][turn] - light[j], shares[i][turn] * shares[j])
                    for turn in TURNED
                ]
                turns[i, j] = int(np.argmin(each))
                away[i, j] = min(each)
    return away, turns


def _difference(off: Floats, weight: Floats) -> float:
    """Return how unlikely it is that one face looks so different (9 x 3) in two views."""
    weight = np.maximum(weight, 1e-3)
    common = np.median(off, 0)
    return float(
        9 * np.average(np.minimum(_distance(off - common, STICKER), OUTLIER), weights=weight)
        + _distance(common, LIGHT)
    )


def _distance(off: Floats, spread: tuple[float, float]) -> Floats:
    bright = off.mean(-1, keepdims=True)
    return np.asarray(
        (bright[..., 0] / spread[0]) ** 2 + (((off - bright) / spread[1]) ** 2).sum(-1), float
    )
