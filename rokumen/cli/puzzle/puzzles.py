"""`rokumen puzzle list`, `state`, `import` and `export`: names, states, definitions."""

from __future__ import annotations

import re
from pathlib import Path

import click

from files.plugins import plugin_names
from rokumen import exit_status
from rokumen.cli.output import draw_option, print_json
from rokumen.show.fitted import aligned, paragraph
from solver.cube import Cube
from solver.notation.printing import STATE_FORMATS
from solver.puzzles.families import FAMILIAR_NAMES, FAMILIES, family_of, plain_name
from solver.puzzles.kpuzzle.stored import imported_names
from solver.puzzles.registry import ENTRY_POINTS, puzzle_names


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


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("import")
@click.argument("definition", type=_FILE, metavar="FILE")
@click.option("--name", metavar="NAME", help="Its name, in place of FILE's.")
@click.option(
    "--net",
    type=_FILE,
    metavar="FILE",
    help="Its net for drawings: an SVG with stickers named as in cubing.js. Orbits without a "
    "sticker in it are not seen, and not solved.",
)
def import_command(definition: Path, name: str | None, net: Path | None) -> int:
    """Add the puzzle of FILE, a KPuzzle definition of cubing.js (JSON).

    A puzzle that was imported by the same name is replaced.
    """
    from solver.puzzles.kpuzzle.puzzle import import_puzzle

    before = imported_names()
    puzzle, path = import_puzzle(definition, net, name, set(puzzle_names()) - set(before))
    done = "replaced" if puzzle.name in before else "imported"
    click.echo(
        f"{done} {puzzle.name} ({path}): rokumen scramble --puzzle {puzzle.name}, "
        f"rokumen solve --puzzle {puzzle.name} MOVES"
    )
    return exit_status.DONE


@click.command("export")
@click.argument("name")
def export_command(name: str) -> int:
    """Print the KPuzzle definition of the twisty polyhedron NAME, as cubing.js reads it.

    Its moves are turns of layers, such as 1I (`rokumen puzzle polyhedron NAME`); an n x n x n cube
    is the polyhedron cube-faces-N.
    """
    from solver.puzzles.kpuzzle.export import definition_of
    from solver.puzzles.polyhedra.polyhedron import polyhedron

    systematic = re.sub(r"^([0-9]+)x\1x\1$", r"cube-faces-\1", plain_name(name))
    print_json(definition_of(polyhedron(systematic)))
    return exit_status.DONE
