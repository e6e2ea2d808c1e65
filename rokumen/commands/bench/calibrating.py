"""`rokumen bench calibrating`: what a measured profile of colours is worth."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.commands.bench import options
from rokumen.show.tables import wide_output


@click.command("calibrating")
@options.data_folder("cube-photos")
def command(data: Path) -> int:
    """Measure each photographed cube's colours from some pictures, and read it from others."""
    from rokumen.bench import calibrating as calibrating_bench

    progress = Console(stderr=True, highlight=False)
    rows = list(calibrating_bench.measure(data, progress.print))
    wide_output().print(calibrating_bench.table(rows))
    return exit_status.DONE
