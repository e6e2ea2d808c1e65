"""Compiled operations on packed cubes: turning, canonical form, and a hash set."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papers.shintani.exhaustive.packed_cube import (
    CORNERS,
    EDGES,
    FIELD,
    PAIR,
    SymmetryTables,
    TurnTables,
)
from solver.search.compilation import compiled, inlined

_FIELD_BITS = (1 << FIELD) - 1
_PAIR_BITS = (1 << PAIR) - 1
_CORNER_PAIRS, _EDGE_PAIRS = CORNERS // 2, EDGES // 2
_SIDES = 48
TURNS = 18
# Odd numbers whose bits look random (the golden ratio, and one of MurmurHash3): they spread states.
_SPREAD_CORNERS = -7046029254386353131
_SPREAD_EDGES = -4417276706812531889


class CubeSet(NamedTuple):
    """Packed cubes in the order in which they were found, none twice.

    `slots[hash]` is the index of a cube plus 1, 0 for none. `size` is how
    many cubes there are.
    """

    corners: NDArray[np.int64]
    edges: NDArray[np.int64]
    slots: NDArray[np.uint32]
    size: NDArray[np.int64]


@inlined
def turned_corners(t: TurnTables, corners, turn):  # type: ignore[no-untyped-def]
    """Return the corners after a turn."""
    result = np.int64(0)
    for i in range(_CORNER_PAIRS):
        result |= np.int64(t.corners[turn, corners >> (PAIR * i) & _PAIR_BITS]) << (PAIR * i)
    return result


@inlined
def turned_edges(t: TurnTables, edges, turn):  # type: ignore[no-untyped-def]
    """Return the edges after a turn."""
    result = np.int64(0)
    for i in range(_EDGE_PAIRS):
        result |= np.int64(t.edges[turn, edges >> (PAIR * i) & _PAIR_BITS]) << (PAIR * i)
    return result


@inlined
def _corners_seen(m: SymmetryTables, corners, side):  # type: ignore[no-untyped-def]
    result = np.int64(0)
    for i in range(CORNERS):
        field = corners >> np.int64(m.corner_from[side, i]) & _FIELD_BITS
        result |= np.int64(m.corner_to[side, i, field]) << (FIELD * i)
    return result


@inlined
def _edges_seen(m: SymmetryTables, edges, side):  # type: ignore[no-untyped-def]
    result = np.int64(0)
    for i in range(EDGES):
        field = edges >> np.int64(m.edge_from[side, i]) & _FIELD_BITS
        result |= np.int64(m.edge_to[side, i, field]) << (FIELD * i)
    return result


@inlined
def _rank(m: SymmetryTables, corners):  # type: ignore[no-untyped-def]
    """Return the number of a permutation of the corners, 0 to 40319 (Lehmer's code)."""
    left = np.int64(0x76543210)
    rank = np.int64(0)
    for i in range(CORNERS - 1):
        place = 4 * np.int64(m.corner_place[corners >> (FIELD * i) & _FIELD_BITS])
        rank = rank * (CORNERS - i) + (left >> place & 7)
        left -= np.int64(0x11111110) << place
    return rank


@compiled
def _minimising_symmetries(m: SymmetryTables, corners):  # type: ignore[no-untyped-def]
    """Find the symmetries that make the permutation of the corners the smallest."""
    smallest = np.int64(-1)
    symmetries = np.int64(0)
    for side in range(_SIDES):
        rank = _rank(m, _corners_seen(m, corners, side))
        if smallest < 0 or rank < smallest:
            smallest, symmetries = rank, np.int64(0)
        if rank == smallest:
            symmetries |= np.int64(1) << side
    return symmetries


@compiled
def canonical(m: SymmetryTables, corners, edges):  # type: ignore[no-untyped-def]
    """Return the smallest symmetric image of a cube, and the number of symmetries that give
    that.
    """
    rank = _rank(m, corners)
    sides = m.minimising[rank]
    if sides == 0:
        sides = _minimising_symmetries(m, corners)
        m.minimising[rank] = sides
    least_corners, least_edges, ties = np.int64(-1), np.int64(-1), 0
    for side in range(_SIDES):
        if not sides >> side & 1:
            continue
        seen_corners = _corners_seen(m, corners, side)
        if ties and seen_corners > least_corners:
            continue
        seen_edges = _edges_seen(m, edges, side)
        if ties and seen_corners == least_corners and seen_edges == least_edges:
            ties += 1
        elif not ties or seen_corners < least_corners or seen_edges < least_edges:
            least_corners, least_edges, ties = seen_corners, seen_edges, 1
    return least_corners, least_edges, ties


@inlined
def hash_cube(corners: Any, edges: Any) -> Any:
    """Return a number whose low bits differ for most cubes."""
    mixed = corners * _SPREAD_CORNERS ^ edges * _SPREAD_EDGES
    return mixed ^ mixed >> 32


@inlined
def _slot(s: CubeSet, corners, edges):  # type: ignore[no-untyped-def]
    """Return the slot where a cube is, or where it would be."""
    mask = np.int64(len(s.slots) - 1)
    at = hash_cube(corners, edges) & mask
    while s.slots[at] != 0:
        number = np.int64(s.slots[at]) - 1
        if s.edges[number] == edges and s.corners[number] == corners:
            break
        at = (at + 1) & mask
    return at


@compiled
def find(s: CubeSet, corners, edges):  # type: ignore[no-untyped-def]
    """Return the number of a cube, -1 if it is not there."""
    return np.int64(s.slots[_slot(s, corners, edges)]) - 1


@compiled
def add(s: CubeSet, corners, edges):  # type: ignore[no-untyped-def]
    """Add a cube; return whether it is new."""
    at = _slot(s, corners, edges)
    if s.slots[at] != 0:
        return False
    number = s.size[0]
    s.corners[number], s.edges[number] = corners, edges
    s.slots[at] = number + 1
    s.size[0] = number + 1
    return True


@compiled
def fill_slots(s: CubeSet):  # type: ignore[no-untyped-def]
    """Insert all cubes into empty slots."""
    for number in range(s.size[0]):
        s.slots[_slot(s, s.corners[number], s.edges[number])] = number + 1


@compiled
def expand(t: TurnTables, s: CubeSet, first, last):  # type: ignore[no-untyped-def]
    """Apply all turns to the cubes from `first` to before `last`; return how many are new."""
    before = s.size[0]
    for number in range(first, last):
        for turn in range(TURNS):
            corners = turned_corners(t, s.corners[number], turn)
            add(s, corners, turned_edges(t, s.edges[number], turn))
    return s.size[0] - before


@compiled
def expand_up_to_symmetry(t: TurnTables, m: SymmetryTables, s: CubeSet, first, last):  # type: ignore[no-untyped-def]
    """Expand up to symmetry; return how many cubes the new ones represent."""
    stands_for = 0
    for number in range(first, last):
        for turn in range(TURNS):
            corners = turned_corners(t, s.corners[number], turn)
            edges = turned_edges(t, s.edges[number], turn)
            corners, edges, ties = canonical(m, corners, edges)
            if add(s, corners, edges):
                stands_for += _SIDES // ties
    return stands_for


@compiled
def find_up_to_symmetry(m: SymmetryTables, s: CubeSet, corners, edges):  # type: ignore[no-untyped-def]
    """Return the number of the stored cube that is symmetric to this one, -1 if there is
    none.
    """
    corners, edges, _ = canonical(m, corners, edges)
    return find(s, corners, edges)


@compiled
def mark_common(m: SymmetryTables, s: CubeSet, first, last, others: CubeSet, least, met):  # type: ignore[no-untyped-def]
    """Mark in `met` the cubes from `first` on that are symmetric to one of `others` from `least`
    on."""
    for number in range(first, last):
        at = find_up_to_symmetry(m, others, s.corners[number], s.edges[number])
        met[number - first] = at >= least


@compiled
def link_neighbours(t: TurnTables, m: SymmetryTables, s: CubeSet, neighbours, sizes):  # type: ignore[no-untyped-def]
    """Find, up to symmetry, the numbers of the cubes that all turns lead to, -1 for others, and how
    many cubes each stored one stands for.
    """
    for number in range(s.size[0]):
        _, _, ties = canonical(m, s.corners[number], s.edges[number])
        sizes[number] = _SIDES // ties
        for turn in range(TURNS):
            corners = turned_corners(t, s.corners[number], turn)
            edges = turned_edges(t, s.edges[number], turn)
            neighbours[number, turn] = find_up_to_symmetry(m, s, corners, edges)
