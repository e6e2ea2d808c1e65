"""`rokumen bench engines`: the engines beside installed packages."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("engines")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes", type=click.IntRange(min=1), default=200, show_default=True, help="How many cubes."
)
@click.option(
    "--with-slow-peers", is_flag=True, help="Let RubikTwoPhase build its tables here (17 minutes)."
)
@click.option(
    "--costs/--no-costs",
    "with_costs",
    default=True,
    help="Measure tables, start-up and throughput too.",
)
def command(seed: int, cubes: int, with_slow_peers: bool, with_costs: bool) -> int:
    """Compare the engines, and the packages that are installed, over the same random cubes.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    from rokumen.bench import costs as costs_bench
    from rokumen.bench import engines as engines_bench

    console, output = Console(stderr=True), wide_output()
    with console.status("starting") as status:
        entrants = engines_bench.entrants(with_slow_peers)
        rows = engines_bench.run(entrants, cubes, seed, status.update)
    missing = engines_bench.missing(with_slow_peers)
    for peer in missing:
        click.echo(f"{peer.name} {peer.why}; what was published stands in its place", err=True)
    output.print(engines_bench.table(rows, missing))
    if with_costs:
        with console.status("starting") as status:
            costs = list(costs_bench.costs(10 * cubes, status.update))
        output.print(costs_bench.table(costs))
    return exit_status.DONE
