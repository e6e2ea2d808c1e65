"""`rokumen simulate`: run the simulated robot until Ctrl-C."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

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


@click.command("simulate", cls=LongCommand)
@options_of(
    SimulatorOptions,
    rig=run_option("rig"),
    camera_at=run_option("camera_at", **SIMULATED_PLACES),
    pace=run_option("pace"),
)
@click.option("--attached", is_flag=True, cls=RareOption, help="Stop when standard input ends.")
@json_option("Announce on one line of JSON.")
def command(rig: str | None, camera_at: str, attached: bool, as_json: bool, **given: Any) -> int:
    """Simulate a robot: print its serial port and camera URL, and serve both until Ctrl-C."""
    try:
        options = SimulatorOptions(
            rig=rig or DEFAULT_RIG,
            camera_at=tuple(filter(None, camera_at.split(","))),
            **given,
        )
        announce = partial(_announce, maestro=options.maestro, as_json=as_json)
        injections = run(options, announce, parent=STANDARD_INPUT if attached else None)
    except (SimulatorError, RobotError, OSError) as error:
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
    click.echo(
        f"In another terminal: rokumen run --port {scheme}{found.port} --camera {found.camera}",
        err=True,
    )
