"""`sim://RIG?seed=1&jam=0.05`: a robot inside this process, on a clock that never really waits.

Reading with a time-out lets the port's `clock` run to the robot's next word, or to the time-out.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from serial.serialutil import PortNotOpenError, SerialBase, SerialException

from firmware_sim.errors import BoardError, SimulatorError
from firmware_sim.faults import Fault, Faults, read_faults
from firmware_sim.simulated_board import RIG as BOARD_RIG
from firmware_sim.simulated_board import SimulatedBoard
from firmware_sim.simulated_robot import SimulatedRobot
from firmware_sim.truth import Truth
from robot.clock import VirtualClock
from robot.errors import RigError
from robot.rig import Rig, load_rig
from solver.cube import Cube
from solver.errors import CubeError
from solver.turn import turns

_OPTIONS = (
    "seed=1, jam=0.05, fault=KIND@N, pace=1, scramble=R+U, cube=FACELETS, board=ELF and name=TEXT"
)

# A robot with a name goes on existing when its port is closed; these are they, with their clocks.
_NAMED: dict[str, tuple[SimulatedRobot | SimulatedBoard, VirtualClock]] = {}


def keep(name: str, robot: SimulatedRobot, clock: VirtualClock) -> None:
    """Have every port of this name find `robot`, which lives by `clock`."""
    _NAMED[name] = (robot, clock)


def forget(name: str) -> None:
    """Throw a named robot away; the next port of this name has a new one."""
    _NAMED.pop(name, None)


class Serial(SerialBase):
    """A pySerial port with a robot at its other end.

    `robot` is the robot, for tests and cameras to look at; `clock` is the time that it lives in.
    Closing and opening the same port object finds the same robot. The options of the URL are
    seed, jam, fault (may be repeated), pace, scramble (turns), cube (54 facelets), name, and board:
    the ELF file of a real board's firmware, which then is the robot.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._robot: SimulatedRobot | SimulatedBoard | None = None
        self._virtual_clock = VirtualClock()
        self._came = bytearray()
        super().__init__(*args, **kwargs)

    @property
    def robot(self) -> SimulatedRobot | SimulatedBoard:
        """The robot, once the port has been opened."""
        if self._robot is None:
            raise PortNotOpenError
        return self._robot

    @property
    def clock(self) -> VirtualClock:
        """The time that the robot lives in."""
        return self._virtual_clock

    def open(self) -> None:
        """Open the port. Raises SerialException for a URL that describes no robot."""
        if self.port is None:
            raise SerialException("the port must be configured before it can be opened")
        if self.is_open:
            raise SerialException("the port is already open")
        if self._robot is None:
            self._robot, self._virtual_clock = _robot_of(str(self.port))
        if self._robot.unplugged:
            raise SerialException(f"could not open port {self.port}: it has been unplugged")
        self._came.clear()
        self.is_open = True

    def close(self) -> None:
        """Close the port; the robot stays as it is."""
        self.is_open = False

    def _reconfigure_port(self) -> None:
        """Every setting will do."""

    def from_url(self, url: str) -> None:
        """Nothing is taken from the URL before the port is opened."""

    @property
    def in_waiting(self) -> int:
        """Count the bytes that can be read at once."""
        self._listen()
        return len(self._came)

    def read(self, size: int = 1) -> bytes:
        """Read up to `size` bytes, letting the clock run to the time-out at most.

        Raises SerialException when the port is unplugged, or would be silent for ever.
        """
        deadline = None if self.timeout is None else self.clock.now() + self.timeout
        self._listen()
        while len(self._came) < size:
            wake = self.robot.next_wake()
            if deadline is None and wake is None:
                raise SerialException("the robot has nothing to say; this would wait for ever")
            until = min(time for time in (wake, deadline) if time is not None)
            if deadline is not None and deadline <= self.clock.now():
                break
            self.clock.sleep(until - self.clock.now())
            self._listen()
        data = bytes(self._came[:size])
        del self._came[:size]
        return data

    def write(self, data: Any, /) -> int:
        """Send bytes to the robot. Raises SerialException when the port is unplugged."""
        self._check()
        sent = bytes(data)
        self.robot.receive(sent)
        self._came += self.robot.take()
        self._check()
        return len(sent)

    def flush(self) -> None:
        """Everything is sent as soon as it is written."""

    def reset_input_buffer(self) -> None:
        """Forget what has come and was not read."""
        self._listen()
        self._came.clear()

    def reset_output_buffer(self) -> None:
        """Nothing is ever held back."""

    def _update_rts_state(self) -> None:
        """There is no such wire."""

    def _update_dtr_state(self) -> None:
        """There is no such wire."""

    def _update_break_state(self) -> None:
        """There is no such state."""

    def _check(self) -> None:
        if not self.is_open:
            raise PortNotOpenError
        if self.robot.unplugged:
            raise SerialException(f"port {self.port} has been unplugged")

    def _listen(self) -> None:
        self._check()
        self.robot.advance()
        self._came += self.robot.take()


def _robot_of(url: str) -> tuple[SimulatedRobot | SimulatedBoard, VirtualClock]:
    parts = urlsplit(url)
    options = parse_qsl(parts.query, keep_blank_values=True)
    values = dict(options)
    name = values.pop("name", "")
    if name in _NAMED:
        return _NAMED[name]
    clock = VirtualClock()
    try:
        rig = load_rig(parts.netloc)
        facelets = values.pop("cube", "")
        cube = Cube.from_facelets(facelets) if facelets else Cube.solved()
        truth = Truth.at_home(rig.home, cube.apply(turns(values.pop("scramble", ""))))
        robot: SimulatedRobot | SimulatedBoard
        if board := values.pop("board", ""):
            robot = _board(Path(board), rig, clock, truth)
        else:
            faults = [f for key, text in options if key == "fault" for f in read_faults(text)]
            values.pop("fault", None)
            seed = int(values.pop("seed", "0"))
            faults.append(Fault("jam", probability=float(values.pop("jam", "0"))))
            pace = float(values.pop("pace", "1"))
            entropy = Random(f"{seed} epoch")
            wishes = Faults(faults, seed, clock)
            robot = SimulatedRobot(rig, clock, truth, wishes, pace, entropy)
    except (RigError, SimulatorError, CubeError, ValueError) as error:
        raise SerialException(f"{url!r}: {error}. The options are {_OPTIONS}") from error
    if values:
        raise SerialException(f"{url!r} has {', '.join(values)}; the options are {_OPTIONS}")
    if name:
        _NAMED[name] = (robot, clock)
    return robot, clock


def _board(program: Path, rig: Rig, clock: VirtualClock, truth: Truth) -> SimulatedBoard:
    if rig.name != BOARD_RIG:
        raise BoardError(f"the board moves a {BOARD_RIG} rig, not a {rig.name}")
    return SimulatedBoard(program, clock, truth)
