"""`rokumen calibrate`: measure colours, camera or grippers and store the profile."""

from __future__ import annotations

import click

from rokumen.cli.robot.calibrate import camera, colours, grippers


@click.group("calibrate")
def command() -> None:
    """Measure colours, camera or grippers, and store the result as TOML."""


for each in (colours, camera, grippers):
    command.add_command(each.command)
