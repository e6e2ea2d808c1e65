"""`rokumen bench`: benchmarks of the engines for the 3x3x3."""

from __future__ import annotations

import os

import click
from rich.console import Console
from rich.progress import Progress

from rokumen import exit_status
from rokumen.benchmarks.solving import lbl as lbl_bench
from rokumen.cli.bench import options
from rokumen.cli.number_types import EFFORT, SEED, WORKERS, WholeNumber
from rokumen.show.terminal.progress_bar import add_progress_bar
from rokumen.show.terminal.tables import wide_output


@click.command("beginner")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
@click.option(
    "--cubes", type=WholeNumber(1), default=1000, show_default=True, help="Number of cubes."
)
def beginner_command(seed: int, cubes: int) -> int:
    """Solve random cubes by exactly what the beginner's course teaches.

    Every solution is verified; the exit status is 1 if one fails.
    """
    from rokumen.benchmarks.solving import beginner as beginner_bench

    with Progress(console=Console(stderr=True), transient=True) as progress:
        on_progress = add_progress_bar(progress, "solving", cubes)
        result = beginner_bench.run(cubes, seed, on_progress)
    output = wide_output()
    output.print(beginner_bench.table(result))
    output.print(beginner_bench.steps_table(result))
    return exit_status.DONE


@click.command("engines")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
@click.option(
    "--cubes", type=WholeNumber(1), default=200, show_default=True, help="Number of cubes."
)
@click.option(
    "--with-slow-peers", is_flag=True, help="Build the tables of RubikTwoPhase here (17 minutes)."
)
@click.option(
    "--costs/--no-costs",
    "with_costs",
    default=True,
    help="Also measure tables, start-up time and throughput.",
)
def engines_command(seed: int, cubes: int, with_slow_peers: bool, with_costs: bool) -> int:
    """Compare the engines and the installed packages on the same random cubes.

    Every solution is verified; the exit status is 1 if one fails.
    """
    from rokumen.benchmarks.solving import engine_costs as costs_bench
    from rokumen.benchmarks.solving import engines as engines_bench

    console, output = Console(stderr=True), wide_output()
    with console.status("starting") as status:
        entrants = engines_bench.entrants(with_slow_peers)
        rows = engines_bench.run(entrants, cubes, seed, status.update)
    missing = engines_bench.missing(with_slow_peers)
    for peer in missing:
        click.echo(f"{peer.name} {peer.why}; the published figures are shown instead", err=True)
    output.print(engines_bench.table(rows, missing))
    if with_costs:
        with console.status("starting") as status:
            costs = list(costs_bench.costs(10 * cubes, status.update))
        output.print(costs_bench.table(costs))
    return exit_status.DONE


@click.command("layers")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
@click.option(
    "--cubes", type=WholeNumber(1), default=500, show_default=True, help="Number of cubes."
)
def layers_command(seed: int, cubes: int) -> int:
    """Solve the same random cubes by layers-1978 and by LBL, each at several efforts.

    Every solution is verified; the exit status is 1 if one fails.
    """
    from rokumen.benchmarks.solving import layers_1978 as layers_bench

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


@click.command("lbl")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
@click.option(
    "--cubes",
    type=WholeNumber(0),
    default=1000,
    show_default=True,
    help="Random cubes to solve after the paper's 100 cubes; 1000000 is the long run.",
)
@options.processes("solve")
@click.option(
    "--effort",
    type=EFFORT,
    default=lbl_bench.USUAL.effort,
    show_default=True,
    help="Beam width; 0 takes the fewest cases to learn.",
)
@click.option("--one-look", is_flag=True, help="Solve the last layer in one step.")
@click.option("--compare", is_flag=True, help="Compare efforts, each with one look and two.")
def lbl_command(
    seed: int, cubes: int, processes: int, effort: int, one_look: bool, compare: bool
) -> int:
    """Repeat the polyhedra paper's LBL experiment with its method and ours, then solve many cubes.

    Every solution is verified; the exit status is 1 if one fails.
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
    compared: list[tuple[lbl_bench.AnySetting, lbl_bench.LblResult]] = [
        (each, lbl_bench.paper_experiment(seed, each)) for each in (lbl_bench.PAPER, setting)
    ]
    output.print(lbl_bench.against_paper(compared))
    if cubes:
        output.print(lbl_bench.table(_random_cubes(cubes, seed, processes, setting)))
    return exit_status.DONE


def _random_cubes(
    cubes: int, seed: int, processes: int, setting: lbl_bench.AnySetting
) -> lbl_bench.LblResult:
    with Progress(console=Console(stderr=True), transient=True) as progress:
        on_progress = add_progress_bar(progress, f"solving, {setting}", cubes)
        return lbl_bench.random_cubes(cubes, seed, processes, on_progress, setting)


@click.command("optimal")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
@click.option(
    "--cubes", type=WholeNumber(1), default=20, show_default=True, help="Number of cubes."
)
@click.option(
    "--threads",
    type=WORKERS,
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="Threads for one cube.",
)
def optimal_command(seed: int, cubes: int, threads: int) -> int:
    """Prove shortest solutions of random cubes, and print the time of each.

    Every solution is verified; the exit status is 1 if one fails.
    """
    from rokumen.benchmarks.solving import optimal as optimal_bench
    from rokumen.show.terminal.proof_progress import format_proof

    with Console(stderr=True).status("loading tables") as status:
        rows = optimal_bench.run(
            cubes,
            seed,
            threads,
            lambda number, proof: status.update(f"cube {number}: {format_proof(proof)}"),
        )
    wide_output().print(optimal_bench.table(rows))
    return exit_status.DONE


@click.command("search")
def search_command() -> int:
    """Find the 8 turns of Shintani (2018) in every way, and count all cubes to 6, 7 and 8 turns.

    Each command runs in a separate process; its time and memory are printed. The last needs one
    gigabyte.
    """
    from rokumen.benchmarks.solving import exhaustive as search_bench

    output = wide_output()
    with Console(stderr=True).status("starting") as status:
        found = list(search_bench.find(status.update))
        counted = list(search_bench.count(status.update))
    output.print(search_bench.find_table(found))
    output.print(search_bench.count_table(counted))
    return exit_status.DONE


@click.command("sequences")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
@click.option(
    "--cubes", type=WholeNumber(1), default=200, show_default=True, help="Number of cubes."
)
def sequences_command(seed: int, cubes: int) -> int:
    """Solve random cubes by pure sequences: Wada's four alone, then the shortest there are.

    Every solution is verified; the exit status is 1 if one fails.
    """
    from rokumen.benchmarks.solving import sequences as sequences_bench

    with Console(stderr=True).status("loading") as status:
        results = sequences_bench.run(
            cubes, seed, lambda row, done: status.update(f"{row}: cube {done} of {cubes}")
        )
    wide_output().print(sequences_bench.table(results))
    return exit_status.DONE
