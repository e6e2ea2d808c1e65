"""`rokumen bench scan`: clips whose truth is known."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.errors import InputError


@click.command("scan")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="ROKUMEN_DATA",
    help="Holds cube-clips.  [ROKUMEN_DATA]",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other light.")
def command(data: Path | None, seed: int) -> int:
    """Scan cubes that are shown face by face in clips whose truth is known, and count.

    A cube that is wrong but called certain must never be.
    """
    if data is None:
        raise InputError("name the folder of the clips: --data, or ROKUMEN_DATA")
    from rokumen.bench import scan as scan_bench

    progress = Console(stderr=True, highlight=False)
    rows = list(scan_bench.measure(data, seed, progress.print))
    Console(highlight=False).print(scan_bench.table(rows))
    return exit_status.DONE
