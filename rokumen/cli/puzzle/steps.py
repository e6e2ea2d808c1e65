"""`rokumen puzzle steps`: the steps of a method on an n x n x n cube."""

from __future__ import annotations

from pathlib import Path

import click

from rokumen import exit_status
from rokumen.cli.output import draw_option
from rokumen.cli.puzzle.stages_output import (
    check_drawing,
    draw_stages,
    named_size,
    print_stages,
)
from rokumen.show.table_progress import build_puzzle_tables
from solver.puzzles.big_cube import BY_HAND, METHODS, BigCube
from solver.puzzles.nxn import position
from solver.puzzles.nxn.notation import write, write_paper
from solver.puzzles.tsukuda.steps import count_turns


@click.command("steps")
@click.argument("name", metavar="NxNxN")
@click.argument("cube", metavar="POSITION")
@click.option(
    "--method",
    type=click.Choice([*METHODS, BY_HAND]),
    default=next(iter(METHODS)),
    show_default=True,
    help="tsukuda-steps: each step by itself; reduction-steps: centres, edges, then a 3x3x3.",
)
@click.option("--paper", is_flag=True, help="Use the polyhedra paper's notation: xn' ynd zl2.")
@click.option("--facelets", is_flag=True, help="Print the facelets after each step too.")
@draw_option("Draw each step: .svg or .png.")
def command(
    name: str, cube: str, method: str, paper: bool, facelets: bool, draw: Path | None
) -> int:
    """Print the steps of a method on a cube of any size: see docs/nxn.md."""
    check_drawing(draw)
    big = BigCube(named_size(name))
    big.choose_method(method)
    colours = position.read(cube, big.n)
    build_puzzle_tables(big, method, {})
    stages = big.solve_colours(colours, method)
    notation = write_paper if paper else write
    print_stages(colours, big.n, stages, count_turns, notation, facelets)
    if draw is not None:
        draw_stages(colours, big.n, stages, count_turns, draw)
    return exit_status.DONE
