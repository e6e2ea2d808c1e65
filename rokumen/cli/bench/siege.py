"""`rokumen bench siege`: hostile files, command lines, robots and requests."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console
from rich.progress import Progress

from rokumen import exit_status
from rokumen.cli.bench import options
from rokumen.cli.number_types import SEED, WholeNumber
from rokumen.show.terminal.tables import wide_output

# Failures that are printed; a file gets them all.
MAX_SHOWN = 20


@click.command("siege")
@click.option("--files", type=WholeNumber(0, 10**6), default=10_000, show_default=True)
@click.option("--command-lines", type=WholeNumber(0, 10**6), default=2000, show_default=True)
@click.option("--robots", type=WholeNumber(0, 10**6), default=1000, show_default=True)
@click.option("--requests", type=WholeNumber(0, 10**6), default=10_000, show_default=True)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of all attacks.")
@click.option(
    "--failures",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what was not withstood to this file.",
)
@options.processes("attacks")
def command(
    files: int,
    command_lines: int,
    robots: int,
    requests: int,
    seed: int,
    failures: Path | None,
    processes: int,
) -> int:
    """Attack the program with damaged files, command lines, robots and requests.

    Each attack but the requests is a process with 1 GB of memory and 10 s; the requests go to one
    server, whose STOP button must act within 100 ms throughout. The exit status is 1 if there is
    a traceback, a hang, too much memory, a wrong exit status or an answer that is not strict JSON.
    """
    from rokumen.benchmarks.siege.hostile_arguments import attack_command_line
    from rokumen.benchmarks.siege.hostile_files import attack_file
    from rokumen.benchmarks.siege.hostile_requests import attack_server
    from rokumen.benchmarks.siege.hostile_robots import attack_robot
    from rokumen.benchmarks.siege.report import (
        Besieged,
        attack_in_processes,
        failure_lines,
        table,
    )
    from solver.engines.two_phase.search import warm_up

    with (
        TemporaryDirectory(prefix="rokumen-siege-tables-") as tables,
        # Without a refresh thread, since the attacks are forked.
        Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress,
    ):
        os.environ.setdefault("ROKUMEN_CACHE", tables)

        def begin(what: str, total: int) -> Callable[[int], None]:
            task = progress.add_task(what, total=total)
            return lambda done: progress.update(task, completed=done, refresh=True)

        if command_lines:
            # So that no command line spends its seconds on building them.
            for metric in ("htm", "qtm", "axial"):
                warm_up(metric)
        attacks = []
        for name, attack, count in (
            ("files", attack_file, files),
            ("command lines", attack_command_line, command_lines),
            ("robots", attack_robot, robots),
        ):
            attacks += attack_in_processes(attack, count, seed, processes, begin(name, count))
        stops: list[float] = []
        if requests:
            answered, stops = attack_server(requests, seed, begin("requests", requests))
            attacks += answered
    besieged = Besieged(tuple(attacks), tuple(stops))
    wide_output().print(table(besieged))
    _show_failures(failure_lines(besieged.attacks), failures)
    return exit_status.DONE if besieged.withstood else exit_status.FAILURE


def _show_failures(lines: Sequence[str], file: Path | None) -> None:
    if file is not None:
        file.write_text("\n\n".join(lines), encoding="utf-8")
        return
    for line in lines[:MAX_SHOWN]:
        click.echo(line, err=True)
