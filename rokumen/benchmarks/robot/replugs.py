"""Robots whose cable is pulled out in mid-run, and which are another device when it is back.

Linux gives the port the next free number, while the link that udev makes of its serial number leads
to it again; here a folder stands for /dev/serial/by-id. Robot and host are processes, with a port
of their own; the robot's servos have no feedback.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from rokumen import exit_status
from rokumen.benchmarks.support.own_folders import own_folders
from solver.cube import Cube

_ROKUMEN = (sys.executable, "-m", "rokumen")
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
    with TemporaryDirectory() as name:
        folder = Path(name)
        link = folder / "by-id" / "usb-rokumen_robot"
        link.parent.mkdir()
        camera_port = _free_port()
        with _simulated(folder, seed, camera_port, f"--faults=unplug@{line}") as robot:
            link.symlink_to(robot["port"])
            camera = f"--camera={robot['camera']}"
            stopped = _rokumen(folder, "run", f"--port={link}", camera, "--json")
        # Whatever opens a terminal meanwhile takes the number that the port had.
        others = os.openpty()
        try:
            with _simulated(folder, seed, camera_port) as robot:
                link.unlink()
                link.symlink_to(robot["port"])
                resumed = _rokumen(folder, "resume", "--json")
        finally:
            for other in others:
                os.close(other)
        is_solved = _cube_of(folder).is_solved()
    return Replug(
        stopped.returncode == exit_status.STOPPED_SAFELY,
        resumed.returncode == exit_status.DONE and is_solved,
    )


@contextmanager
def _simulated(
    folder: Path, seed: int, camera_port: int, *options: str
) -> Iterator[Mapping[str, Any]]:
    """Yield where a simulated robot is found, whose cube is kept in the folder."""
    process = subprocess.Popen(
        [
            *(*_ROKUMEN, "simulate", "--json", "--attached", "--no-feedback"),
            *(f"--seed={seed}", f"--pace={_PACE}", f"--camera-port={camera_port}"),
            *(f"--state={folder / 'robot.json'}", *options),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=_environment(folder),
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.stdin.close()
        process.wait(_MOST_SECONDS)
        process.stdout.close()


def _rokumen(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*_ROKUMEN, *arguments],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=_environment(folder),
        timeout=_MOST_SECONDS,
        check=False,
    )


def _environment(folder: Path) -> Mapping[str, str]:
    return {**os.environ, **own_folders(folder), "XDG_RUNTIME_DIR": str(folder)}


def _cube_of(folder: Path) -> Cube:
    return Cube.from_facelets(json.loads((folder / "robot.json").read_text())["cube"])


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
