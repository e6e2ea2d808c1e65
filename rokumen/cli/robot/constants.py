"""`rokumen robot constants`: what a robot's firmware keeps about its servos."""

from __future__ import annotations

import click

from robot.errors import RigError
from robot.rigs.registry import load_rig
from robot.rigs.servo_constants import RIG_NAMES, rig_constants
from rokumen import connect, exit_status
from rokumen.cli.output import json_option, print_json
from rokumen.cli.robot.servos import robot_port_options
from rokumen.errors import InputError


@click.command("constants")
@robot_port_options
@click.option("--set", "changes", metavar="NAME=VALUE", multiple=True, help="Change a constant.")
@json_option()
def command(port: str, rig: str | None, changes: tuple[str, ...], as_json: bool) -> int:
    """Show the constants that the robot's firmware keeps, and set some for good.

    They are pulses in microseconds, durations in milliseconds, limits, and the rig (`rig=flipper`,
    or a rig file of this kind). The robot must hold no cube when one is set: `rokumen robot load`
    or `off` before. The servos lose their power then.
    """
    values = {name: value for change in changes for name, value in _parse(change).items()}
    with connect(port, mechanism=rig) as robot:
        if values:
            try:
                robot.set_constants(values)
            except ValueError as error:
                raise InputError(str(error)) from error
        constants = robot.constants()
    if as_json:
        print_json(constants)
    else:
        for name, value in constants.items():
            click.echo(f"{name} = {RIG_NAMES[value] if name == 'rig' else value}")
    return exit_status.DONE


def _parse(change: str) -> dict[str, int]:
    name, _, value = change.partition("=")
    if name == "rig":
        try:
            return rig_constants(load_rig(value))
        except RigError as error:
            raise InputError(f"--set {change}: {error}") from error
    if not value.isascii() or not value.isdigit():
        raise InputError(f"--set {change!r} must be NAME=VALUE, the value a whole number")
    return {name: int(value)}
