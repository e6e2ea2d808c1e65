"""`rokumen puzzle operations`: what the five basic operations of seed 002 do."""

from __future__ import annotations

from pathlib import Path

import click

from rokumen import exit_status
from rokumen.output import NOTATIONS
from rokumen.show.drawing import save
from rokumen.show.operations import OPERATIONS, moved, picture


@click.command("operations")
@click.option("--draw", type=click.Path(path_type=Path), help="Draw them: .svg or .png.")
@click.option(
    "--notation", type=click.Choice(list(NOTATIONS)), default="shintani", show_default=True
)
def command(draw: Path | None, notation: str) -> int:
    """Say what each operation of the layers of 1978 moves, and where to.

    US-ES is the piece whose sticker on U comes to E and whose sticker on S stays on S; the letters
    are U D E W S N.
    """
    if draw is not None:
        save(picture(), draw)
    for name, turns in OPERATIONS.items():
        click.echo(f"{name}: {NOTATIONS[notation](turns)}\n  {' '.join(moved(turns))}")
    return exit_status.DONE
