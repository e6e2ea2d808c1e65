"""`rokumen bench`: benchmarks of packing and of puzzles other than the 3x3x3."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from drawing.canvas import checked_suffix
from rokumen import exit_status
from rokumen.benchmarks.puzzles import big_pictures as big_pictures_bench
from rokumen.benchmarks.puzzles import picture as picture_bench
from rokumen.benchmarks.puzzles import tsukuda as tsukuda_bench
from rokumen.cli.draw_option import draw_option
from rokumen.cli.number_types import SEED, WholeNumber
from rokumen.errors import InputError
from rokumen.show.terminal.progress_bar import add_progress_bar
from rokumen.show.terminal.tables import wide_output
from solver.puzzles.families import CUBE_SIZES, PICTURE_CUBE_SIZES
from solver.puzzles.nxn.puzzle import METHODS


@click.command("packing")
def packing_command() -> int:
    """Find all ways to pack Avendia19's six pieces, by exact cover and as Avendia19 does it.

    Both are compiled. The exit status is 1 if they do not find the same packings.
    """
    from rokumen.benchmarks.puzzles import packing as packing_bench

    with Console(stderr=True).status("compiling") as status:
        rows = packing_bench.run(status.update)
    wide_output().print(packing_bench.table(rows))
    return exit_status.DONE


@click.command("picture")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
@click.option("--cubes", type=WholeNumber(1), default=100, show_default=True, help="Random cubes.")
@click.option(
    "--sizes",
    default="3",
    show_default=True,
    metavar="N,N",
    help=f"The sizes, 3 to {PICTURE_CUBE_SIZES[-1]}, separated by commas.",
)
def picture_command(seed: int, cubes: int, sizes: str) -> int:
    """Solve picture cubes, with the pictures last and with the pictures in the search.

    Every solution is verified; the exit status is 1 if one fails.
    """
    chosen = _sizes(sizes, 3, PICTURE_CUBE_SIZES[-1])
    larger = {}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        samples = []
        for n in chosen:
            on_progress = add_progress_bar(progress, f"{n}x{n}x{n}", cubes)
            if n == 3:
                samples = picture_bench.measure(cubes, seed, on_progress)
            else:
                larger[n] = big_pictures_bench.measure(n, cubes, seed, on_progress)
    if samples:
        wide_output().print(picture_bench.table(samples))
    if larger:
        wide_output().print(big_pictures_bench.table(larger))
    return exit_status.DONE


@click.command("pocket")
def pocket_command() -> int:
    """Count all positions of the 2x2x2 by their distance from solved, in turns."""
    from rokumen.benchmarks.puzzles import pocket

    wide_output().print(pocket.every_position())
    return exit_status.DONE


@click.command("polyhedra")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the scrambles.")
@click.option(
    "--scrambles",
    type=WholeNumber(1),
    default=20,
    show_default=True,
    help="Scrambles of each puzzle.",
)
@click.option(
    "--method",
    type=click.Choice(["beam", "wide", "narrow"]),
    default="beam",
    show_default=True,
    help="Beam width: 100, 1000 or 1.",
)
def polyhedra_command(names: tuple[str, ...], seed: int, scrambles: int, method: str) -> int:
    """Solve scrambles of the twisty polyhedra NAME, or of all that can be solved.

    Every solution is verified; the exit status is 1 if one fails.
    """
    from rich.console import Console

    from rokumen.benchmarks.puzzles import polyhedra as polyhedra_bench

    results = []
    chosen = names or polyhedra_bench.all_names()
    with Console(stderr=True).status("solving") as status:
        for result in polyhedra_bench.run(chosen, scrambles, seed, method):
            results.append(result)
            status.update(f"solving: {len(results)} of {len(chosen)} puzzles done")
    wide_output().print(polyhedra_bench.table(results, scrambles))
    return exit_status.DONE


@click.command("pyraminx")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the positions.")
@click.option(
    "--positions",
    "count",
    type=WholeNumber(1),
    default=100,
    show_default=True,
    help="Number of positions; 100 in the polyhedra paper.",
)
def pyraminx_command(seed: int, count: int) -> int:
    """Repeat the polyhedra paper's Pyraminx experiment, then count all positions by distance.

    Every solution is verified; the exit status is 1 if one fails.
    """
    from rokumen.benchmarks.puzzles import pyraminx

    output = wide_output()
    output.print(pyraminx.experiment(pyraminx.positions(count, seed)))
    output.print(pyraminx.every_position())
    return exit_status.DONE


_PUBLISHED_SIZES = ",".join(map(str, tsukuda_bench.PUBLISHED))


@click.command("tsukuda")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
@click.option(
    "--cubes",
    type=WholeNumber(1),
    default=tsukuda_bench.PUBLISHED_CUBES,
    show_default=True,
    help="Cubes of each size.",
)
@click.option(
    "--sizes",
    default=_PUBLISHED_SIZES,
    show_default=True,
    metavar="N,N",
    help="The sizes, separated by commas.",
)
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default=next(iter(METHODS)),
    show_default=True,
    help="Combine steps that one sequence can solve, or solve each separately.",
)
@draw_option("plot", "Plot turns over n: .svg or .png.")
def tsukuda_command(seed: int, cubes: int, sizes: str, method: str, plot: Path | None) -> int:
    """Repeat the polyhedra paper's table of turns by cube size, by its procedure and by ours.

    Every solution is verified; the exit status is 1 if one fails.
    """
    chosen = _sizes(sizes, CUBE_SIZES[0], CUBE_SIZES[-1])
    if plot is not None:
        checked_suffix(plot, ".svg", ".png")
        if find_spec("matplotlib") is None:
            raise InputError("--plot needs matplotlib: pip install 'rokumen[plots]'")
    results = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for n in chosen:
            on_progress = add_progress_bar(progress, f"{n}x{n}x{n}", cubes)
            result = tsukuda_bench.measure(n, cubes, seed, method, on_progress)
            if n in tsukuda_bench.PUBLISHED:
                on_progress = add_progress_bar(progress, f"{n}x{n}x{n} as published", cubes)
                published = tsukuda_bench.measure_published(n, cubes, seed, on_progress)
                result = replace(result, published=published)
            results.append(result)
    output = wide_output()
    output.print(tsukuda_bench.table(results))
    for line in tsukuda_bench.growth(results):
        output.print(line, soft_wrap=True)
    if plot is not None:
        tsukuda_bench.plot(results, plot)
    return exit_status.DONE


def _sizes(text: str, smallest: int, largest: int) -> list[int]:
    words = text.split(",")
    are_numbers = all(re.fullmatch("[0-9]{1,3}", word.strip()) for word in words)
    if not are_numbers or not all(smallest <= int(word) <= largest for word in words):
        raise InputError(
            f"--sizes {text!r}: write sizes from {smallest} to {largest}, separated by commas"
        )
    return [int(word) for word in words]
