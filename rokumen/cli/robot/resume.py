"""`rokumen resume`: continue an unfinished run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from firmware_sim import state_file
from firmware_sim.errors import SimulatorError
from robot.errors import JournalError
from robot.link.port import PortOpener
from robot.rigs.registry import load_rig
from rokumen.api.connecting import open_robot
from rokumen.cli.number_types import Number
from rokumen.cli.options import camera_at_option, trace_option
from rokumen.cli.output import json_option
from rokumen.cli.robot.run_display import run_job, run_simulated_job
from rokumen.devices.simulated_robot import resolve_faults
from rokumen.errors import InputError
from rokumen.storage.runs import SimulatedRobotSettings, find_unfinished_run, reopen_journal


@click.command("resume")
@click.argument("journal", type=click.Path(path_type=Path), required=False)
@click.option("--port", help="Use this port instead.")
@click.option("--camera", multiple=True, help="Use this camera instead; once for each.")
@camera_at_option
@click.option("--jam", type=Number(0, 1), help="For a demo: another jam probability.")
@click.option("--faults", metavar="LIST|FILE", help='For a demo: other faults; "" removes all.')
@trace_option
@json_option()
def command(
    journal: Path | None,
    port: str | None,
    camera: tuple[str, ...],
    camera_at: str,
    jam: float | None,
    faults: str | None,
    trace: PortOpener,
    as_json: bool,
) -> int:
    """Continue the newest unfinished run, or the one recorded in JOURNAL.

    The cube is always scanned again, since it may have changed.
    """
    try:
        path, run = find_unfinished_run(journal)
    except JournalError as error:
        raise InputError(str(error)) from error
    if run.simulated is None:
        run = run.on(port, ",".join(camera), camera_at)
        with open_robot(run, trace) as robot, reopen_journal(path) as records:
            return run_job(robot, run.choice, records, as_json=as_json)
    simulated = _changed(run.simulated, jam, faults)
    with reopen_journal(path) as records:
        return run_simulated_job(replace(run, simulated=simulated), records, trace, as_json=as_json)


def _changed(
    robot: SimulatedRobotSettings, jam: float | None, faults: str | None
) -> SimulatedRobotSettings:
    """Return a demo's robot with other faults; without any, its jammed layers are put right."""
    if jam is not None:
        robot = replace(robot, jam=jam)
    if faults is not None:
        robot = replace(robot, faults=resolve_faults(faults))
    if faults == "" and Path(robot.state).exists():
        try:
            state_file.repair(Path(robot.state), load_rig(robot.rig))
        except (OSError, SimulatorError) as error:
            raise InputError(str(error)) from error
    return robot
