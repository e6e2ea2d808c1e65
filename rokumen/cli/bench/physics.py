"""`rokumen bench mujoco`: our simulated mechanics beside an independent physics engine."""

from __future__ import annotations

import click
from rich.console import Console
from rich.progress import Progress

from rokumen import exit_status
from rokumen.cli.number_types import SEED, WholeNumber
from rokumen.show.terminal.progress_bar import add_progress_bar
from rokumen.show.terminal.tables import wide_output


@click.command("mujoco")
@click.option("--plans", type=WholeNumber(1), default=20, show_default=True)
@click.option("--turns", type=WholeNumber(1, 100), default=5, show_default=True, help="Of a plan.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of cubes and turns.")
def command(plans: int, turns: int, seed: int) -> int:
    """Let MuJoCo execute the same plans as our simulated servos: two grippers, contacts, gravity.

    It needs the package mujoco. The exit status is 1 if the cube, its orientation or the grippers
    in contact differ after any command.
    """
    from rokumen.benchmarks.physics import cross_check

    with Progress(console=Console(stderr=True), transient=True) as progress:
        found = cross_check.measure(plans, turns, seed, add_progress_bar(progress, "plans", plans))
    wide_output().print(cross_check.table(found))
    return exit_status.DONE if all(each.agrees for each in found) else exit_status.FAILURE
