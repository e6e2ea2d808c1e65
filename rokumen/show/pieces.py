"""What a twisty polyhedron is made of, and what two of them share, in words and tables."""

from __future__ import annotations

from rich.table import Table

from solver.polyhedra.counts import pieces_in_layer
from solver.polyhedra.equality import Comparison, Shared
from solver.polyhedra.families import polyhedron
from solver.polyhedra.polyhedron import Polyhedron


def axes_in_words(puzzle: Polyhedron) -> str:
    """Tell the axes, their ends and their turns, and count what is there."""
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
    """Count the pieces of each layer by kind; every axis is alike."""
    layers = range(1, puzzle.layers + 1)
    counts = [pieces_in_layer(puzzle, 0, layer) for layer in layers]
    kinds = list(dict.fromkeys(kind for count in counts for kind in count))
    table = Table("layer", *kinds, "all")
    for column in table.columns:
        column.justify = "right"
    for layer, count in zip(layers, counts, strict=True):
        table.add_row(*map(str, [layer, *(count[kind] for kind in kinds), count.total()]))
    return table


def comparison_in_words(comparison: Comparison) -> list[str]:
    """Tell how the axes match, what moves alike, and what follows."""
    first, second = comparison.first, comparison.second
    if not comparison.axes:
        return [f"{first} and {second} do not turn alike: other axes, angles or layers"]
    matched = ", ".join(f"{name} as {other}" for name, other in axis_matches(comparison).items())
    return [
        f"axes and turns of {first} match those of {second}: {matched}",
        *(_shared_in_words(shared, first, second) for shared in comparison.shared),
        *(
            f"{alone} pieces of {name} have no like in {other}"
            for alone, name, other in (
                (comparison.first_alone, first, second),
                (comparison.second_alone, second, first),
            )
            if alone
        ),
        _verdict(comparison),
    ]


def axis_matches(comparison: Comparison) -> dict[str, str]:
    """Name for each axis of the first puzzle the one of the second; `-` marks its far end."""
    names = [axis.name for axis in polyhedron(comparison.first).axes]
    others = [axis.name for axis in polyhedron(comparison.second).axes]
    return {
        name: f"{'-' if match.from_far_end else ''}{others[match.axis]}"
        for name, match in zip(names, comparison.axes, strict=False)
    }


def _shared_in_words(shared: Shared, first: str, second: str) -> str:
    if not shared.second_shows:
        return f"{shared.pieces} pieces of {first} move like pieces within {second}"
    if not shared.first_shows:
        return f"{shared.pieces} pieces of {second} move like pieces within {first}"
    also = ", their stickers too" if shared.stickers_too else ", but not their stickers"
    return f"{shared.pieces} pieces of both move alike{also}"


def _verdict(comparison: Comparison) -> str:
    first, second = comparison.first, comparison.second
    shown = all(one.first_shows and one.second_shows for one in comparison.shared)
    if comparison.alone == 0:
        return f"{first} and {second} are the same puzzle"
    for alone, part, whole in (
        (comparison.first_alone, first, second),
        (comparison.second_alone, second, first),
    ):
        if alone == 0:
            within = "" if shown else ", cut through and through"
            return f"{part} is a part of {whole}{within}: whoever solves all of that solves it"
    return f"{first} and {second} turn alike, but neither is a part of the other"
