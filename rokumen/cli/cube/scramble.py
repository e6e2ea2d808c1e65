"""`rokumen scramble`: print random-state scrambles, and scrambles of other puzzles."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any

import click

from rokumen import exit_status
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import SEED, WholeNumber
from rokumen.show.table_progress import build_engine_tables
from solver.cube import Cube
from solver.engines.registry import random_scramble
from solver.notation.printing import moves_text

_CUBE = "3x3x3"


@click.command("scramble")
@click.argument("count", type=WholeNumber(1), default=1)
@click.option("--puzzle", metavar="NAME", help=f"A puzzle of `rokumen puzzle list` [{_CUBE}].")
@click.option("--seed", type=SEED, help="Seed of the scrambles [random].")
@json_option("Print one JSON object a scramble.")
def command(count: int, puzzle: str | None, seed: int | None, as_json: bool) -> int:
    """Print COUNT scrambles, one a line, in WCA notation (white up, green in front).

    Every cube state is equally likely (WCA random state), and every scramble has at most 20 turns.
    On first use the tables of the two-phase search are built. Scrambles of another puzzle are in
    its own notation.
    """
    rng = SystemRandom() if seed is None else Random(seed)
    if puzzle in (None, _CUBE):
        build_engine_tables("two-phase", {})
        found = (_of_cube(rng) for _ in range(count))
    else:
        # Imported here: the cube needs none of it.
        from solver.puzzles.registry import load_puzzle

        other = load_puzzle(puzzle)
        found = ({"puzzle": puzzle, "scramble": other.scramble(rng)} for _ in range(count))
    for each in found:
        if as_json:
            print_json(each)
        else:
            click.echo(each["scramble"])
    return exit_status.DONE


def _of_cube(rng: Random) -> dict[str, Any]:
    scramble = random_scramble(rng)
    facelets = Cube.solved().apply(scramble).facelets
    return {"scramble": moves_text(scramble), "facelets": facelets, "htm": len(scramble)}
