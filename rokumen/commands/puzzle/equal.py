"""`rokumen puzzle equal`: whether two twisty polyhedra are one puzzle in other clothes."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.output import print_json


@click.command("equal")
@click.argument("first")
@click.argument("second")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(first: str, second: str, as_json: bool) -> int:
    """Match the axes of two twisty polyhedra, and find the pieces that every turn moves alike."""
    from rokumen.show.pieces import axis_matches, comparison_in_words
    from solver.polyhedra.equality import compare

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
        return exit_status.DONE
    for line in comparison_in_words(comparison):
        click.echo(line)
    return exit_status.DONE
