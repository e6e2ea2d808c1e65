"""`rokumen bench search`: what the searches take, beside the figures of seed 002."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import exit_status


@click.command("search")
def command() -> int:
    """Find the 8 turns of seed 002 in every way, and count all cubes to 6, 7 and 8 turns.

    Each is a command in a process of its own, with its time and its memory. The last takes a
    gigabyte.
    """
    from rokumen.bench import search as search_bench

    with Console(stderr=True).status("starting") as status:
        rows = list(search_bench.run(status.update))
    Console(highlight=False).print(search_bench.table(rows))
    return exit_status.DONE
