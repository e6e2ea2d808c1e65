"""Runs a job and prints its progress and its result."""

from __future__ import annotations

import time
from pathlib import Path

import click

from firmware_sim.faults.schedule import read_fault_log
from robot.errors import RobotError, StoppedError
from robot.execution.journal import Journal
from robot.link.port import PortOpener
from robot.link.session import Link
from rokumen import exit_status
from rokumen.cli.output import print_json
from rokumen.cli.stop_key import stop_key
from rokumen.devices.rig_cameras import Scanner
from rokumen.devices.simulated_robot import fault_log, simulated_robot
from rokumen.errors import InterruptedRunError, SafeStopError, StoppedRunError
from rokumen.jobs.cube_job import Job, JobResult
from rokumen.jobs.operator_advice import operator_advice
from rokumen.jobs.recorded_job import run_and_record
from rokumen.show.encoding import result_as_json
from rokumen.show.terminal.job_progress import JobProgress
from rokumen.show.terminal.job_summary import fault_report, print_summary
from rokumen.show.terminal.table_progress import build_engine_tables
from rokumen.storage.runs import Choice, SimulatedRobotSettings
from vision.errors import VisionError


def run_job(link: Link, eyes: Scanner, choice: Choice, journal: Journal, *, as_json: bool) -> int:
    """Solve the cube that the robot holds, print the result, and return the exit status.

    Raises SafeStopError or InterruptedRunError if the job stopped before its end.
    """
    began = time.monotonic()
    build_engine_tables(choice.engine, {})
    with JobProgress() as progress:
        progress.show_devices(link.info, link.url, eyes.name)
        job = Job(link, eyes, choice, journal, progress.on_event)
        try:
            with stop_key(job.stop, progress.note):
                result = run_and_record(job, link, journal.path, progress.note)
        except SafeStopError as error:
            stopped: StoppedRunError = error
        except KeyboardInterrupt:
            advice = operator_advice(StoppedError(""))
            stopped = InterruptedRunError("interrupted by the user", advice, journal.path)
        else:
            _print(result, journal, began, as_json=as_json)
            return exit_status.DONE
    if as_json:
        outcome = "interrupted" if isinstance(stopped, InterruptedRunError) else "stopped"
        print_json(result_as_json(job.result(solved=False, outcome=outcome), journal.path))
    raise stopped


def run_simulated_job(
    robot: SimulatedRobotSettings,
    choice: Choice,
    journal: Journal,
    rig_profile: Path | None,
    opened_by: PortOpener,
    *,
    as_json: bool,
) -> int:
    """Start the simulator as a separate process, and solve the cube that it holds.

    Raises SafeStopError or InterruptedRunError if the job stopped before its end.
    """
    try:
        with simulated_robot(robot, rig_profile, opened_by) as (link, eyes):
            return run_job(link, eyes, choice, journal, as_json=as_json)
    except StoppedRunError:
        raise
    except (RobotError, VisionError) as error:
        # The robot or its camera did not respond at all.
        journal.write_durably("stopped", why=str(error))
        raise SafeStopError(str(error), operator_advice(error), journal.path) from error
    finally:
        if robot.faults:
            click.echo(fault_report(read_fault_log(fault_log(robot))), err=True)


def _print(result: JobResult, journal: Journal, began: float, *, as_json: bool) -> None:
    if as_json:
        print_json(result_as_json(result, journal.path))
    else:
        print_summary(result, time.monotonic() - began)
