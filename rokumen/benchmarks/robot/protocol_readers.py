"""The readers of protocol lines that the fuzz test sends damaged lines to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Protocol

from firmware_sim.firmware.firmware import Firmware
from firmware_sim.firmware.native import NativeFirmware
from robot.clock import VirtualClock
from robot.errors import FrameError
from robot.link.protocol import LineSplitter, Message, decode, encode
from robot.rigs.actuators import Completed, MotionOutcome, ServoReading, jogged
from robot.rigs.command import Grip, Jog, Move, Pose
from robot.rigs.registry import load_rig


class Reader(Protocol):
    """A program under test that reads lines."""

    @property
    def motions(self) -> int:
        """Return the number of motions started by lines."""
        ...

    def synchronise(self) -> None:
        """Prepare to receive number 2. Raises AssertionError if it no longer responds."""
        ...

    def receive(self, data: bytes) -> None:
        """Process bytes."""
        ...


class HostReader:
    """The host's reader: all input must give a line or a FrameError."""

    motions = 0

    def __init__(self) -> None:
        self._splitter = LineSplitter()

    def synchronise(self) -> None:
        """See `Reader.synchronise`."""

    def receive(self, data: bytes) -> None:
        """See `Reader.receive`."""
        for line in self._splitter.feed(data):
            with suppress(FrameError):
                decode(line)


class _Motors:
    """Servos that reach their targets at once, and count the motions."""

    def __init__(self) -> None:
        self.drives = 0
        self._outcome: MotionOutcome | None = None

    def start(self, command: Move | Grip) -> None:
        self.drives += 1
        self._outcome = Completed(0.0)

    @property
    def can(self) -> tuple[str, ...]:
        return ("load", "off", "jog")

    @property
    def has_power(self) -> bool:
        """Return True: the motors are taken to hold their places."""
        return True

    def unpower(self) -> None: ...

    def jog(self, jog: Jog) -> int:
        self.drives += 1
        return jogged(1500, jog.step)

    def find_home(self) -> None: ...

    def halt(self) -> None:
        self._outcome = None

    def is_stopped(self) -> bool:
        return True

    def read(self) -> ServoReading:
        return ServoReading(Pose((0.0, 0.0), ("closed", "closed")), 1.0)

    def poll(self) -> MotionOutcome | None:
        outcome, self._outcome = self._outcome, None
        return outcome

    def next_wakeup(self) -> float | None:
        return None


class SimulatedReader:
    """The simulated robot's firmware."""

    def __init__(self) -> None:
        self._motors = _Motors()
        clock = VirtualClock()
        self._firmware = Firmware(load_rig("two-gripper"), self._motors, clock, Random(0))

    @property
    def motions(self) -> int:
        """See `Reader.motions`."""
        return self._motors.drives

    def synchronise(self) -> None:
        """See `Reader.synchronise`."""
        _make_ready(self.receive, lambda: b"".join(self._firmware.read_output()))

    def receive(self, data: bytes) -> None:
        """See `Reader.receive`."""
        self._firmware.receive(data)


class BoardReader:
    """The board's firmware, compiled for this computer."""

    def __init__(self, library: Path) -> None:
        self._firmware = NativeFirmware(library)
        self._firmware.erase_eeprom()
        self._firmware.boot()

    @property
    def motions(self) -> int:
        """See `Reader.motions`."""
        return self._firmware.pulse_change_count

    def synchronise(self) -> None:
        """See `Reader.synchronise`."""
        _make_ready(self.receive, self._firmware.read_output, partial(self._firmware.advance, 1500))

    def receive(self, data: bytes) -> None:
        """See `Reader.receive`."""
        self._firmware.receive(data)
        self._firmware.advance(5)


def _make_ready(
    receive: Callable[[bytes], None],
    take: Callable[[], bytes],
    rest: Callable[[], None] = lambda: None,
) -> None:
    """Home a firmware, so that it expects number 2."""
    receive(b"\n")
    for seq, verb in enumerate(("HELLO", "CLEAR", "HOME"), start=1):
        fields = (("proto", "1"),) if verb == "HELLO" else ()
        receive(encode(Message(seq, verb, fields)))
        for _ in range(6):
            rest()
            receive(b"?")
    take()
    receive(encode(Message(1, "HELLO", (("proto", "1"),))))
    if b"1 done proto=1" not in take():
        raise AssertionError("it no longer responds to HELLO")


def readers(library: Path | None) -> dict[str, Callable[[], Reader]]:
    """Return factories of the readers by name; `library` is the board's firmware, if any."""
    factories: dict[str, Callable[[], Reader]] = {
        "the host": HostReader,
        "the simulated robot": SimulatedReader,
    }
    if library is not None:
        factories["the board's firmware"] = partial(BoardReader, library)
    return factories
