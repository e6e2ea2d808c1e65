"""`rokumen paper operations`: the basic operations of Shintani (2018)."""

from __future__ import annotations

from pathlib import Path

import click

from drawing.canvas import save_drawing
from papers.shintani.operations_drawing import OPERATIONS, moved_pieces, picture
from rokumen.extend.commands import DONE, draw_option
from solver.notation.printing import NOTATIONS


@click.command("operations")
@draw_option("Draw them: .svg or .png.")
@click.option(
    "--notation",
    type=click.Choice(list(NOTATIONS)),
    default="shintani",
    help="How turns are written: R U' (wca) or E1 U3 (shintani) [shintani].",
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
    return DONE
