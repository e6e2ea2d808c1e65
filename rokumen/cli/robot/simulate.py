"""`rokumen simulate`: run the simulated robot until Ctrl-C."""

from __future__ import annotations

from functools import partial
from shlex import quote
from typing import Any
from urllib.parse import urlencode

import click

from files.records import read_query
from files.wording import reason
from firmware_sim.errors import SimulatorError
from firmware_sim.options import SimulatorOptions
from firmware_sim.simulator import SimulatorAddresses, run
from robot.errors import RobotError
from robot.rigs.registry import DEFAULT_RIG
from rokumen import exit_status
from rokumen.cli.options import SIMULATED_PLACES, run_option
from rokumen.cli.output import json_option
from rokumen.cli.parameters import LongCommand, RareOption, options_of
from rokumen.errors import InputError
from rokumen.show.run_tables import fault_report

STANDARD_INPUT = 0  # file descriptor


# What is seldom said of the robot has one option, in the words of a sim:// address.
PROPERTIES = (
    *("camera_port", "corner_cutting", "cube", "dtr", "factory_settings", "fault_log", "feedback"),
    *("jaw_stiffness", "jaws", "latency", "servos", "state", "stiffness", "supply", "wiring"),
)
_RENAMED = {f"--{name.replace('_', '-')}": f"--set {name}=VALUE" for name in PROPERTIES}


@click.command("simulate", cls=LongCommand, renamed=_RENAMED)
@options_of(
    SimulatorOptions,
    (*PROPERTIES, "pace"),
    rig=run_option("rig"),
    camera_at=run_option("camera_at", **SIMULATED_PLACES),
)
@click.option(
    "--set",
    "properties",
    metavar="NAME=VALUE",
    multiple=True,
    cls=RareOption,
    help=f"A property of the robot, as in a sim:// address: {', '.join(PROPERTIES)}. "
    "See docs/simulate.md.",
)
@click.option("--attached", is_flag=True, cls=RareOption, help="Stop when standard input ends.")
@json_option("Announce on one line of JSON.")
def command(
    rig: str | None,
    camera_at: str,
    properties: tuple[str, ...],
    attached: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Simulate a robot: print its serial port and camera URL, and serve both until Ctrl-C."""
    try:
        options = read_query(
            SimulatorOptions,
            urlencode([each.partition("=")[::2] for each in properties]),
            rig=rig or DEFAULT_RIG,
            camera_at=tuple(filter(None, camera_at.split(","))),
            **given,
        )
        announce = partial(_announce, maestro=options.maestro, as_json=as_json)
        injections = run(options, announce, parent=STANDARD_INPUT if attached else None)
    except (SimulatorError, RobotError, OSError, ValueError) as error:
        raise InputError(f"the simulator cannot start: {reason(error)}") from error
    if options.faults and not as_json:
        click.echo(fault_report(injections), err=True)
    return exit_status.DONE


def _announce(found: SimulatorAddresses, *, maestro: bool, as_json: bool) -> None:
    if as_json:
        click.echo(found.to_json())
        return
    scheme = "maestro://" if maestro else ""
    click.echo(f"port    {found.port}")
    click.echo(f"camera  {found.camera}")
    port, camera = quote(f"{scheme}{found.port}"), quote(f"{found.camera}")
    click.echo(f"In another terminal: rokumen run --port {port} --camera {camera}", err=True)
