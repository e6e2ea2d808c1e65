"""A simulated robot in this process, by its `sim://` URL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from firmware_sim.named_robots import unregister_robot
from rokumen.devices.serial_schemes import register
from tests.support.simulated_rig import SimulatedRig

_numbers = count()


@pytest.fixture(autouse=True)
def _sim_handler() -> None:
    register("sim://")


@pytest.fixture
def simulated() -> Iterator[Callable[..., SimulatedRig]]:
    """Return a function that creates a robot from the options of a sim:// URL and a rig's name."""
    names = []

    def make(options: str = "", rig: str = "two-gripper") -> SimulatedRig:
        # Named unlike the application's numbered robots, which may still exist from other tests.
        name = f"tested{next(_numbers)}"
        names.append(name)
        return SimulatedRig(f"sim://{rig}?name={name}&{options}")

    yield make
    for name in names:
        unregister_robot(name)
