"""Descriptions and comparisons of twisty polyhedra as text and tables."""

from __future__ import annotations

from collections import Counter

from rich.table import Table

from solver.puzzles.polyhedra.description import pieces_in_layer
from solver.puzzles.polyhedra.equivalence import Comparison, SharedPieces
from solver.puzzles.polyhedra.polyhedron import Polyhedron, polyhedron


def describe_axes(puzzle: Polyhedron) -> str:
    """Return a text with the axes, their ends and turns, and the numbers of pieces and stickers."""
    ends = ", ".join(
        f"{axis.name} ({' '.join(f'{value + 0.0:.2f}' for value in axis.direction.round(9))})"
        for axis in puzzle.axes
    )
    orders = Counter(axis.order for axis in puzzle.axes)
    axes = " and ".join(
        f"{count} axes of {360 / order:g}° turns" for order, count in orders.items()
    )
    return (
        f"{puzzle.name}: {len(puzzle.pieces)} pieces with {len(puzzle.stickers)} stickers\n"
        f"{axes}, {puzzle.layers} layers each: {ends}"
    )


def pieces_table(puzzle: Polyhedron) -> Table:
    """Return a table of the pieces of each layer by kind; it is the same for axes of one angle."""
    first_axes = {axis.order: i for i, axis in reversed(list(enumerate(puzzle.axes)))}
    counts = {
        (axis, layer): pieces_in_layer(puzzle, axis, layer)
        for axis in sorted(first_axes.values())
        for layer in range(1, puzzle.layers + 1)
    }
    kinds = list(dict.fromkeys(kind for count in counts.values() for kind in count))
    table = Table("axes", "layer", *kinds, "all")
    for column in table.columns[1:]:
        column.justify = "right"
    for (number, layer), count in counts.items():
        order = puzzle.axes[number].order
        names = " ".join(axis.name for axis in puzzle.axes if axis.order == order)
        row = [layer, *(count[kind] for kind in kinds), count.total()]
        table.add_row(names if layer == 1 else "", *map(str, row))
    return table


def describe_comparison(comparison: Comparison) -> list[str]:
    """Return lines on the matching axes, the pieces that move identically, and the result."""
    first, second = comparison.first, comparison.second
    if not comparison.axes:
        return [f"{first} and {second} are not comparable: their axes, angles or layers differ"]
    matched = ", ".join(f"{name} as {other}" for name, other in axis_matches(comparison).items())
    return [
        f"axes and turns of {first} match those of {second}: {matched}",
        *(_describe_shared_pieces(shared, first, second) for shared in comparison.shared),
        *(
            f"{alone} pieces of {name} have no counterpart in {other}"
            for alone, name, other in (
                (comparison.first_alone, first, second),
                (comparison.second_alone, second, first),
            )
            if alone
        ),
        _verdict(comparison),
    ]


def axis_matches(comparison: Comparison) -> dict[str, str]:
    """Return the second puzzle's axis for each axis of the first; `-` marks its far end."""
    names = [axis.name for axis in polyhedron(comparison.first).axes]
    others = [axis.name for axis in polyhedron(comparison.second).axes]
    return {
        name: f"{'-' if match.from_far_end else ''}{others[match.axis]}"
        for name, match in zip(names, comparison.axes, strict=False)
    }


def _describe_shared_pieces(shared: SharedPieces, first: str, second: str) -> str:
    if not shared.second_shows:
        return f"{shared.pieces} pieces of {first} move like pieces within {second}"
    if not shared.first_shows:
        return f"{shared.pieces} pieces of {second} move like pieces within {first}"
    also = ", their stickers too" if shared.stickers_too else ", but not their stickers"
    return f"{shared.pieces} pieces of both move identically{also}"


def _verdict(comparison: Comparison) -> str:
    first, second = comparison.first, comparison.second
    shown = all(one.first_shows and one.second_shows for one in comparison.shared)
    within = "" if shown else " (including interior pieces)"
    if comparison.unmatched == 0:
        return f"{first} and {second} are the same puzzle{within}"
    for alone, part, whole in (
        (comparison.first_alone, first, second),
        (comparison.second_alone, second, first),
    ):
        if alone == 0:
            return f"{part} is part of {whole}{within}: a solution of {whole} solves it too"
    return f"{first} and {second} have matching turns, but neither is part of the other"
