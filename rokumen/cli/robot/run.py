"""`rokumen run` and `resume`: a whole job on a robot, and one that did not come to its end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from files.wording import reason
from firmware_sim.errors import SimulatorError
from robot.errors import JournalError
from robot.link.port import PortOpener
from robot.rigs.registry import load_rig
from rokumen import Robot, exit_status
from rokumen.cli.number_types import Number
from rokumen.cli.options import (
    camera_at_option,
    named_robot_option,
    planning_options,
    record_option,
    robot_rig_option,
    trace_option,
)
from rokumen.cli.output import json_option
from rokumen.cli.robot.cube_in_hand import check_terminal, load_cube, release_cube
from rokumen.cli.robot.run_display import (
    announce_first_motion,
    open_prepared_robot,
    run_job,
    run_simulated_job,
)
from rokumen.devices.robot_connection import SIMULATED
from rokumen.devices.simulated_robot import resolve_faults
from rokumen.errors import InputError
from rokumen.storage.run_progress import read_progress
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    SolutionPolicy,
    absolute_name,
    create_journal,
    find_unfinished_run,
    is_own,
    new_run_path,
    reopen_journal,
)

if TYPE_CHECKING:
    from rokumen.api.recording import RunRecording

_FIRST_CAMERA = ("0",)

F = TypeVar("F", bound=Callable[..., Any])


def release_options(function: F) -> F:
    """Add `release` and `off_after` to a command."""
    off_after = click.option(
        "--off-after",
        type=Number(0, 3600),
        metavar="S",
        help="With --release: take the power from the servos after this number of seconds.",
    )
    return click.option(
        "--release",
        is_flag=True,
        help="At the end wait for Enter, and open the grippers, to take the cube out.",
    )(off_after(function))


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
    default=_FIRST_CAMERA,
    show_default=_FIRST_CAMERA[0],
    help="An index, or the URL of a stream; once for each camera.",
)
@camera_at_option
@robot_rig_option
@planning_options
@click.option(
    "--load", is_flag=True, help="Open the grippers first, and close them on the cube at Enter."
)
@release_options
@record_option
@click.option(
    "--watch/--no-watch",
    default=True,
    help="Look with the camera after each command whether the robot stands where it should, if it "
    "does not measure that itself. See docs/recovery.md.",
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
    overlap: bool,
    load: bool,
    release: bool,
    off_after: float | None,
    record: RunRecording | None,
    watch: bool,
    trace: PortOpener,
    as_json: bool,
) -> int:
    """Scan the cube that the robot holds, solve it, and verify it with the camera.

    With --load and --release the robot's port is opened once for all: an Uno may restart at each
    opening, and lets the cube go. The run ends with the cube verified as solved, or with the robot
    stopped safely, its jaws as they were: then `rokumen resume` continues.
    """
    _check_release(release=release, off_after=off_after)
    _check_camera(port, camera)
    if load:
        check_terminal("--load")
    choice = SolutionPolicy(method, fastest, time_limit, overlap)
    settings = RunSettings(
        choice,
        port,
        ",".join(camera),
        durations=absolute_name(durations),
        rig=rig,
        camera_at=camera_at,
        robot=robot,
        watch=watch,
    )
    with open_prepared_robot(settings, trace) as opened:
        _require(opened, release=release, off_after=off_after)
        if not load:
            announce_first_motion(opened)
        elif undone := load_cube(opened):
            click.echo(undone, err=True)
            return exit_status.FAILURE
        with create_journal(new_run_path(), settings) as journal:
            status = run_job(opened, choice, journal, as_json=as_json, recording=record)
        return _released(opened, off_after) if release else status


def _check_camera(port: str, camera: tuple[str, ...]) -> None:
    """Raise InputError for the camera of a simulated robot, which has cameras of its own."""
    if port.startswith(SIMULATED) and camera != _FIRST_CAMERA:
        raise InputError(
            f"--camera {','.join(camera)}: a simulated robot has cameras of its own; leave it out"
        )


def _check_release(*, release: bool, off_after: float | None) -> None:
    """Raise InputError for options of which one needs another, or a terminal."""
    if off_after is not None and not release:
        raise InputError(f"--off-after {off_after:g} needs --release")
    if release:
        check_terminal("--release")


def _require(robot: Robot, *, release: bool, off_after: float | None) -> None:
    """Raise UnsupportedError, before anything moves, where a robot cannot let the cube go."""
    if release:
        robot.require("load")
    if off_after is not None:
        robot.require("off")


def _released(robot: Robot, off_after: float | None) -> int:
    """Let the person take the solved cube out, and return the exit status."""
    if undone := release_cube(robot, off_after):
        click.echo(undone, err=True)
        return exit_status.FAILURE
    return exit_status.DONE


@click.command("resume")
@click.argument("journal", type=click.Path(path_type=Path), required=False)
@click.option("--port", help="Use this port instead.")
@click.option("--camera", multiple=True, help="Use this camera instead; once for each.")
@camera_at_option
@click.option("--jam", type=Number(0, 1), help="For a demo: another jam probability.")
@click.option(
    "--foreign", is_flag=True, help="Resume a journal that another computer has written, unasked."
)
@click.option("--faults", metavar="LIST|FILE", help='For a demo: other faults; "" removes all.')
@release_options
@trace_option
@json_option()
def resume_command(
    journal: Path | None,
    port: str | None,
    camera: tuple[str, ...],
    camera_at: str,
    jam: float | None,
    faults: str | None,
    foreign: bool,
    release: bool,
    off_after: float | None,
    trace: PortOpener,
    as_json: bool,
) -> int:
    """Continue the newest unfinished run, or the one recorded in JOURNAL.

    The cube is always scanned again, since it may have changed.
    """
    _check_release(release=release, off_after=off_after)
    try:
        path, run = find_unfinished_run(journal, port, ",".join(camera))
        _check_writer(path, run, foreign=foreign)
    except JournalError as error:
        raise InputError(str(error)) from error
    if run.simulated is None:
        run = run.on(camera_at=camera_at)
        with open_prepared_robot(run, trace) as robot:
            _require(robot, release=release, off_after=off_after)
            announce_first_motion(robot)
            with reopen_journal(path) as records:
                status = run_job(robot, run.choice, records, as_json=as_json)
            return _released(robot, off_after) if release else status
    if release:
        raise InputError("--release opens the grippers of a robot, and this run was a demo")
    simulated = _changed(run.simulated, jam, faults)
    with reopen_journal(path) as records:
        return run_simulated_job(replace(run, simulated=simulated), records, trace, as_json=as_json)


def _check_writer(path: Path, run: RunSettings, *, foreign: bool) -> None:
    """Say what a run opens, and ask about one that this computer has not written.

    Raises InputError where the answer is no, or nobody can be asked, and JournalError.
    """
    click.echo(f"Going on with {read_progress(path, run)}", err=True)
    opens = f"the port {run.port!r}, the camera {run.camera!r}"
    if run.simulated or run.port.startswith(SIMULATED):
        opens = "a simulator"
    click.echo(f"The run in {path} opens {opens}", err=True)
    if foreign or is_own(path):
        return
    words = f"{str(path)!r} was not written by this computer, or has been changed"
    if not sys.stdin.isatty():
        raise InputError(f"{words}; with --foreign it is resumed all the same")
    if not click.confirm(f"{words}. Resume it all the same?", err=True):
        raise InputError(f"{words}: not resumed")


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
            raise InputError(reason(error)) from error
    return robot
