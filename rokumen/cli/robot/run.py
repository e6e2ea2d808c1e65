"""`rokumen run` and `resume`: a whole job on a robot, and one that did not come to its end."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import click

from firmware_sim.errors import SimulatorError
from robot.errors import JournalError
from robot.link.port import PortOpener
from robot.rigs.registry import load_rig
from rokumen import Robot
from rokumen.api.connecting import open_robot
from rokumen.cli.number_types import Number
from rokumen.cli.options import (
    camera_at_option,
    named_robot_option,
    planning_options,
    robot_rig_option,
    trace_option,
)
from rokumen.cli.output import json_option
from rokumen.cli.robot.run_display import announce_first_motion, run_job, run_simulated_job
from rokumen.devices.simulated_robot import resolve_faults
from rokumen.errors import InputError
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    SolutionPolicy,
    absolute_name,
    create_journal,
    find_unfinished_run,
    new_run_path,
    reopen_journal,
)


@click.command("run")
@named_robot_option
@click.option(
    "--port",
    required=True,
    help="/dev/ttyUSB0, COM3, socket://HOST:PORT, maestro:///dev/ttyACM0 ...",
)
@click.option(
    "--camera",
    multiple=True,
    default=("0",),
    show_default="0",
    help="An index, a URL or a video file; once for each camera.",
)
@camera_at_option
@robot_rig_option
@planning_options
@click.option(
    "--release", is_flag=True, help="Open the grippers after the solve, to take the cube out."
)
@click.option(
    "--off-after",
    type=Number(0, 3600),
    metavar="S",
    help="With --release: take the power from the servos after this number of seconds.",
)
@trace_option
@json_option()
def run_command(
    robot: str,
    port: str,
    camera: tuple[str, ...],
    camera_at: str,
    rig: str | None,
    method: str | None,
    fastest: bool,
    time_limit: float | None,
    durations: Path | None,
    release: bool,
    off_after: float | None,
    trace: PortOpener,
    as_json: bool,
) -> int:
    """Scan the cube that the robot holds, solve it, and verify it with the camera.

    The run ends with the cube verified as solved, or with the robot stopped safely and holding
    the cube: then `rokumen resume` continues.
    """
    if off_after is not None and not release:
        raise InputError(f"--off-after {off_after:g} needs --release")
    choice = SolutionPolicy(method, fastest, time_limit)
    settings = RunSettings(
        choice,
        port,
        ",".join(camera),
        durations=absolute_name(durations),
        rig=rig,
        camera_at=camera_at,
        robot=robot,
    )
    with open_robot(settings, trace) as opened:
        if release:
            opened.require("load")
        if off_after is not None:
            opened.require("off")
        announce_first_motion(opened)
        with create_journal(new_run_path(), settings) as journal:
            status = run_job(opened, choice, journal, as_json=as_json)
        if release:
            _let_go(opened, off_after)
        return status


def _let_go(robot: Robot, off_after: float | None) -> None:
    """Open the grippers; take the power from the servos after `off_after` seconds, None: never."""
    click.echo("Hold the cube: the grippers open now.", err=True)
    robot.release()
    if off_after is not None:
        click.echo(
            f"The servos lose their power in {off_after:g} s; Ctrl-C leaves it on.", err=True
        )
        time.sleep(off_after)
        robot.off()


@click.command("resume")
@click.argument("journal", type=click.Path(path_type=Path), required=False)
@click.option("--port", help="Use this port instead.")
@click.option("--camera", multiple=True, help="Use this camera instead; once for each.")
@camera_at_option
@click.option("--jam", type=Number(0, 1), help="For a demo: another jam probability.")
@click.option("--faults", metavar="LIST|FILE", help='For a demo: other faults; "" removes all.')
@trace_option
@json_option()
def resume_command(
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
            announce_first_motion(robot)
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
        # Imported only here: it has the mechanics of the simulator.
        from firmware_sim import state_file

        try:
            state_file.repair(Path(robot.state), load_rig(robot.rig))
        except (OSError, SimulatorError) as error:
            raise InputError(str(error)) from error
    return robot
