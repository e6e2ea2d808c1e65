"""A line of text to a simulated robot in this process, on a virtual clock: `sim://` as a port.

A read with a time-out advances the port's `clock` to the robot's next output, or by the time-out.
"""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from serial.serialutil import PortNotOpenError, SerialBase, SerialException

from files.wording import reason
from firmware_sim.assembly import line_robot
from firmware_sim.errors import SimulatorError
from firmware_sim.line_robot import LineRobot
from firmware_sim.named_robots import options_of, robot_named
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.errors import RigError
from solver.core.errors import CubeError


class Serial(SerialBase):
    """A pySerial port with a robot at its other end.

    `robot` is the robot, for tests and cameras; `clock` is its virtual clock.
    Closing and opening the same port object finds the same robot. The options of the URL are those
    of `RobotOptions`, and `name`. A URL without them is an ideal robot with a solved cube.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._found: tuple[LineRobot, VirtualClock] | None = None
        self._received = bytearray()
        super().__init__(*args, **kwargs)

    @property
    def robot(self) -> LineRobot:
        """The robot, once the port has been opened."""
        return self._far[0]

    @property
    def clock(self) -> VirtualClock:
        """The clock of the robot, once the port has been opened."""
        return self._far[1]

    @property
    def _far(self) -> tuple[LineRobot, VirtualClock]:
        if self._found is None:
            raise PortNotOpenError
        return self._found

    def open(self) -> None:
        """Open the port. Raises SerialException for a URL that describes no robot."""
        if self.port is None:
            raise SerialException("the port must be configured before it can be opened")
        if self.is_open:
            raise SerialException("the port is already open")
        self._found = self._found or line_robot_at(str(self.port))
        if self._found[0].unplugged:
            raise SerialException(f"could not open port {self.port}: it has been unplugged")
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
            wake = self.robot.next_wakeup()
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
        self.robot.receive(sent)
        self._received += self.robot.read_output()
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
        self.robot.advance()
        self._received += self.robot.read_output()


def line_robot_at(url: str) -> tuple[LineRobot, VirtualClock]:
    """Return the robot of a URL with its clock, without opening its port. Raises SerialException.

    A named one is found that was registered with a line.
    """
    parts = urlsplit(url)
    query = parse_qsl(parts.query, keep_blank_values=True)
    if found := robot_named(dict(query).get("name", "")):
        if not isinstance(found.robot, LineRobot):
            raise SerialException("a robot in this process has no line")
        return found.robot, found.clock
    clock = VirtualClock()
    try:
        options = options_of(url)
        rig = options.make_rig()
        state = PhysicalState.at_home(rig.home, options.make_cube())
        robot = line_robot(options, rig, clock, state, Random(f"{options.seed} epoch"))
    except (RigError, SimulatorError, CubeError, ValueError) as error:
        raise SerialException(reason(error)) from error
    return robot, clock
