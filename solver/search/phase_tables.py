"""The move and pruning tables of the two-phase search: build, cache and load."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from files.table_cache import Layout
from solver.core.geometry import FACES
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.search import coordinates
from solver.search.distance_builder import build_distance_table
from solver.search.distance_table import CoordinateSpace
from solver.search.metric import METRICS
from solver.search.pruning import UNREACHED, Progress, SymmetryClasses, build_pruning_table, pack
from solver.symmetry import UD_SYMMETRIES

FLIP_SLICE_CLASSES = 64_430  # of flips and places of the slice's edges under 16 symmetries
PHASE_ONE_STATES = FLIP_SLICE_CLASSES * coordinates.TWISTS


CORNER_CLASSES = 2768  # of permutations of the corners under these


def table_layout(kind: str) -> Layout:
    """Return the arrays in the file of a metric, in the order of the fields of `Tables`."""
    costs = METRICS[kind].costs
    moves = len(costs)
    distances = -(-PHASE_ONE_STATES // 4)
    return {
        "twist_move": (np.uint16, (coordinates.TWISTS, moves)),
        "flip_move": (np.uint16, (coordinates.FLIPS, moves)),
        "slice_move": (np.uint16, (coordinates.SLICES, moves)),
        "four_turn": (np.uint16, (coordinates.SLICES, 18, 2)),
        "eight_turn": (np.uint8, (2, 70, 18, 3)),
        "order_product": (np.uint8, (coordinates.ORDERS, coordinates.ORDERS)),
        "set_rank": (np.int16, (coordinates.SLICES,)),
        "flip_slice_class": (np.uint32, (coordinates.SLICES * coordinates.FLIPS,)),
        "class_move": (np.uint32, (FLIP_SLICE_CLASSES, moves)),
        "class_distance": (np.uint8, (FLIP_SLICE_CLASSES,)),
        "class_near": (np.uint64, (FLIP_SLICE_CLASSES, 2 * max(costs))),
        "view_product": (np.uint8, (16, 16)),
        "halfway": (np.uint8, (moves,)),
        "corner_class": (np.uint32, (coordinates.EIGHTS,)),
        "twist_image": (np.uint16, (16, coordinates.TWISTS)),
        "layer_image": (np.uint16, (16, coordinates.EIGHTS)),
        "phase_one": (np.uint8, (distances,)),
        "phase_two": (np.uint8, (CORNER_CLASSES * coordinates.EIGHTS // 4,)),
        "corners_slice": (np.uint8, (coordinates.EIGHTS * coordinates.ORDERS,)),
        "layers_slice": (np.uint8, (coordinates.EIGHTS * coordinates.ORDERS,)),
        "near": (np.int64, (1,)),
    }


# A new number for a new form of the file, so that old ones are not read.
VERSION = 5
SOLVED = coordinates.coordinates(Cube.solved())
HOME_SLICE = SOLVED.slice_sorted // coordinates.ORDERS
SOLVED_ORDER = SOLVED.slice_sorted % coordinates.ORDERS
SOLVED_UD_EDGES = int(coordinates.eight_piece_rank(np.arange(8)))
# The turns that keep the edges of the slice in it and the flips and twists as they are.
PHASE_TWO_TURNS = tuple(
    number for number, turn in enumerate(ALL_TURNS) if turn.face in "UD" or turn.quarter_turns == 2
)
# Phase 2's distances are kept as 0 for any up to this one, then 1, 2, and 3 for all beyond: they
# matter only where they can be compared with what is left of a short solution.
PHASE_TWO_BASE_DISTANCE = {"htm": 8, "qtm": 11, "axial": 7}
# From this bit on an entry of `Tables.flip_slice_class` is a distance.
DISTANCE_BIT = 20
# What part of the time goes into the tables of phase 1.
_FIRST_PART = 0.75
# Where a move is a single step there is not a move halfway.
NO_MOVE = 255


class Tables(NamedTuple):
    """The tables of the searches. All but the last five are arrays of shape states x moves."""

    twist_move: NDArray[np.uint16]
    flip_move: NDArray[np.uint16]
    slice_move: NDArray[np.uint16]
    # What the 18 turns do to sets of four places and, as a factor, to the order within:
    four_turn: NDArray[np.uint16]  # 495 x 18 x (set, order)
    eight_turn: NDArray[np.uint8]  # (corners, edges of U and D) x 70 x 18 x (set, two orders)
    order_product: NDArray[np.uint8]  # 24 x 24
    set_rank: NDArray[np.int16]  # of the 495 sets: among the 70 in the layers of U and D, or -1
    # Of slice * 2048 + flip: 16 * class + symmetry; from DISTANCE_BIT on the distance, with any
    # twist.
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
    near: NDArray[np.int64]  # one number: PHASE_TWO_BASE_DISTANCE


_LOADED = table_cache.LoadedOnce[Path, Tables]()


def tables(kind: str, progress: Progress = lambda share: None) -> Tables:
    """Return the tables for the moves of a metric.

    Build them where the cache has none, or bad ones.

    `progress` is called with the share that is built, from 0 to 1. Raises TableCacheError where
    the cache cannot be written.
    """
    path = cache_folder() / f"two-phase-{kind}-{VERSION}.tables"
    return _LOADED.get(
        path,
        lambda: table_cache.load_or_build(
            path,
            lambda file: _load(file, kind),
            lambda: dict(zip(table_layout(kind), build(kind, progress), strict=True)),
        ),
    )


def _load(path: Path, kind: str) -> Tables:
    layout = table_layout(kind)
    arrays = table_cache.load_as(path, layout)
    return Tables(*(arrays[name] for name in layout))


def build(kind: str, progress: Progress = lambda share: None) -> Tables:
    """Build the tables, on all cores."""
    placing_turns = coordinates.edge_arrangement_moves()
    tables_of_one = _phase_one(kind, placing_turns, lambda share: progress(_FIRST_PART * share))
    tables_of_two = _phase_two(
        kind, placing_turns, lambda share: progress(_FIRST_PART + (1 - _FIRST_PART) * share)
    )
    progress(1.0)
    return Tables(
        **tables_of_one,
        **tables_of_two,
        four_turn=np.stack(
            np.divmod(placing_turns[:: coordinates.ORDERS], coordinates.ORDERS), axis=-1
        ).astype(np.uint16),
        order_product=_order_product(),
        set_rank=coordinates.UD_SET_RANK.astype(np.int16),
        view_product=_symmetry_product(),
        halfway=_first_halves(kind),
    )


class _PhaseOne(NamedTuple):
    """What moves do to twist, flip and the places of the slice's edges; the last two by class."""

    twist_move: NDArray[np.uint16]
    flip_move: NDArray[np.int64]
    slice_move: NDArray[np.int64]
    twist_image: NDArray[np.uint16]
    flip_slices: SymmetryClasses
    class_move: NDArray[np.uint32]

    @classmethod
    def of(cls, kind: str, placing_turns: NDArray[np.int64]) -> _PhaseOne:
        """Return them for the moves of a metric."""
        moves = move_numbers(kind)
        flip_move = compose_move_table(coordinates.flip_moves(), moves)
        slice_move = compose_move_table(
            placing_turns[:: coordinates.ORDERS] // coordinates.ORDERS, moves
        )
        flip_slices = SymmetryClasses.from_images(coordinates.flip_slice_conjugates())
        slices, flips = np.divmod(flip_slices.representatives, coordinates.FLIPS)
        return cls(
            compose_move_table(coordinates.twist_moves(), moves).astype(np.uint16),
            flip_move,
            slice_move,
            coordinates.twist_conjugates().astype(np.uint16),
            flip_slices,
            flip_slices.class_and_symmetry[
                slice_move[slices] * coordinates.FLIPS + flip_move[flips]
            ],
        )

    def distances(self, costs: Sequence[int], progress: Progress) -> NDArray[np.uint8]:
        """Return what each class with each twist costs to bring to phase 1's goal."""
        flip_slices = self.flip_slices
        home = HOME_SLICE * coordinates.FLIPS
        return build_pruning_table(
            flip_slices,
            self.class_move.astype(np.int32),
            costs,
            self.twist_move,
            self.twist_image,
            (int(flip_slices.class_and_symmetry[home]) >> 4, SOLVED.twist),
            UNREACHED - 1,
            os.cpu_count() or 1,
            progress,
        )


def phase_one_distances(
    kind: str, costs: Sequence[Sequence[int]], progress: Progress
) -> tuple[NDArray[np.uint8], ...]:
    """Return, for each of some costs of moves, those of phase 1: classes x twists."""
    space = _PhaseOne.of(kind, coordinates.edge_arrangement_moves())

    def distances(number: int) -> NDArray[np.uint8]:
        return space.distances(costs[number], lambda share: progress((number + share) / len(costs)))

    return tuple(map(distances, range(len(costs))))


def _phase_one(
    kind: str, placing_turns: NDArray[np.int64], progress: Progress
) -> dict[str, NDArray[Any]]:
    """Build the tables for twist, flip and the set of the slice's places."""
    costs, space = METRICS[kind].costs, _PhaseOne.of(kind, placing_turns)
    found, by_class = space.distances(costs, progress), space.flip_slices.class_and_symmetry
    class_distance = found.min(axis=1)
    return {
        "twist_move": space.twist_move,
        "flip_move": space.flip_move.astype(np.uint16),
        "slice_move": space.slice_move.astype(np.uint16),
        "twist_image": space.twist_image,
        "flip_slice_class": by_class
        | class_distance[by_class >> 4].astype(np.uint32) << np.uint32(DISTANCE_BIT),
        "class_move": space.class_move,
        "class_distance": class_distance,
        "class_near": _moves_within_slack(class_distance, space.class_move >> np.uint32(4), costs),
        "phase_one": pack((found % np.uint8(3)).ravel()),
    }


def _phase_two(
    kind: str, placing_turns: NDArray[np.int64], progress: Progress
) -> dict[str, NDArray[Any]]:
    """Build the tables for the corners and the edges of U, D and the slice in their own places."""
    moves, costs, near = move_numbers(kind), METRICS[kind].costs, PHASE_TWO_BASE_DISTANCE[kind]
    corner_turns = coordinates.corner_moves()
    layer_turns = np.zeros_like(corner_turns)
    layer_turns[:, PHASE_TWO_TURNS] = coordinates.ud_edge_moves(
        [ALL_TURNS[turn] for turn in PHASE_TWO_TURNS]
    )
    layer_image = coordinates.ud_edge_conjugates().astype(np.uint16)
    near_moves = [i for i, move in enumerate(moves) if set(move) <= set(PHASE_TWO_TURNS)]
    keeping, near_costs = [moves[i] for i in near_moves], [costs[i] for i in near_moves]
    corner_move, layer_move = (
        compose_move_table(corner_turns, keeping),
        compose_move_table(layer_turns, keeping),
    )
    order_move = compose_move_table(
        placing_turns[HOME_SLICE * coordinates.ORDERS :] % coordinates.ORDERS, keeping
    )
    corners = SymmetryClasses.from_images(coordinates.corner_conjugates())
    found = build_pruning_table(
        corners,
        corners.class_and_symmetry[corner_move[corners.representatives]].astype(np.int32),
        near_costs,
        layer_move.astype(np.uint16),
        layer_image,
        (int(corners.class_and_symmetry[SOLVED.corners]) >> 4, SOLVED_UD_EDGES),
        near + 2,
        os.cpu_count() or 1,
        progress,
    )
    return {
        "eight_turn": np.stack([_eight_piece_moves(corner_turns), _eight_piece_moves(layer_turns)]),
        "corner_class": corners.class_and_symmetry,
        "layer_image": layer_image,
        "phase_two": pack((np.clip(found, near, near + 3) - np.uint8(near)).ravel()),
        "corners_slice": _distances_with_slice(corner_move, order_move, near_costs, SOLVED.corners),
        "layers_slice": _distances_with_slice(layer_move, order_move, near_costs, SOLVED_UD_EDGES),
        "near": np.array([near]),
    }


def move_numbers(kind: str) -> list[tuple[int, ...]]:
    """Return the moves of a metric as numbers of turns in ALL_TURNS."""
    return [tuple(ALL_TURNS.index(turn) for turn in move) for move in METRICS[kind].moves]


def compose_move_table(
    of_turns: NDArray[np.int64], moves: Iterable[tuple[int, ...]]
) -> NDArray[np.int64]:
    """Make a table of moves from one of turns."""
    columns = []
    for first, *rest in moves:
        column = of_turns[:, first]
        for turn in rest:
            column = of_turns[column, turn]
        columns.append(column)
    return np.column_stack(columns)


def _moves_within_slack(
    distance: NDArray[np.uint8], children: NDArray[np.uint32], costs: Sequence[int]
) -> NDArray[np.uint64]:
    """Return the masks of `Tables.class_near`, for as many n as there are that rule out a move."""
    spent = distance[children].astype(np.int64) + costs - distance[:, None].astype(np.int64)
    bits = np.uint64(1) << np.arange(len(costs), dtype=np.uint64)
    masks = [
        np.where(spent <= n, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)
        for n in range(2 * max(costs))
    ]
    return np.column_stack(masks)


def _symmetry_product() -> NDArray[np.uint8]:
    """Return a table: [second, first] is the index in UD_SYMMETRIES of `first`, then `second`."""
    numbers = {symmetry.faces: number for number, symmetry in enumerate(UD_SYMMETRIES)}
    return np.array(
        [
            [
                numbers["".join(second.faces[FACES.index(face)] for face in first.faces)]
                for first in UD_SYMMETRIES
            ]
            for second in UD_SYMMETRIES
        ],
        dtype=np.uint8,
    )


def _first_halves(kind: str) -> NDArray[np.uint8]:
    """Return for each move that costs two the quarter turn that is half of it."""
    metric = METRICS[kind]
    return np.array(
        [
            NO_MOVE if cost == 1 else metric.moves.index((Turn(move[0].face, 1),))
            for move, cost in zip(metric.moves, metric.costs, strict=True)
        ],
        dtype=np.uint8,
    )


def _eight_piece_moves(moves: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return what turns do to the set and the two orders of eight pieces: 70 x 18 x 3."""
    in_order = moves[:: coordinates.ORDERS**2]
    sets, orders = np.divmod(in_order, coordinates.ORDERS**2)
    return np.stack([sets, *np.divmod(orders, coordinates.ORDERS)], axis=-1).astype(np.uint8)


def _order_product() -> NDArray[np.uint8]:
    """Return the order in which things stand that stood in `second`, then were moved as `first`."""
    orders = np.array(list(permutations(range(4))))
    ranks = {tuple(order): rank for rank, order in enumerate(orders)}
    return np.array(
        [[ranks[tuple(first[second])] for second in orders] for first in orders], dtype=np.uint8
    )


def _distances_with_slice(
    moves: NDArray[np.int64], order_moves: NDArray[np.int64], costs: Sequence[int], home: int
) -> NDArray[np.uint8]:
    """Return the distances of a coordinate of phase 2 together with the order of the slice."""
    both = CoordinateSpace((moves, order_moves))
    return build_distance_table(both, [both.index((home, SOLVED_ORDER))], costs)
