"""`rokumen puzzle polyhedron`: axes and pieces of a twisty polyhedron."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.cli.output import json_option, print_json


@click.command("polyhedron")
@click.argument("name")
@click.option("--states", is_flag=True, help="Count its states (takes seconds the first time).")
@json_option("Print everything, with the geometry, as JSON.")
def command(name: str, states: bool, as_json: bool) -> int:
    """Print the axes of the twisty polyhedron NAME and the pieces in each layer by kind."""
    from rich.console import Console

    from rokumen.show.terminal.polyhedron_tables import describe_axes, pieces_table
    from solver.puzzles.polyhedra.description import describe
    from solver.puzzles.polyhedra.polyhedron import polyhedron

    puzzle = polyhedron(name)
    counted = _states(name) if states else None
    if as_json:
        print_json({**describe(name), **({} if counted is None else {"states": counted})})
        return exit_status.DONE
    output = Console(highlight=False)
    output.print(describe_axes(puzzle))
    output.print(pieces_table(puzzle))
    if counted is not None:
        output.print(f"{counted:,} states with all stickers distinguished")
    return exit_status.DONE


def _states(name: str) -> int:
    from rokumen.show.terminal.table_progress import build_puzzle_tables
    from solver.puzzles.polyhedra.puzzle import puzzle

    polyhedron = puzzle(name)
    build_puzzle_tables(polyhedron)
    return polyhedron.states
