"""`rokumen bench picture`: what the centres of a cube with pictures cost."""

from __future__ import annotations

import click
from rich.console import Console
from rich.progress import Progress

from rokumen import exit_status
from rokumen.bench import picture as picture_bench
from rokumen.show.counting import advancing
from rokumen.show.tables import wide_output


@click.command("picture")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes", type=click.IntRange(min=1), default=100, show_default=True, help="Random cubes."
)
def command(seed: int, cubes: int) -> int:
    """Solve cubes with pictures, the centres afterwards and during, beside the paper's figures.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    with Progress(console=Console(stderr=True), transient=True) as progress:
        samples = picture_bench.measure(cubes, seed, advancing(progress, "solving", cubes))
    wide_output().print(picture_bench.table(samples))
    return exit_status.DONE
