"""The complete table of the Pyraminx without tips, and those for the first edges of the method."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.complete import Coordinates, distances, kept
from solver.permutation import Permutation
from solver.pyraminx.geometry import EDGE_NAMES, LAYER_TURNS, VERTICES
from solver.pyraminx.state import HOME, TURNED, State

_ORDERS = np.array([p for p in permutations(range(6)) if Permutation(p).is_even])
_ORDER_BASE = 6 ** np.arange(5, -1, -1)
_FLIP_BASE = 2 ** np.arange(4, -1, -1)
_CENTRE_BASE = 3 ** np.arange(3, -1, -1)
_TURNED = [TURNED[turn] for turn in LAYER_TURNS]
# A new number for a new form of the file, so that old ones are not read.
_VERSION = 1


def coordinates_of(state: State) -> tuple[int, int, int]:
    """Give the numbers of the edges' order, of their flips and of the centres."""
    order = int(np.flatnonzero((np.array(state.edges) == _ORDERS).all(axis=1))[0])
    flip = int(np.array(state.flips[:5]) @ _FLIP_BASE)
    return order, flip, int(np.array(state.centres) @ _CENTRE_BASE)


def state_of(order: int, flip: int, centre: int, tips: tuple[int, ...]) -> State:
    """Give the state of these numbers, 0 to 359, to 31 and to 80."""
    flips = flip // _FLIP_BASE % 2
    return State(
        tuple(map(int, _ORDERS[order])),
        (*map(int, flips), int(flips.sum() % 2)),
        tuple(map(int, centre // _CENTRE_BASE % 3)),
        tips,
    )


@cache
def everything() -> Coordinates:
    """Give what the eight layer turns do to all 360 x 32 x 81 states."""
    ranks = np.zeros(6**6, np.int32)
    ranks[_ORDERS @ _ORDER_BASE] = np.arange(len(_ORDERS))
    digits = np.arange(32)[:, None] // _FLIP_BASE % 2
    flips = np.column_stack([digits, digits.sum(axis=1) % 2])
    return Coordinates(
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
def some_edges(count: int) -> Coordinates:
    """Give what the turns do to `count` edges, each 2 * place + flip, and to the centres."""
    moves = np.empty((12, len(_TURNED)), np.int32)
    for move, by in enumerate(_TURNED):
        for place, (edge, flip) in enumerate(zip(by.edges, by.flips, strict=True)):
            for flipped in range(2):
                moves[2 * edge + flipped, move] = 2 * place + (flipped ^ flip)
    return Coordinates((*[moves] * count, _centre_moves()))


def edges_number(state: State, edges: tuple[int, ...]) -> int:
    """Give the number of where these edges and the centres are."""
    there = [2 * state.edges.index(edge) + state.flips[state.edges.index(edge)] for edge in edges]
    centres = int(np.array(state.centres) @ _CENTRE_BASE)
    return some_edges(len(edges)).number((*there, centres))


def base_edges(apex: int) -> tuple[int, ...]:
    """Give the three edges of the face opposite a vertex."""
    return tuple(i for i, name in enumerate(EDGE_NAMES) if VERTICES[apex] not in name)


@cache
def tables() -> Mapping[str, NDArray[np.uint8]]:
    """Read or build the distances: of all states, and of each set of edges of one face."""
    return kept(f"pyraminx-{_VERSION}", _build)


def distances_of(edges: tuple[int, ...]) -> NDArray[np.uint8]:
    """Give the distances to these edges (in rising order) and the centres being at home."""
    return tables()[_name(edges)]


def _name(edges: tuple[int, ...]) -> str:
    return "edges " + " ".join(EDGE_NAMES[edge] for edge in edges)


def _build() -> Mapping[str, NDArray[Any]]:
    built = {"all": distances(everything(), [0])}
    for apex in range(4):
        for count in (1, 2, 3):
            for edges in combinations(base_edges(apex), count):
                built[_name(edges)] = distances(some_edges(count), [edges_number(HOME, edges)])
    return built
