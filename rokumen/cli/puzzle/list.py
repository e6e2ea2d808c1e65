"""`rokumen puzzle list`: list the puzzles that can be solved."""

from __future__ import annotations

import click

from rokumen import exit_status
from solver.puzzles.registry import FAMILIES


@click.command("list")
def command() -> int:
    """List the puzzles that can be scrambled and solved."""
    width = max((len(family.names) for family in FAMILIES), default=0)
    for family in FAMILIES:
        click.echo(f"{family.names:<{width}}  {family.description}")
    return exit_status.DONE
