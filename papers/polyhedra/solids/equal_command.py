"""`rokumen paper equal`: two twisty polyhedra compared."""

from __future__ import annotations

import click

from papers.polyhedra.solids.equivalence import Comparison, SharedPieces, compare
from rokumen.extend.commands import DONE, json_option, print_json
from solver.puzzles.polyhedra.polyhedron import polyhedron


@click.command("equal")
@click.argument("first")
@click.argument("second")
@json_option()
def command(first: str, second: str, as_json: bool) -> int:
    """Compare two twisty polyhedra: match their axes and find the pieces that move identically."""
    comparison = compare(first, second)
    if as_json:
        print_json(
            {
                "first": first,
                "second": second,
                "axes": axis_matches(comparison),
                "shared": [
                    {
                        "pieces": shared.pieces,
                        "first_shows": shared.first_shows,
                        "second_shows": shared.second_shows,
                        "stickers_too": shared.stickers_too,
                    }
                    for shared in comparison.shared
                ],
                "first_alone": comparison.first_alone,
                "second_alone": comparison.second_alone,
            }
        )
        return DONE
    for line in describe_comparison(comparison):
        click.echo(line)
    return DONE


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
