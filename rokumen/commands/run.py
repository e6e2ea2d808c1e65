"""`rokumen run`: the whole job on a robot."""

from __future__ import annotations

from pathlib import Path

import click

from rokumen.choice import Choice
from rokumen.drive import do_job, robot_and_eyes
from rokumen.planning_options import planning_options
from rokumen.runs import RunSettings, begin, named, new_run_path


@click.command("run")
@click.option(
    "--port",
    required=True,
    help="/dev/ttyUSB0, COM3, socket://HOST:PORT, maestro:///dev/ttyACM0 ...",
)
@click.option("--camera", default="0", show_default=True, help="An index, a URL or a video file.")
@planning_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    port: str,
    camera: str,
    method: str | None,
    fastest: bool,
    time_limit: float | None,
    rig_profile: Path | None,
    as_json: bool,
) -> int:
    """Scan the cube that the robot holds, solve it, and look at it again.

    Whatever happens on the way, the robot ends with the cube solved before the camera, or stands
    still with the cube in its hands: then `rokumen resume` goes on.
    """
    with robot_and_eyes(port, camera, rig_profile) as (link, eyes):
        choice = Choice(method, fastest, time_limit)
        settings = RunSettings(choice, port, camera, rig_profile=named(rig_profile))
        with begin(new_run_path(), settings) as journal:
            return do_job(link, eyes, choice, journal, as_json=as_json)
