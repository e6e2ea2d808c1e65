"""Runs rokumen as separate processes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from robot.execution.journal import read_journal
from tests.support.command_line import CommandResult

ROKUMEN = [sys.executable, "-m", "rokumen"]

# Ends a process that hangs. On a busy machine with empty caches a whole job takes two minutes.
TIMEOUT_SECONDS = 400.0


@dataclass(frozen=True)
class Simulation:
    """A simulated robot that runs until the test ends; one in another process has a `camera`."""

    port: str
    camera: str = ""

    @property
    def options(self) -> tuple[str, ...]:
        """Return the options of commands that use it."""
        return (f"--port={self.port}", *[f"--camera={self.camera}"] * bool(self.camera))


def call(*arguments: str) -> CommandResult:
    """Run a command and wait for its end."""
    return finish(start(*arguments))


class Started(subprocess.Popen[str]):
    """A command that runs; a test that fails does not wait for its end."""

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, value, traceback)


def start(*arguments: str) -> Started:
    """Start a command and leave it running."""
    return Started(
        [*ROKUMEN, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(process: subprocess.Popen[str]) -> CommandResult:
    """Tell a command to end, and wait until it has."""
    process.terminate()
    return finish(process)


def announced(process: subprocess.Popen[str]) -> Simulation:
    """Return where the simulator that was started with --json is found, once it says so."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, process.communicate()[1]
    announcement = json.loads(line)
    return Simulation(announcement["port"], announcement["camera"])


def finish(process: subprocess.Popen[str]) -> CommandResult:
    """Wait for the end of a command that was started, or was told to end."""
    try:
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return CommandResult(process.returncode, out, err)


def wait_for_turns(folder: Path, count: int) -> Path:
    """Return the path of the journal that has `count` completed turns, once there is one."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        for path in folder.glob("*.jsonl"):
            if _completed_turns(path) >= count:
                return path
        time.sleep(0.02)
    pytest.fail(f"no journal in {folder} shows {count} turns")


def _completed_turns(path: Path) -> int:
    """Return how many turns a journal says are completed, 0 for one that is just created."""
    if not path.read_bytes():
        return 0
    return sum(r["record"] == "done" and bool(r["turn"]) for r in read_journal(path))
