"""The tables of the two-phase search: built once for a kind of move, then kept in the cache."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import permutations
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver import store
from solver.cube import Cube
from solver.geometry import FACES
from solver.symmetry import AXIS_SYMMETRIES
from solver.turn import ALL_TURNS, Turn
from solver.two_phase import coordinates as co
from solver.two_phase.metric import METRICS
from solver.two_phase.pruning import UNSEEN, Classes, Progress, distances, pack

# A new number for a new form of the file, so that old ones are not read.
VERSION = 5
HOME = co.coordinates(Cube.solved())
HOME_SLICE = HOME.slice_edges // co.ORDERS
HOME_LAYERS = int(co.eight_rank(np.arange(8)))
# The turns that keep the edges of the slice in it and the flips and twists as they are.
PHASE_TWO_TURNS = tuple(
    number for number, turn in enumerate(ALL_TURNS) if turn.face in "UD" or turn.quarter_turns == 2
)
# Phase 2's distances are kept as 0 for any up to this one, then 1, 2, and 3 for all beyond: they
# matter only where they can be compared with what is left of a short solution.
PHASE_TWO_NEAR = {"htm": 8, "qtm": 11, "axial": 7}
# Where a move is a single step there is no move halfway.
NO_MOVE = 255


class Tables(NamedTuple):
    """What the search looks up. All but the last five are arrays of shape states x moves."""

    twist_move: NDArray[np.uint16]
    flip_move: NDArray[np.uint16]
    slice_move: NDArray[np.uint16]
    # What the 18 turns do to sets of four places and, as a factor, to the order within:
    four_turn: NDArray[np.uint16]  # 495 x 18 x (set, order)
    eight_turn: NDArray[np.uint8]  # (corners, edges of U and D) x 70 x 18 x (set, two orders)
    order_product: NDArray[np.uint8]  # 24 x 24
    set_rank: NDArray[np.int16]  # of the 495 sets: among the 70 in the layers of U and D, or -1
    # Of slice * 2048 + flip: 16 * class + symmetry; from bit 20 the distance with any twist.
    flip_slice_class: NDArray[np.uint32]
    class_move: NDArray[np.uint32]  # class x moves: 16 * class + symmetry
    class_distance: NDArray[np.uint8]  # with any twist
    # Class x n: a bit for each move after which at most distance + n of the cost is spent and left.
    class_near: NDArray[np.uint64]
    view_product: NDArray[np.uint8]  # the symmetry that is one symmetry after another
    halfway: NDArray[np.uint8]  # of a move that is two steps: the first step, else NO_MOVE
    corner_class: NDArray[np.uint32]
    twist_image: NDArray[np.uint16]  # symmetry x twist
    layer_image: NDArray[np.uint16]
    phase_one: NDArray[np.uint8]  # distances modulo 3, four a byte
    phase_two: NDArray[np.uint8]  # distances from `near` to `near + 3`, less `near`, four a byte
    corners_slice: NDArray[np.uint8]  # 24 * corners + order of the slice: distance in phase 2
    layers_slice: NDArray[np.uint8]
    near: NDArray[np.int64]  # one number: PHASE_TWO_NEAR


_LOADED: dict[Path, Tables] = {}
_LOADING = Lock()


def tables(kind: str, progress: Progress = lambda share: None) -> Tables:
    """Give the tables for the moves of a metric; build them where the cache has none, or bad ones.

    `progress` is called with the share that is built, from 0 to 1. Raises store.TableError where
    the cache cannot be written.
    """
    path = store.cache_folder() / f"two-phase-{kind}-{VERSION}.tables"
    with _LOADING:
        if path not in _LOADED:
            try:
                _LOADED[path] = Tables(**store.load(path))
            except (FileNotFoundError, store.TableError, TypeError):
                store.save(path, build(kind, progress)._asdict())
                _LOADED[path] = Tables(**store.load(path))
        return _LOADED[path]


def build(kind: str, progress: Progress = lambda share: None) -> Tables:
    """Build the tables, on all cores."""
    moves = move_numbers(kind)
    placing_turns, corner_turns = co.placing_moves(), co.corner_moves()
    twist_move = composed(co.twist_moves(), moves)
    flip_move = composed(co.flip_moves(), moves)
    slice_move = composed(placing_turns[:: co.ORDERS] // co.ORDERS, moves)
    twist_image = co.twist_images().astype(np.uint16)
    flip_slices = Classes.from_images(co.flip_slice_images())
    slices, flips = np.divmod(flip_slices.representatives, co.FLIPS)
    class_move = flip_slices.of[slice_move[slices] * co.FLIPS + flip_move[flips]]
    costs = METRICS[kind].costs
    one = distances(
        flip_slices,
        class_move.astype(np.int32),
        costs,
        twist_move.astype(np.uint16),
        twist_image,
        (int(flip_slices.of[HOME_SLICE * co.FLIPS]) >> 4, HOME.twist),
        UNSEEN - 1,
        os.cpu_count() or 1,
        lambda share: progress(0.6 * share),
    )
    phase_one = pack((one % np.uint8(3)).ravel())
    without_twist = one.min(axis=1)
    del one
    layer_turns = np.zeros_like(corner_turns)
    layer_turns[:, PHASE_TWO_TURNS] = co.layer_moves([ALL_TURNS[turn] for turn in PHASE_TWO_TURNS])
    layer_image = co.layer_images().astype(np.uint16)
    near_moves = [i for i, move in enumerate(moves) if set(move) <= set(PHASE_TWO_TURNS)]
    keeping, near_costs = [moves[i] for i in near_moves], [costs[i] for i in near_moves]
    corner_move, layer_move = composed(corner_turns, keeping), composed(layer_turns, keeping)
    order_move = composed(placing_turns[HOME_SLICE * co.ORDERS :] % co.ORDERS, keeping)
    corners = Classes.from_images(co.corner_images())
    near = PHASE_TWO_NEAR[kind]
    two = distances(
        corners,
        corners.of[corner_move[corners.representatives]].astype(np.int32),
        near_costs,
        layer_move.astype(np.uint16),
        layer_image,
        (int(corners.of[HOME.corners]) >> 4, HOME_LAYERS),
        near + 2,
        os.cpu_count() or 1,
        lambda share: progress(0.6 + 0.4 * share),
    )
    phase_two = pack((np.clip(two, near, near + 3) - np.uint8(near)).ravel())
    del two
    progress(1.0)
    return Tables(
        twist_move=twist_move.astype(np.uint16),
        flip_move=flip_move.astype(np.uint16),
        slice_move=slice_move.astype(np.uint16),
        four_turn=np.stack(np.divmod(placing_turns[:: co.ORDERS], co.ORDERS), axis=-1).astype(
            np.uint16
        ),
        eight_turn=np.stack([_eight_turn(corner_turns), _eight_turn(layer_turns)]),
        order_product=_order_product(),
        set_rank=co.LAYER_RANK.astype(np.int16),
        flip_slice_class=flip_slices.of
        | without_twist[flip_slices.of >> 4].astype(np.uint32) << np.uint32(20),
        class_move=class_move,
        class_distance=without_twist,
        class_near=_near_moves(without_twist, class_move >> 4, costs),
        view_product=_view_product(),
        halfway=_halfway(kind),
        corner_class=corners.of,
        twist_image=twist_image,
        layer_image=layer_image,
        phase_one=phase_one,
        phase_two=phase_two,
        corners_slice=_with_slice(corner_move, order_move, near_costs, HOME.corners),
        layers_slice=_with_slice(layer_move, order_move, near_costs, HOME_LAYERS),
        near=np.array([near]),
    )


def move_numbers(kind: str) -> list[tuple[int, ...]]:
    """Give the moves of a metric as numbers of turns in ALL_TURNS."""
    return [tuple(ALL_TURNS.index(turn) for turn in move) for move in METRICS[kind].moves]


def composed(of_turns: NDArray[np.int64], moves: Iterable[tuple[int, ...]]) -> NDArray[np.int64]:
    """Make a table of moves from one of turns."""
    columns = []
    for first, *rest in moves:
        column = of_turns[:, first]
        for turn in rest:
            column = of_turns[column, turn]
        columns.append(column)
    return np.column_stack(columns)


def _near_moves(
    distance: NDArray[np.uint8], children: NDArray[np.uint32], costs: Sequence[int]
) -> NDArray[np.uint64]:
    """Give the masks of `Tables.class_near`, for as many n as there are that rule out a move."""
    spent = distance[children].astype(np.int64) + costs - distance[:, None].astype(np.int64)
    bits = np.uint64(1) << np.arange(len(costs), dtype=np.uint64)
    masks = [
        np.where(spent <= n, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)
        for n in range(2 * max(costs))
    ]
    return np.column_stack(masks)


def _view_product() -> NDArray[np.uint8]:
    """Give the number of `second` after `first` as [second, first], in AXIS_SYMMETRIES."""
    numbers = {symmetry.faces: number for number, symmetry in enumerate(AXIS_SYMMETRIES)}
    return np.array(
        [
            [
                numbers["".join(second.faces[FACES.index(face)] for face in first.faces)]
                for first in AXIS_SYMMETRIES
            ]
            for second in AXIS_SYMMETRIES
        ],
        dtype=np.uint8,
    )


def _halfway(kind: str) -> NDArray[np.uint8]:
    """Give for each move that costs two the quarter turn that is half of it."""
    metric = METRICS[kind]
    return np.array(
        [
            NO_MOVE if cost == 1 else metric.moves.index((Turn(move[0].face, 1),))
            for move, cost in zip(metric.moves, metric.costs, strict=True)
        ],
        dtype=np.uint8,
    )


def _eight_turn(moves: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Give what turns do to the set and the two orders of eight pieces: 70 x 18 x 3."""
    in_order = moves[:: co.ORDERS**2]
    sets, orders = np.divmod(in_order, co.ORDERS**2)
    return np.stack([sets, *np.divmod(orders, co.ORDERS)], axis=-1).astype(np.uint8)


def _order_product() -> NDArray[np.uint8]:
    """Give the order in which things stand that stood in `second`, then were moved as `first`."""
    orders = np.array(list(permutations(range(4))))
    ranks = {tuple(order): rank for rank, order in enumerate(orders)}
    return np.array(
        [[ranks[tuple(first[second])] for second in orders] for first in orders], dtype=np.uint8
    )


def _with_slice(
    moves: NDArray[np.int64], order_moves: NDArray[np.int64], costs: Sequence[int], home: int
) -> NDArray[np.uint8]:
    """Give the distances of a coordinate of phase 2 together with the order of the slice."""
    states = np.arange(len(moves))
    alone = Classes((states * 16).astype(np.uint32), states, np.ones(len(moves), dtype=np.int64))
    found: NDArray[Any] = distances(
        alone,
        (moves * 16).astype(np.int32),
        costs,
        order_moves.astype(np.uint16),
        np.arange(co.ORDERS, dtype=np.uint16)[None, :],
        (home, HOME.slice_edges % co.ORDERS),
        UNSEEN - 1,
        1,
        lambda share: None,
    )
    return found.ravel()
