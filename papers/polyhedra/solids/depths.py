"""All puzzles that one cut of a solid can make, with those that it needs, by its depth.

The pieces change where three lines of a face, cuts or edges, meet in one point. A line of a cut
moves evenly with its height, so that these heights are the solutions of linear equations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from papers.polyhedra.solids.possible_cuts import (
    Planes,
    are_crossing,
    is_reversed,
    needed_planes,
)
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.family import AxisKind
from solver.puzzles.polyhedra.cutting import cut
from solver.puzzles.polyhedra.polyhedron import polyhedron
from solver.puzzles.polyhedra.solid import EPSILON, Axis, RegularSolid, Vectors, axes, solid

_DECIMALS = 9
# Equations whose determinant is smaller have no single solution: their lines always meet, or never.
_SINGULAR = 1e-9


@dataclass(frozen=True, slots=True)
class Depth:
    """Heights between `low` and `high` at which a cut makes the same pieces.

    `with_low` and `with_high` say whether these two belong to them. `crossing` is whether planes of
    two axes meet within the solid; `names` are the puzzles of the families that are cut so.
    """

    low: float
    high: float
    with_low: bool
    with_high: bool
    layers: int
    pieces: int
    stickers: int
    crossing: bool
    names: tuple[str, ...]

    @property
    def interval(self) -> str:
        """Return the heights as an interval, such as [0.333, 1)."""
        if self.low == self.high:
            return f"{self.low:.4g}"
        ends = "[" if self.with_low else "(", "]" if self.with_high else ")"
        return f"{ends[0]}{self.low:.4g}, {self.high:.4g}{ends[1]}"


def depths(name: str, kind: AxisKind) -> list[Depth]:
    """Return all depths of a cut across the axes of a kind, from the end of an axis inwards."""
    found: list[Depth] = []
    for depth in _every_depth(name, kind):
        if found and _are_like(found[-1], depth):
            names = found[-1].names + depth.names
            found[-1] = replace(found[-1], low=depth.low, with_low=depth.with_low, names=names)
        else:
            found.append(depth)
    return found


def _are_like(one: Depth, other: Depth) -> bool:
    """Return whether two depths that follow each other make the same.

    No sticker vanishes between them: at the height where one does, there are fewer.
    """
    return (one.layers, one.pieces, one.stickers, one.crossing) == (
        other.layers,
        other.pieces,
        other.stickers,
        other.crossing,
    )


def _every_depth(name: str, kind: AxisKind) -> Iterator[Depth]:
    """Return what a cut makes between all heights at which it may change, and at these."""
    lines = axes(name, kind)
    planes = needed_planes(name, kind, {0: (0.5,)})
    both_ends = is_reversed(name, kind)
    lowest = 0.0 if both_ends else lines[0].low / lines[0].high
    inner = [
        height
        for height in _critical_heights(solid(name), lines, planes)
        if lowest + EPSILON < height < 1 - EPSILON
    ]
    upper = 1.0
    for lower in (*inner, lowest):
        yield _depth(name, kind, lower, upper)
        if both_ends or lower != lowest:
            yield _depth(name, kind, lower, lower)
        upper = lower


def _depth(name: str, kind: AxisKind, low: float, high: float) -> Depth:
    """Return what a cut makes between two heights, or at one."""
    shape, lines = solid(name), axes(name, kind)
    planes = needed_planes(name, kind, {0: ((low + high) / 2,)})
    heights = [[height * axis.high for height in planes[n]] for n, axis in enumerate(lines)]
    stickers = cut(shape, lines, heights)
    return Depth(
        low,
        high,
        low == high,
        low == high,
        len(planes[0]) + 1,
        len({sticker.layers for sticker in stickers}),
        len(stickers),
        are_crossing(shape, lines, planes),
        tuple(_names(name, kind, low, high, len(planes[0]))),
    )


def _critical_heights(shape: RegularSolid, lines: tuple[Axis, ...], pattern: Planes) -> list[float]:
    """Return the heights, falling, at which three lines meet in a point of a face.

    `pattern` are the planes that a cut at 0.5 needs: those below the centre move the other way.
    """
    corners = shape.polygon(0)
    normal = corners.mean(axis=0)
    inwards = np.cross(normal, np.roll(corners, -1, axis=0) - corners)
    levels = (inwards * corners).sum(axis=1)
    edges = [(*side, 0.0, level) for side, level in zip(inwards, levels, strict=True)]
    cuts = [
        (*lines[number].direction, -np.sign(height) * lines[number].high, 0.0)
        for number, heights in pattern.items()
        for height in heights
    ]
    face = (*normal, 0.0, normal @ normal)
    triples = combinations(range(len(cuts) + len(edges)), 3)
    rows = [*cuts, *edges]
    # Each has a point of a face as three unknowns, and the height as the fourth.
    equations = np.array(
        [(face, *(rows[row] for row in triple)) for triple in triples if triple[0] < len(cuts)]
    )
    equations = equations[np.abs(np.linalg.det(equations[:, :, :4])) > _SINGULAR]
    found: Vectors = np.linalg.solve(equations[:, :, :4], equations[:, :, 4:])[:, :, 0]
    on_face = (found[:, :3] @ inwards.T > levels - EPSILON).all(axis=1)
    return sorted({round(height, _DECIMALS) for height in found[on_face, 3].tolist()}, reverse=True)


def _names(name: str, kind: AxisKind, low: float, high: float, planes: int) -> Iterator[str]:
    """Return the puzzles of the families that are cut once, between two heights or at one."""
    for family in POLYHEDRA:
        if family.solid != name or family.kinds != (kind,):
            continue
        for puzzle in map(polyhedron, family.names[:2]):
            height = puzzle.planes[0][0] / puzzle.axes[0].high
            at_one = low == high and abs(height - low) < EPSILON
            between = low + EPSILON < height < high - EPSILON
            if len(puzzle.planes[0]) == planes and (at_one or between):
                yield puzzle.name
