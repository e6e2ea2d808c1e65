"""Cluster views by the cube face that they show, with their relative rotation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import squared_distance
from vision.facelet_indices import FACE_ROTATIONS

# Standard deviations (natural logarithms of linear light), in brightness and in each channel
# relative to it: of a sticker between two views of it, and of the difference in light of two views.
STICKER_SIGMA = (0.35, 0.3)
LIGHT_SIGMA = (0.5, 0.35)
# the largest squared distance of a sticker that is counted (squared standard deviations)
MAX_SQUARED_DISTANCE = 6.0
MIN_WEIGHT = 1e-3  # of a sticker that is hidden in one of the views

# A view with this many hidden stickers or more may match a face in several ways. A match is
# possible if its loss (natural logarithm, of the stickers that both show) is larger than that of
# the nearest one by at most this: two stickers of other colours.
HIDDEN_OF_PART = 3
MAX_EXTRA_LOSS = 12.0
SEEN = 0.3  # the weight above which a sticker counts for the difference in light


@dataclass(frozen=True, slots=True)
class ViewClusters:
    """Six faces, each shown by at least one view.

    `face_ids` (views): which of the six a view shows; `quarter_turns` (views): the clockwise
    rotation that makes it look like the first view of that face.
    """

    face_ids: IntArray
    quarter_turns: IntArray

    def moved(self, view: int, face: int, turns: int) -> ViewClusters:
        """Return the clusters with one view matched with another face, or in another rotation."""
        face_ids, quarter_turns = self.face_ids.copy(), self.quarter_turns.copy()
        face_ids[view], quarter_turns[view] = face, turns
        return ViewClusters(face_ids, quarter_turns)

    def with_another_face(self) -> ViewClusters:
        """Return the clusters with one more view, of a face that none of the others shows."""
        face = self.face_ids.max() + 1
        return ViewClusters(np.append(self.face_ids, face), np.append(self.quarter_turns, 0))

    @property
    def sticker_ids(self) -> IntArray:
        """The index (0..53) of each view's stickers among those of the six faces (views x 9)."""
        result = np.empty((len(self.face_ids), 9), np.int64)
        for view, (face, turns) in enumerate(zip(self.face_ids, self.quarter_turns, strict=True)):
            result[view, FACE_ROTATIONS[turns]] = 9 * face + np.arange(9)
        return result


def cluster_views(
    light: FloatArray,
    visibility: FloatArray,
    image_index: Sequence[int],
    faces: int = len(FACES),
) -> ViewClusters | None:
    """Return clusters of the views that show the same face, as many as there are `faces`.

    Average-linkage clustering; views of one photo are never joined. `light` (views x 9 x 3):
    logarithms of the stickers' linear light; `visibility` (views x 9): of the stickers;
    `image_index` (views): of the photo. None if they show more faces. Raises ValueError for fewer
    views than faces.
    """
    count = len(light)
    if count < faces:
        raise ValueError(f"{count} views given; at least {faces} are needed")
    if count == faces:
        return ViewClusters(np.arange(count), np.zeros(count, np.int64))
    distances, pair_turns = _pairwise_distances(light, visibility)
    clusters = [[view] for view in range(count)]
    while len(clusters) > faces:
        pairs = [
            (float(np.mean(distances[np.ix_(a, b)])), i, j)
            for i, a in enumerate(clusters)
            for j, b in enumerate(clusters[:i])
            if not {image_index[v] for v in a} & {image_index[v] for v in b}
        ]
        if not pairs:
            return None
        _, i, j = min(pairs)
        clusters[j] += clusters.pop(i)
    face, quarter_turns = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for number, cluster in enumerate(sorted(map(sorted, clusters))):
        face[cluster] = number
        quarter_turns[cluster] = pair_turns[cluster, cluster[0]]
    return ViewClusters(face, quarter_turns)


def other_matches(
    light: FloatArray, visibility: FloatArray, image_index: Sequence[int], clusters: ViewClusters
) -> Iterator[ViewClusters]:
    """Yield the clusters with one partly visible view matched otherwise, if its stickers allow it.

    The arguments are those of `cluster_views`. The first view of a face stays with it.
    """
    firsts = [int(np.flatnonzero(clusters.face_ids == face)[0]) for face in range(len(FACES))]
    parts = (visibility < SEEN).sum(1) >= HIDDEN_OF_PART
    for view in np.flatnonzero(parts).tolist():
        if view in firsts:
            continue
        losses = {
            (face, turns): _match_loss(light, visibility, clusters, view, face, turns)
            for face, members in enumerate(_members(clusters, view))
            if len(members) and image_index[view] not in {image_index[m] for m in members}
            for turns in range(4)
        }
        limit = min(losses.values(), default=0.0) + MAX_EXTRA_LOSS
        own = int(clusters.face_ids[view]), int(clusters.quarter_turns[view])
        for (face, turns), loss in losses.items():
            if loss < limit and (face, turns) != own:
                yield clusters.moved(view, face, turns)


def _members(clusters: ViewClusters, without: int) -> list[IntArray]:
    """Return the views of each face, without one of them."""
    others = np.arange(len(clusters.face_ids)) != without
    return [np.flatnonzero((clusters.face_ids == face) & others) for face in range(len(FACES))]


def _match_loss(
    light: FloatArray,
    visibility: FloatArray,
    clusters: ViewClusters,
    view: int,
    face: int,
    turns: int,
) -> float:
    """Return the mean loss of a view against the others of a face, by the stickers both show."""
    losses = []
    for other in _members(clusters, view)[face]:
        turn = FACE_ROTATIONS[(turns - clusters.quarter_turns[other]) % 4]
        weight = visibility[view][turn] * visibility[other]
        residual = light[view][turn] - light[other]
        losses.append(_view_distance(residual, weight) * weight.sum() / 9)
    return float(np.mean(losses))


def _pairwise_distances(light: FloatArray, visibility: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return the distances of all views (views x views) and the rotations that give them."""
    by_rotation = distances_by_rotation(light, visibility)
    return by_rotation.min(2), by_rotation.argmin(2)


def distances_by_rotation(light: FloatArray, visibility: FloatArray) -> FloatArray:
    """Return the distances of all views (views x views x 4) as views of one face.

    By the clockwise quarter turns of the first that make it look like the second; the arguments are
    those of `cluster_views`.
    """
    count = len(light)
    distances = np.zeros((count, count, len(FACE_ROTATIONS)))
    for i in range(count):
        for j in range(count):
            if i != j:
                distances[i, j] = [
                    _view_distance(light[i][turn] - light[j], visibility[i][turn] * visibility[j])
                    for turn in FACE_ROTATIONS
                ]
    return distances


def _view_distance(residual: FloatArray, weight: FloatArray) -> float:
    """Return the loss (natural logarithm) of two views of one face with these residuals (9 x 3)."""
    weight = np.maximum(weight, MIN_WEIGHT)
    seen = weight > SEEN
    light_difference = np.median(residual[seen] if seen.any() else residual, 0)
    distances = np.minimum(
        squared_distance(residual - light_difference, STICKER_SIGMA), MAX_SQUARED_DISTANCE
    )
    mean = (weight * distances).sum() / weight.sum()
    return float(9 * mean + squared_distance(light_difference, LIGHT_SIGMA))
