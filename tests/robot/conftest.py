"""A simulated robot at a `sim://` port, for whatever speaks through pySerial."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import pytest
import serial

from firmware_sim.serial_handlers.protocol_sim import Serial, forget
from firmware_sim.simulated_robot import SimulatedRobot
from firmware_sim.truth import Truth

_numbers = count()


@pytest.fixture(autouse=True)
def _sim_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    packages = [*serial.protocol_handler_packages, "firmware_sim.serial_handlers"]
    monkeypatch.setattr(serial, "protocol_handler_packages", packages)


@dataclass(frozen=True)
class SimulatedRig:
    """A robot's URL, and a look at what is physically so."""

    url: str

    def robot(self) -> SimulatedRobot:
        port = serial.serial_for_url(self.url)
        assert isinstance(port, Serial)
        assert isinstance(port.robot, SimulatedRobot)
        return port.robot

    def truth(self) -> Truth:
        port = serial.serial_for_url(self.url)
        assert isinstance(port, Serial)
        return port.robot.look()

    def accidents(self) -> tuple[object, ...]:
        port = serial.serial_for_url(self.url)
        assert isinstance(port, Serial)
        return tuple(port.robot.accidents)


@pytest.fixture
def simulated() -> Iterator[Callable[..., SimulatedRig]]:
    """Make robots from the options of a sim:// URL, and a rig's name."""
    names = []

    def make(options: str = "", rig: str = "two-gripper") -> SimulatedRig:
        # In-process robots of the application are numbered too, and may have outlived their tests.
        name = f"tested{next(_numbers)}"
        names.append(name)
        return SimulatedRig(f"sim://{rig}?name={name}&{options}")

    yield make
    for name in names:
        forget(name)
