"""Fixtures that run simulated robots as separate processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.support.processes import Simulation, announced, end, start

# How many times as fast as real ones robots are that a test looks at.
PACE = 30


@pytest.fixture
def simulate() -> Iterator[Callable[..., Simulation]]:
    """Start simulated robots whose motions take a twentieth of their time."""
    with _simulations() as make:
        yield lambda *options: hurried(make("--ideal", *options))


def hurried(robot: Simulation) -> Simulation:
    """Return a robot on a chip after its host has been told to move it quickly."""
    settings = Path(robot.port.partition("settings=")[2])
    settings.write_text(f"pace = 20\n{settings.read_text()}")
    return robot


@pytest.fixture
def looked_at(tmp_path: Path) -> Callable[[str], Simulation]:
    """Give robots with a scramble in the process of each command, slow enough to interrupt it."""

    def make(scramble: str) -> Simulation:
        options = {"scramble": scramble, "pace": PACE, "state": tmp_path / "robot.json"}
        return Simulation(f"sim://two-gripper?{urlencode(options)}")

    return make


@pytest.fixture
def simulate_in_real_time() -> Iterator[Callable[..., Simulation]]:
    """Start simulated robots as fast as real ones."""
    with _simulations() as make:
        yield make


@pytest.fixture
def simulate_chip() -> Iterator[Callable[..., Simulation]]:
    """Start simulated robots on a chip with a program."""
    with _simulations() as make:
        yield lambda program, *options: make(f"--board={program}", *options)


@pytest.fixture
def simulate_maestro() -> Iterator[Callable[..., Simulation]]:
    """Start simulated robots whose servos are driven by a Maestro."""
    with _simulations() as make:
        yield lambda *options: make("--maestro", *options)


@contextmanager
def _simulations() -> Iterator[Callable[..., Simulation]]:
    processes = []

    def make(*options: str) -> Simulation:
        process = start("simulate", "--json", *options)
        processes.append(process)
        return announced(process)

    yield make
    for process in processes:
        end(process)
