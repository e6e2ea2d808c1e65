"""`rokumen puzzle equal`: test whether two twisty polyhedra are isomorphic."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.cli.output import json_option, print_json


@click.command("equal")
@click.argument("first")
@click.argument("second")
@json_option()
def command(first: str, second: str, as_json: bool) -> int:
    """Compare two twisty polyhedra: match their axes and find the pieces that move identically."""
    from rokumen.show.terminal.polyhedron_tables import axis_matches, describe_comparison
    from solver.puzzles.polyhedra.equivalence import compare

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
    for line in describe_comparison(comparison):
        click.echo(line)
    return exit_status.DONE
