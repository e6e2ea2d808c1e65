"""`rokumen bench sequences`: how many turns pure sequences alone need."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("sequences")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes", type=click.IntRange(min=1), default=200, show_default=True, help="How many cubes."
)
def command(seed: int, cubes: int) -> int:
    """Solve random cubes by pure sequences: seed 004's four alone, then the shortest there are.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    from rokumen.bench import sequences as sequences_bench

    with Console(stderr=True).status("loading") as status:
        results = sequences_bench.run(
            cubes, seed, lambda row, done: status.update(f"{row}: cube {done} of {cubes}")
        )
    wide_output().print(sequences_bench.table(results))
    return exit_status.DONE
