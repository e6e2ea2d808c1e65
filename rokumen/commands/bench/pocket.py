"""`rokumen bench pocket`: how many turns the 2x2x2 needs."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.show.tables import wide_output


@click.command("pocket")
def command() -> int:
    """Count all positions of the 2x2x2 by the turns that they need."""
    from rokumen.bench import pocket

    wide_output().print(pocket.every_position())
    return exit_status.DONE
