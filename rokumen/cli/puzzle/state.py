"""`rokumen puzzle state`: write the state of a cube in another format."""

from __future__ import annotations

import click

from rokumen import exit_status
from solver.cube import Cube
from solver.notation.printing import STATE_FORMATS


@click.command("state")
@click.argument("cube")
@click.option(
    "--format",
    "written",
    type=click.Choice(list(STATE_FORMATS)),
    default="listing",
    show_default=True,
    help="54 facelets, 48 numbers, or the listing of Shintani (2018).",
)
def command(cube: str, written: str) -> int:
    """Write the state of CUBE, which is given as for `rokumen solve`."""
    click.echo(STATE_FORMATS[written](Cube.parse(cube).facelets))
    return exit_status.DONE
