"""A compiled chip, and the drive of it, in virtual time."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from random import Random

from firmware_sim.boards.avr import Uno
from firmware_sim.boards.chip import (
    ChipPort,
    EmulatedChip,
    NativeChip,
    Restart,
    SimulatedChip,
)
from robot.clock import VirtualClock
from robot.drives.chip import ChipDrive
from robot.drives.drive import Segment
from robot.drives.registry import open_drive
from robot.link.port import add_scheme
from robot.link.protocol import LineSplitter, Message, decode, encode
from tests.support.pico import Pico

# A pulse begins this long after the one before at the latest, in microseconds.
LATEST_US = 20_100
# A port is locked by its name.
_numbers = count()


class ChipBench:
    """A chip that runs in virtual time; a drive reaches the last one at `url`.

    `to_chip` and `to_host` are what the line makes of bytes.
    """

    def __init__(self, emulated: EmulatedChip) -> None:
        self.clock = VirtualClock()
        self._emulated = emulated
        self._simulated = SimulatedChip(emulated, self.clock)
        self.to_chip: Callable[[bytes], bytes] = bytes
        self.to_host: Callable[[bytes], bytes] = bytes
        self._seq = 0
        self._drives: list[ChipDrive] = []
        self.url = f"chip://bench://{os.getpid()}-{next(_numbers)}"
        add_scheme("bench", self._port)

    def _port(self, url: str) -> ChipPort:
        return ChipPort(
            self._simulated,
            self.clock,
            lambda data: self.to_chip(data),
            lambda data: self.to_host(data),
        )

    def drive(self, limits: str = "") -> ChipDrive:
        """Return a drive of the chip."""
        drive = open_drive(self.url + limits)
        assert isinstance(drive, ChipDrive)
        self._drives.append(drive)
        return drive

    def close(self) -> None:
        """Close all drives."""
        self.to_chip = self.to_host = bytes
        for drive in self._drives:
            drive.close()

    def wait(self, seconds: float) -> None:
        """Let time pass without a host."""
        self.clock.sleep(seconds)
        self._simulated.advance()

    def wait_with(self, drive: ChipDrive, seconds: float) -> None:
        """Let time pass with the beats of a host."""
        end = self.clock.now() + seconds
        while (left := end - self.clock.now()) > 0:
            self.wait(min(left, 0.1))
            drive.beat()

    def say(self, verb: str, **fields: int | str) -> Message:
        """Return the chip's answer to a line of its own, without a drive."""
        self._seq = 1 if verb == "HELLO" else self._seq + 1
        texts = tuple((key, str(value)) for key, value in fields.items())
        self._simulated.receive(encode(Message(self._seq, verb, texts)))
        self.wait(0.001)
        lines = [decode(raw) for raw in LineSplitter().feed(self._emulated.read_output())]
        (answer,) = [line for line in lines if isinstance(line, Message) and line.seq == self._seq]
        return answer

    def send(self, data: bytes) -> list[Message]:
        """Return the lines with which the chip answers raw bytes."""
        self._emulated.read_output()
        self._simulated.receive(data)
        self.wait(0.002)
        lines = [decode(raw) for raw in LineSplitter().feed(self._emulated.read_output())]
        return [line for line in lines if isinstance(line, Message)]


class NativeBench(ChipBench):
    """The firmware of a library, and what its pins do."""

    def __init__(self, library: Path) -> None:
        self.chip = NativeChip(library)
        super().__init__(self.chip)

    def outputs(self) -> Mapping[int, float | None]:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self.wait(0)
        return dict(enumerate(self.chip.pulses()))

    def cut_power(self) -> None:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self.restart(Restart.LOST_POWER)

    def restart(self, why: Restart) -> None:
        """Restart the chip now."""
        self.wait(0)
        self.chip.restart(why)


class BoardBench(ChipBench):
    """An Uno or a Mega in simavr, or a Pico in rp2040js, and what its pins do."""

    def __init__(self, board: Uno | Pico) -> None:
        self.board = board
        super().__init__(self.board)

    def outputs(self) -> Mapping[int, float | None]:
        """See `robot.conformance.drive_probe.DriveBench`; in whole microseconds."""
        self.wait(0)
        now = 1e6 * self.board.seconds
        return {
            servo: None
            if pulse is None or now - self.board.rise(servo) > LATEST_US
            else round(pulse)
            for servo, pulse in enumerate(self.board.pulses())
        }

    def cut_power(self) -> None:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self.wait(0)
        self.board.switch_on()


def soon(drive: ChipDrive, channel: int, target: float, seconds: float = 0.5) -> Segment:
    """Return a segment that begins in 0.1 s."""
    return Segment(channel, drive.info.clock.now() + 0.1, target, seconds)


def damaging(
    random: Random, *, bytes_share: float = 0.0, writes_share: float = 0.0
) -> Callable[[bytes], bytes]:
    """Return a line that damages a bit of some of its bytes, or of one byte of some writes."""

    def damage(data: bytes) -> bytes:
        damaged = bytearray(data)
        for place in range(len(damaged)):
            if random.random() < bytes_share:
                damaged[place] ^= 1 << random.randrange(8)
        if damaged and random.random() < writes_share:
            damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
        return bytes(damaged)

    return damage
