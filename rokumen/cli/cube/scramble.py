"""`rokumen scramble`: print random-state scrambles."""

from __future__ import annotations

from random import Random, SystemRandom

import click

from rokumen import exit_status
from rokumen.cli.number_types import SEED, WholeNumber
from rokumen.cli.output import json_option, print_json
from rokumen.show.table_progress import build_engine_tables
from solver.cube import Cube
from solver.engines.registry import random_scramble
from solver.notation.printing import moves_text


@click.command("scramble")
@click.argument("count", type=WholeNumber(1), default=1)
@click.option("--seed", type=SEED, help="Seed of the scrambles [random].")
@json_option("Print one JSON object a scramble.")
def command(count: int, seed: int | None, as_json: bool) -> int:
    """Print COUNT scrambles, one a line, in WCA notation (white up, green in front).

    Every cube state is equally likely (WCA random state), and every scramble has at most 20 turns.
    On first use the tables of the two-phase search are built.
    """
    build_engine_tables("two-phase", {})
    rng = SystemRandom() if seed is None else Random(seed)
    for _ in range(count):
        scramble = random_scramble(rng)
        if as_json:
            facelets = Cube.solved().apply(scramble).facelets
            print_json(
                {"scramble": moves_text(scramble), "facelets": facelets, "htm": len(scramble)}
            )
        else:
            click.echo(moves_text(scramble))
    return exit_status.DONE
