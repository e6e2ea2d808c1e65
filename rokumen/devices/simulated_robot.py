"""The simulated robot of `demo` and of its resumption."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from firmware_sim.assembly import check_faults
from firmware_sim.errors import OptionError
from firmware_sim.named_robots import named_robot
from firmware_sim.options import RobotOptions
from robot.link.session import Link
from robot.rigs.rig import PUBLISHED
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.robot_connection import RobotAddress, open_robot_and_cameras
from rokumen.errors import InputError
from rokumen.storage.runs import SimulatedRobotSettings


def resolve_faults(text: str) -> str:
    """Return faults as they are stored: a file by its absolute path.

    Raises InputError, for faults that a robot in this process cannot have too.
    """
    try:
        check_faults(RobotOptions(faults=text))
    except OptionError as error:
        raise InputError(str(error)) from error
    return str(Path(text).resolve()) if text and Path(text).is_file() else text


@contextmanager
def simulated_robot(
    robot: SimulatedRobotSettings, said: RobotAddress
) -> Iterator[tuple[Link, CameraScanner]]:
    """Make a robot in this process that somebody looks at, and open its port and its camera.

    `said` is what is said of the robot beside its port and its camera. Raises RobotError or
    CameraError where they do not answer, and SimulatorError.
    """
    options = RobotOptions(
        rig=robot.rig,
        seed=robot.seed,
        jam=robot.jam,
        faults=robot.faults,
        pace=robot.pace,
        ideal=robot.ideal,
        servos=None if said.servos == PUBLISHED else said.servos,
        camera_at=tuple(place for place in said.camera_at.split(",") if place),
        state=Path(robot.state),
        fault_log=fault_log(robot),
    )
    with (
        named_robot(options) as url,
        open_robot_and_cameras(replace(said, port=url, rig=robot.rig)) as opened,
    ):
        yield opened


def fault_log(robot: SimulatedRobotSettings) -> Path:
    """Return the file in which the simulator records the faults that it injected."""
    return Path(robot.state).with_suffix(".faults.log")
