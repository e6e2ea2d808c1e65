"""Cluster views by the cube face that they show, with their relative rotation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.colour.colour_space import squared_distance
from vision.facelet_indices import FACE_ROTATIONS

# Standard deviations (natural logarithms of linear light), in brightness and in each channel
# relative to it: of a sticker between two views of it, and of the difference in light of two views.
STICKER_SIGMA = (0.35, 0.3)
LIGHT_SIGMA = (0.5, 0.35)
# the largest squared distance of a sticker that is counted (squared standard deviations)
MAX_SQUARED_DISTANCE = 6.0
MIN_WEIGHT = 1e-3  # of a sticker that is hidden in one of the views


@dataclass(frozen=True, slots=True)
class ViewClusters:
    """Six faces, each shown by at least one view.

    `face_ids` (views): which of the six a view shows; `quarter_turns` (views): the clockwise
    rotation that makes it look like the first view of that face.
    """

    face_ids: IntArray
    quarter_turns: IntArray

    @property
    def sticker_ids(self) -> IntArray:
        """The index (0..53) of each view's stickers among those of the six faces (views x 9)."""
        result = np.empty((len(self.face_ids), 9), np.int64)
        for view, (face, turns) in enumerate(zip(self.face_ids, self.quarter_turns, strict=True)):
            result[view, FACE_ROTATIONS[turns]] = 9 * face + np.arange(9)
        return result


def cluster_views(
    light: FloatArray, visibility: FloatArray, image_index: Sequence[int]
) -> ViewClusters:
    """Return clusters of the views that show the same face, six of them.

    Average-linkage clustering; views of one photo are never joined. `light` (views x 9 x 3):
    logarithms of the stickers' linear light; `visibility` (views x 9): of the stickers;
    `image_index` (views): of the photo. Raises ValueError for fewer than six views, or photos with
    more than six faces.
    """
    count = len(light)
    distances, pair_turns = _pairwise_distances(light, visibility)
    clusters = [[view] for view in range(count)]
    while len(clusters) > len(FACES):
        pairs = [
            (float(np.mean(distances[np.ix_(a, b)])), i, j)
            for i, a in enumerate(clusters)
            for j, b in enumerate(clusters[:i])
            if not {image_index[v] for v in a} & {image_index[v] for v in b}
        ]
        if not pairs:
            raise ValueError(
                f"{len(clusters)} different faces remain in images {list(image_index)}; "
                "a cube has six"
            )
        _, i, j = min(pairs)
        clusters[j] += clusters.pop(i)
    if count < len(FACES):
        raise ValueError(f"{count} views given; at least six are needed")
    face, quarter_turns = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for number, cluster in enumerate(sorted(map(sorted, clusters))):
        face[cluster] = number
        quarter_turns[cluster] = pair_turns[cluster, cluster[0]]
    return ViewClusters(face, quarter_turns)


def _pairwise_distances(light: FloatArray, visibility: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return the distances of all views (views x views) and the rotations that give them."""
    count = len(light)
    distances, quarter_turns = np.zeros((count, count)), np.zeros((count, count), np.int64)
    for i in range(count):
        for j in range(count):
            if i != j:
                by_rotation = [
                    _view_distance(light[i][turn] - light[j], visibility[i][turn] * visibility[j])
                    for turn in FACE_ROTATIONS
                ]
                quarter_turns[i, j] = int(np.argmin(by_rotation))
                distances[i, j] = min(by_rotation)
    return distances, quarter_turns


def _view_distance(residual: FloatArray, weight: FloatArray) -> float:
    """Return the loss (natural logarithm) of two views of one face with these residuals (9 x 3)."""
    weight = np.maximum(weight, MIN_WEIGHT)
    light_difference = np.median(residual, 0)
    return float(
        9
        * np.average(
            np.minimum(
                squared_distance(residual - light_difference, STICKER_SIGMA), MAX_SQUARED_DISTANCE
            ),
            weights=weight,
        )
        + squared_distance(light_difference, LIGHT_SIGMA)
    )
