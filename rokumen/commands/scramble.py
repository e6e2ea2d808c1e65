"""`rokumen scramble`: random-state scrambles."""

from __future__ import annotations

from random import Random, SystemRandom

import click

from rokumen import exit_status
from rokumen.output import moves_text, print_json
from rokumen.show.preparing import prepare_engine
from solver.cube import Cube
from solver.scramble import random_scramble


@click.command("scramble")
@click.argument("count", type=click.IntRange(min=1), default=1)
@click.option("--seed", type=int, help="Repeats the scrambles [random].")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a scramble.")
def command(count: int, seed: int | None, as_json: bool) -> int:
    """Print COUNT scrambles, one a line, in WCA notation (white up, green in front).

    Each cube that there is is equally likely (random state), as the WCA has it, and is reached in
    20 turns at most. The first time, the tables of the two-phase search are built.
    """
    prepare_engine("two-phase", {})
    rng = SystemRandom() if seed is None else Random(seed)
    for _ in range(count):
        scramble = random_scramble(rng)
        if as_json:
            facelets = Cube.solved().apply(scramble).facelets()
            print_json(
                {"scramble": moves_text(scramble), "facelets": facelets, "htm": len(scramble)}
            )
        else:
            click.echo(moves_text(scramble))
    return exit_status.DONE
