"""`rokumen bench optimal`: proofs of shortest solutions."""

from __future__ import annotations

import os

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("optimal")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes", type=click.IntRange(min=1), default=20, show_default=True, help="How many cubes."
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="Threads for one cube.",
)
def command(seed: int, cubes: int, threads: int) -> int:
    """Prove shortest solutions of random cubes, and tell how long each took.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    from rokumen.bench import optimal as optimal_bench
    from rokumen.show.proving import in_words

    with Console(stderr=True).status("loading tables") as status:
        rows = optimal_bench.run(
            cubes,
            seed,
            threads,
            lambda number, proof: status.update(f"cube {number}: {in_words(proof)}"),
        )
    wide_output().print(optimal_bench.table(rows))
    return exit_status.DONE
