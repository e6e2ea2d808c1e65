"""`rokumen bench scan`: clips whose truth is known."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.commands.bench import options
from rokumen.show.tables import wide_output


@click.command("scan")
@options.data_folder("cube-clips")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other light.")
def command(data: Path, seed: int) -> int:
    """Scan cubes that are shown face by face in clips whose truth is known, and count.

    A cube that is wrong but called certain must never be.
    """
    from rokumen.bench import scan as scan_bench

    progress = Console(stderr=True, highlight=False)
    rows = list(scan_bench.measure(data, seed, progress.print))
    wide_output().print(scan_bench.table(rows))
    return exit_status.DONE
