"""Runs rokumen as separate processes."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from robot.execution.journal import read_journal
from tests.support.command_line import CommandResult

ROKUMEN = [sys.executable, "-m", "rokumen"]

# Ends a process that hangs. On a busy machine with empty caches a whole job takes two minutes.
TIMEOUT_SECONDS = 400.0


@dataclass(frozen=True)
class Simulation:
    """A simulated robot that runs until the test ends."""

    port: str
    camera: str


def call(*arguments: str, timeout: float = TIMEOUT_SECONDS) -> CommandResult:
    """Run a command and wait for its end."""
    done = subprocess.run(
        [*ROKUMEN, *arguments], capture_output=True, text=True, timeout=timeout, check=False
    )
    return CommandResult(done.returncode, done.stdout, done.stderr)


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start a command and leave it running."""
    return subprocess.Popen(
        [*ROKUMEN, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_turns(folder: Path, count: int) -> Path:
    """Return the path of the journal that has `count` completed turns, once there is one."""
    deadline = time.monotonic() + 60
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
