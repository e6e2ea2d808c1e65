"""The command: `python -m docs.drawing [NAME...]`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from docs.drawing.registry import FOLDER, PICTURES, draw_picture, file_named
from files.errors import Error
from rokumen import exit_status


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option(
    "--folder",
    default=FOLDER,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Draw into this folder [docs/pictures].",
)
def command(names: tuple[str, ...], folder: Path) -> None:
    """Draw the pictures NAME of docs/pictures anew, all of them by default.

    A name may be given without its suffix: robot-page.
    """
    try:
        files = [file_named(name) for name in names] or list(PICTURES)
        for file in files:
            click.echo(f"drawing {file}", err=True)
            draw_picture(file, folder)
    except Error as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(exit_status.USAGE)


command(prog_name="python -m docs.drawing")
