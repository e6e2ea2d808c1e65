"""A Raspberry Pi Pico with a program of the firmware, run by rp2040js in virtual time."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import IO
from weakref import finalize

from benchmarks.support.board_pins import BoardPins
from firmware_sim.errors import SimulatorError

FOLDER = Path(__file__).parents[2] / "firmware" / "simulated" / "rp2040"
COMPILER = "arm-none-eabi-gcc"
SERVO_PINS = range(2, 10)
STEP_PINS, DIRECTION_PINS = range(2, 8), range(8, 14)


class Pico(BoardPins):
    """The emulated chip: what it receives and sends, and the edges of its pins."""

    def __init__(self, program: Path) -> None:
        """Start a program, a UF2 file. Raises SimulatorError where it cannot be run."""
        if lacking := self.missing():
            raise SimulatorError(f"an RP2040 cannot be emulated: {', '.join(lacking)} missing")
        if not program.is_file():
            raise SimulatorError(f"there is no {str(program)!r}: `make -C firmware pico`")
        motors = "-steps" in program.name
        super().__init__(STEP_PINS if motors else SERVO_PINS, DIRECTION_PINS if motors else ())
        self._emulator = subprocess.Popen(
            ["node", FOLDER / "emulator.mjs", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._end = finalize(self, _end, self._emulator)
        self._now = 0.0
        self._to_chip = bytearray()
        self._from_chip = bytearray()

    @staticmethod
    def missing() -> list[str]:
        """Return what is missing to build programs and to run them."""
        tools = [tool for tool in (COMPILER, "node") if shutil.which(tool) is None]
        emulator = FOLDER / "node_modules" / "rp2040js"
        return tools if emulator.is_dir() else [*tools, "rp2040js"]

    def close(self) -> None:
        """End the emulator."""
        self._end()

    def _order(self, order: str) -> None:
        print(order, file=_opened(self._emulator.stdin), flush=True)
        self._now, sent, edges = json.loads(_opened(self._emulator.stdout).readline())
        self._from_chip += bytes.fromhex(sent)
        for at, pin, level in edges:
            self.take_edge(at, pin, level)

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

    def switch_on(self) -> None:
        """Switch the chip off and on: its memory is lost."""
        self._order("power")

    def hang(self) -> None:
        """Put the main loop into an endless loop; its interrupts are still served."""
        self._order("hang")

    def press(self, *, pressed: bool) -> None:
        """Press or release the stop button."""
        self._order(f"press {int(not pressed)}")


def _end(emulator: subprocess.Popen[str]) -> None:
    for pipe in (emulator.stdin, emulator.stdout):
        _opened(pipe).close()
    emulator.wait()


def _opened(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
