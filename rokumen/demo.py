"""The simulated robot of `demo` and of its resumption."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from firmware_sim.errors import FaultError
from firmware_sim.fault_log import read_fault_log
from firmware_sim.faults import read_faults
from robot.errors import RobotError
from robot.journal import Journal
from rokumen.choice import Choice
from rokumen.drive import do_job, how_to_go_on, robot_and_eyes
from rokumen.errors import InputError, SafeStopError
from rokumen.runs import Simulated
from rokumen.show.injected import injected_text
from rokumen.simulator_process import SimulatorProcess
from vision.errors import VisionError

PACES = {"fast": 60.0, "real": 1.0}


def checked_faults(text: str) -> str:
    """Give faults as they are to be kept: a file by its whole path. Raises InputError."""
    try:
        read_faults(text)
    except FaultError as error:
        raise InputError(str(error)) from error
    return str(Path(text).resolve()) if text and Path(text).is_file() else text


def solve_simulated(
    robot: Simulated, choice: Choice, journal: Journal, rig_profile: Path | None, *, as_json: bool
) -> int:
    """Start the simulator as a process of its own and solve the cube that it holds.

    Raises SafeStopError or InterruptedRunError where it did not come to its end.
    """
    log = Path(robot.state).with_suffix(".faults.log")
    try:
        with (
            SimulatorProcess((*_options(robot), f"--fault-log={log}")) as address,
            robot_and_eyes(address.port, address.camera, rig_profile) as (link, eyes),
        ):
            return do_job(link, eyes, choice, journal, as_json=as_json)
    except (RobotError, VisionError) as error:
        # The robot or its camera did not so much as answer.
        journal.write_durably("stopped", why=str(error))
        raise SafeStopError(how_to_go_on(str(error), error)) from error
    finally:
        if robot.faults:
            click.echo(injected_text(read_fault_log(log)), err=True)


def _options(robot: Simulated) -> Sequence[str]:
    return (
        f"--rig={robot.rig}",
        f"--seed={robot.seed}",
        f"--jam={robot.jam}",
        f"--faults={robot.faults}",
        f"--pace={robot.pace}",
        f"--state={robot.state}",
    )
