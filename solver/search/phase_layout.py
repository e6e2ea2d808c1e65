"""The arrays in a file of two-phase tables: their names, types and shapes."""

from __future__ import annotations

import numpy as np

from files.table_cache import Layout
from solver.search import coordinates as co
from solver.search.metric import METRICS

FLIP_SLICE_CLASSES = 64_430  # of flips and places of the slice's edges under 16 symmetries


CORNER_CLASSES = 2768  # of permutations of the corners under these


def table_layout(kind: str) -> Layout:
    """Return the arrays in the file of a metric, in the order of the fields of `Tables`."""
    costs = METRICS[kind].costs
    moves = len(costs)
    distances = -(-FLIP_SLICE_CLASSES * co.TWISTS // 4)
    return {
        "twist_move": (np.uint16, (co.TWISTS, moves)),
        "flip_move": (np.uint16, (co.FLIPS, moves)),
        "slice_move": (np.uint16, (co.SLICES, moves)),
        "four_turn": (np.uint16, (co.SLICES, 18, 2)),
        "eight_turn": (np.uint8, (2, 70, 18, 3)),
        "order_product": (np.uint8, (co.ORDERS, co.ORDERS)),
        "set_rank": (np.int16, (co.SLICES,)),
        "flip_slice_class": (np.uint32, (co.SLICES * co.FLIPS,)),
        "class_move": (np.uint32, (FLIP_SLICE_CLASSES, moves)),
        "class_distance": (np.uint8, (FLIP_SLICE_CLASSES,)),
        "class_near": (np.uint64, (FLIP_SLICE_CLASSES, 2 * max(costs))),
        "view_product": (np.uint8, (16, 16)),
        "halfway": (np.uint8, (moves,)),
        "corner_class": (np.uint32, (co.EIGHTS,)),
        "twist_image": (np.uint16, (16, co.TWISTS)),
        "layer_image": (np.uint16, (16, co.EIGHTS)),
        "phase_one": (np.uint8, (distances,)),
        "phase_two": (np.uint8, (CORNER_CLASSES * co.EIGHTS // 4,)),
        "corners_slice": (np.uint8, (co.EIGHTS * co.ORDERS,)),
        "layers_slice": (np.uint8, (co.EIGHTS * co.ORDERS,)),
        "near": (np.int64, (1,)),
    }
