"""Upper bounds on the log-probability of any legal cube in each arrangement.

By their order an approximate MAP cube is decoded, while the colours are being estimated.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.decode.arrangements import TURNS, Arrangements, face_orders
from vision.decode.orbits import piece_slots
from vision.decode.pieces import (
    PIECE_TABLES,
    assignment_bound,
    is_legal,
    most_probable_cube,
)
from vision.facelet_indices import rotated_cells

# Log-probabilities (natural logarithms) that differ by less are equal.
ROUNDING = 1e-6

# The numbers of arrangements that are examined, and decoded exactly. They bound the time: a reading
# decodes a cube in this way up to about a hundred times.
MAX_APPROX_EXAMINED = 100
MAX_APPROX_SOLVES = 10


@dataclass(frozen=True, slots=True)
class Bounds:
    """Upper bounds on the log-probability of legal cubes, for each of A arrangements.

    `upper` (A): of every legal cube; `runner_up` (A): of every other one, if the cube that reaches
    `upper` is legal.
    """

    upper: FloatArray
    runner_up: FloatArray


@dataclass(frozen=True, slots=True)
class ScoredArrangements:
    """All arrangements of some views, with one table of log-probabilities of their stickers.

    `log_probs` (views x 9 x 6): of each colour for each sticker; `pooled` (representatives x 9 x
    6): the sums over repeated views; `upper` (A): upper bounds on the log-probability of any
    legal cube in each arrangement.
    """

    arrangements: Arrangements
    log_probs: FloatArray
    pooled: FloatArray
    upper: FloatArray

    @classmethod
    def of(cls, log_probs: FloatArray, arrangements: Arrangements) -> ScoredArrangements:
        """Return arrangements with log-probabilities (views x 9 stickers x 6 colours)."""
        pooled = arrangements.pool_log_probs(log_probs)
        total, slots = _slot_log_probs(pooled, arrangements)
        for slot in slots:
            total = total + slot.max((-2, -1))
        return cls(arrangements, log_probs, pooled, np.asarray(total.ravel(), float))

    def table(self, index: int) -> FloatArray:
        """Return the log-probabilities of the 54 facelets x 6 letters in one arrangement."""
        return self.arrangements.for_representatives(index).facelet_log_probs(self.pooled)

    def bounds(self) -> Bounds:
        """Return upper bounds on the best and on every other legal cube of each arrangement.

        Each slot gets its most probable piece, even if another slot has the same one: no legal cube
        is more probable. Two legal cubes differ in at least three slots, or two pieces are twisted.
        """
        centres, slots = _slot_log_probs(self.pooled, self.arrangements)
        bounds = _BoundAccumulator(centres)
        for slot in slots:
            bounds.add(slot)
        return bounds.bounds()


def _slot_log_probs(
    stickers: FloatArray, arrangements: Arrangements
) -> tuple[FloatArray, Iterator[FloatArray]]:
    """Return the log-probability of the centres, and of each piece and twist in each slot.

    The first by arrangements, the second as an iterator of arrays (... x pieces x twists).
    """
    return (
        _slot_log_probs_factored if arrangements.is_unconstrained else _slot_log_probs_enumerated
    )(stickers, arrangements)


def _slot_log_probs_enumerated(
    stickers: FloatArray, arrangements: Arrangements
) -> tuple[FloatArray, Iterator[FloatArray]]:
    """Compute `_slot_log_probs` for each arrangement separately."""
    count = len(arrangements)
    rows = arrangements.facelets.reshape(count, -1).astype(np.int64)
    tables = np.zeros((count, 54, 6))
    columns = arrangements.centres.astype(np.int64)
    flat = stickers.reshape(-1, 6)
    for k in range(rows.shape[1]):
        tables[np.arange(count), rows[:, k]] += flat[k][columns]
    centres = tables[:, np.arange(4, 54, 9), np.arange(6)].sum(1)
    return centres, (
        np.asarray(
            sum(tables[:, facelet][:, pieces[:, :, j]] for j, facelet in enumerate(facelets))
        )
        for slots, pieces in PIECE_TABLES
        for facelets in slots
    )


def _slot_log_probs_factored(
    stickers: FloatArray, arrangements: Arrangements
) -> tuple[FloatArray, Iterator[FloatArray]]:
    """Compute `_slot_log_probs` for all arrangements of six unconstrained faces at once.

    The rotations of two or three faces determine what is in a slot.
    """
    rotation_count = TURNS ** (len(FACES) - 1)
    orders = arrangements.centres[::rotation_count].astype(np.int64)
    centres = np.full((1, *[TURNS] * 5, len(orders)), stickers[np.arange(6), 4, np.arange(6)].sum())
    placed = _placed_faces(stickers, orders, orders)
    return np.moveaxis(centres, -1, 0), (
        _one_slot_log_probs(placed, facelets, pieces)
        for slots, pieces in PIECE_TABLES
        for facelets in slots
    )


def _placed_faces(log_probs: FloatArray, orders: IntArray, colours: IntArray) -> FloatArray:
    """Return log-probabilities of six single faces, for each place and rotation of each.

    `log_probs` (6 views x n n x 6 colours); `orders` (orders x 6): the view at each position;
    `colours` (the same): the colour whose letter is that of the position. Orders x positions x 4
    turns x n n x 6 letters.
    """
    cells = rotated_cells(math.isqrt(log_probs.shape[1]))
    # The colours are in the order of their positions; the orders are last in memory.
    rotated = np.moveaxis(log_probs[:, cells], 0, 2).reshape(*cells.shape, -1)
    return rotated.take(orders.T[:, None] * 6 + colours.T, axis=2).transpose(4, 2, 0, 1, 3)


def _one_slot_log_probs(placed: FloatArray, facelets: IntArray, pieces: IntArray) -> FloatArray:
    """Return the log-probabilities of the pieces in one slot, for all arrangements of six faces.

    `placed` (orders x positions x 4 turns x stickers of a face x 6 letters): log-probabilities in
    each order of the faces; `facelets` (stickers of the slot); `pieces` (pieces x twists x
    stickers): the letter on each. Orders x 1 x ... x pieces x twists, with an axis for the turns of
    each position, of length 1 where they do not matter; the first is not turned.
    """
    # The orders are many and the turns few: numpy is faster with the orders last in memory.
    by_order = np.moveaxis(placed, 0, -1)
    size = placed.shape[3]
    log_probs: FloatArray = np.zeros((*[1] * 6, *pieces.shape[:2], len(placed)))
    for j, facelet in enumerate(facelets.tolist()):
        position, sticker = divmod(facelet, size)
        rows = by_order[position, :, sticker].take(pieces[:, :, j], axis=1)
        if position == 0:
            rows = rows[:1]
        shape = [*[1] * 6, *rows.shape[1:]]
        shape[position] = len(rows)
        log_probs = log_probs + rows.reshape(shape)
    return np.moveaxis(log_probs, -1, 0)


class _BoundAccumulator:
    """The sum of the best pieces' log-probabilities, and the smallest margins over other pieces."""

    def __init__(self, centres: FloatArray) -> None:
        self._best = centres
        self._piece_margins = [np.full_like(centres, np.inf) for _ in range(3)]
        self._twist_margins = [np.full_like(centres, np.inf) for _ in range(2)]

    def add(self, log_probs: FloatArray) -> None:
        """Add one slot: log-probabilities of ... x pieces x twists."""
        best, second = _two_largest(log_probs)
        piece = log_probs.max(-1).argmax(-1)[..., None, None]
        twisted = np.sort(np.take_along_axis(log_probs, piece, -2)[..., 0, :], -1)
        self._best = self._best + best
        _update_smallest(self._piece_margins, best - second)
        _update_smallest(self._twist_margins, twisted[..., -1] - twisted[..., -2])

    def bounds(self) -> Bounds:
        """Return the bounds of all arrangements."""
        best = self._best.ravel()
        return Bounds(
            best, best - np.minimum(sum(self._piece_margins), sum(self._twist_margins)).ravel()
        )


def _two_largest(log_probs: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the largest and the second largest value of the last two axes."""
    pieces = (log_probs[..., k, t] for k, t in np.ndindex(*log_probs.shape[-2:]))
    best = next(pieces)
    second: FloatArray = np.full_like(best, -np.inf)
    for value in pieces:
        second = np.maximum(second, np.minimum(best, value))
        best = np.maximum(best, value)
    return best, second


def _update_smallest(smallest: list[FloatArray], value: FloatArray) -> None:
    """Insert a value into the sorted smallest values, in place."""
    for known in smallest:
        larger = np.maximum(known, value)
        np.minimum(known, value, out=known)
        value = larger


def upper_bounds(log_probs: FloatArray, scheme: IntArray | None) -> FloatArray:
    """Return an upper bound on the log-probability of any legal cube in each arrangement.

    `log_probs` (6 views x n n cells x 6 colours); `scheme` (6): the colours at U R F D L B of an
    even cube, None if the colour of each view's centre is that of the view's index. The first view
    is up and not rotated. Each place of corners and edges gets its best piece, even if another
    place has the same one; centres are as probable in every arrangement, and are left out.
    """
    orders = face_orders()
    colours = orders if scheme is None else np.broadcast_to(scheme, orders.shape)
    placed = _placed_faces(log_probs, orders, colours)
    total: FloatArray = np.zeros((len(orders), 1, *[TURNS] * 5))
    for slots, pieces in piece_slots(math.isqrt(log_probs.shape[1])):
        for facelets in slots:
            total = total + _one_slot_log_probs(placed, facelets, pieces[:, None]).max((-2, -1))
    return total.ravel()


@dataclass(frozen=True, slots=True)
class ApproxDecodedCube:
    """A legal cube that is probably the most probable one.

    `scored`: the arrangements that were searched; `labels` (views x 9): the colour of each sticker;
    `log_prob`; `loss`: how much larger the log-probability of the best labels is in the same
    arrangement if they need not form a legal cube.
    """

    scored: ScoredArrangements
    labels: IntArray
    log_prob: float
    loss: float


def decode_approx(scored: ScoredArrangements) -> ApproxDecodedCube:
    """Return an approximate MAP cube.

    Examines at most MAX_APPROX_EXAMINED arrangements in the order of their upper bounds. Unlike
    `decode` it does not prove that no other cube is more probable.
    """
    log_prob, letters, best = -np.inf, np.zeros(54, np.int64), 0
    solved = 0
    for index in _largest(scored.upper, MAX_APPROX_EXAMINED).tolist():
        if scored.upper[index] <= log_prob + ROUNDING:
            break
        table = scored.table(index)
        if is_legal(table.argmax(1)):
            log_prob, letters, best = float(table.max(1).sum()), table.argmax(1), index
        elif solved < MAX_APPROX_SOLVES and assignment_bound(table) > log_prob:
            solved += 1
            cube, cube_log_prob = most_probable_cube(table)
            if cube_log_prob > log_prob:
                log_prob, letters, best = cube_log_prob, cube, index
    arrangement = scored.arrangements.for_all_views(best)
    labels = arrangement.position_colours[letters][arrangement.facelets]
    unconstrained = float(arrangement.facelet_log_probs(scored.log_probs).max(1).sum())
    return ApproxDecodedCube(scored, labels, log_prob, unconstrained - log_prob)


def _largest(values: FloatArray, count: int) -> IntArray:
    """Return the indices of the largest values, at most `count`, in descending order."""
    # To sort all arrangements would take longer than to decode one.
    largest = np.argpartition(-values, min(count, len(values) - 1))[:count]
    return largest[np.argsort(-values[largest])]
