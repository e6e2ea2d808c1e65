"""`sim://RIG?option=...`: a simulated robot in this process, on a virtual clock.

A read with a time-out advances the port's `clock` to the robot's next output, or by the time-out.
"""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from serial.serialutil import PortNotOpenError, SerialBase, SerialException

from firmware_sim.boards.uno import SimulatedUno, check_is_drivable
from firmware_sim.errors import SimulatorError
from firmware_sim.faults.fault import FaultSpec, read_faults
from firmware_sim.faults.schedule import FaultSchedule
from firmware_sim.physics.jaws import USUAL_CONTACT, JawContact
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, Servo
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from robot.clock import VirtualClock
from robot.errors import RigError
from robot.rigs.camera_places import parse_places, with_cameras
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from solver.core.errors import CubeError
from solver.core.turn import parse_turns
from solver.cube import Cube

_OPTIONS = (
    "seed=1, jam=0.05, fault=KIND@N, pace=1, scramble=R+U, cube=FACELETS, camera_at=URF, "
    "servos=ideal, board=ELF and name=TEXT"
)

# Robots with a name, which continue to exist when their port is closed, with their clocks.
_named_robots: dict[str, tuple[SimulatedRobot | SimulatedUno, VirtualClock]] = {}


def register_robot(name: str, robot: SimulatedRobot, clock: VirtualClock) -> None:
    """Register `robot`, which runs on `clock`, for the ports of this name."""
    _named_robots[name] = (robot, clock)


def unregister_robot(name: str) -> None:
    """Remove a named robot; the next port of this name has a new one."""
    _named_robots.pop(name, None)


class Serial(SerialBase):
    """A pySerial port with a robot at its other end.

    `robot` is the robot, for tests and cameras; `clock` is its virtual clock.
    Closing and opening the same port object finds the same robot. The options of the URL are
    seed, jam, fault (may be repeated), pace, scramble (turns), cube (54 facelets), camera_at (the
    positions that its cameras see, with commas), servos (ideal, hobby, or without-feedback), name,
    and board: the ELF file of a real board's firmware, which then is the robot.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._robot: SimulatedRobot | SimulatedUno | None = None
        self._virtual_clock = VirtualClock()
        self._received = bytearray()
        super().__init__(*args, **kwargs)

    @property
    def robot(self) -> SimulatedRobot | SimulatedUno:
        """The robot, once the port has been opened."""
        if self._robot is None:
            raise PortNotOpenError
        return self._robot

    @property
    def clock(self) -> VirtualClock:
        """The clock of the robot."""
        return self._virtual_clock

    def open(self) -> None:
        """Open the port. Raises SerialException for a URL that describes no robot."""
        if self.port is None:
            raise SerialException("the port must be configured before it can be opened")
        if self.is_open:
            raise SerialException("the port is already open")
        if self._robot is None:
            self._robot, self._virtual_clock = _open_robot(str(self.port))
        if self._robot.unplugged:
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

    def _update_robot(self) -> None:
        self._check()
        self.robot.advance()
        self._received += self.robot.read_output()


def _open_robot(url: str) -> tuple[SimulatedRobot | SimulatedUno, VirtualClock]:
    parts = urlsplit(url)
    options = parse_qsl(parts.query, keep_blank_values=True)
    values = dict(options)
    name = values.pop("name", "")
    if name in _named_robots:
        return _named_robots[name]
    clock = VirtualClock()
    try:
        rig = load_rig(parts.netloc + parts.path)
        if places := values.pop("camera_at", ""):
            rig = with_cameras(rig, parse_places(places))
        facelets = values.pop("cube", "")
        cube = Cube.from_facelets(facelets) if facelets else Cube.solved()
        state = PhysicalState.at_home(rig.home, cube.apply(parse_turns(values.pop("scramble", ""))))
        robot: SimulatedRobot | SimulatedUno
        if board := values.pop("board", ""):
            robot = _board(Path(board), rig, clock, state)
        else:
            faults = [f for key, text in options if key == "fault" for f in read_faults(text)]
            values.pop("fault", None)
            seed = int(values.pop("seed", "0"))
            faults.append(FaultSpec("jam", probability=float(values.pop("jam", "0"))))
            pace = _pace(values.pop("pace", "1"))
            entropy = Random(f"{seed} epoch")
            schedule = FaultSchedule(faults, seed, clock)
            servo, jaws = _servos(values.pop("servos", "ideal"))
            robot = SimulatedRobot(
                rig, clock, state, schedule, pace, entropy, servo=servo, jaws=jaws
            )
    except (RigError, SimulatorError, CubeError, ValueError) as error:
        raise SerialException(f"{url!r}: {error}. The options are {_OPTIONS}") from error
    if values:
        raise SerialException(f"{url!r} has {', '.join(values)}; the options are {_OPTIONS}")
    if name:
        _named_robots[name] = (robot, clock)
    return robot, clock


def _servos(name: str) -> tuple[Servo, JawContact | None]:
    """Return the servos that a URL names, and the jaws of a robot without feedback."""
    known = {
        "ideal": (IDEAL_SERVO, None),
        "hobby": (HOBBY_SERVO, None),
        "without-feedback": (HOBBY_SERVO, USUAL_CONTACT),
    }
    if name not in known:
        raise ValueError(f"servos={name} is none of {', '.join(known)}")
    return known[name]


def _pace(text: str) -> float:
    pace = float(text)
    if not 0 < pace < math.inf:
        raise ValueError(f"pace={text} is not a number above 0")
    return pace


def _board(program: Path, rig: Rig, clock: VirtualClock, state: PhysicalState) -> SimulatedUno:
    check_is_drivable(rig)
    return SimulatedUno(program, clock, state, rig=rig)
