"""`rokumen bench page`: how fast the page's server answers."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.errors import InputError


@click.command("page")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="ROKUMEN_DATA",
    help="Holds cube-clips.  [ROKUMEN_DATA]",
)
def command(data: Path | None) -> int:
    """Answer the frames of clips as the page's server does, and time it."""
    if data is None:
        raise InputError("name the folder of the clips: --data, or ROKUMEN_DATA")
    from rokumen.bench import page as page_bench
    from rokumen.bench.scan import table

    Console(highlight=False).print(table(page_bench.measure(data)))
    return exit_status.DONE
