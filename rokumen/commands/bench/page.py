"""`rokumen bench page`: how fast the page answers a camera's frames."""

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
@click.option(
    "--seconds",
    type=click.FloatRange(min=1),
    default=8.0,
    show_default=True,
    help="How long to scan in a browser, where Playwright and chromium are there.",
)
def command(data: Path | None, seconds: float) -> int:
    """Time the page: how its server answers the frames of clips, and a browser with a webcam."""
    if data is None:
        raise InputError("name the folder of the clips: --data, or ROKUMEN_DATA")
    from rokumen.bench import page as page_bench
    from rokumen.bench import page_in_browser
    from rokumen.bench.scan import table

    # One after the other, and shown at the end: a line that is drawn would be timed too.
    rows = [*page_bench.measure(data), *page_in_browser.measure(data, seconds)]
    Console(highlight=False).print(table(rows))
    return exit_status.DONE
