"""The arrangements of six n x n faces on a cube, and how probable a legal cube can be in each.

`vision.decode.arrangements` has those of any views of a 3x3x3, by the facelet of each sticker. Here
each face is in one view, and an arrangement says where whole faces are, whatever their size.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.decode.arrangements import face_orders
from vision.decode.bounds import slot_log_probs
from vision.decode.orbits import piece_slots
from vision.facelet_indices import CUBE_ROTATIONS, facelet_indices, rotated_cells

TURNS = 4  # rotations of a face


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


def upper_bounds(log_probs: FloatArray, scheme: IntArray | None) -> FloatArray:
    """Return an upper bound on the log-probability of any legal cube in each arrangement.

    `log_probs` (6 views x n n cells x 6 colours); `scheme` (6): the colours at U R F D L B of an
    even cube, None if the colour of each view's centre is that of the view's index. The first view
    is up and not rotated. Each place of corners and edges gets its best piece, even if another
    place has the same one; centres are as probable in every arrangement, and are left out.
    """
    n = int(np.sqrt(log_probs.shape[1]))
    orders = face_orders()
    placed = log_probs[:, rotated_cells(n)][orders]  # orders x positions x turns x cells x colours
    colours = orders if scheme is None else np.broadcast_to(scheme, orders.shape)
    placed = np.take_along_axis(placed, colours[:, None, None, None, :], axis=4)
    total: FloatArray = np.zeros((len(orders), 1, *[TURNS] * 5))
    for slots, pieces in piece_slots(n):
        for facelets in slots:
            total = total + slot_log_probs(placed, facelets, pieces[:, None]).max((-2, -1))
    return total.ravel()
