"""`rokumen run`, `resume` and `demo`: a job on a robot, the rest of one, and a simulated one."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import SystemRandom

import click

from files.wording import reason
from firmware_sim.errors import SimulatorError
from robot.errors import JournalError
from robot.rigs.registry import load_rig
from rokumen import Robot, exit_status
from rokumen.cli.options import (
    FIRST_CAMERA,
    JAM,
    REQUIRED,
    SIMULATED_PLACES,
    RunOptions,
    run_options,
)
from rokumen.cli.output import json_option
from rokumen.cli.parameters import PACES, LongCommand
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
    absolute_name,
    create_journal,
    find_unfinished_run,
    is_own,
    new_run_path,
    reopen_journal,
    state_beside,
)


@click.command("run", cls=LongCommand)
@run_options(
    *("robot", "port", "camera", "rig", "method", "fastest", "load", "release", "off_after"),
    *("camera_at", "time_limit", "durations", "servos", "overlap", "record", "watch", "trace"),
    port=REQUIRED,
)
@json_option()
def run_command(options: RunOptions, as_json: bool) -> int:
    """Scan the cube that the robot holds, solve it, and verify it with the camera.

    With --load and --release the robot's port is opened once for all: an Uno may restart at each
    opening, and lets the cube go. The run ends with the cube verified as solved, or with the robot
    stopped safely, its jaws as they were: then `rokumen resume` continues.
    """
    _check_release(options)
    _check_camera(options.port, options.camera or FIRST_CAMERA)
    if options.load:
        check_terminal("--load")
    settings = options.run_settings()
    recording = options.recording()
    with open_prepared_robot(settings, options.opener()) as opened:
        _require(opened, options)
        if not options.load:
            announce_first_motion(opened)
        elif undone := load_cube(opened):
            click.echo(undone, err=True)
            return exit_status.FAILURE
        with create_journal(new_run_path(), settings) as journal:
            status = run_job(opened, settings.choice, journal, as_json=as_json, recording=recording)
        return _released(opened, options) if options.release else status


def _check_camera(port: str, camera: tuple[str, ...]) -> None:
    """Raise InputError for the camera of a simulated robot, which has cameras of its own."""
    if port.startswith(SIMULATED) and camera != FIRST_CAMERA:
        raise InputError(
            f"--camera {','.join(camera)}: a simulated robot has cameras of its own; leave it out"
        )


def _check_release(options: RunOptions) -> None:
    """Raise InputError for options of which one needs another, or a terminal."""
    if options.off_after is not None and not options.release:
        raise InputError(f"--off-after {options.off_after:g} needs --release")
    if options.release:
        check_terminal("--release")


def _require(robot: Robot, options: RunOptions) -> None:
    """Raise UnsupportedError, before anything moves, where a robot cannot let the cube go."""
    if options.release:
        robot.require("load")
    if options.off_after is not None:
        robot.require("off")


def _released(robot: Robot, options: RunOptions) -> int:
    """Let the person take the solved cube out, and return the exit status."""
    if undone := release_cube(robot, options.off_after):
        click.echo(undone, err=True)
        return exit_status.FAILURE
    return exit_status.DONE


@click.command("resume", cls=LongCommand)
@click.argument("journal", type=click.Path(path_type=Path), required=False)
@run_options(
    *("port", "camera", "release", "faults", "camera_at", "off_after", "trace"),
    port={"help": "Use this port instead."},
    camera={"help": "Use this camera instead; once for each."},
    faults={"default": None, "help": 'For a demo: other faults and jams; "" removes all.'},
)
@click.option(
    "--foreign", is_flag=True, help="Resume a journal that another computer has written, unasked."
)
@json_option()
def resume_command(options: RunOptions, journal: Path | None, foreign: bool, as_json: bool) -> int:
    """Continue the newest unfinished run, or the one recorded in JOURNAL.

    The cube is always scanned again, since it may have changed.
    """
    _check_release(options)
    opened_by = options.opener()
    try:
        path, run = find_unfinished_run(journal, options.port or None, ",".join(options.camera))
        _check_writer(path, run, foreign=foreign)
    except JournalError as error:
        raise InputError(str(error)) from error
    if run.simulated is None:
        run = run.on(camera_at=options.camera_at)
        with open_prepared_robot(run, opened_by) as robot:
            _require(robot, options)
            announce_first_motion(robot)
            with reopen_journal(path) as records:
                status = run_job(robot, run.choice, records, as_json=as_json)
            return _released(robot, options) if options.release else status
    if options.release:
        raise InputError("--release opens the grippers of a robot, and this run was a demo")
    simulated = _changed(run.simulated, options.faults)
    with reopen_journal(path) as records:
        return run_simulated_job(
            replace(run, simulated=simulated), records, opened_by, as_json=as_json
        )


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


def _changed(robot: SimulatedRobotSettings, faults: str | None) -> SimulatedRobotSettings:
    """Return a demo's robot with other faults; without any, its jammed layers are put right."""
    if faults is not None:
        robot = replace(robot, jam=0.0, faults=resolve_faults(faults))
    if faults == "" and Path(robot.state).exists():
        # Imported only here: it has the mechanics of the simulator.
        from firmware_sim import state_file

        try:
            state_file.repair(Path(robot.state), load_rig(robot.rig))
        except (OSError, SimulatorError) as error:
            raise InputError(reason(error)) from error
    return robot


@click.command("demo", cls=LongCommand)
@run_options(
    *("seed", "rig", "jam", "method", "fastest", "pace", "faults", "ideal", "camera_at"),
    *("time_limit", "durations", "servos", "overlap", "record", "trace"),
    jam={"default": JAM, "help": f"Probability that a turn jams [{JAM}]."},
    pace={
        "default": PACES["fast"],
        "help": "Speed: fast, real, or how many times that of a real robot [fast].",
    },
    camera_at=SIMULATED_PLACES,
)
@json_option()
def demo_command(options: RunOptions, as_json: bool) -> int:
    """Scan, solve and verify a scrambled cube with a simulated robot.

    The robot is in this process, and the cube is read only from the pictures of its camera.
    """
    path = new_run_path()
    robot = SimulatedRobotSettings(
        rig=options.simulated_rig,
        seed=SystemRandom().randrange(1_000_000) if options.seed is None else options.seed,
        jam=options.jam or 0.0,
        pace=options.pace,
        state=state_beside(path),
        faults=resolve_faults(options.faults or ""),
        ideal=options.ideal,
    )
    settings = RunSettings(
        options.policy,
        simulated=robot,
        durations=absolute_name(options.durations),
        servos=options.servos_of(load_rig(options.simulated_rig)),
        camera_at=options.camera_at,
    )
    recording, opened_by = options.recording(), options.opener()
    click.echo(f"A random cube and random jams, seed {robot.seed}", err=True)
    with create_journal(path, settings) as journal:
        return run_simulated_job(settings, journal, opened_by, as_json=as_json, recording=recording)
