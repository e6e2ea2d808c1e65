"""`rokumen resume`: continue an unfinished run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from firmware_sim import state_file
from robot.errors import JournalError
from robot.execution.journal import Journal
from robot.link.port import PortOpener
from robot.rigs.registry import load_rig
from rokumen.cli.options import trace_option
from rokumen.cli.robot.run_display import run_job, run_simulated_job
from rokumen.devices.robot_connection import open_robot_and_cameras
from rokumen.devices.simulated_robot import resolve_faults
from rokumen.errors import InputError
from rokumen.storage.runs import find_unfinished_run


@click.command("resume")
@click.argument("journal", type=click.Path(path_type=Path), required=False)
@click.option("--port", help="Use this port instead.")
@click.option("--camera", help="Use this camera instead.")
@click.option("--jam", type=click.FloatRange(0, 1), help="For a demo: another jam probability.")
@click.option("--faults", metavar="LIST|FILE", help='For a demo: other faults; "" removes all.')
@trace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    journal: Path | None,
    port: str | None,
    camera: str | None,
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
    rig_profile = None if run.rig_profile is None else Path(run.rig_profile)
    if run.simulated is not None:
        robot = run.simulated
        robot = robot if jam is None else replace(robot, jam=jam)
        robot = robot if faults is None else replace(robot, faults=resolve_faults(faults))
        if faults == "" and Path(robot.state).exists():
            state_file.repair(Path(robot.state), load_rig(robot.rig))
        with _reopen_journal(path) as records:
            return run_simulated_job(
                robot, run.choice, records, rig_profile, trace, as_json=as_json
            )
    with (
        open_robot_and_cameras(port or run.port, camera or run.camera, rig_profile, trace) as (
            link,
            eyes,
        ),
        _reopen_journal(path) as records,
    ):
        return run_job(link, eyes, run.choice, records, as_json=as_json)


def _reopen_journal(path: Path) -> Journal:
    journal = Journal(path)
    journal.write("resumed")
    return journal
