"""Fixtures that run simulated robots as separate processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.support.processes import Simulation, announced, end, start


@pytest.fixture
def simulate() -> Iterator[Callable[..., Simulation]]:
    """Start simulated robots, many times as fast as real ones."""
    with _simulations() as make:
        yield lambda *options: make("--pace=60", *options)


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
