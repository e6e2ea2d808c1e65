"""`rokumen bench link`: acknowledged commands a second."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("link")
@click.option("--count", type=click.IntRange(min=1), default=2000, show_default=True)
def command(count: int) -> int:
    """Count the commands a second that a simulated robot acknowledges over a pseudo-terminal.

    Beside them, in the same run, stands a bare ping-pong of the same line over pySerial.
    """
    from rokumen.bench import link as link_bench

    wide_output().print(link_bench.table(link_bench.measure(count)))
    return exit_status.DONE
