"""`rokumen bench pyraminx`: how many turns the Pyraminx needs."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("pyraminx")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other positions.")
@click.option(
    "--positions",
    "count",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="How many; the paper has 100.",
)
def command(seed: int, count: int) -> int:
    """Repeat the paper's experiment with the Pyraminx, then count all positions by their turns.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    from rokumen.bench import pyraminx

    output = wide_output()
    output.print(pyraminx.experiment(pyraminx.positions(count, seed)))
    output.print(pyraminx.every_position())
    return exit_status.DONE
