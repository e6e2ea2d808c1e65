"""`rokumen paper explain`: the steps of the polyhedra paper's LBL method, with their reasons."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from papers.polyhedra import axis_layer
from papers.polyhedra.lbl.engine import paper_steps
from papers.polyhedra.lbl.middle_layers import with_middle_layers
from rokumen.extend.commands import DONE, Lesson, draw_option, json_option, print_lesson
from solver.core.turn import Turn, layer_quarters
from solver.cube import Cube
from solver.notation.wca import print_move


@click.command("explain")
@click.argument("cube")
@click.option("--paper", is_flag=True, help="Write turns as section 14.1 does: xn' ym ynd.")
@draw_option("Draw the steps: .svg or .png.")
@json_option()
def command(cube: str, paper: bool, draw: Path | None, as_json: bool) -> int:
    """Explain how the method lbl-paper solves CUBE, with turns of middle layers as section 14.2.

    CUBE is written as for `rokumen explain`, which explains the method lbl.
    """
    parsed = Cube.parse(cube)
    steps = paper_steps(parsed)
    quarters = sum(layer_quarters(step.algorithm) for step in steps)
    print_lesson(
        Lesson(parsed, steps, _with_axes if paper else _with_letters),
        cube,
        draw,
        as_json,
        f"{quarters} quarter turns, one of a middle layer counting as one.",
    )
    return DONE


def _with_letters(turns: Iterable[Turn]) -> str:
    return " ".join(map(print_move, with_middle_layers(turns)))


def _with_axes(turns: Iterable[Turn]) -> str:
    return axis_layer.print_moves(with_middle_layers(turns))
