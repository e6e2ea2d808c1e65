"""The simulated robot of `demo` and of its resumption."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_sim.errors import OptionError, SimulatorError
from firmware_sim.faults import read_faults
from robot.link.session import Link
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.robot_connection import RobotAddress, open_robot_and_cameras
from rokumen.errors import InputError
from rokumen.storage.runs import SimulatedRobotSettings


def resolve_faults(text: str) -> str:
    """Return faults as they are stored: a file by its absolute path. Raises InputError."""
    try:
        read_faults(text)
    except OptionError as error:
        raise InputError(str(error)) from error
    return str(Path(text).resolve()) if text and Path(text).is_file() else text


@contextmanager
def simulated_robot(
    robot: SimulatedRobotSettings, said: RobotAddress
) -> Iterator[tuple[Link, CameraScanner]]:
    """Start the simulator as a process of its own, and open its port and its camera.

    `said` is what is said of the robot beside its port and its camera, which are new each time.
    Raises RobotError or CameraError where they do not answer, and SimulatorError.
    """
    with (
        SimulatorProcess(
            (
                *_options(robot),
                f"--set=fault_log={fault_log(robot)}",
                *_camera_options(said.camera_at),
            )
        ) as address,
        open_robot_and_cameras(
            replace(said, port=address.port, camera=address.camera, rig=robot.rig)
        ) as opened,
    ):
        # Its address is another one each time.
        opened[1].keep_no_colours()
        yield opened


def _camera_options(camera_at: str) -> Sequence[str]:
    return [f"--camera-at={place}" for place in camera_at.split(",") if place]


def fault_log(robot: SimulatedRobotSettings) -> Path:
    """Return the file in which the simulator records the faults that it injected."""
    return Path(robot.state).with_suffix(".faults.log")


def _options(robot: SimulatedRobotSettings) -> Sequence[str]:
    return (
        f"--rig={robot.rig}",
        f"--seed={robot.seed}",
        f"--jam={robot.jam}",
        f"--faults={robot.faults}",
        f"--pace={robot.pace}",
        f"--set=state={robot.state}",
        *["--ideal"] * robot.ideal,
        *[f"--set=servos={robot.servos}"] * bool(robot.servos),
    )


TERMINATE_TIMEOUT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class SimulatorAddress:
    """Where the simulated robot's serial port and camera are."""

    port: str
    camera: str


class SimulatorProcess:
    """`rokumen simulate` with the given options, for as long as the `with` block lasts."""

    def __init__(self, options: Sequence[str]) -> None:
        self._options = options

    def __enter__(self) -> SimulatorAddress:
        # In a session of its own, so that Ctrl-C stops only the host; and
        # a pipe, so that it does not outlive a host that is killed.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rokumen", "simulate", "--json", "--attached", *self._options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            _, stderr_text = self._process.communicate()
            raise SimulatorError(f"the simulator did not start: {stderr_text.strip()}")
        announced = json.loads(line)
        if "error" in announced:
            raise SimulatorError(f"the simulator did not start: {announced['error']['message']}")
        return SimulatorAddress(announced["port"], announced["camera"])

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.communicate(timeout=TERMINATE_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
