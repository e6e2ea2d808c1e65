"""A Raspberry Pi Pico with a program of the firmware, run by rp2040js in virtual time."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import IO

from firmware_sim.boards.chip import CHANNELS

FOLDER = Path(__file__).parents[1] / "firmware" / "rp2040"
COMPILER = "arm-none-eabi-gcc"
FIRST_PIN = 2
MOTORS = 6


def missing() -> list[str]:
    """Return what is missing to build the programs and to run them."""
    tools = [tool for tool in (COMPILER, "node") if shutil.which(tool) is None]
    emulator = FOLDER / "node_modules" / "rp2040js"
    return tools if emulator.is_dir() else [*tools, f"rp2040js (`npm ci --prefix {FOLDER}`)"]


class Pico:
    """The emulated chip: what it receives and sends, and the edges of its pins."""

    def __init__(self, program: Path) -> None:
        """Start a program, a UF2 file."""
        self._emulator = subprocess.Popen(
            ["node", FOLDER / "emulator.mjs", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._now = 0.0
        self._to_chip = bytearray()
        self._from_chip = bytearray()
        self._levels: dict[int, int] = {}
        self._rises: dict[int, float] = {}
        self._pulses: dict[int, float] = {}
        self._steps = dict.fromkeys(range(MOTORS), 0)

    def close(self) -> None:
        """End the emulator."""
        for pipe in (self._emulator.stdin, self._emulator.stdout):
            _opened(pipe).close()
        self._emulator.wait()

    def _order(self, order: str) -> None:
        print(order, file=_opened(self._emulator.stdin), flush=True)
        self._now, sent, edges = json.loads(_opened(self._emulator.stdout).readline())
        self._from_chip += bytes.fromhex(sent)
        for at, pin, level in edges:
            self._take_edge(at, pin - FIRST_PIN, level)

    def _take_edge(self, at: float, channel: int, level: int) -> None:
        was = self._levels.get(channel, 0)
        self._levels[channel] = level
        if level and not was:
            self._rises[channel] = at
            if channel < MOTORS:
                self._steps[channel] += 1 if self._levels.get(channel + MOTORS) else -1
        elif was and not level:
            self._pulses[channel] = at - self._rises[channel]

    @property
    def seconds(self) -> float:
        """See `EmulatedChip`."""
        return self._now / 1e6

    def send(self, data: bytes) -> None:
        """See `EmulatedChip`."""
        self._to_chip += data

    def run(self, seconds: float) -> bool:
        """See `EmulatedChip`."""
        if seconds > self.seconds or self._to_chip:
            self._order(f"run {1e6 * seconds} {self._to_chip.hex()}")
            self._to_chip.clear()
        return True

    def read_output(self) -> bytes:
        """See `EmulatedChip`."""
        data = bytes(self._from_chip)
        self._from_chip.clear()
        return data

    def pulses(self) -> tuple[float | None, ...]:
        """Return the width of each servo's last pulse in microseconds; None without pulses."""
        return tuple(self._pulses.get(servo) for servo in range(CHANNELS))

    def rise(self, servo: int) -> float:
        """Return when a servo's last pulse began, in microseconds since the start."""
        return self._rises.get(servo, 0.0)

    def steps(self, motor: int) -> int:
        """Return how far a motor has gone."""
        return self._steps[motor]

    def last_step(self, motor: int) -> float:
        """Return when a motor made its last step, in microseconds since the start."""
        return self._rises[motor]

    def switch_on(self) -> None:
        """Switch the chip off and on: its memory is lost."""
        self._order("power")

    def hang(self) -> None:
        """Put the main loop into an endless loop; its interrupts are still served."""
        self._order("hang")

    def press(self, *, pressed: bool) -> None:
        """Press or release the stop button."""
        self._order(f"press {int(not pressed)}")


def _opened(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
