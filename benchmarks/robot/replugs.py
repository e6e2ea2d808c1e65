"""Robots whose cable is pulled out in mid-run, and which are another device when it is back.

Linux gives the port the next free number, while the link that udev makes of its serial number leads
to it again; here a link of ours stands for that in /dev/serial/by-id. Robot and host are processes,
with a port of their own; the robot's servos have no feedback.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.support.own_folders import in_own_folders
from rokumen import exit_status
from rokumen.devices.simulated_robot import SimulatorProcess
from solver.cube import Cube

# A run has more lines than these; the first are of its scan.
_LINES = (40, 160)
_PACE, _MOST_SECONDS = 60, 300


@dataclass(frozen=True, slots=True)
class Replug:
    """A run whose cable was pulled out: whether it stopped safely, and was resumed and solved."""

    stopped: bool
    solved: bool


def replug(seed: int) -> Replug:
    """Pull the cable of a robot out in mid-run, and resume the run on its other port."""
    line = Random(f"{seed} replug").randint(*_LINES)
    with in_own_folders(), TemporaryDirectory() as folder:
        link, state = Path(folder) / "usb-rokumen_robot", Path(folder) / "robot.json"
        options = (
            *("--set=feedback=false", f"--seed={seed}", f"--pace={_PACE}", f"--state={state}"),
            f"--camera-port={_free_port()}",
        )
        with SimulatorProcess([*options, f"--faults=unplug@{line}"]) as robot:
            link.symlink_to(robot.port)
            stopped = _rokumen("run", f"--port={link}", f"--camera={robot.camera}", "--json")
        # Whatever opens a terminal meanwhile takes the number that the port had.
        others = os.openpty()
        try:
            with SimulatorProcess(options) as robot:
                link.unlink()
                link.symlink_to(robot.port)
                resumed = _rokumen("resume", "--json")
        finally:
            for other in others:
                os.close(other)
        is_solved = Cube.from_facelets(json.loads(state.read_text())["cube"]).is_solved()
    return Replug(stopped == exit_status.STOPPED_SAFELY, resumed == exit_status.DONE and is_solved)


def _rokumen(*arguments: str) -> int:
    """Return the exit status of a command."""
    return subprocess.run(
        [sys.executable, "-m", "rokumen", *arguments],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=_MOST_SECONDS,
        check=False,
    ).returncode


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
