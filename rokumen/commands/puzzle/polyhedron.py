"""`rokumen puzzle polyhedron`: what a twisty polyhedron is made of."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.output import print_json


@click.command("polyhedron")
@click.argument("name")
@click.option(
    "--states", is_flag=True, help="Count its states, which takes seconds the first time."
)
@click.option("--json", "as_json", is_flag=True, help="Print all of it, geometry too, as JSON.")
def command(name: str, states: bool, as_json: bool) -> int:
    """Tell the axes of the twisty polyhedron NAME and count the pieces in each layer by kind."""
    from rich.console import Console

    from rokumen.show.pieces import axes_in_words, pieces_table
    from solver.polyhedra.describe import describe
    from solver.polyhedra.families import polyhedron

    puzzle = polyhedron(name)
    counted = _states(name) if states else None
    if as_json:
        print_json({**describe(name), **({} if counted is None else {"states": counted})})
        return exit_status.DONE
    output = Console(highlight=False)
    output.print(axes_in_words(puzzle))
    output.print(pieces_table(puzzle))
    if counted is not None:
        output.print(f"{counted:,} states, every sticker told from every other one")
    return exit_status.DONE


def _states(name: str) -> int:
    from rokumen.show.preparing import prepare_puzzle
    from solver.polyhedra.puzzle import puzzle

    door = puzzle(name)
    prepare_puzzle(door)
    return door.states
