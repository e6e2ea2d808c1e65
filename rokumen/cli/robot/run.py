"""`rokumen run`: a whole job on a robot."""

from __future__ import annotations

from pathlib import Path

import click

from robot.link.port import PortOpener
from rokumen.api.connecting import open_robot
from rokumen.cli.options import (
    camera_at_option,
    named_robot_option,
    planning_options,
    robot_rig_option,
    trace_option,
)
from rokumen.cli.robot.run_display import run_job
from rokumen.storage.runs import (
    RunSettings,
    SolutionPolicy,
    absolute_name,
    create_journal,
    new_run_path,
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
@trace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    robot: str,
    port: str,
    camera: tuple[str, ...],
    camera_at: str,
    rig: str | None,
    method: str | None,
    fastest: bool,
    time_limit: float | None,
    rig_profile: Path | None,
    release: bool,
    trace: PortOpener,
    as_json: bool,
) -> int:
    """Scan the cube that the robot holds, solve it, and verify it with the camera.

    The run ends with the cube verified as solved, or with the robot stopped safely and holding
    the cube: then `rokumen resume` continues.
    """
    choice = SolutionPolicy(method, fastest, time_limit)
    settings = RunSettings(
        choice,
        port,
        ",".join(camera),
        rig_profile=absolute_name(rig_profile),
        rig=rig,
        camera_at=camera_at,
        robot=robot,
    )
    with open_robot(settings, trace) as opened:
        if release:
            opened.require("load")
        with create_journal(new_run_path(), settings) as journal:
            status = run_job(opened, choice, journal, as_json=as_json)
        if release:
            click.echo("Hold the cube: the grippers open now.", err=True)
            opened.release()
        return status
