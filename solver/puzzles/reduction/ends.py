"""Ends of a phase: the paths that lead there, and the cubes at their ends."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.orbits import SIZE
from solver.puzzles.reduction.pairing import PairingTables, distance
from solver.puzzles.reduction.pieces import EDGES
from solver.puzzles.reduction.tables import CentreDistances, PhaseMoves
from solver.search.compilation import compiled, compiled_inner, inlined

# No path of the three phases is longer.
DEPTH = 48
# The parities of a cube: of its corners, of its wings.
CORNERS, WINGS = range(2)


class Ends(NamedTuple):
    """Paths through phases, each with the cube at its end; `found[0]` of them, a row for each.

    `path` (moves of the metric) has `length` moves from the cube number `origin` that the first
    phase began with; `value` is the length with what is still to come at least. `masks` (6, by
    colours) are the places of centres, `wings` (24) the wings by place, `odd` the parities.
    `edge_places` (12) are the places of each edge's wings as sets. `state` has the coordinates of
    the next phase: split, line and parity of the wings, or those of three axes and the parity of
    edges against corners. `pairing` (12) is that of phase 3.
    """

    found: NDArray[np.int64]
    path: NDArray[np.uint8]
    length: NDArray[np.int64]
    origin: NDArray[np.int64]
    value: NDArray[np.int64]
    masks: NDArray[np.uint32]
    wings: NDArray[np.uint8]
    odd: NDArray[np.uint8]
    edge_places: NDArray[np.uint32]
    state: NDArray[np.int64]
    pairing: NDArray[np.uint8]


def new_ends(room: int) -> Ends:
    """Return room for some ends."""
    return Ends(
        found=np.zeros(1, dtype=np.int64),
        path=np.zeros((room, DEPTH), dtype=np.uint8),
        length=np.zeros(room, dtype=np.int64),
        origin=np.zeros(room, dtype=np.int64),
        value=np.zeros(room, dtype=np.int64),
        masks=np.zeros((room, 6), dtype=np.uint32),
        wings=np.zeros((room, SIZE), dtype=np.uint8),
        odd=np.zeros((room, 2), dtype=np.uint8),
        edge_places=np.zeros((room, EDGES), dtype=np.uint32),
        state=np.zeros((room, 4), dtype=np.int64),
        pairing=np.zeros((room, EDGES), dtype=np.uint8),
    )


def best_of(ends: Ends, most: int) -> Ends:
    """Return the ends with the least values."""
    count = int(ends.found[0])
    chosen = np.argsort(ends.value[:count], kind="stable")[:most]
    kept: list[Any] = [np.array([len(chosen)]), *(array[chosen] for array in ends[1:])]
    return Ends(*kept)


@inlined
def move_mask(m: Any, move: Any, mask: Any) -> Any:
    """Return where a move takes a set of centres."""
    return (
        m.mask_move[move, 0, mask & np.uint32(255)]
        | m.mask_move[move, 1, (mask >> np.uint32(8)) & np.uint32(255)]
        | m.mask_move[move, 2, mask >> np.uint32(16)]
    )


@compiled_inner
def follow(m: PhaseMoves, origin: Ends, row: Any, ends: Ends, end: Any) -> None:
    """Set the cube at an end: that of a row of `origin` after the moves that are not yet made."""
    for colour in range(6):
        mask = origin.masks[row, colour]
        for i in range(origin.length[row], ends.length[end]):
            mask = move_mask(m, ends.path[end, i], mask)
        ends.masks[end, colour] = mask
    corners: Any = np.int64(origin.odd[row, 0])
    wings: Any = np.int64(origin.odd[row, 1])
    for i in range(origin.length[row], ends.length[end]):
        corners ^= m.is_odd[0, ends.path[end, i]]
        wings ^= m.is_odd[1, ends.path[end, i]]
    ends.odd[end, 0], ends.odd[end, 1] = corners, wings
    for place in range(24):
        at: Any = place
        for i in range(origin.length[row], ends.length[end]):
            at = np.int64(m.wing_target[ends.path[end, i], at])
        ends.wings[end, at] = origin.wings[row, place]


@compiled_inner
def set_edge_places(m: PhaseMoves, ends: Ends, end: Any) -> None:
    """Note as sets where the wings of each edge are."""
    for edge in range(12):
        ends.edge_places[end, edge] = 0
    for place in range(24):
        ends.edge_places[end, m.edge[ends.wings[end, place]]] |= np.uint32(1 << place)


@compiled
def begin_phase_two(m: PhaseMoves, d: CentreDistances, starts: Ends, ends: Ends) -> None:
    """Set the cubes at ends of phase 1, and the coordinates of phase 2."""
    for end in range(ends.found[0]):
        follow(m, starts, ends.origin[end], ends, end)
        set_edge_places(m, ends, end)
        for colour in range(6):
            mask = ends.masks[end, colour]
            if mask & np.uint32(255):
                ends.state[end, 1] = m.line_rank[mask]
        # One of the other two pairs of colours.
        for colour in range(3):
            mask = ends.masks[end, colour] | ends.masks[end, colour + 3]
            if not mask & np.uint32(255):
                ends.state[end, 0] = m.split_rank[mask >> np.uint32(8)]
        ends.state[end, 2] = ends.odd[end, 1]


@compiled_inner
def begin_phase_three(
    m: PhaseMoves, d: CentreDistances, p: PairingTables, ends: Ends, end: Any
) -> Any:
    """Set the coordinates of phase 3 at an end of phase 2; return whether it can be completed."""
    name = _orientation(m, ends, end)
    odd = np.int64(ends.odd[end, 0])
    for place in range(24):
        wing = ends.wings[end, place]
        if m.is_high[place]:
            for other in range(24):
                if ends.wings[end, other] == m.mate[wing]:
                    if m.is_high[other]:
                        return False
                    ends.pairing[end, m.edge[place]] = m.edge[other]
    for place in range(24):
        for other in range(place):
            if m.is_high[place] and m.is_high[other]:
                one, two = m.edge[place], m.edge[other]
                home = m.edge[m.renamed[name, ends.wings[end, place]]]
                other_home = m.edge[m.renamed[name, ends.wings[end, other]]]
                odd ^= (one < two) != (home < other_home)
    inversions = 0
    for i in range(12):
        for j in range(i):
            inversions += ends.pairing[end, j] > ends.pairing[end, i]
    if inversions & 1:
        return False
    for colour in range(6):
        face = m.recolour[name, colour]
        if face == 0:
            ends.state[end, 0] = m.line_rank[
                ends.masks[end, colour] >> np.uint32(8) & np.uint32(255)
            ]
        elif face == 2:
            ends.state[end, 1] = m.line_rank[ends.masks[end, colour] >> np.uint32(16)]
        elif face == 1:
            ends.state[end, 2] = m.line_rank[ends.masks[end, colour]]
    ends.state[end, 3] = odd
    ends.value[end] = ends.length[end] + max(
        distance(p, ends.pairing, end),
        np.int64(
            d.centres[
                centres_index(
                    ends.state[end, 0], ends.state[end, 1], ends.state[end, 2], ends.state[end, 3]
                )
            ]
        ),
    )
    return True


@inlined
def centres_index(y: Any, z: Any, x: Any, odd: Any) -> Any:
    """Return the number in `CentreDistances.centres` of a state of phase 3."""
    return ((y * 70 + z) * 70 + x) * 2 + odd


@compiled_inner
def _orientation(m: PhaseMoves, ends: Ends, end: Any) -> Any:
    """Return the first orientation in which every colour's centres are on its own axis."""
    for name in range(24):
        fits = True
        for colour in range(6):
            axis = m.recolour[name, colour] % 3
            octet = np.uint32(8) if axis == 0 else np.uint32(0) if axis == 1 else np.uint32(16)
            fits = fits and (ends.masks[end, colour] >> octet) & np.uint32(255) != 0
        if fits:
            return name
    return -1
