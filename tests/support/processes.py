"""Running rokumen as processes of their own."""

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

ROKUMEN = [sys.executable, "-m", "rokumen"]


@dataclass(frozen=True)
class Ended:
    """How a process ended, and what it wrote."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Simulation:
    """A simulated robot that goes on until the test ends."""

    port: str
    camera: str


def call(*arguments: str, timeout: float = 120) -> Ended:
    """Run a command to its end."""
    done = subprocess.run(
        [*ROKUMEN, *arguments], capture_output=True, text=True, timeout=timeout, check=False
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start a command and leave it running."""
    return subprocess.Popen(
        [*ROKUMEN, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_turns(folder: Path, count: int) -> Path:
    """Wait until a journal in the folder tells of so many turns made, and give its path."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for path in folder.glob("*.jsonl"):
            turns = [r for r in read_journal(path) if r["record"] == "done" and r["turn"]]
            if len(turns) >= count:
                return path
        time.sleep(0.02)
    pytest.fail(f"no journal in {folder} shows {count} turns")
