"""`rokumen resume`: takes up a run that stopped safely, was interrupted or crashed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from firmware_sim import state_file
from robot.errors import JournalError
from robot.journal import Journal
from robot.rig import load_rig
from rokumen.demo import checked_faults, solve_simulated
from rokumen.drive import do_job, robot_and_eyes
from rokumen.errors import InputError
from rokumen.runs import unfinished_run


@click.command("resume")
@click.argument("journal", type=click.Path(path_type=Path), required=False)
@click.option("--port", help="The robot is on another port now.")
@click.option("--camera", help="The camera is another one now.")
@click.option("--jam", type=click.FloatRange(0, 1), help="For a demo: another chance of jams.")
@click.option("--faults", metavar="LIST|FILE", help='For a demo: other faults; "" mends all.')
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    journal: Path | None,
    port: str | None,
    camera: str | None,
    jam: float | None,
    faults: str | None,
    as_json: bool,
) -> int:
    """Go on with the newest unfinished run, or with the one that JOURNAL tells of.

    The cube is always scanned anew: what it looks like now is what counts.
    """
    try:
        path, run = unfinished_run(journal)
    except JournalError as error:
        raise InputError(str(error)) from error
    rig_profile = None if run.rig_profile is None else Path(run.rig_profile)
    if run.simulated is not None:
        robot = run.simulated
        robot = robot if jam is None else replace(robot, jam=jam)
        robot = robot if faults is None else replace(robot, faults=checked_faults(faults))
        if faults == "" and Path(robot.state).exists():
            state_file.mend(Path(robot.state), load_rig(robot.rig))
        with _reopened(path) as records:
            return solve_simulated(robot, run.choice, records, rig_profile, as_json=as_json)
    with (
        robot_and_eyes(port or run.port, camera or run.camera, rig_profile) as (link, eyes),
        _reopened(path) as records,
    ):
        return do_job(link, eyes, run.choice, records, as_json=as_json)


def _reopened(path: Path) -> Journal:
    journal = Journal(path)
    journal.write("resumed")
    return journal
