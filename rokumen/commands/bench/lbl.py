"""`rokumen bench lbl`: how many turns the layer method needs."""

from __future__ import annotations

import click
from rich.console import Console
from rich.progress import Progress

from rokumen import exit_status
from rokumen.bench import lbl as lbl_bench
from rokumen.commands.bench import options
from rokumen.show.counting import advancing
from rokumen.show.tables import wide_output


@click.command("lbl")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Random cubes to solve after the paper's hundred; 1000000 is the long run.",
)
@options.processes("solve")
@click.option(
    "--effort",
    type=click.IntRange(min=0),
    default=lbl_bench.USUAL.effort,
    show_default=True,
    help="How many ways are followed side by side; 0 takes the steps of the paper.",
)
@click.option("--one-look", is_flag=True, help="Do the last layer in one step.")
@click.option("--compare", is_flag=True, help="Compare efforts, with one look and with two.")
def command(
    seed: int, cubes: int, processes: int, effort: int, one_look: bool, compare: bool
) -> int:
    """Repeat the paper's experiment with the LBL engine, then solve many random cubes.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    output = wide_output()
    if compare:
        results = [
            (setting, _random_cubes(max(1, cubes), seed, processes, setting))
            for setting in lbl_bench.SETTINGS
        ]
        output.print(lbl_bench.comparison(results))
        return exit_status.DONE
    setting = lbl_bench.Setting(effort, one_look)
    output.print(lbl_bench.table(lbl_bench.paper_experiment(seed, setting)))
    if cubes:
        output.print(lbl_bench.table(_random_cubes(cubes, seed, processes, setting)))
    return exit_status.DONE


def _random_cubes(
    cubes: int, seed: int, processes: int, setting: lbl_bench.Setting
) -> lbl_bench.Result:
    with Progress(console=Console(stderr=True), transient=True) as progress:
        tell = advancing(progress, f"solving, {setting}", cubes)
        return lbl_bench.random_cubes(cubes, seed, processes, tell, setting)
