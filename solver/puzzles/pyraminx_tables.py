"""Full distance table of the Pyraminx without tips, and those of one to three edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.core.permutation import Permutation
from solver.puzzles.pyraminx_state import (
    EDGE_NAMES,
    LAYER_TURNS,
    SOLVED_STATE,
    STATE_AFTER_TURN,
    VERTICES,
    PyraminxState,
)
from solver.search.distance_table import CoordinateSpace, load_or_build

_ORDERS = np.array([p for p in permutations(range(6)) if Permutation(p).is_even])
_ORDER_BASE = 6 ** np.arange(5, -1, -1)
_FLIP_BASE = 2 ** np.arange(4, -1, -1)
_CENTRE_BASE = 3 ** np.arange(3, -1, -1)
_TURNED = [STATE_AFTER_TURN[turn] for turn in LAYER_TURNS]
# A new number for a new form of the file, so that old ones are not read.
_VERSION = 1


def coordinates_of(state: PyraminxState) -> tuple[int, int, int]:
    """Return the numbers of the edges' order, of their flips and of the centres."""
    order = int(np.flatnonzero((np.array(state.edges) == _ORDERS).all(axis=1))[0])
    flip = int(np.array(state.flips[:5]) @ _FLIP_BASE)
    return order, flip, int(np.array(state.centres) @ _CENTRE_BASE)


def state_of(order: int, flip: int, centre: int, tips: tuple[int, ...]) -> PyraminxState:
    """Return the state of these numbers, 0 to 359, to 31 and to 80."""
    flips = flip // _FLIP_BASE % 2
    return PyraminxState(
        tuple(map(int, _ORDERS[order])),
        (*map(int, flips), int(flips.sum() % 2)),
        tuple(map(int, centre // _CENTRE_BASE % 3)),
        tips,
    )


@cache
def full_coordinates() -> CoordinateSpace:
    """Return what the eight layer turns do to all 360 x 32 x 81 states."""
    ranks = np.zeros(6**6, np.int32)
    ranks[_ORDERS @ _ORDER_BASE] = np.arange(len(_ORDERS))
    digits = np.arange(32)[:, None] // _FLIP_BASE % 2
    flips = np.column_stack([digits, digits.sum(axis=1) % 2])
    return CoordinateSpace(
        (
            np.column_stack([ranks[_ORDERS[:, by.edges] @ _ORDER_BASE] for by in _TURNED]),
            _columns([(flips[:, by.edges] ^ by.flips)[:, :5] @ _FLIP_BASE for by in _TURNED]),
            _centre_moves(),
        )
    )


def _centre_moves() -> NDArray[np.int32]:
    centres = np.arange(81)[:, None] // _CENTRE_BASE % 3
    return _columns([(centres + by.centres) % 3 @ _CENTRE_BASE for by in _TURNED])


def _columns(columns: list[Any]) -> NDArray[np.int32]:
    return np.column_stack(columns).astype(np.int32)


@cache
def edge_coordinates(count: int) -> CoordinateSpace:
    """Return what the turns do to `count` edges, each 2 * place + flip, and to the centres."""
    moves = np.empty((12, len(_TURNED)), np.int32)
    for move, by in enumerate(_TURNED):
        for place, (edge, flip) in enumerate(zip(by.edges, by.flips, strict=True)):
            for flipped in range(2):
                moves[2 * edge + flipped, move] = 2 * place + (flipped ^ flip)
    return CoordinateSpace((*[moves] * count, _centre_moves()))


def edge_index(state: PyraminxState, edges: tuple[int, ...]) -> int:
    """Return the number of where these edges and the centres are."""
    there = [2 * state.edges.index(edge) + state.flips[state.edges.index(edge)] for edge in edges]
    centres = int(np.array(state.centres) @ _CENTRE_BASE)
    return edge_coordinates(len(edges)).index((*there, centres))


def base_edges(apex: int) -> tuple[int, ...]:
    """Return the three edges of the face opposite a vertex."""
    return tuple(i for i, name in enumerate(EDGE_NAMES) if VERTICES[apex] not in name)


@cache
def tables() -> Mapping[str, NDArray[np.uint8]]:
    """Read or build the distances: of all states, and of each set of edges of one face."""
    sizes = {"all": full_coordinates().size}
    sizes |= {_name(edges): edge_coordinates(len(edges)).size for edges in _edge_sets()}
    return load_or_build(f"pyraminx-{_VERSION}", sizes, _build)


def distances_of(edges: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return the distances to these edges (in rising order) and the centres being at home."""
    return tables()[_name(edges)]


def _name(edges: tuple[int, ...]) -> str:
    return "edges " + " ".join(EDGE_NAMES[edge] for edge in edges)


def _build() -> Mapping[str, NDArray[Any]]:
    # Only who builds a table waits for numba.
    from solver.search.distance_builder import build_distance_table

    built = {"all": build_distance_table(full_coordinates(), [0])}
    for edges in _edge_sets():
        built[_name(edges)] = build_distance_table(
            edge_coordinates(len(edges)), [edge_index(SOLVED_STATE, edges)]
        )
    return built


def _edge_sets() -> Iterator[tuple[int, ...]]:
    """Yield each set of edges of one face; an edge that two faces share comes twice."""
    for apex in range(4):
        for count in (1, 2, 3):
            yield from combinations(base_edges(apex), count)
