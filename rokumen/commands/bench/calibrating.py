"""`rokumen bench calibrating`: what a measured profile of colours is worth."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.errors import InputError


@click.command("calibrating")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="ROKUMEN_DATA",
    help="Holds cube-photos.  [ROKUMEN_DATA]",
)
def command(data: Path | None) -> int:
    """Measure each photographed cube's colours from some pictures, and read it from others."""
    if data is None:
        raise InputError("name the folder of the photographs: --data, or ROKUMEN_DATA")
    from rokumen.bench import calibrating as calibrating_bench

    progress = Console(stderr=True, highlight=False)
    rows = list(calibrating_bench.measure(data, progress.print))
    Console(highlight=False).print(calibrating_bench.table(rows))
    return exit_status.DONE
