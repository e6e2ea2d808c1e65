"""A chip, compiled or in software, and the drive of it, in virtual time."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from random import Random

from firmware_sim.boards.avr import Uno
from firmware_sim.boards.chip import (
    CHANNELS,
    ChipPort,
    EmulatedChip,
    NativeChip,
    SimulatedChip,
)
from firmware_sim.drives.chip_server import ChipServer, Restart
from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.faults import FaultSchedule, FaultSpec
from robot.clock import VirtualClock
from robot.drives.chip import ChipDrive
from robot.drives.drive import Channel, ChannelKind, Segment
from robot.drives.registry import open_drive
from robot.link.port import add_scheme
from robot.link.protocol import LineSplitter, Message, decode, encode
from tests.support.benchmarks import Esp32, Pico, board_outputs
from tests.support.emulated_drive import EmulatedDrive, Outputs

# Channels of an emulated drive have other numbers than those of its chip; motors of a chip.
FIRST, MOTORS = 3, 6
# A port is locked by its name.
_numbers = count()


class ChipBench:
    """A chip that runs in virtual time; a drive reaches the last one at `url`.

    `to_chip` and `to_host` are what the line makes of bytes.
    """

    def __init__(self, emulated: EmulatedChip, clock: VirtualClock | None = None) -> None:
        self.clock = clock or VirtualClock()
        self._emulated = emulated
        self._simulated = SimulatedChip(emulated, self.clock)
        self.to_chip: Callable[[bytes], bytes] = bytes
        self.to_host: Callable[[bytes], bytes] = bytes
        self._seq = 0
        self._drives: list[ChipDrive] = []
        self.url = f"chip://bench://{os.getpid()}-{next(_numbers)}"
        add_scheme("bench", lambda url: self.port())

    def port(self) -> ChipPort:
        """Return the host's end of the line."""
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

    def inject(self, *faults: str, seed: int = 0) -> None:
        """Have faults from now on."""
        specs = map(FaultSpec.parse, faults)
        self._simulated.inject(FaultSchedule(specs, seed, self.clock))

    def repair(self) -> None:
        """End all faults."""
        self._simulated.repair()

    def close(self) -> None:
        """Close all drives."""
        self.repair()
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
        (answer,) = [line for line in lines if line.seq == self._seq]
        return answer

    def send(self, data: bytes) -> list[Message]:
        """Return the lines with which the chip answers raw bytes."""
        self._emulated.read_output()
        self._simulated.receive(data)
        self.wait(0.002)
        return [decode(raw) for raw in LineSplitter().feed(self._emulated.read_output())]


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


class ServedBench(ChipBench):
    """A chip in software over an emulated drive, and the outputs of that."""

    def __init__(
        self,
        kind: ChannelKind = ChannelKind.PULSE,
        drive: type[EmulatedDrive] = EmulatedDrive,
        depth: int = 8,
    ) -> None:
        clock = DeviceClock()
        is_motor = kind is ChannelKind.STEPPER
        limits = (-1e9, 1e9) if is_motor else (400.0, 2600.0)
        count, period = (MOTORS, 0.008) if is_motor else (CHANNELS, 0.02)
        channels = tuple(Channel(number + FIRST, *limits) for number in range(count))
        self.hardware = Outputs(clock, channels=channels)
        self.served = drive(self.hardware, kind, 1.0, depth, period)
        self.chip = ChipServer(self.served, Random(2))
        super().__init__(self.chip, clock)
        clock.devices.append(self._simulated.advance)

    def outputs(self) -> Mapping[int, float | None]:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self.wait(0)
        return {number - FIRST: at for number, at in self.hardware.outputs().items()}

    def cut_power(self) -> None:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self.restart(Restart.LOST_POWER)

    def restart(self, why: Restart) -> None:
        """Restart the chip now."""
        self.wait(0)
        self.chip.restart(why)


class BoardBench(ChipBench):
    """An Uno or a Mega, a Pico or an ESP32-C3 in its emulator, and what its pins do."""

    def __init__(self, board: Uno | Pico | Esp32) -> None:
        self.board = board
        super().__init__(self.board)

    def outputs(self) -> Mapping[int, float | None]:
        """See `robot.conformance.drive_probe.DriveBench`; in whole microseconds."""
        self.wait(0)
        return board_outputs(self.board)

    def cut_power(self) -> None:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self.wait(0)
        self.board.switch_on()


def soon(drive: ChipDrive, channel: int, target: float, seconds: float = 0.5) -> Segment:
    """Return a segment that begins in 0.1 s."""
    return Segment(channel, drive.info.clock.now() + 0.1, target, seconds)
