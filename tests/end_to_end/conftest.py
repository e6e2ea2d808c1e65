"""Runs `rokumen` as processes of its own, as a user does."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from robot.journal import read_journal

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
        preexec_fn=_hear_ctrl_c,
    )


def _hear_ctrl_c() -> None:
    """Undo what a shell does to whatever it starts in the background: have Ctrl-C ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def simulate() -> Iterator[Callable[..., Simulation]]:
    """Start simulated robots, many times as fast as real ones."""
    with _simulations() as make:
        yield lambda *options: make("--pace=60", *options)


@pytest.fixture
def simulate_board() -> Iterator[Callable[..., Simulation]]:
    """Start simulated robots with a real board's firmware."""
    with _simulations() as make:
        yield lambda program, *options: make(f"--board={program}", *options)


@pytest.fixture
def simulate_maestro() -> Iterator[Callable[..., Simulation]]:
    """Start simulated robots whose servos hang on a Maestro."""
    with _simulations() as make:
        yield lambda *options: make("--maestro", *options)


@contextmanager
def _simulations() -> Iterator[Callable[..., Simulation]]:
    processes = []

    def make(*options: str) -> Simulation:
        process = start("simulate", "--json", *options)
        processes.append(process)
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        return Simulation(**json.loads(line))

    yield make
    for process in processes:
        process.terminate()
        process.communicate(timeout=10)


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
