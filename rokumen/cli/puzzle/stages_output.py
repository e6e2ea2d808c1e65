"""The stages of a solution of an n x n x n cube, as text and as drawings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drawing.canvas import checked_suffix, save_drawing
from drawing.palette import PAINT, WESTERN
from files.wording import counted
from solver.core.errors import PuzzleError
from solver.core.geometry import FACES
from solver.cube_drawing import Panel, draw_panels

# The compiled code of large cubes is slow to load: it is imported in the functions.
if TYPE_CHECKING:
    from solver.puzzles.nxn.layers import Colours, LayerStage, LayerTurn


def named_size(name: str) -> int:
    """Return the size n that a name such as 7x7x7 says. Raises PuzzleError for another name."""
    if not re.fullmatch(r"([1-9][0-9]{0,8})x\1x\1", name):
        raise PuzzleError(f"{name!r} is not an n x n x n cube: write, for example, 7x7x7")
    from solver.puzzles.big_cube import puzzle

    return puzzle(name).n


def check_drawing(path: Path | None) -> None:
    """Check, before anything is solved, that a drawing can be written into a file so named."""
    if path is not None:
        checked_suffix(path, ".svg", ".png")


def print_stages(
    colours: Colours,
    n: int,
    stages: Iterable[LayerStage],
    count: Callable[[tuple[LayerStage, ...]], int],
    write: Callable[[LayerTurn, int], str],
    facelets: bool = False,
) -> None:
    """Print what is done to a cube of size n in each stage, and the number of turns.

    `facelets`: print them after each step too.
    """
    from solver.puzzles.nxn import position
    from solver.puzzles.nxn.layers import geometry

    total = 0
    for step in _steps(stages):
        for stage in step:
            words = " ".join(write(turn, n) for turn in stage.turns)
            click.echo(f"{stage.name}: {words or '(nothing to do)'}")
            colours = geometry(n).apply(colours, stage.turns)
        total += count(step)
        if facelets:
            click.echo(f"   {position.write(colours)}")
    click.echo(counted(total, "turn"))


def draw_stages(
    colours: Colours,
    n: int,
    stages: Iterable[LayerStage],
    count: Callable[[tuple[LayerStage, ...]], int],
    path: Path,
) -> None:
    """Draw a cube of size n, and after each step with its turns, into a .svg or .png file.

    Raises DrawingError for one that cannot be written.
    """
    from solver.puzzles.nxn.layers import geometry

    panels = [_panel("scrambled", colours, f"{n}x{n}x{n}")]
    for step in _steps(stages):
        for stage in step:
            colours = geometry(n).apply(colours, stage.turns)
        turns = counted(count(step), "turn")
        panels.append(_panel(step[-1].name.split(",")[0], colours, turns))
    save_drawing(draw_panels(panels), path)


def _panel(title: str, colours: Colours, words: str) -> Panel:
    """Return the panel of a cube, with its title above and words below."""
    return Panel(title, "", [PAINT[WESTERN[FACES[colour]]] for colour in colours], words)


def _steps(stages: Iterable[LayerStage]) -> Iterator[tuple[LayerStage, ...]]:
    """Yield the stages of each step, whose names begin with its number."""
    for _, group in groupby(stages, key=lambda stage: stage.name.split()[0]):
        yield tuple(group)
