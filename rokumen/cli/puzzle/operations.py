"""`rokumen puzzle operations`: the five basic operations of Shintani (2018)."""

from __future__ import annotations

from pathlib import Path

import click

from drawing.canvas import save_drawing
from rokumen import exit_status
from rokumen.show.drawings.puzzles.operations import OPERATIONS, moved_pieces, picture
from solver.notation.printing import NOTATIONS


@click.command("operations")
@click.option("--draw", type=click.Path(path_type=Path), help="Draw them: .svg or .png.")
@click.option(
    "--notation", type=click.Choice(list(NOTATIONS)), default="shintani", show_default=True
)
def command(draw: Path | None, notation: str) -> int:
    """Print which pieces each operation of the method layers-1978 moves, and where.

    US-ES is the piece whose sticker on U moves to E and whose sticker on S stays on S; the faces
    are U D E W S N.
    """
    if draw is not None:
        save_drawing(picture(), draw)
    for name, turns in OPERATIONS.items():
        click.echo(f"{name}: {NOTATIONS[notation](turns)}\n  {' '.join(moved_pieces(turns))}")
    return exit_status.DONE
