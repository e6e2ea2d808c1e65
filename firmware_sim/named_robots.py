"""The robots of `sim://RIG?option=...`: simulated ones in this process, on clocks of their own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from files.records import read_query
from files.wording import reason
from firmware_sim import state_file
from firmware_sim.assembly import begin_state, simulated_robot
from firmware_sim.camera.optics import IDEAL_OPTICS, Optics
from firmware_sim.errors import SimulatorError
from firmware_sim.faults import write_fault_log
from firmware_sim.options import EDGE, RobotOptions
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from robot.clock import VirtualClock
from robot.errors import PortError, RigError
from solver.core.errors import CubeError

# What a URL leaves out: a robot without imperfections that holds a solved cube.
_DEFAULTS = [("ideal", "true"), ("scramble", ""), ("seed", "0")]


class PacedClock(VirtualClock):
    """A virtual clock at which somebody looks: it goes `pace` times as fast as a real one.

    A busy machine makes it slower, and changes nothing by its time.
    """

    def __init__(self, pace: float) -> None:
        super().__init__()
        self._pace = pace

    def sleep(self, seconds: float) -> None:
        """Wait for the `pace`-th part of these seconds, and advance by them."""
        time.sleep(max(seconds, 0.0) / self._pace)
        super().sleep(seconds)


class FoundRobot(NamedTuple):
    """A robot of this process, which runs on `clock`, and how its cameras see.

    Each opening of its port restarts the robot if it `restarts`.
    """

    robot: SimulatedRobot
    clock: VirtualClock
    restarts: bool = False
    optics: Optics = IDEAL_OPTICS


_numbers = count(1)
# Robots with a name, which continue to exist when their port is closed.
_named_robots: dict[str, FoundRobot] = {}


def register_robot(name: str, robot: SimulatedRobot, clock: VirtualClock) -> None:
    """Register `robot`, which runs on `clock`, for the ports of this name."""
    _named_robots[name] = FoundRobot(robot, clock)


def unregister_robot(name: str) -> None:
    """Remove a named robot; the next port of this name has a new one."""
    _named_robots.pop(name, None)


def make_robot(options: RobotOptions) -> FoundRobot:
    """Return a robot that options describe, which keeps its cube and its faults in their files.

    Raises SimulatorError, RigError and CubeError.
    """
    rig = options.make_rig()
    clock = VirtualClock() if options.pace is None else PacedClock(options.pace)
    state = begin_state(options, rig)
    robot = simulated_robot(options, rig, clock, state)
    keep(options, robot, state)
    robot.on_rest(lambda: keep(options, robot, robot.state()))
    return FoundRobot(robot, clock, options.dtr == EDGE, options.optics)


def keep(options: RobotOptions, robot: SimulatedRobot, state: PhysicalState) -> None:
    """Write a robot's state, and the faults that were injected, to the files of its options.

    Raises SimulatorError.
    """
    try:
        if options.state is not None:
            state_file.save(options.state, robot.rig, state)
        if options.fault_log is not None:
            write_fault_log(options.fault_log, robot.injections)
    except OSError as error:
        raise SimulatorError(f"cannot keep the cube of the robot: {reason(error)}") from error


@contextmanager
def named_robot(options: RobotOptions) -> Iterator[str]:
    """Give the URL of a robot that options describe, within the block. Raises what it does."""
    found, name = make_robot(options), f"simulated{next(_numbers)}"
    _named_robots[name] = found
    try:
        yield f"sim://{options.rig}?name={name}"
    finally:
        unregister_robot(name)
        keep(options, found.robot, found.robot.state())


def robot_named(name: str) -> FoundRobot | None:
    """Return the robot that was registered, or found before, by a name."""
    return _named_robots.get(name)


def options_of(url: str) -> RobotOptions:
    """Return the options of a URL. Raises ValueError and OptionError."""
    parts = urlsplit(url)
    query = parse_qsl(parts.query, keep_blank_values=True)
    own = [option for option in query if option[0] != "name"]
    return read_query(RobotOptions, urlencode(_DEFAULTS + own), rig=parts.netloc + parts.path)


def find_robot(url: str) -> FoundRobot:
    """Return the robot of a URL. Raises PortError for a URL that describes none."""
    try:
        name = dict(parse_qsl(urlsplit(url).query)).get("name", "")
        if known := robot_named(name):
            return known
        found = make_robot(options_of(url))
    except (RigError, SimulatorError, CubeError, ValueError) as error:
        raise PortError(f"cannot open port {url!r}: {reason(error)}") from error
    if name:
        _named_robots[name] = found
    return found
