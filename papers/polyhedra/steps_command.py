"""`rokumen paper steps`: the polyhedra paper's own procedure on an n x n x n cube, step by step."""

from __future__ import annotations

from pathlib import Path

import click

from papers.polyhedra.tsukuda.quarter_turns import count_quarters
from papers.polyhedra.tsukuda.steps import solve_as_published
from rokumen.extend.commands import (
    DONE,
    UnsolvedError,
    build_puzzle_tables,
    check_drawing,
    draw_option,
    draw_stages,
    json_option,
    named_size,
    print_json,
    print_stages,
)
from solver.puzzles.big_cube import METHODS, BigCube
from solver.puzzles.nxn import position
from solver.puzzles.nxn.layers import LayerStage, geometry
from solver.puzzles.nxn.notation import write, write_all, write_paper


@click.command("steps")
@click.argument("name", metavar="NxNxN")
@click.argument("cube", metavar="POSITION")
@click.option("--paper", is_flag=True, help="Use the paper's notation: xn' ynd zl2.")
@click.option("--facelets", is_flag=True, help="Print the facelets after each step too.")
@draw_option("Draw each step: .svg or .png.")
@json_option()
def command(
    name: str, cube: str, paper: bool, facelets: bool, draw: Path | None, as_json: bool
) -> int:
    """Print the sixteen steps of section 14.1 on a cube of any size, one piece at a time.

    Half turns are counted as two, as in the paper. See docs/nxn.md.
    """
    check_drawing(draw)
    n = named_size(name)
    colours = position.read(cube, n)
    build_puzzle_tables(BigCube(n), next(iter(METHODS)), {})
    stages = solve_as_published(colours, n)
    after = geometry(n).apply(colours, [turn for stage in stages for turn in stage.turns])
    if not position.is_solved(after, n):
        raise UnsolvedError(f"the paper's steps do not solve {position.write(colours)}")
    if as_json:
        print_json(_as_json(position.write(colours), n, stages))
    else:
        print_stages(colours, n, stages, _quarters, write_paper if paper else write, facelets)
    if draw is not None:
        draw_stages(colours, n, stages, _quarters, draw)
    return DONE


def _quarters(stages: tuple[LayerStage, ...]) -> int:
    return count_quarters(turn for stage in stages for turn in stage.turns)


def _as_json(facelets: str, n: int, stages: tuple[LayerStage, ...]) -> dict[str, object]:
    moves = [" ".join(write_all(stage.turns, n)) for stage in stages]
    return {
        "cube": facelets,
        "moves": " ".join(filter(None, moves)),
        "turns": _quarters(stages),
        "stages": [
            {"name": stage.name, "moves": words} for stage, words in zip(stages, moves, strict=True)
        ],
    }
