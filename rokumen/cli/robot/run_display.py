"""Runs a job and prints its progress and its result."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from files.wording import capital
from firmware_sim.errors import OptionError
from firmware_sim.faults import read_fault_log
from robot.errors import RobotError
from robot.execution.events import RunEvent
from robot.execution.journal import Journal
from robot.link.connection import ConnectionOpener
from rokumen import Robot, exit_status
from rokumen.api.connecting import open_robot
from rokumen.api.encoding import result_as_json
from rokumen.cli.keyboard import stop_key
from rokumen.cli.output import print_json
from rokumen.cli.robot.stopping import stop_presses
from rokumen.devices.simulated_robot import fault_log
from rokumen.errors import SafeStopError, StoppedRunError
from rokumen.jobs.operator_advice import operator_advice
from rokumen.show.job_progress import JobProgress
from rokumen.show.run_tables import fault_report, print_summary
from rokumen.show.table_progress import build_choice_tables, build_engine_tables
from rokumen.storage.runs import RunSettings, SolutionPolicy
from vision.errors import VisionError

if TYPE_CHECKING:
    from rokumen.api.recording import RunRecording


def announce_first_motion(robot: Robot) -> None:
    """Where servos have no power, say that the first motion may jump, and wait a little."""
    robot.announce_first_motion(lambda event: click.echo(f"{capital(event.words(()))}.", err=True))


def open_prepared_robot(run: RunSettings, opened_by: ConnectionOpener) -> Robot:
    """Build the tables that a run needs, with their progress, and then open its robot."""
    build_engine_tables(run.choice.engine, {})
    return open_robot(run, opened_by)


def run_job(
    robot: Robot,
    choice: SolutionPolicy,
    journal: Journal,
    *,
    as_json: bool,
    recording: RunRecording | None = None,
) -> int:
    """Solve the cube that the robot holds, print the result, and return the exit status.

    `recording`: the file that the run is recorded in, None for none. Raises SafeStopError or
    InterruptedRunError if the job stopped before its end.
    """
    build_choice_tables(partial(robot.prepare_choice, choice))
    with stop_presses(robot, lambda words: click.echo(words, err=True)) as presses:
        try:
            return _show_job(robot, choice, journal, as_json=as_json, recording=recording)
        except StoppedRunError:
            if robot.is_stopped_by_person:
                # What a person did stands in the journal.
                journal.write_last("stop", level=presses.relax_or_leave())
            raise


def _show_job(
    robot: Robot,
    choice: SolutionPolicy,
    journal: Journal,
    *,
    as_json: bool,
    recording: RunRecording | None,
) -> int:
    began = time.monotonic()
    try:
        with JobProgress(robot.rig.grippers) as progress:
            progress.show_devices(robot.info, robot.url, robot.camera)
            if recording is not None:
                recording.describe(robot)

            def take(event: RunEvent) -> None:
                progress.on_event(event)
                if recording is not None:
                    recording.take(event, robot)

            with stop_key(robot.stop, progress.note):
                result = robot.run_job(choice, journal, on_event=take, warn=progress.note)
    except StoppedRunError as error:
        if as_json and error.result is not None:
            print_json(result_as_json(error.result))
        raise
    if as_json:
        print_json(result_as_json(result))
    else:
        print_summary(result, time.monotonic() - began)
    return exit_status.DONE


def run_simulated_job(
    run: RunSettings,
    journal: Journal,
    opened_by: ConnectionOpener,
    *,
    as_json: bool,
    recording: RunRecording | None = None,
) -> int:
    """Solve the cube that a simulated robot in this process holds.

    Raises SafeStopError or InterruptedRunError if the job stopped before its end.
    """
    try:
        with open_prepared_robot(run, opened_by) as robot:
            return run_job(robot, run.choice, journal, as_json=as_json, recording=recording)
    except StoppedRunError:
        raise
    except (RobotError, VisionError) as error:
        # The robot or its camera did not respond at all.
        journal.write_last("stopped", why=str(error))
        raise SafeStopError(str(error), operator_advice(error), journal.path) from error
    finally:
        if run.simulated is not None and run.simulated.faults:
            _print_injected_faults(fault_log(run.simulated))


def _print_injected_faults(path: Path) -> None:
    try:
        click.echo(fault_report(read_fault_log(path)), err=True)
    except OptionError as error:
        click.echo(f"warning: {error}", err=True)
