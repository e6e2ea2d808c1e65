"""Enumerate the arrangements of detected faces on a cube."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.arrays import FloatArray, IntArray
from vision.decode.face_matching import ViewClusters
from vision.detect.face import ViewGroup
from vision.facelet_indices import CUBE_ROTATIONS, facelet_indices, rotated_cells

FaceletIndices = NDArray[np.uint8]
TURNS = 4  # rotations of a face


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A position on the cube for each sticker of each view.

    `facelets` (views x 9): indices 0..53; `position_colours` (6): which of the six faces shown, and
    so which colour, is at each of the positions U R F D L B.
    """

    facelets: IntArray
    position_colours: IntArray

    def facelet_log_probs(self, stickers: FloatArray) -> FloatArray:
        """Return log-probabilities (views x 9 x 6 colours) summed by facelet (54 x 6 letters)."""
        table = np.zeros((54, 6))
        np.add.at(table, self.facelets.ravel(), stickers.reshape(-1, 6)[:, self.position_colours])
        return table


@dataclass(frozen=True, slots=True)
class Arrangements:
    """All A arrangements that are compatible with the photos, for one cube orientation.

    Repeated views of a face are represented by one of them, with R representatives. `facelets` (A x
    R x 9); `centres` (A x 6): the face at each position; `representative_sticker` (views x 9):
    index of the representative's sticker for each view's; `is_unconstrained`: whether the
    representatives are six single faces, in the order of their numbers, in any positions.
    """

    facelets: FaceletIndices
    centres: FaceletIndices
    representative_sticker: IntArray
    is_unconstrained: bool

    def __len__(self) -> int:
        """Return the number of arrangements."""
        return len(self.facelets)

    def pool_log_probs(self, stickers: FloatArray) -> FloatArray:
        """Return log-probabilities (views x 9 x 6) summed by representative (R x 9 x 6)."""
        pooled = np.zeros((self.facelets.shape[1] * 9, 6))
        np.add.at(pooled, self.representative_sticker.ravel(), stickers.reshape(-1, 6))
        return pooled.reshape(-1, 9, 6)

    def for_representatives(self, index: int) -> Arrangement:
        """Return one arrangement of the representatives alone."""
        return Arrangement(self.facelets[index].astype(np.int64), self._centres(index))

    def for_all_views(self, index: int) -> Arrangement:
        """Return one arrangement of all views."""
        facelets = self.facelets[index].ravel()[self.representative_sticker].astype(np.int64)
        return Arrangement(facelets, self._centres(index))

    def _centres(self, index: int) -> IntArray:
        return np.asarray(self.centres[index], np.int64)


def enumerate_arrangements(groups: Sequence[ViewGroup], clusters: ViewClusters) -> Arrangements:
    """Return all arrangements of groups of views, the first group in a fixed position."""
    joined = sorted((g for g in groups if len(g.views) > 1), key=lambda g: -len(g.views))
    covered = {int(clusters.face_ids[view]) for group in joined for view in group.views}
    single_by_face = {
        int(clusters.face_ids[g.views[0]]): g for g in reversed(groups) if len(g.views) == 1
    }
    single = [single_by_face[face] for face in sorted(single_by_face) if face not in covered]
    representatives = [view for group in (*joined, *single) for view in group.views]
    facelets, centres = (
        _unconstrained_tables()
        if not joined
        else _constrained_tables([*joined, *single], clusters.face_ids)
    )
    return Arrangements(
        facelets, centres, _representative_stickers(representatives, clusters), not joined
    )


def unconstrained_arrangements() -> Arrangements:
    """Return all arrangements of six views of one face each, in any positions."""
    return Arrangements(
        *_unconstrained_tables(), np.arange(54).reshape(6, 9), is_unconstrained=True
    )


def fixed_arrangement(placements: Sequence[tuple[int, int]]) -> Arrangements:
    """Return the only arrangement of six views, each at a (position, clockwise quarter turns)."""
    facelets = np.stack([facelet_indices(position, turns) for position, turns in placements])
    centres = np.argsort([position for position, _ in placements])
    return Arrangements(
        facelets[None].astype(np.uint8),
        centres[None].astype(np.uint8),
        np.arange(54).reshape(6, 9),
        is_unconstrained=False,
    )


def known_arrangements(facelets: IntArray, clusters: ViewClusters) -> Arrangements:
    """Return arrangements in which the facelets of all views are known (A x views x 9).

    In each, the views of one face of `clusters` are at one position, and the six are all there.
    """
    faces, representatives = np.unique(clusters.face_ids, return_index=True)
    positions = facelets[:, representatives, 4] // 9
    centres = faces[np.argsort(positions, 1)]
    return Arrangements(
        facelets[:, representatives].astype(np.uint8),
        centres.astype(np.uint8),
        _representative_stickers(representatives.tolist(), clusters),
        is_unconstrained=False,
    )


def _representative_stickers(representatives: Sequence[int], clusters: ViewClusters) -> IntArray:
    """Return the index of the representatives' sticker for each view's sticker (views x 9)."""
    sticker_ids = clusters.sticker_ids
    representative_of: IntArray = np.empty(54, np.int64)
    for number, view in reversed(list(enumerate(representatives))):
        representative_of[sticker_ids[view]] = 9 * number + np.arange(9)
    result = representative_of[sticker_ids]
    for number, view in enumerate(representatives):
        result[view] = 9 * number + np.arange(9)
    return result


@cache
def face_orders() -> IntArray:
    """Return all orders of six faces with the first one up (120 x 6: the face at each position)."""
    return np.array([(0, *rest) for rest in permutations(range(1, 6))])


@cache
def _unconstrained_tables() -> tuple[FaceletIndices, FaceletIndices]:
    """Return all arrangements of six faces on a cube, the first one up and not rotated."""
    orders = face_orders()
    quarter_turns = np.stack(np.meshgrid([0], *[np.arange(4)] * 5, indexing="ij"), -1).reshape(
        -1, 6
    )
    placed = np.stack([[facelet_indices(p, q) for q in range(4)] for p in range(6)])
    by_position = placed[np.arange(6), quarter_turns]  # turns x positions x 9
    facelets = by_position[:, np.argsort(orders, 1)].swapaxes(0, 1).reshape(-1, 6, 9)
    return facelets.astype(np.uint8), np.repeat(orders, len(quarter_turns), 0).astype(np.uint8)


def _constrained_tables(
    groups: Sequence[ViewGroup], face_ids: IntArray
) -> tuple[FaceletIndices, FaceletIndices]:
    first = groups[0]
    positions = (first.facelets[:, 4] // 9).tolist()
    position_of_face = {
        int(face_ids[view]): p for view, p in zip(first.views, positions, strict=True)
    }
    placements = [
        ([first.facelets, *rest], [face_at_position[p] for p in range(6)])
        for rest, face_at_position in _extend_arrangement(groups[1:], face_ids, position_of_face)
    ]
    if not placements:
        return np.zeros((0, 1, 9), np.uint8), np.zeros((0, 6), np.uint8)
    facelets = np.stack([np.concatenate(parts) for parts, _ in placements])
    return facelets.astype(np.uint8), np.array([centres for _, centres in placements], np.uint8)


def _extend_arrangement(
    groups: Sequence[ViewGroup], face_ids: IntArray, position_of_face: dict[int, int]
) -> Iterator[tuple[list[IntArray], dict[int, int]]]:
    """Yield every placement of the remaining groups that agrees with the faces already placed.

    Yields their facelet indices, and the face at each position.
    """
    if not groups:
        yield [], {position: number for number, position in position_of_face.items()}
        return
    group, rest = groups[0], groups[1:]
    faces = [int(face_ids[view]) for view in group.views]
    for rotation in CUBE_ROTATIONS:
        facelets = rotation[group.facelets]
        positions = (facelets[:, 4] // 9).tolist()
        extended = {**position_of_face, **dict(zip(faces, positions, strict=True))}
        agrees = all(position_of_face.get(f, p) == p for f, p in zip(faces, positions, strict=True))
        if agrees and len(set(extended.values())) == len(extended):
            for rest_facelets, face_at_position in _extend_arrangement(rest, face_ids, extended):
                yield [facelets, *rest_facelets], face_at_position


class FaceArrangement(NamedTuple):
    """Which of six views is at each of the positions U R F D L B, and how it is rotated there.

    `views` (6): indices of views; `turns` (6): clockwise quarter turns of the view at the position.
    """

    views: tuple[int, ...]
    turns: tuple[int, ...]

    def stickers(self, n: int) -> IntArray:
        """Return for each facelet (6 n n) the index of its sticker among those of all views."""
        rotated = rotated_cells(n)[list(self.turns)]
        return np.asarray((np.array(self.views)[:, None] * n * n + rotated).ravel())


IN_ORDER = FaceArrangement(tuple(range(6)), (0,) * 6)


@cache
def cube_rotations() -> tuple[FaceArrangement, ...]:
    """Return the 24 rotations of the whole cube, as arrangements of its own six faces."""
    return tuple(_rotation(facelets) for facelets in CUBE_ROTATIONS)


def _rotation(facelets: IntArray) -> FaceArrangement:
    """Return the arrangement of six faces that a permutation of 54 facelets makes."""
    views, turns = [0] * 6, [0] * 6
    for face, moved in enumerate(facelets.reshape(6, 9)):
        position = int(moved[4]) // 9
        views[position] = face
        turns[position] = next(
            q for q in range(TURNS) if (facelet_indices(position, q) == moved).all()
        )
    return FaceArrangement(tuple(views), tuple(turns))


def arrangement_table(indices: IntArray) -> tuple[IntArray, IntArray]:
    """Return the views and turns (each K x 6) of the arrangements of K indices, as `arrangement`'s.

    An index is one into `upper_bounds`.
    """
    order, *turns = np.unravel_index(indices, (len(face_orders()), *[TURNS] * 5))
    return face_orders()[order], np.stack([np.zeros_like(order), *turns], axis=-1)


def arrangement(index: int) -> FaceArrangement:
    """Return the arrangement of an index into `upper_bounds`."""
    views, turns = arrangement_table(np.array([index]))
    return FaceArrangement(tuple(views[0].tolist()), tuple(turns[0].tolist()))
