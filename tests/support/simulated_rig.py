"""Access to a simulated robot while a link uses it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Self
from urllib.parse import parse_qsl, urlsplit

from firmware_sim.named_robots import find_robot, register_robot, unregister_robot
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.sim_port import line_robot_at
from robot.link.line_connection import LineConnection
from robot.link.port import LineTrace, open_port
from robot.link.session import Link


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


@dataclass(frozen=True)
class SimulatedLine(SimulatedRig):
    """A simulated robot at a line of text, with the faults of its URL; a context manager."""

    def __enter__(self) -> Self:
        robot, clock = line_robot_at(self.url)
        register_robot(self._name, robot, clock)
        return self

    def __exit__(self, *_: object) -> None:
        unregister_robot(self._name)

    @property
    def _name(self) -> str:
        return dict(parse_qsl(urlsplit(self.url).query))["name"]

    def link(self, trace: LineTrace | None = None) -> Link:
        """Connect to it."""
        opener = partial(open_port, trace=trace)
        return Link(self.url, opened_by=lambda url: LineConnection(url, opener))
