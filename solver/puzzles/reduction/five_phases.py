"""The five phases of a 5x5x5 (after Chen Shuang's cube555), as designs for the guided search.

1. The centres of the x axis come there. 2. So do those of the y and z axes, and the wings become an
even permutation. 3. Wings and midges are all *high* or not as their places are, for some choice of
which of the two wings of each edge is called high; the x centres are what half turns can solve.
4. Four edges are complete and parallel to y; the centres of the sides are in columns. 5. All edges
and centres are complete.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np

from solver.engines.options import WIDE
from solver.puzzles.nxn.orbits import SIZE
from solver.puzzles.reduction.coordinates import (
    Coordinate,
    CoordinatePart,
    Numbers,
    SetOfPlaces,
    arrangement,
    arrangements,
    closed_masks,
    key_of,
    keys_of,
    moved_keys,
    twists,
)
from solver.puzzles.reduction.layer_moves import LayerMove, X, Y, Z, moves_of
from solver.puzzles.reduction.phase_design import Folded, PhaseDesign
from solver.puzzles.reduction.pieces import (
    AXIS_PLACES,
    EDGES,
    FACE,
    OCTET,
    PlaceSymmetry,
    edge_places,
    edge_targets,
    symmetries,
    targets,
)
from solver.search.pruning import SymmetryClasses

N = 5
CORNER_CENTRES, EDGE_CENTRES, WINGS, MIDGES = range(4)
_BOTH_CENTRES = (CORNER_CENTRES, EDGE_CENTRES)
# The edges that phase 4 completes, and the places of those that are left.
FOUR = 4
LAST_EDGES = EDGES - FOUR
_LAST_PLACES = ((1 << FOUR) - 1) << LAST_EDGES

# Whether each phase has a move.
_ALLOWED: tuple[Callable[[LayerMove], bool], ...] = (
    lambda move: True,
    lambda move: move.keeps_axis,
    lambda move: move.is_outer or move.is_half,
    lambda move: move.keeps_wing_kinds,
    lambda move: (move.is_outer or move.axis != Y) and (move.is_half or move.axis == Y),
)
PHASES = range(len(_ALLOWED))


@cache
def numbers_of(metric: str, phase: int) -> tuple[int, ...]:
    """Return the numbers of the moves of a phase (0 to 4)."""
    return tuple(i for i, move in enumerate(moves_of(N, metric)) if _ALLOWED[phase](move))


@cache
def designs(metric: str) -> tuple[PhaseDesign, ...]:
    """Return the five phases of a metric, whose bounds are in wide turns."""
    # An inner layer alone is two of those.
    step = 1 if metric == WIDE else 2
    return tuple(
        replace(make(metric), step=step) for make in (_first, _second, _third, _fourth, _fifth)
    )


def _moves_and_later(metric: str, phase: int) -> tuple[list[int], list[int]]:
    """Return the moves of a phase, and which of them the next one has too."""
    own = list(numbers_of(metric, phase))
    later = set(numbers_of(metric, phase + 1)) if phase + 1 in PHASES else set()
    return own, [at for at, number in enumerate(own) if number in later]


def _first(metric: str) -> PhaseDesign:
    own, _ = _moves_and_later(metric, 0)
    sets = [
        SetOfPlaces(AXIS_PLACES, targets(N, metric)[own, orbit].astype(np.int64), OCTET)
        for orbit in _BOTH_CENTRES
    ]
    return PhaseDesign(
        *(moves_of(N, metric), numbers_of(metric, 0), (), tuple(sets), ((0,), (1,))), near_bits=25
    )


def _second(metric: str) -> PhaseDesign:
    own, later = _moves_and_later(metric, 1)
    is_odd = np.array([moves_of(N, metric)[number].is_odd(1) for number in own], dtype=np.int64)
    parity = Coordinate(np.stack([is_odd, 1 - is_odd]), (0,), np.arange(2))
    splits = [
        closed_masks(OCTET, targets(N, metric)[own, orbit, AXIS_PLACES:] - AXIS_PLACES, later)
        for orbit in _BOTH_CENTRES
    ]
    return PhaseDesign(
        *(moves_of(N, metric), numbers_of(metric, 1), (*splits, parity), (), ((0, 2), (1, 2))),
        near_bits=24,
    )


def _third(metric: str) -> PhaseDesign:
    own, _ = _moves_and_later(metric, 2)
    flip_targets, toggled = _flips(metric, own)
    flips = closed_masks(0, flip_targets, [], toggled)
    wings = targets(N, metric)[own, WINGS].astype(np.int64)
    high = int(edge_places(N).is_high @ (1 << np.arange(SIZE)))
    return PhaseDesign(
        *(moves_of(N, metric), numbers_of(metric, 2), (flips, axis_centres(metric, 2, X))),
        (SetOfPlaces(SIZE // 2, wings, high),),
        ((2,), (0, 1)),
        near_bits=24,
        weights=(40, 30),
    )


def _flips(metric: str, own: list[int]) -> tuple[Numbers, Numbers]:
    """Return where moves take the midge of each edge, and which edges it is then flipped in."""
    places = edge_places(N)
    high = np.argsort(places.edge + EDGES * ~places.is_high)[:EDGES]
    to = targets(N, metric)[own, MIDGES][:, high]
    edges = places.edge[to]
    toggled = (~places.is_high[to] * (1 << edges)).sum(axis=1)
    return edges, toggled


def axis_centres(
    metric: str, phase: int, axis: int, kinds: tuple[int, ...] = _BOTH_CENTRES
) -> Coordinate:
    """Return the coordinate of both kinds of centres of an axis, or one: those of its first face.

    Its key has the corner centres in the lower octet, the edge centres in the upper.
    """
    own, later = _moves_and_later(metric, phase)
    first = AXIS_PLACES * axis
    octets = [
        targets(N, metric)[own, kind, first : first + AXIS_PLACES] - first + AXIS_PLACES * at
        for at, kind in enumerate(kinds)
    ]
    solved = sum(FACE << AXIS_PLACES * at for at in range(len(kinds)))
    return closed_masks(solved, np.concatenate(octets, axis=1), later)


def _one_kind(metric: str, phase: int, axis: int, kind: int) -> CoordinatePart:
    """Return one kind of centres of an axis, as a part of both."""
    both = keys_of(axis_centres(metric, phase, axis))
    octets = both >> AXIS_PLACES * _BOTH_CENTRES.index(kind) & OCTET
    coordinate = axis_centres(metric, phase, axis, (kind,))
    return CoordinatePart(coordinate, coordinate.of_key[octets])


def _fourth(metric: str) -> PhaseDesign:
    own, _ = _moves_and_later(metric, 3)
    midges = edge_targets(N, metric, MIDGES, True)[own]
    places = closed_masks(_LAST_PLACES, midges, [])
    last = range(LAST_EDGES, EDGES)
    wings = [
        arrangement(edge_targets(N, metric, WINGS, is_high)[own], last, twisted_by=0)
        for is_high in (True, False)
    ]
    sets = [
        closed_masks(_LAST_PLACES, edge_targets(N, metric, WINGS, is_high)[own], [])
        for is_high in (True, False)
    ]
    centres = [axis_centres(metric, 3, axis) for axis in (Z, X)]
    same = symmetries(N, (X, Y, Z))
    seen = np.array([each.edges for each in same])
    classes = _pair_classes(places, seen)
    low = _images_of_sets(sets[1], seen)
    x_seen = np.array([_images_of_centres(centres[1], each, X) for each in same])
    folded = [Folded((0, 6, 5), classes, low), Folded((0, 4, 5), classes, x_seen)]
    part = _one_kind(metric, 3, Z, CORNER_CENTRES)
    seen_part = [_images_of_centres(part.coordinate, each, Z, (CORNER_CENTRES,)) for each in same]
    folded.append(Folded((0, 3, 5), classes, np.array(seen_part), part))
    return PhaseDesign(
        *(moves_of(N, metric), numbers_of(metric, 3)),
        (places, *wings, *centres, *sets),
        (),
        # The first says little, but that all four wings of one kind are where they belong.
        ((0, 1), (0, 2), (3, 4), (0, 3)),
        twists(places, midges),
        tuple(folded),
        near_bits=25,
        # Edges are harder than centres.
        weights=(2, 11, 10, 8, 27, 6, 10),
        worth_of_near=63,
    )


def _images_of_sets(sets: Coordinate, symmetries: Numbers) -> Numbers:
    """Return what sets of edges look like: symmetries x values."""
    keys = keys_of(sets)
    seen = moved_keys(keys, symmetries, np.zeros(len(symmetries), dtype=np.int64))
    return sets.of_key[seen].T


def _pair_classes(sets: Coordinate, symmetries: Numbers) -> SymmetryClasses:
    """Return the classes of two sets of edges."""
    images = _images_of_sets(sets, symmetries)
    both = images[:, :, np.newaxis] * sets.size + images[:, np.newaxis]
    return SymmetryClasses.from_images(both.reshape(len(symmetries), -1))


def _fifth(metric: str) -> PhaseDesign:
    own, _ = _moves_and_later(metric, 4)
    wings = [_relative(metric, own, is_high) for is_high in (True, False)]
    y, z, x = (axis_centres(metric, 4, axis) for axis in (Y, Z, X))
    same, swapped = symmetries(N, (X, Y, X)), symmetries(N, (X, Y, X), swaps=True)[:1]
    orders = np.array([_images_of_orders(each) for each in same])
    centres = np.array([_images_of_centres(y, each, Y) for each in same])
    high = SymmetryClasses.from_images(orders)
    low = high.class_and_symmetry[_images_of_orders(swapped[0])]
    seen = centres[:, _images_of_centres(y, swapped[0], Y)]
    return PhaseDesign(
        *(moves_of(N, metric), numbers_of(metric, 4), (*wings, y, z, x), ()),
        ((2, 3, 4), (0, 3, 4), (1, 3, 4)),
        folded=(
            Folded((0, 2), high, centres),
            Folded((1, 2), replace(high, class_and_symmetry=low), seen, like=0),
        ),
        near_bits=24,
        weights=(1, 7, 7, 9, 9),
        worth_of_near=37,
    )


def _images_of_orders(symmetry: PlaceSymmetry) -> Numbers:
    """Return what the arrangements of eight wings look like."""
    arranged, number = arrangements(LAST_EDGES, LAST_EDGES)
    edges = symmetry.edges[:LAST_EDGES]
    return number[key_of(edges[arranged[:, np.argsort(edges)]], LAST_EDGES)]


def _images_of_centres(
    centres: Coordinate,
    symmetry: PlaceSymmetry,
    axis: int,
    kinds: tuple[int, ...] = _BOTH_CENTRES,
) -> Numbers:
    """Return what both kinds of centres of an axis, or one, look like."""
    first = AXIS_PLACES * axis
    octets = symmetry.centres[list(kinds), first : first + AXIS_PLACES] - first
    to = (octets + AXIS_PLACES * np.arange(len(kinds))[:, np.newaxis]).ravel()
    # Where the faces are exchanged, the centres of the first are called those of the second.
    is_turned = to[0] >= AXIS_PLACES // 2
    toggled = np.array([(1 << len(to)) - 1 if is_turned else 0])
    return centres.of_key[moved_keys(keys_of(centres), to[np.newaxis], toggled)[:, 0]]


def _relative(metric: str, own: list[int], is_high: bool) -> Coordinate:
    """Return at which of eight edges the wing is that belongs to the midge of each."""
    arranged, number = arrangements(LAST_EDGES, LAST_EDGES)
    midges = edge_targets(N, metric, MIDGES, True)[own][:, :LAST_EDGES]
    wings = edge_targets(N, metric, WINGS, is_high)[own][:, :LAST_EDGES]
    back = np.argsort(midges, axis=1)
    after = [
        number[key_of(wing[arranged[:, origin]], LAST_EDGES)]
        for wing, origin in zip(wings, back, strict=True)
    ]
    solved = number[key_of(np.arange(LAST_EDGES), LAST_EDGES)]
    return Coordinate(np.stack(after, axis=1), (int(solved),), number)
