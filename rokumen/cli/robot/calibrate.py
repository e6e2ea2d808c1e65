"""`rokumen calibrate`: measure colours, camera or grippers and store the profile."""

from __future__ import annotations

import click

from rokumen.cli.robot import calibrate_camera, calibrate_colours, calibrate_grippers


@click.group("calibrate")
def command() -> None:
    """Measure colours, camera or grippers, and store the result as TOML."""


for each in (calibrate_colours, calibrate_camera, calibrate_grippers):
    command.add_command(each.command)
