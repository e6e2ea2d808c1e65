"""`rokumen bench tsukuda`: the Tsukuda method on cubes of every size."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from rokumen import exit_status
from rokumen.bench import tsukuda as tsukuda_bench
from rokumen.errors import InputError
from rokumen.show.counting import advancing
from rokumen.show.tables import wide_output
from solver.nxn import METHODS
from solver.nxn.layers import LEAST, MOST

_PAPER_SIZES = ",".join(map(str, tsukuda_bench.PAPER))


@click.command("tsukuda")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes",
    type=click.IntRange(min=1),
    default=tsukuda_bench.PAPER_CUBES,
    show_default=True,
    help="Cubes of each size.",
)
@click.option(
    "--sizes", default=_PAPER_SIZES, show_default=True, metavar="N,N", help="The sizes, parted by ,"
)
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default=next(iter(METHODS)),
    show_default=True,
    help="Take together the steps that one sequence can do, or each for itself.",
)
@click.option(
    "--plot", type=click.Path(path_type=Path), help="Draw turns over n into a PNG or SVG."
)
def command(seed: int, cubes: int, sizes: str, method: str, plot: Path | None) -> int:
    """Repeat the paper's table of turns over the size of the cube, and fit the growth.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    chosen = _sizes(sizes)
    if plot is not None and find_spec("matplotlib") is None:
        raise InputError("--plot needs matplotlib: pip install 'rokumen[plots]'")
    results = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for n in chosen:
            tell = advancing(progress, f"{n}x{n}x{n}", cubes)
            results.append(tsukuda_bench.measure(n, cubes, seed, method, tell))
    output = wide_output()
    output.print(tsukuda_bench.table(results))
    for line in tsukuda_bench.growth(results):
        output.print(line, soft_wrap=True)
    if plot is not None:
        tsukuda_bench.plot(results, plot)
    return exit_status.DONE


def _sizes(text: str) -> list[int]:
    words = text.split(",")
    if not all(word.strip().isdigit() and LEAST <= int(word) <= MOST for word in words):
        raise InputError(f"--sizes {text!r}: write sizes from {LEAST} to {MOST}, such as 4,20,50")
    return [int(word) for word in words]
