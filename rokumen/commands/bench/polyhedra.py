"""`rokumen bench polyhedra`: how many turns twisty polyhedra need."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("polyhedra")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other scrambles.")
@click.option(
    "--scrambles",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="How many of each are solved.",
)
@click.option(
    "--method",
    type=click.Choice(["beam", "wide", "narrow"]),
    default="beam",
    show_default=True,
    help="How many ways are followed side by side: 100, 1000 or 1.",
)
def command(names: tuple[str, ...], seed: int, scrambles: int, method: str) -> int:
    """Solve scrambles of the twisty polyhedra NAME, or of all that are solved.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    from rich.console import Console

    from rokumen.bench import polyhedra as polyhedra_bench

    results = []
    chosen = names or polyhedra_bench.all_names()
    with Console(stderr=True).status("solving") as status:
        for result in polyhedra_bench.run(chosen, scrambles, seed, method):
            results.append(result)
            status.update(f"solving: {len(results)} of {len(chosen)} puzzles are done")
    wide_output().print(polyhedra_bench.table(results, scrambles))
    return exit_status.DONE
