"""Which cuts of a solid make a puzzle, by the conditions of the polyhedra paper (sections 1 and 2).

The first condition, that the whole is a regular solid, always holds here. The second and the third
are what a turn must keep, the fourth excludes puzzles that are trivial, and the fifth asks that
like axes are cut alike. A height is a signed distance from the centre along an axis, as a share of
that of the axis' end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import pi

import numpy as np

from solver.core.errors import PuzzleError
from solver.puzzles.family import SOLIDS, AxisKind
from solver.puzzles.polyhedra.cutting import Sticker, cross_section, cut
from solver.puzzles.polyhedra.solid import (
    EPSILON,
    Axis,
    RegularSolid,
    Vectors,
    axes,
    match_points,
    rotation,
    solid,
)

# Where planes cut, falling, for each axis that is cut, in order, by its number among its kind.
Planes = dict[int, tuple[float, ...]]

# Decimals of a coordinate to which two are compared.
_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Conditions:
    """Which conditions hold for cuts of a solid.

    `keeps_solid` is the second and `alike` the fifth. `unmatched` is a layer, such as 1X, whose
    turn takes a piece to where none of its form is (the third), and empty if there is none;
    `crossing` is whether planes of two axes meet within the solid (the fourth). `needed` are all
    planes that the turns ask for, where they keep the solid.
    """

    keeps_solid: bool
    unmatched: str
    crossing: bool
    alike: bool
    needed: Planes


@dataclass(frozen=True, slots=True)
class AxesOfKind:
    """The axes of a solid of one kind, and what a cut across one of them needs.

    `rotations` bring the solid onto itself, in all. `is_reversed` is whether one of them exchanges
    the two ends of an axis; planes of two axes, equally high, meet within the solid below
    `crossing_limit`.
    """

    solid: str
    rotations: int
    kind: AxisKind
    axes: int
    order: int
    is_reversed: bool
    crossing_limit: float


def axis_kinds() -> list[AxesOfKind]:
    """Return the kinds of axes of every solid (table 1.1)."""
    return [
        AxesOfKind(
            name,
            count_rotations(name),
            kind,
            len(axes(name, kind)),
            axes(name, kind)[0].order,
            is_reversed(name, kind),
            crossing_limit(name, kind),
        )
        for name in SOLIDS
        for kind in kinds_of_axes(name)
    ]


def kinds_of_axes(name: str) -> tuple[AxisKind, ...]:
    """Return the kinds of a solid's axes.

    An axis of the tetrahedron through a vertex is one through a face too, and counts once.
    """
    return ("vertices", "edges") if name == "tetrahedron" else ("faces", "vertices", "edges")


def count_rotations(name: str) -> int:
    """Return how many rotations bring a solid onto itself: those about each axis, and none."""
    return 1 + sum(axis.order - 1 for axis in _all_axes(name))


def check_conditions(
    name: str, kind: AxisKind, planes: Planes, angle: float | None = None
) -> Conditions:
    """Return which conditions hold for planes across axes of a kind.

    `angle`: of the smallest turn, in degrees, if it is not that of the axis. Raises PuzzleError for
    a height that is not within the solid.
    """
    shape, lines = solid(name), axes(name, kind)
    for number, heights in planes.items():
        _check_heights(lines[number], heights)
    turns = {
        number: axis.rotation if angle is None else rotation(axis.direction, -angle / 180 * pi)
        for number, axis in enumerate(lines)
    }
    keeps_solid = all(
        match_points(shape.vertices @ turns[number].T, shape.vertices) is not None
        for number in planes
    )
    return Conditions(
        keeps_solid,
        _unmatched_layer(shape, lines, planes, turns),
        are_crossing(shape, lines, planes),
        needed_planes(name, kind, planes) == planes,
        _closed_by_own_turns(lines, planes, turns) if keeps_solid else {},
    )


def needed_planes(name: str, kind: AxisKind, planes: Planes) -> Planes:
    """Return the planes that all rotations of a solid make of some, so that all axes are alike."""
    turns = [axis.rotation for axis in _all_axes(name)]
    lines = axes(name, kind)
    found = {(number, height) for number, heights in planes.items() for height in heights}
    return _by_axis(_closed(lines, found, turns))


def are_crossing(shape: RegularSolid, lines: Sequence[Axis], planes: Planes) -> bool:
    """Return whether planes of two axes meet within the solid."""
    cuts = [
        (number, lines[number].direction, height * lines[number].high)
        for number, heights in planes.items()
        for height in heights
    ]
    for number, direction, height in cuts:
        section = cross_section(shape, direction, height)
        for other, across, level in cuts:
            above = section @ across - level
            if other != number and above.min() < -EPSILON and above.max() > EPSILON:
                return True
    return False


def crossing_limit(name: str, kind: AxisKind) -> float:
    """Return the height below which planes of two axes, equally high, meet within the solid."""
    shape, lines = solid(name), axes(name, kind)
    ends = [axis.direction for axis in lines]
    if is_reversed(name, kind):
        ends += [-end for end in ends]
    highest = 0.0
    for first, second in combinations(ends, 2):
        across = (first - second) / np.linalg.norm(first - second)
        highest = max(highest, float((cross_section(shape, across, 0.0) @ first).max()))
    return highest / lines[0].high


def is_reversed(name: str, kind: AxisKind) -> bool:
    """Return whether a rotation of the solid exchanges the two ends of an axis."""
    return len(needed_planes(name, kind, {0: (0.5,)})[0]) == 2


def _check_heights(axis: Axis, heights: Iterable[float]) -> None:
    lowest = axis.low / axis.high
    for height in heights:
        if not lowest + EPSILON < height < 1 - EPSILON:
            raise PuzzleError(
                f"a plane at {height:g} does not cut the axis {axis.name}, which reaches from "
                f"{lowest:.3g} to 1"
            )


def _all_axes(name: str) -> list[Axis]:
    return [axis for kind in kinds_of_axes(name) for axis in axes(name, kind)]


def _unmatched_layer(
    shape: RegularSolid, lines: Sequence[Axis], planes: Planes, turns: dict[int, Vectors]
) -> str:
    """Return the first layer whose turn does not carry its stickers onto stickers, or nothing."""
    cuts = sorted(planes)
    stickers = cut(
        shape,
        [lines[number] for number in cuts],
        [[height * lines[number].high for height in planes[number]] for number in cuts],
    )
    for index, number in enumerate(cuts):
        for layer in range(1, len(planes[number]) + 2):
            moving = [sticker for sticker in stickers if sticker.layers[index] == layer]
            if _outlines(moving, turns[number]) != _outlines(moving, np.eye(3)):
                return f"{layer}{lines[number].name}"
    return ""


def _outlines(stickers: Iterable[Sticker], turn: Vectors) -> set[frozenset[tuple[float, ...]]]:
    """Return the corners of stickers after a turn."""
    return {
        frozenset(map(tuple, (np.round(sticker.corners @ turn.T, _DECIMALS) + 0.0).tolist()))
        for sticker in stickers
    }


def _closed_by_own_turns(
    lines: Sequence[Axis], planes: Planes, turns: dict[int, Vectors]
) -> Planes:
    """Return the planes that turns about the axes that are cut make of some."""
    found = {(number, height) for number, heights in planes.items() for height in heights}
    while True:
        own = [turns[number] for number in {number for number, _ in found}]
        more = _closed(lines, found, own)
        if more == found:
            return _by_axis(found)
        found = more


def _closed(
    lines: Sequence[Axis], planes: Iterable[tuple[int, float]], turns: Sequence[Vectors]
) -> set[tuple[int, float]]:
    """Return all planes to which turns carry some."""
    directions = np.array([axis.direction for axis in lines])
    reached = list(planes)
    known = set(reached)
    for number, height in reached:
        for turn in turns:
            along = directions @ (turn @ directions[number])
            other = int(np.abs(along).argmax())
            plane = (other, height if along[other] > 0 else 0.0 - height)
            if plane not in known:
                known.add(plane)
                reached.append(plane)
    return known


def _by_axis(planes: Iterable[tuple[int, float]]) -> Planes:
    found: Planes = {}
    for number, height in sorted(planes, key=lambda plane: (plane[0], -plane[1])):
        found[number] = (*found.get(number, ()), height)
    return found
