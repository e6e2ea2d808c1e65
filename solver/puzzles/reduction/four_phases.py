"""The three phases of a 4x4x4 (after Tsai, and Chen Shuang's TPR), as designs for the search.

1. The centres of two opposite colours come to the x axis. 2. Those of the others come to the y and
z axes, those of the x axis into lines, which half turns leave as lines; wings become an even
permutation and are all *high* or not as their places are, for some choice of which of the two wings
of each edge is called high. 3. All edges and centres are complete.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.reduction.beam import Choices
from solver.puzzles.reduction.coordinates import (
    Coordinate,
    SetOfPlaces,
    closed_masks,
    octet_moves,
)
from solver.puzzles.reduction.deepening import Splitting
from solver.puzzles.reduction.layer_moves import LayerMove, X, Y, Z, moves_of
from solver.puzzles.reduction.pairing import pairing_moves
from solver.puzzles.reduction.phase_design import PhaseDesign
from solver.puzzles.reduction.pieces import (
    AXIS_PLACES,
    EDGES,
    FACE,
    OCTET,
    Contents,
    are_odd,
    edge_places,
    edge_targets,
    masks_of,
    places_by_edge,
    symmetries,
    targets,
)

N = 4
CENTRES, WINGS, CORNERS = range(3)

# Whether each phase has a move.
_ALLOWED: tuple[Callable[[LayerMove], bool], ...] = (
    lambda move: True,
    lambda move: move.keeps_axis,
    lambda move: move.keeps_wing_kinds,
)


@cache
def designs(metric: str) -> tuple[PhaseDesign, ...]:
    """Return the three phases of a metric, whose bounds are in its own moves."""
    moves = moves_of(N, metric)
    own = [[i for i, move in enumerate(moves) if is_one(move)] for is_one in _ALLOWED]
    return _first(metric, own[0]), _second(metric, own[1], own[2]), _third(metric, own[2])


def _first(metric: str, own: list[int]) -> PhaseDesign:
    centres = SetOfPlaces(AXIS_PLACES, targets(N, metric)[own, CENTRES], OCTET)
    # Those of one of its colours and those of another pair go along, for phase 2.
    along = replace(centres, members=AXIS_PLACES // 2), centres
    return PhaseDesign(
        *(moves_of(N, metric), tuple(own), (_wing_parity(metric, own),), (centres, *along)),
        ((1,),),
        lists_moves=True,
    )


def _wing_parity(metric: str, own: list[int]) -> Coordinate:
    return _parity(np.array([moves_of(N, metric)[number].is_odd(1) for number in own]))


def _second(metric: str, own: list[int], later: list[int]) -> PhaseDesign:
    kept = [own.index(number) for number in later]
    centres = targets(N, metric)[own, CENTRES]
    split = closed_masks(OCTET, centres[:, AXIS_PLACES:] - AXIS_PLACES, kept)
    # Which of the two pairs of colours comes to the y axis makes no difference.
    split = replace(split, goals=(*split.goals, int(split.of_key[OCTET << AXIS_PLACES])))
    line = closed_masks(FACE, centres[:, :AXIS_PLACES], kept)
    return PhaseDesign(
        *(moves_of(N, metric), tuple(own), (split, line, _wing_parity(metric, own)), ()),
        ((0, 1, 2),),
        lists_moves=True,
    )


def _parity(is_odd: NDArray[np.bool_]) -> Coordinate:
    changes = is_odd.astype(np.int64)
    return Coordinate(np.stack([changes, 1 - changes]), (0,), np.arange(2))


def _third(metric: str, own: list[int]) -> PhaseDesign:
    high, low = (edge_targets(N, metric, WINGS, is_high)[own] for is_high in (True, False))
    centres = [
        closed_masks(FACE, targets(N, metric)[own, CENTRES, first : first + 8] - first, [])
        for first in (AXIS_PLACES * axis for axis in (Y, Z, X))
    ]
    parity = _parity(np.array([not moves_of(N, metric)[number].is_outer for number in own]))
    # Two faces exchanged on an even number of axes: a rotation of the whole cube.
    (y, y_far), (z, z_far), (x, x_far) = (
        [int(each.of_key[key]) for key in (FACE, FACE ^ OCTET)] for each in centres
    )
    ends = [(y, z, x, 0), (y, z_far, x_far, 0), (y_far, z, x_far, 0), (y_far, z_far, x, 0)]
    same = np.array([each.edges for each in symmetries(N, (X, Y, Y))])
    return PhaseDesign(
        *(moves_of(N, metric), tuple(own), (*centres, parity), (), ((0, 1, 2, 3),)),
        ends=np.array(ends),
        pairing=pairing_moves(same, high, low),
        lists_moves=True,
    )


def first_choices(cubes: Contents) -> Choices:
    """Return a state of phase 1 for each cube and pair of colours."""
    faces, pairs = cubes[:, CENTRES, np.newaxis], np.arange(3)[:, np.newaxis]
    members = np.stack([faces // 2 == pairs, faces == 2 * pairs, faces // 2 == (pairs + 1) % 3], 2)
    rows = np.repeat(np.arange(len(cubes)), 3)
    parity = are_odd(cubes[rows, WINGS])
    return Choices(rows, parity[:, np.newaxis], masks_of(members).reshape(-1, 3).astype(np.uint32))


def second_choices(metric: str, state: NDArray[np.int64], sets: NDArray[np.uint32]) -> Choices:
    """Return the state of phase 2 for each state at the end of phase 1."""
    split, line, _ = designs(metric)[1].coordinates
    _, colour, pair = sets.T
    states = np.stack([split.of_key[pair >> AXIS_PLACES], line.of_key[colour], state[:, 0]], axis=1)
    return Choices(np.arange(len(sets)), states, np.zeros((len(sets), 0), dtype=np.uint32))


def splitting(metric: str, cubes: Contents) -> Splitting:
    """Return what phase 2 does besides: wings are split into those that are high and those not."""
    known = edge_places(N)
    of_edge = np.arange(EDGES)[:, np.newaxis]
    edges = masks_of(known.edge[cubes[:, WINGS]][:, np.newaxis] == of_edge)
    own = list(designs(metric)[1].numbers)
    undo = np.argsort(targets(N, metric)[own, WINGS], axis=1)
    high = np.array([masks_of(known.is_high)])
    return Splitting(edges.astype(np.uint32), high.astype(np.uint32), octet_moves(undo))


def third_choices(metric: str, cubes: Contents) -> Choices:
    """Return the state of phase 3 for each cube of which it can make a reduced one."""
    y, z, x, _ = designs(metric)[2].coordinates
    high, low = (places_by_edge(N, cubes[:, WINGS], is_high) for is_high in (True, False))
    pairing = np.take_along_axis(low, np.argsort(high, axis=1), axis=1)
    rows = np.flatnonzero(are_odd(pairing) == 0)
    cubes, high, pairing, state = cubes[rows], high[rows], pairing[rows], []
    pairs = cubes[:, CENTRES, ::AXIS_PLACES] // 2
    is_odd = are_odd(pairs)
    # The orientation in which the first colours of the y and of the z axis are on their faces.
    for coordinate, axis, is_second in ((y, Y, 0), (z, Z, 0), (x, X, is_odd)):
        there = cubes[:, CENTRES, AXIS_PLACES * axis : AXIS_PLACES * (axis + 1)]
        first = 2 * pairs[:, axis] + is_second
        state.append(coordinate.of_key[masks_of(there == first[:, np.newaxis])])
    state.append(is_odd ^ are_odd(high) ^ are_odd(cubes[:, CORNERS]))
    states = np.hstack([np.stack(state, axis=1), pairing])
    return Choices(rows, states, np.zeros((len(rows), 0), dtype=np.uint32))
