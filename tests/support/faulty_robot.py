"""A simulated robot in this process with faults, and a link to it, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from robot.clock import VirtualClock
from robot.control.drive_connection import DriveConnection
from robot.errors import MotionError
from robot.link.session import Link
from robot.rigs.command import Command, Home, Move
from robot.rigs.mechanisms.two_gripper import RIG
from solver.cube import Cube

TURN_LEFT, TURN_BACK = Move((("L", 90),)), Move((("L", 0),))


class FaultyRobot:
    """A two-gripper robot that measures where its motors stand."""

    def __init__(self, *faults: str, seed: int = 0, truth: PhysicalState | None = None) -> None:
        self.clock = VirtualClock()
        truth = truth or PhysicalState.at_home(RIG.home, Cube.solved())
        schedule = FaultSchedule(map(FaultSpec.parse, faults), seed, self.clock)
        self.robot = SimulatedRobot(
            ServoMechanics(RIG, self.clock, truth, faults=schedule, measures=True)
        )

    @contextmanager
    def linked(self) -> Iterator[Link]:
        """Connect to it."""
        servos = self.robot.servos
        with Link(
            "sim://faulty", opened_by=lambda url: DriveConnection(url, servos, clock=self.clock)
        ) as link:
            yield link

    @contextmanager
    def homed(self) -> Iterator[Link]:
        """Connect to it, and home it."""
        with self.linked() as link:
            link.execute(Home())
            yield link


def failure_of(link: Link, command: Command) -> MotionError | None:
    """Return how a motion fails, None if it does not; the robot takes commands again."""
    try:
        link.execute(command)
    except MotionError as error:
        link.clear()
        return error
    return None


def turn_left(link: Link) -> MotionError | None:
    """Turn L by a quarter turn; return how that fails, as `failure_of` does."""
    return failure_of(link, TURN_LEFT)
