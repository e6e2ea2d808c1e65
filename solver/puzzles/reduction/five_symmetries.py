"""Symmetries of a 5x5x5 that phases share, by what they do to the places of centres and edges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import geometry
from solver.puzzles.reduction.five_pieces import (
    CORNER_CENTRES,
    EDGE_CENTRES,
    WINGS,
    N,
    edge_places,
    stickers,
)
from solver.puzzles.reduction.pieces import EDGES


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """Where a rotation or reflection takes the 12 edges, and both kinds of centres (2 x 24)."""

    edges: NDArray[np.int64]
    centres: NDArray[np.int64]


@cache
def symmetries(axes: tuple[int, int, int], swaps: bool = False) -> tuple[Symmetry, ...]:
    """Return the symmetries that take each axis to one of its own class, the identity first.

    `axes` names the class of each axis. They leave high places of edges high, or, with `swaps`,
    exchange them with those that are not.
    """
    high = edge_places().is_high
    found = []
    for order in permutations(range(3)):
        if any(axes[a] != axes[b] for a, b in enumerate(order)):
            continue
        for signs in product((1, -1), repeat=3):
            wings = _images(WINGS, order, signs)
            if (high[wings] == (high ^ swaps)).all():
                edges = np.empty(EDGES, dtype=np.int64)
                edges[edge_places().edge] = edge_places().edge[wings]
                centres = [_images(o, order, signs) for o in (CORNER_CENTRES, EDGE_CENTRES)]
                found.append(Symmetry(edges, np.array(centres)))
    return tuple(found)


def _images(orbit: int, order: tuple[int, ...], signs: tuple[int, ...]) -> NDArray[np.int64]:
    """Return where a symmetry takes each place of an orbit of 24 pieces."""
    places = 2 * geometry(N).places[stickers()[orbit]] - (N - 1)
    at = {tuple(place): i for i, place in enumerate(places.tolist())}
    seen = places[:, list(order)] * np.array(signs)
    return np.array([at[tuple(place)] for place in seen.tolist()])
