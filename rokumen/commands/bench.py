"""`rokumen bench NAME`: the project's own benchmarks, as tables."""

from __future__ import annotations

import os

import click
from rich.console import Console
from rich.progress import Progress

from rokumen import exit_status
from rokumen.bench import lbl as lbl_bench


@click.group("bench")
def command() -> None:
    """Run one of the project's own benchmarks."""


@command.command("lbl")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Random cubes to solve after the paper's hundred; 100000 is the long run.",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="How many solve at once.",
)
def lbl(seed: int, cubes: int, processes: int) -> int:
    """Repeat the paper's experiment with the LBL engine, then solve many random cubes.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    output = Console(highlight=False)
    output.print(lbl_bench.table(lbl_bench.paper_experiment(seed)))
    if cubes:
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("solving", total=cubes)
            result = lbl_bench.random_cubes(
                cubes, seed, processes, lambda done: progress.update(task, completed=done)
            )
        output.print(lbl_bench.table(result))
    return exit_status.DONE


@command.command("engines")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes", type=click.IntRange(min=1), default=200, show_default=True, help="How many cubes."
)
def engines(seed: int, cubes: int) -> int:
    """Compare the engines, and the packages that are installed, over the same random cubes.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    from rokumen.bench import engines as engines_bench

    console = Console(stderr=True)
    with console.status("starting") as status:
        rows = engines_bench.run(engines_bench.entrants(), cubes, seed, status.update)
    Console(highlight=False).print(engines_bench.table(rows))
    for package in engines_bench.missing():
        click.echo(f"{package} is not installed and was left out", err=True)
    return exit_status.DONE
