"""`rokumen bench search`: what the searches take, beside the figures of seed 002."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("search")
def command() -> int:
    """Find the 8 turns of seed 002 in every way, and count all cubes to 6, 7 and 8 turns.

    Each is a command in a process of its own, with its time and its memory. The last takes a
    gigabyte.
    """
    from rokumen.bench import search as search_bench

    output = wide_output()
    with Console(stderr=True).status("starting") as status:
        found = list(search_bench.find(status.update))
        counted = list(search_bench.count(status.update))
    output.print(search_bench.find_table(found))
    output.print(search_bench.count_table(counted))
    return exit_status.DONE
