"""`rokumen bench layers`: how many turns the layers of 1978 need, beside the LBL method."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("layers")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes", type=click.IntRange(min=1), default=500, show_default=True, help="How many cubes."
)
def command(seed: int, cubes: int) -> int:
    """Solve the same random cubes by the layers of 1978 and by LBL, each at several efforts.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    from rokumen.bench import layers as layers_bench

    with Console(stderr=True).status("starting") as status:
        results = list(
            layers_bench.run(
                cubes, seed, lambda entrant, done: status.update(f"{entrant}: {done} of {cubes}")
            )
        )
    output = wide_output()
    output.print(layers_bench.table(results))
    output.print(layers_bench.stages_table(results))
    return exit_status.DONE
