"""Access to a simulated robot while a link uses it."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_sim.named_robots import find_robot
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot


@dataclass(frozen=True)
class SimulatedRig:
    """A simulated robot: its URL, its physical state and its accidents."""

    url: str

    def robot(self) -> SimulatedRobot:
        return find_robot(self.url).robot

    def truth(self) -> PhysicalState:
        return self.robot().state()

    def accidents(self) -> tuple[object, ...]:
        return self.robot().accidents
