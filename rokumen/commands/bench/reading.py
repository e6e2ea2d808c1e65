"""`rokumen bench reading`: photographed cubes whose truth is known."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.commands.bench import options
from rokumen.show.tables import wide_output


@click.command("reading")
@options.data_folder("cube-photos and real-photos")
@click.option(
    "--failures",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("out/reading-failures"),
    show_default=True,
    help="Where a picture of each cube not read right and each face not found goes.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws light and trials.")
@click.option(
    "--trials",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Cubes with hidden stickers, and as many with stickers told wrongly.",
)
@click.option(
    "--scenes",
    type=click.IntRange(min=1),
    default=12,
    show_default=True,
    help="Drawn scenes of each kind and size of cube.",
)
def command(data: Path, failures: Path, seed: int, trials: int, scenes: int) -> int:
    """Read every photographed cube whose truth is known, and count.

    Seconds are of one processor; a cube that is wrong but called certain must never be.
    """
    # Its imports are heavy, and the other benchmarks do without.
    from rokumen.bench import finding as finding_bench
    from rokumen.bench import reading as reading_bench

    progress = Console(stderr=True, highlight=False)
    rows = list(reading_bench.measure(data, failures, seed, trials, progress.print))
    found = finding_bench.find_in_scenes(scenes, seed, progress.print)
    output = wide_output()
    output.print(reading_bench.table(rows))
    output.print(finding_bench.table(found))
    return exit_status.DONE
