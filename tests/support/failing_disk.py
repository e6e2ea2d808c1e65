"""Writes of all that is stored, each tried with a disk that is full from one call on: a program.

`python -m tests.support.failing_disk KIND FOLDER`, with failing_disk.c loaded before it (`try_all`
does both), fails each call in turn: from then on, only once, or after half of a write. It prints
what came of each.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from calibration.camera_lens import CameraProfile, load_camera_profile, save_camera_profile
from calibration.storage import (
    load_chosen_profiles,
    load_profile,
    save_chosen_profile,
    save_profile,
)
from files import table_cache
from files.errors import NumberedError
from robot.execution.journal import Journal, read_journal
from robot.servos.pulse_memory import PulseMemory
from rokumen.storage.history import RunOutcome, RunStart, list_runs, record_outcome, record_start
from rokumen.storage.robots import RobotFile, load_robot, save_robot
from rokumen.storage.scan_progress import load_scan, save_scan
from vision.colour.profile import ColourProfile

HERE = Path(__file__).parent
WAYS = 3  # those of the enumeration in failing_disk.c
COLOURS = ("white", "red", "green", "yellow", "orange", "blue")


@dataclass(frozen=True)
class Stored:
    """How a number is written into a thing in a folder, and read from it.

    `may_be_lost`: whether it is only warned of a number that could not be written.
    """

    write: Callable[[Path, int], object]
    read: Callable[[Path], object]
    may_be_lost: bool = False


def _colours(number: int) -> ColourProfile:
    return ColourProfile({name: (float(number), 0.0, 0.0) for name in COLOURS})


def _write_journal(folder: Path, number: int) -> None:
    with Journal(folder / "run.jsonl") as journal:
        journal.write("begin")
        journal.write_durably("command", number=number)


def _read_journal(folder: Path) -> object:
    numbers = [record.get("number") for record in read_journal(folder / "run.jsonl")]
    return [number for number in numbers if number is not None][-1]


def _write_history(folder: Path, number: int) -> None:
    path = folder / "history.sqlite3"
    row = record_start(path, RunStart("2026-01-02", "run.jsonl", "two-gripper", "COM3"))
    record_outcome(path, row, RunOutcome("solved", turns=number))


def _read_history(folder: Path) -> object:
    ended = [run for run in list_runs(folder / "history.sqlite3") if run.ending.outcome == "solved"]
    return ended[-1].ending.turns


STORED = {
    "journal": Stored(_write_journal, _read_journal),
    "history": Stored(_write_history, _read_history),
    "profile": Stored(
        lambda folder, number: save_profile(folder / "evening.toml", _colours(number)),
        lambda folder: load_profile(folder / "evening.toml").lab["red"][0],
    ),
    "chosen-profile": Stored(
        lambda folder, number: save_chosen_profile(folder / "chosen.toml", "0", str(number)),
        lambda folder: int(load_chosen_profiles(folder / "chosen.toml")["0"]),
    ),
    "camera": Stored(
        lambda folder, number: save_camera_profile(
            folder / "camera.toml", CameraProfile(str(number), None, {})
        ),
        lambda folder: int(load_camera_profile(folder / "camera.toml").camera),
    ),
    "robot": Stored(
        lambda _, number: save_robot(RobotFile("bench", port=str(number))),
        lambda _: int(load_robot("bench").port),
    ),
    "scan": Stored(
        lambda folder, number: save_scan(folder / "scan.json", str(number), ()),
        lambda folder: int(load_scan(folder / "scan.json").camera),
    ),
    "table": Stored(
        lambda folder, number: table_cache.save(folder / "a.tables", {"a": np.full(9, number)}),
        lambda folder: int(table_cache.load(folder / "a.tables")["a"][0]),
    ),
    "pulses": Stored(
        lambda folder, number: PulseMemory(folder / "maestro.json").update({0: number}),
        lambda folder: PulseMemory(folder / "maestro.json").get(0),
        may_be_lost=True,
    ),
}


def failures(stored: Stored, folder: Path) -> Iterator[str]:
    """Yield "" for each failure that was as it should be, else what was wrong."""
    stored.write(folder, 1)
    for way in range(WAYS):
        for number in count(1):
            stored.write(folder, 1)
            with full_disk(folder, number, way) as calls:
                error = _error_of(lambda: stored.write(folder, 2))
                if calls() < number:
                    break
            yield _problem(stored, folder, error)


def _problem(stored: Stored, folder: Path, error: Exception | None) -> str:
    if error is not None and not isinstance(error, NumberedError):
        return f"{type(error).__name__}: {error}"
    if error is not None and not any(word in str(error) for word in ("space", "disk")):
        return f"the words do not say it: {error}"
    found = stored.read(folder)
    if found not in (1, 2):
        return f"it is {found!r} after {error!r}"
    if error is None and found != 2 and not stored.may_be_lost:
        return "it was lost, and nothing said"
    stored.write(folder, 3)
    return "" if stored.read(folder) == 3 else "it cannot be written afterwards"


def _error_of(work: Callable[[], object]) -> Exception | None:
    try:
        work()
    except Exception as error:
        return error
    return None


@contextmanager
def full_disk(folder: Path, number: int, way: int) -> Iterator[Callable[[], int]]:
    """Fail the writing calls within a folder from the one of this number on, within the block.

    Yields a function that says how many there were.
    """
    shim: Any = ctypes.CDLL(None)
    shim.disk_calls.restype = ctypes.c_long
    shim.disk_fails(os.fsencode(folder), ctypes.c_long(number), way)
    try:
        yield lambda: int(shim.disk_calls())
    finally:
        shim.disk_fails(b"", ctypes.c_long(0), 0)


def try_all(kind: str, folder: Path) -> list[str]:
    """Return what came of each failure, from a process in which the disk can fail."""
    shim = folder / "failing_disk.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-o", shim, HERE / "failing_disk.c", "-ldl"], check=True
    )
    data = folder / "disk"
    data.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.failing_disk", kind, data],
        env={
            **os.environ,
            "LD_PRELOAD": str(shim),
            "ROKUMEN_STATE": str(data),
            "ROKUMEN_CONFIG": str(data / "settings.toml"),
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=400,
    )
    found: list[str] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    print(json.dumps(list(failures(STORED[sys.argv[1]], Path(sys.argv[2])))))
