"""`rokumen puzzle list`: list the puzzles that can be solved."""

from __future__ import annotations

import click

from files.plugins import plugin_names
from rokumen import exit_status
from solver.puzzles.families import FAMILIAR_NAMES, FAMILIES
from solver.puzzles.registry import ENTRY_POINTS


@click.command("list")
def command() -> int:
    """List the puzzles that can be scrambled and solved."""
    width = max(len(family.listed_name) for family in FAMILIES)
    for family in FAMILIES:
        click.echo(f"{family.listed_name:<{width}}  {family.summary}")
    for name in sorted(plugin_names(ENTRY_POINTS)):
        click.echo(f"{name:<{width}}  of another package")
    click.echo("\nFamiliar names:")
    for name, systematic in FAMILIAR_NAMES.items():
        click.echo(f"{name:<{width}}  {systematic}")
    return exit_status.DONE
