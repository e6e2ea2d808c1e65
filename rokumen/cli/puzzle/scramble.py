"""`rokumen puzzle scramble`: scrambles of any puzzle."""

from __future__ import annotations

from random import Random, SystemRandom

import click

from rokumen import exit_status
from rokumen.cli.number_types import SEED, WholeNumber
from rokumen.cli.output import json_option, print_json
from solver.puzzles.registry import load_puzzle


@click.command("scramble")
@click.argument("name")
@click.argument("count", type=WholeNumber(1), default=1)
@click.option("--seed", type=SEED, help="Repeats the scrambles [random].")
@json_option("Print one JSON object a scramble.")
def command(name: str, count: int, seed: int | None, as_json: bool) -> int:
    """Print COUNT scrambles of the puzzle NAME, one a line, in its own notation."""
    puzzle = load_puzzle(name)
    rng = SystemRandom() if seed is None else Random(seed)
    for _ in range(count):
        scramble = puzzle.scramble(rng)
        if as_json:
            print_json({"puzzle": name, "scramble": scramble})
        else:
            click.echo(scramble)
    return exit_status.DONE
