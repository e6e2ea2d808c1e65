"""`rokumen bench fuzz`: bad lines for the host, the simulator and the board."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from rokumen import exit_status
from rokumen.commands.bench import options
from rokumen.show.counting import advancing
from rokumen.show.tables import wide_output


@click.command("fuzz")
@click.option("--lines", type=click.IntRange(min=1), default=100_000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other lines.")
@options.processes("read")
@click.option(
    "--firmware",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="libnative.so of `make -C firmware tests`, to try the board's firmware too.",
)
def command(lines: int, seed: int, processes: int, firmware: Path | None) -> int:
    """Give bad lines to the host, the simulated robot and a board's firmware.

    Exit status 1 if one of them crashes, or moves because of a bad line.
    """
    from rokumen.bench import fuzz as fuzz_bench

    results = {}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name, make in fuzz_bench.readers(firmware).items():
            tell = advancing(progress, name, lines)
            results[name] = fuzz_bench.fuzz_in_processes(make, lines, seed, processes, tell)
    wide_output().print(fuzz_bench.table(results))
    good = not any(done.crashed or done.motions for done in results.values())
    return exit_status.DONE if good else exit_status.FAILURE
