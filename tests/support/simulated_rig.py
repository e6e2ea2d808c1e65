"""Access to a simulated robot while a link uses it."""

from __future__ import annotations

from dataclasses import dataclass

import serial

from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.sim_port import Serial


@dataclass(frozen=True)
class SimulatedRig:
    """A simulated robot: its URL, its physical state and its accidents."""

    url: str

    def robot(self) -> SimulatedRobot:
        port = serial.serial_for_url(self.url)
        assert isinstance(port, Serial)
        assert isinstance(port.robot, SimulatedRobot)
        return port.robot

    def truth(self) -> PhysicalState:
        port = serial.serial_for_url(self.url)
        assert isinstance(port, Serial)
        return port.robot.state()

    def accidents(self) -> tuple[object, ...]:
        port = serial.serial_for_url(self.url)
        assert isinstance(port, Serial)
        return tuple(port.robot.accidents)
