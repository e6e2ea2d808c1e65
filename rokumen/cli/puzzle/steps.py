"""`rokumen puzzle steps`: the steps of a method on an n x n x n cube."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import click

from drawing.canvas import checked_suffix
from files.wording import counted
from rokumen import exit_status
from rokumen.cli.output import draw_option
from rokumen.show.table_progress import build_puzzle_tables
from solver.core.errors import PuzzleError
from solver.puzzles.big_cube import BY_HAND, METHODS, PUBLISHED, puzzle
from solver.puzzles.nxn import position
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import write, write_paper
from solver.puzzles.tsukuda.steps import count_quarter_turns, count_turns


@click.command("steps")
@click.argument("name", metavar="NxNxN")
@click.argument("cube", metavar="POSITION")
@click.option(
    "--method",
    type=click.Choice([*METHODS, PUBLISHED, BY_HAND]),
    default=next(iter(METHODS)),
    show_default=True,
    help="tsukuda-steps: each step by itself; tsukuda-paper: the paper's own procedure; "
    "reduction-steps: centres, edges, then a 3x3x3.",
)
@click.option("--paper", is_flag=True, help="Use the polyhedra paper's notation: xn' ynd zl2.")
@click.option("--facelets", is_flag=True, help="Print the facelets after each step too.")
@draw_option("Draw each step: .svg or .png.")
def command(
    name: str, cube: str, method: str, paper: bool, facelets: bool, draw: Path | None
) -> int:
    """Print the steps of a method on a cube of any size: see docs/nxn.md."""
    if not re.fullmatch(r"([1-9][0-9]{0,8})x\1x\1", name):
        raise PuzzleError(f"{name!r} is not an n x n x n cube: write, for example, 7x7x7")
    if draw is not None:
        checked_suffix(draw, ".svg", ".png")
    big = puzzle(name)
    big.choose_method(method)
    colours = position.read(cube, big.n)
    build_puzzle_tables(big, method, {})
    stages, number = big.solve_colours(colours, method)
    count = count_quarter_turns if method == PUBLISHED else count_turns
    drawn = [("scrambled", colours)]
    notation = write_paper if paper else write
    for _, group in groupby(stages, key=lambda stage: stage.name.split()[0]):
        turns = 0
        for stage in group:
            words = " ".join(notation(turn, big.n) for turn in stage.turns)
            click.echo(f"{stage.name}: {words or '(nothing to do)'}")
            colours = geometry(big.n).apply(colours, stage.turns)
            turns += count((stage,))
            title = stage.name.split(",")[0]
        if facelets:
            click.echo(f"   {position.write(colours)}")
        drawn.append((f"{title}: {turns}", colours))
    click.echo(f"{counted(number, 'turn')}")
    if draw is not None:
        # Imported here, since matplotlib is optional.
        from rokumen.show.drawings.big_cube import draw_steps

        draw_steps(drawn, big.n, draw)
    return exit_status.DONE
