"""`rokumen bench page`: how fast the page answers a camera's frames."""

from __future__ import annotations

from pathlib import Path

import click

from rokumen import exit_status
from rokumen.commands.bench import options
from rokumen.show.tables import wide_output


@click.command("page")
@options.data_folder("cube-clips")
@click.option(
    "--seconds",
    type=click.FloatRange(min=1),
    default=8.0,
    show_default=True,
    help="How long to scan in a browser, where Playwright and chromium are there.",
)
def command(data: Path, seconds: float) -> int:
    """Time the page: how its server answers the frames of clips, and a browser with a webcam."""
    from rokumen.bench import page as page_bench
    from rokumen.bench import page_in_browser
    from rokumen.bench.scan import table

    # One after the other, and shown at the end: a line that is drawn would be timed too.
    rows = [*page_bench.measure(data), *page_in_browser.measure(data, seconds)]
    wide_output().print(table(rows))
    return exit_status.DONE
