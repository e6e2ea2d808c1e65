"""A small valid file of each kind that the commands read, made by the program's own writers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from benchmarks.support.scenes import draw_scene
from calibration.storage import save_profile
from firmware_sim import state_file
from firmware_sim.physics.state import PhysicalState
from robot.rigs.mechanisms.two_gripper import RIG
from rokumen.storage.history import RunStart, record_start
from rokumen.storage.runs import RunSettings, SolutionPolicy, create_journal
from rokumen.storage.scan_progress import save_scan
from solver.cube import Cube
from vision.arrays import Image
from vision.colour.profile import DEFAULT_COLOURS

SIZE = (320, 240)

SETTINGS = b"""[solve]
effort = 2
one_look = true
as_json = true
[scan]
camera = "0"
"""
DURATIONS = b"""[two-gripper]
turn = 0.83
open = 1.1
[two-gripper.angles]
"L +90" = 89.6
"""
FAULTS = b"""[[fault]]
kind = "jam_once"
at = 12
[[fault]]
kind = "bit_flip"
probability = 0.001
"""
MAESTRO_SETTINGS = b"""rig = "two-gripper"
pace = 1.0
[axes.L]
channel = 0
pulses = { -90 = 500, 0 = 1500, 90 = 2500 }
[axes.R]
channel = 1
pulses = { -90 = 500, 0 = 1500, 90 = 2500 }
[grippers.L]
channel = 2
pulses = { closed = 1000, open = 2000 }
[grippers.R]
channel = 3
pulses = { closed = 1000, open = 2000 }
"""
CUBES = f"""R U R' U'
{Cube.solved().facelets}
{" ".join(map(str, range(1, 49)))}
""".encode()


@cache
def picture(suffix: str) -> bytes:
    """Return a drawn cube as a picture file."""
    return bytes(cv2.imencode(suffix, _scene(1))[1].tobytes())


@cache
def film() -> bytes:
    """Return three pictures as a film."""
    return _written("film.avi", _write_film)


@cache
def journal() -> bytes:
    """Return the journal of a run that has begun on a robot that is not there."""
    settings = RunSettings(SolutionPolicy("lbl"), "/dev/no-such-robot", "0")
    return _written("run.jsonl", lambda path: create_journal(path, settings).close())


@cache
def history() -> bytes:
    """Return a history of three runs."""

    def write(path: Path) -> None:
        for number in range(3):
            record_start(path, RunStart.now(Path(f"{number}.jsonl"), RIG.name, "/dev/robot"))

    return _written("history.sqlite3", write)


@cache
def colour_profile() -> bytes:
    """Return a profile of colours."""
    return _written("colours.toml", lambda path: save_profile(path, DEFAULT_COLOURS, "0"))


@cache
def robot_state() -> bytes:
    """Return the state of a simulated robot."""
    state = PhysicalState.at_home(RIG.home, Cube.solved())
    return _written("robot.json", lambda path: state_file.save(path, RIG, state))


@cache
def unfinished_scan() -> bytes:
    """Return a scan in which no face has been captured yet."""
    return _written("scan.json", lambda path: save_scan(path, "0", ()))


def _scene(seed: int) -> Image:
    return np.asarray(cv2.resize(draw_scene(3, seed).image, SIZE), np.uint8)


def _write_film(path: Path) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, SIZE)
    for seed in range(3):
        writer.write(_scene(seed))
    writer.release()


def _written(name: str, write: Callable[[Path], object]) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(path)
        return path.read_bytes()
