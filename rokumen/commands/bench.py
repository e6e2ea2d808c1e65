"""`rokumen bench`: the project's own benchmarks."""

from __future__ import annotations

import click


@click.group("bench")
def command() -> None:
    """Run one of the project's own benchmarks."""
