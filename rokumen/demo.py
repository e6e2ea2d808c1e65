"""The simulated robot of `demo` and of its resumption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from firmware_sim.errors import FaultError
from firmware_sim.fault_log import read_fault_log
from firmware_sim.faults import read_faults
from robot.errors import RobotError
from robot.journal import Journal
from robot.link import Link
from rokumen.choice import Choice
from rokumen.drive import do_job, how_to_go_on, robot_and_eyes
from rokumen.errors import InputError, SafeStopError
from rokumen.eyes import Eyes
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
    try:
        with simulated_robot(robot, rig_profile) as (link, eyes):
            return do_job(link, eyes, choice, journal, as_json=as_json)
    except (RobotError, VisionError) as error:
        # The robot or its camera did not so much as answer.
        journal.write_durably("stopped", why=str(error))
        raise SafeStopError(how_to_go_on(str(error), error)) from error
    finally:
        if robot.faults:
            click.echo(injected_text(read_fault_log(_fault_log(robot))), err=True)


@contextmanager
def simulated_robot(robot: Simulated, rig_profile: Path | None) -> Iterator[tuple[Link, Eyes]]:
    """Start the simulator as a process of its own, and open its port and its camera.

    Raises RobotError or CameraError where they do not answer, and SimulatorStartError.
    """
    with (
        SimulatorProcess((*_options(robot), f"--fault-log={_fault_log(robot)}")) as address,
        robot_and_eyes(address.port, address.camera, rig_profile) as opened,
    ):
        yield opened


def _fault_log(robot: Simulated) -> Path:
    return Path(robot.state).with_suffix(".faults.log")


def _options(robot: Simulated) -> Sequence[str]:
    return (
        f"--rig={robot.rig}",
        f"--seed={robot.seed}",
        f"--jam={robot.jam}",
        f"--faults={robot.faults}",
        f"--pace={robot.pace}",
        f"--state={robot.state}",
    )
