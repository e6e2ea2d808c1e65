"""`rokumen puzzle list` and `state`: the names of puzzles, and states in other formats."""

from __future__ import annotations

import re
from pathlib import Path

import click

from files.plugins import plugin_names
from rokumen import exit_status
from rokumen.cli.output import draw_option
from rokumen.show.fitted import aligned, paragraph
from solver.cube import Cube
from solver.notation.printing import STATE_FORMATS
from solver.puzzles.families import FAMILIAR_NAMES, FAMILIES, family_of
from solver.puzzles.kpuzzle.stored import imported_names
from solver.puzzles.registry import ENTRY_POINTS


@click.command("list")
def list_command() -> int:
    """List the puzzles that can be scrambled and solved."""
    ours = [(family.listed_name, family.summary) for family in FAMILIES]
    click.echo(aligned(ours))
    if imported := imported_names():
        click.echo(f"\nImported:\n{paragraph(' '.join(imported))}")
    if plugins := sorted(plugin_names(ENTRY_POINTS), key=_by_size):
        click.echo(f"\nOf entry points:\n{paragraph(' '.join(plugins))}")
    others = [each for each in FAMILIAR_NAMES.items() if family_of(each[0]) is None]
    click.echo(f"\nFamiliar names:\n{aligned(others)}")
    return exit_status.DONE


def _by_size(name: str) -> list[tuple[int, str]]:
    """Return what sorts names so that 4 comes before 10."""
    return [
        (int(part), "") if part.isdigit() else (-1, part) for part in re.split("([0-9]+)", name)
    ]


@click.command("state")
@click.argument("cube")
@click.option(
    "--format",
    "written",
    type=click.Choice(list(STATE_FORMATS)),
    default="listing",
    show_default=True,
    help="54 facelets, 48 colours or numbers (mmays 2014), or the listing of Shintani (2018).",
)
@draw_option("Draw the cube; with numbers, each on its sticker: .svg or .png.")
def state_command(cube: str, written: str, draw: Path | None) -> int:
    """Write the state of CUBE, which is given as for `rokumen solve`."""
    parsed = Cube.parse(cube)
    if draw is not None:
        from drawing.canvas import save_drawing
        from drawing.palette import PAINT, WESTERN
        from solver.core.numbers import NUMBER_OF_FACELET
        from solver.cube_drawing import cube_alone

        words: list[str] = []
        if written == "numbers":
            numbers = dict(zip(NUMBER_OF_FACELET.values(), parsed.numbers, strict=True))
            at = [NUMBER_OF_FACELET.get(facelet) for facelet in range(54)]
            words = [str(numbers[place]) if place else "" for place in at]
        paints = [PAINT[WESTERN[letter]] for letter in parsed.facelets]
        save_drawing(cube_alone(paints, words), draw)
    click.echo(STATE_FORMATS[written](parsed.facelets))
    return exit_status.DONE
