"""`rokumen bench packing`: exact cover beside trying every placement in order."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("packing")
def command() -> int:
    """Find all ways to pack seed 003's six pieces, by exact cover and as the seed does it.

    Both are compiled and must find the same ways; if they do not, the exit status is 1.
    """
    from rokumen.bench import packing as packing_bench

    with Console(stderr=True).status("compiling") as status:
        rows = packing_bench.run(status.update)
    wide_output().print(packing_bench.table(rows))
    return exit_status.DONE
