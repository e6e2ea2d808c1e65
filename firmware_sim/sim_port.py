"""`sim://RIG?option=...`: a simulated robot in this process, on a virtual clock.

A read with a time-out advances the port's `clock` to the robot's next output, or by the time-out.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from serial.serialutil import PortNotOpenError, SerialBase, SerialException

from files.records import read_query
from files.wording import reason
from firmware_sim.assembly import simulated_robot
from firmware_sim.errors import SimulatorError
from firmware_sim.options import EDGE, RobotOptions
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.server import BOOT_SECONDS, SerialLine, SlowLine
from robot.clock import VirtualClock
from robot.errors import RigError
from solver.core.errors import CubeError

# What a URL leaves out: a robot without imperfections that holds a solved cube.
_DEFAULTS = [("ideal", "true"), ("scramble", ""), ("seed", "0")]


class FoundRobot(NamedTuple):
    """A robot of this process, which runs on `clock`, and the end of its line at the host.

    Each opening of its port restarts the robot if it `restarts`.
    """

    robot: SimulatedRobot
    clock: VirtualClock
    line: SimulatedRobot | SlowLine
    restarts: bool = False


# Robots with a name, which continue to exist when their port is closed.
_named_robots: dict[str, FoundRobot] = {}


def register_robot(name: str, robot: SimulatedRobot, clock: VirtualClock) -> None:
    """Register `robot`, which runs on `clock`, for the ports of this name."""
    _named_robots[name] = FoundRobot(robot, clock, robot)


def unregister_robot(name: str) -> None:
    """Remove a named robot; the next port of this name has a new one."""
    _named_robots.pop(name, None)


class Serial(SerialBase):
    """A pySerial port with a robot at its other end.

    `robot` is the robot, for tests and cameras; `clock` is its virtual clock.
    Closing and opening the same port object finds the same robot. The options of the URL are those
    of `RobotOptions`, and `name`. A URL without them is an ideal robot with a solved cube.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._found: FoundRobot | None = None
        self._received = bytearray()
        super().__init__(*args, **kwargs)

    @property
    def robot(self) -> SimulatedRobot:
        """The robot, once the port has been opened."""
        return self._far.robot

    @property
    def clock(self) -> VirtualClock:
        """The clock of the robot, once the port has been opened."""
        return self._far.clock

    @property
    def _far(self) -> FoundRobot:
        if self._found is None:
            raise PortNotOpenError
        return self._found

    def open(self) -> None:
        """Open the port. Raises SerialException for a URL that describes no robot."""
        if self.port is None:
            raise SerialException("the port must be configured before it can be opened")
        if self.is_open:
            raise SerialException("the port is already open")
        self._found = self._found or find_robot(str(self.port))
        if self._found.robot.unplugged:
            raise SerialException(f"could not open port {self.port}: it has been unplugged")
        if self._found.restarts:
            self._found.line.reset()
        self._received.clear()
        self.is_open = True

    def close(self) -> None:
        """Close the port; the robot stays as it is."""
        self.is_open = False

    def _reconfigure_port(self) -> None:
        """Do nothing: every setting is accepted."""

    def from_url(self, url: str) -> None:
        """Do nothing: the URL is parsed when the port is opened."""

    @property
    def in_waiting(self) -> int:
        """Count the bytes that can be read at once."""
        self._update_robot()
        return len(self._received)

    def read(self, size: int = 1) -> bytes:
        """Read up to `size` bytes, letting the clock run to the time-out at most.

        Raises SerialException when the port is unplugged, or would be silent for ever.
        """
        deadline = None if self.timeout is None else self.clock.now() + self.timeout
        self._update_robot()
        while len(self._received) < size:
            wake = self._far.line.next_wakeup()
            if deadline is None and wake is None:
                raise SerialException(
                    "a read without a time-out would never return: the robot has no pending output"
                )
            until = min(time for time in (wake, deadline) if time is not None)
            if deadline is not None and deadline <= self.clock.now():
                break
            self.clock.sleep(until - self.clock.now())
            self._update_robot()
        data = bytes(self._received[:size])
        del self._received[:size]
        return data

    def write(self, data: Any, /) -> int:
        """Send bytes to the robot. Raises SerialException when the port is unplugged."""
        self._check()
        sent = bytes(data)
        self._far.line.receive(sent)
        self._received += self._far.line.read_output()
        self._check()
        return len(sent)

    def flush(self) -> None:
        """Do nothing: everything is sent as soon as it is written."""

    def reset_input_buffer(self) -> None:
        """Discard received bytes that were not read."""
        self._update_robot()
        self._received.clear()

    def reset_output_buffer(self) -> None:
        """Do nothing: output is never buffered."""

    def _update_rts_state(self) -> None:
        """Do nothing: the simulated port has no such line."""

    def _update_dtr_state(self) -> None:
        """Do nothing: the simulated port has no such line."""

    def _update_break_state(self) -> None:
        """Do nothing: the simulated port has no break state."""

    def _check(self) -> None:
        if not self.is_open:
            raise PortNotOpenError
        if self.robot.unplugged:
            raise SerialException(f"port {self.port} has been unplugged")

    def _update_robot(self) -> None:
        self._check()
        self._far.line.advance()
        self._received += self._far.line.read_output()


def find_robot(url: str) -> FoundRobot:
    """Return the robot of a URL, without opening its port. Raises SerialException."""
    parts = urlsplit(url)
    query = parse_qsl(parts.query, keep_blank_values=True)
    name = dict(query).get("name", "")
    if name in _named_robots:
        return _named_robots[name]
    clock = VirtualClock()
    try:
        options = read_query(
            RobotOptions,
            urlencode(_DEFAULTS + [option for option in query if option[0] != "name"]),
            rig=parts.netloc + parts.path,
        )
        rig = options.make_rig()
        state = PhysicalState.at_home(rig.home, options.make_cube())
        robot = simulated_robot(options, rig, clock, state, Random(f"{options.seed} epoch"))
    except (RigError, SimulatorError, CubeError, ValueError) as error:
        raise SerialException(reason(error)) from error
    found = FoundRobot(robot, clock, robot)
    if options.dtr == EDGE:
        line = SlowLine(robot, SerialLine(boot_seconds=BOOT_SECONDS), clock)
        found = FoundRobot(robot, clock, line, restarts=True)
    if name:
        _named_robots[name] = found
    return found
