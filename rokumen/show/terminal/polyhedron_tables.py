"""Descriptions and comparisons of twisty polyhedra as text and tables."""

from __future__ import annotations

from rich.table import Table

from solver.puzzles.polyhedra.equivalence import Comparison, SharedPieces
from solver.puzzles.polyhedra.families import polyhedron
from solver.puzzles.polyhedra.piece_counts import pieces_in_layer
from solver.puzzles.polyhedra.polyhedron import Polyhedron


def describe_axes(puzzle: Polyhedron) -> str:
    """Return a text with the axes, their ends and turns, and the numbers of pieces and stickers."""
    ends = ", ".join(
        f"{axis.name} ({' '.join(f'{value + 0.0:.2f}' for value in axis.direction.round(9))})"
        for axis in puzzle.axes
    )
    return (
        f"{puzzle.name}: {len(puzzle.pieces)} pieces with {len(puzzle.stickers)} stickers\n"
        f"{len(puzzle.axes)} axes of {360 / puzzle.axes[0].order:g}° turns, "
        f"{puzzle.layers} layers each: {ends}"
    )


def pieces_table(puzzle: Polyhedron) -> Table:
    """Return a table of the pieces of each layer by kind; it is the same for every axis."""
    layers = range(1, puzzle.layers + 1)
    counts = [pieces_in_layer(puzzle, 0, layer) for layer in layers]
    kinds = list(dict.fromkeys(kind for count in counts for kind in count))
    table = Table("layer", *kinds, "all")
    for column in table.columns:
        column.justify = "right"
    for layer, count in zip(layers, counts, strict=True):
        table.add_row(*map(str, [layer, *(count[kind] for kind in kinds), count.total()]))
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
    if comparison.unmatched == 0:
        return f"{first} and {second} are the same puzzle"
    for alone, part, whole in (
        (comparison.first_alone, first, second),
        (comparison.second_alone, second, first),
    ):
        if alone == 0:
            within = "" if shown else " (including interior pieces)"
            return f"{part} is part of {whole}{within}: a solution of {whole} solves it too"
    return f"{first} and {second} have matching turns, but neither is part of the other"
