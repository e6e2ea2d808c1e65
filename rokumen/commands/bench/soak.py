"""`rokumen bench soak`: whole jobs on robots that misbehave."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from rokumen import exit_status
from rokumen.commands.bench import options
from rokumen.show.tables import wide_output


@click.command("soak")
@click.option("--solves", type=click.IntRange(min=1), help="In each scenario [all it speaks of].")
@click.option("--scenario", "names", multiple=True, metavar="NAME", help="Only this [all].")
@click.option(
    "--kills", type=click.IntRange(min=0), default=1000, show_default=True, help="Hosts to kill."
)
@click.option(
    "--stops", type=click.IntRange(min=0), default=1000, show_default=True, help="Emergency stops."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws cubes and faults.")
@click.option("--keep", type=click.Path(path_type=Path), help="Go on with what this file tells.")
@options.processes("robots")
def command(
    solves: int | None,
    names: tuple[str, ...],
    kills: int,
    stops: int,
    seed: int,
    keep: Path | None,
    processes: int,
) -> int:
    """Do whole jobs on in-process robots that misbehave, kill their hosts, and stop them.

    Claims are held against the truth. Exit status 1 if anything was as it must never be: above all
    a cube that was called solved and was not.
    """
    # Its imports are heavy, and the other benchmarks do without.
    from rokumen.bench.scenarios import chosen
    from rokumen.bench.soak import soak as do_jobs
    from rokumen.bench.soak_table import report

    scenarios = chosen(names)
    output = wide_output()
    # Without a thread that draws, since hosts are forked.
    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:

        def begin(what: str, total: int) -> Callable[[int], None]:
            task = progress.add_task(what, total=total)
            return lambda done: progress.update(task, completed=done, refresh=True)

        done = [
            do_jobs(
                scenario,
                solves or scenario.count,
                seed,
                processes,
                begin(scenario.name, solves or scenario.count),
                keep,
            )
            for scenario in scenarios
        ]
        good = report(output, done, kills, stops, seed, begin)
    return exit_status.DONE if good else exit_status.FAILURE
