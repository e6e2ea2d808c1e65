"""An ESP32-C3 with a program of the firmware: its processor is Unicorn's, its devices are our own.

The devices are those that the board file uses, by the chip's technical reference manual; an
instruction takes about as long as three of its bytes.
"""

from __future__ import annotations

import math
import shutil
import struct
from collections import deque
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.support.board_pins import BoardPins
from firmware_sim.errors import SimulatorError

COMPILER = "riscv64-unknown-elf-gcc"
SERVO_PINS = (0, 1, 3, 4, 5, 6, 7, 10)
STEP_PINS = (0, 1, 3, 4, 5, 6)
DIRECTION_PINS = (2, 8, 9, 10, 18, 19)
BUTTON_PIN = 9
BYTE_US = 1e7 / 115200

CODE, DATA, MEMORY_BYTES = 0x40380000, 0x3FC90000, 0x20000
DEVICES, DEVICES_BYTES = 0x60000000, 0x100000
UART, GPIO, RTC, MUX = 0x0, 0x4000, 0x8000, 0x9000
TIMER, SYSTEM, MATRIX = 0x1F000, 0xC0000, 0xC2000
MACHINE_INTERRUPTS = 8
ENDLESS_LOOP = 0x0000006F
# What is written to these registers counts while another one holds a key.
LOCKS = {
    RTC + 0x90: (RTC + 0xA8, 0x50D83AA1),
    RTC + 0xAC: (RTC + 0xB0, 0x8F1D312A),
    **{TIMER + at: (TIMER + 0x64, 0x50D83AA1) for at in range(0x48, 0x64, 4)},
}
# What the chip's own program leaves on resets a program that does not switch it off.
OWN_WATCHDOG_US = 1e6


class Esp32(BoardPins):
    """The emulated chip: what it receives and sends, and the edges of its pins."""

    def __init__(self, program: Path) -> None:
        """Start a program, an image for its flash memory.

        Raises SimulatorError where it cannot be run.
        """
        if lacking := self.missing():
            raise SimulatorError(f"an ESP32-C3 cannot be emulated: {', '.join(lacking)} missing")
        if not program.is_file():
            raise SimulatorError(f"there is no {str(program)!r}: `make -C firmware esp32`")
        unicorn: Any = import_module("unicorn")
        self._registers: Any = import_module("unicorn.riscv_const")
        self._image = program.read_bytes()
        motors = "-steps" in program.name
        channels = STEP_PINS if motors else SERVO_PINS
        super().__init__(channels, DIRECTION_PINS if motors else ())
        self._core: Any = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
        self._core.mem_map(CODE, MEMORY_BYTES)
        self._core.mem_map(DATA, MEMORY_BYTES)
        self._core.mmio_map(
            DEVICES, DEVICES_BYTES, self._read_device, None, self._write_device, None
        )
        self._core.hook_add(unicorn.UC_HOOK_BLOCK, self._enter_block)
        self._now = self._until = self._stop_at = 0.0
        self._sent = bytearray()
        self._button = 1
        self._random = Random(1)
        self._reset(cause=1)

    @staticmethod
    def missing() -> list[str]:
        """Return what is missing to build programs and to run them."""
        lacking = [] if shutil.which(COMPILER) else [COMPILER]
        return lacking if find_spec("unicorn") else [*lacking, "unicorn"]

    def _reset(self, cause: int) -> None:
        """Load the program as the chip's own one does, with its devices as that leaves them."""
        self._devices: dict[int, int] = {
            RTC + 0x38: cause,
            RTC + 0x90: 1 << 31,
            SYSTEM + 0x58: 1,
        }
        self._began = self._fed = self._timer_from = self._now
        self._arriving: deque[tuple[float, int]] = deque()
        self._received: deque[int] = deque()
        self._sending: deque[float] = deque()
        self._outputs = 0
        self._alarm_raised = self._asleep = False
        _, count, _, _, entry = struct.unpack_from("<4BI", self._image)
        offset = 24
        for _ in range(count):
            address, length = struct.unpack_from("<2I", self._image, offset)
            self._core.mem_write(address, self._image[offset + 8 : offset + 8 + length])
            offset += 8 + length
        self._write_register("MSTATUS", 0x1800)
        self._write_register("PC", entry)

    def _read_register(self, name: str) -> int:
        return int(self._core.reg_read(getattr(self._registers, f"UC_RISCV_REG_{name}")))

    def _write_register(self, name: str, value: int) -> None:
        self._core.reg_write(getattr(self._registers, f"UC_RISCV_REG_{name}"), value)

    # The devices.

    def _ticks(self) -> int:
        return int(self._now - self._timer_from)

    def _read_device(self, _core: Any, address: int, _size: int, _data: Any) -> int:
        if address == UART:
            return self._received.popleft() if self._received else 0
        if address == UART + 0x1C:
            self._finish_sending()
            return len(self._received) | len(self._sending) << 16
        if address == GPIO + 0x3C:
            is_pulled_up = self._devices.get(MUX + 4 + 4 * BUTTON_PIN, 0) & 0x300 == 0x300
            return (self._button & is_pulled_up) << BUTTON_PIN
        if address == TIMER + 4:
            return self._ticks() & 0xFFFFFFFF
        if address == TIMER + 0xC:
            return 0
        if address == 0x260B0:
            return self._random.getrandbits(32)
        return self._devices.get(address, 0)

    def _write_device(self, _core: Any, address: int, _size: int, value: int, _data: Any) -> None:
        if address == UART:
            last = max(self._sending[-1] if self._sending else 0.0, self._now)
            self._sending.append(last + BYTE_US)
            self._sent.append(value)
        elif address in (GPIO + 8, GPIO + 0xC):
            before = self._outputs
            self._outputs = before | value if address == GPIO + 8 else before & ~value
            self._show_pins(before ^ self._outputs)
        elif address in LOCKS and self._devices.get(LOCKS[address][0]) != LOCKS[address][1]:
            return
        elif address == TIMER + 0x60:
            self._fed = self._now
        elif address == TIMER + 0x7C:
            self._alarm_raised = False
        elif address == TIMER + 0x20:
            self._timer_from = self._now
        else:
            self._devices[address] = value
        self._stop_at = self._next_event()

    def _show_pins(self, changed: int) -> None:
        for pin in range(22):
            is_output = (
                self._devices.get(GPIO + 0x24, 0) >> pin & 1
                and self._devices.get(GPIO + 0x554 + 4 * pin) == 128
                and self._devices.get(MUX + 4 + 4 * pin, 0) >> 12 & 7 == 1
            )
            if changed >> pin & 1 and is_output:
                self.take_edge(self._now, pin, self._outputs >> pin & 1)

    def _finish_sending(self) -> None:
        while self._sending and self._sending[0] <= self._now:
            self._sending.popleft()

    def _pending_line(self) -> int:
        """Return the line of an interrupt that is due and let through, 0 without one."""
        self._finish_sending()
        enabled = self._devices.get(UART + 0xC, 0)
        of_uart = (enabled & 1 and self._received) or (enabled & 2 and not self._sending)
        lines = self._devices.get(MATRIX + 0x104, 0)
        of_timer = self._alarm_raised and self._devices.get(TIMER + 0x70, 0) & 1
        for due, source in ((of_timer, 0x80), (of_uart, 0x54)):
            line = self._devices.get(MATRIX + source, 0)
            priority = self._devices.get(MATRIX + 0x114 + 4 * line, 0)
            least = max(1, self._devices.get(MATRIX + 0x194, 0))
            if due and lines >> line & 1 and priority >= least:
                return line
        return 0

    # The time.

    def _alarm_at(self) -> float:
        if not self._devices.get(TIMER, 0) & 1 << 10:
            return math.inf
        high, low = self._devices.get(TIMER + 0x14, 0), self._devices.get(TIMER + 0x10, 0)
        return self._timer_from + (high << 32 | low)

    def _next_event(self) -> float:
        arrives = self._arriving[0][0] if self._arriving else math.inf
        sent = self._sending[-1] if self._sending else math.inf
        return min(self._until, self._alarm_at(), arrives, sent)

    def _enter_block(self, _core: Any, _address: int, size: int, _data: Any) -> None:
        divider = (self._devices.get(SYSTEM + 0x58, 0) & 0x3FF) + 1
        self._now += size / 3 * divider / 40
        if self._now >= self._stop_at:
            self._is_stopped = True
            self._core.emu_stop()

    def _meet_events(self) -> None:
        while self._arriving and self._arriving[0][0] <= self._now:
            self._received.append(self._arriving.popleft()[1])
        if self._alarm_at() <= self._now:
            self._devices[TIMER] &= ~(1 << 10)
            self._alarm_raised = True
        is_on = self._devices.get(TIMER + 0x48, 0) >> 31
        milliseconds = self._devices.get(TIMER + 0x50, 0)
        own = self._devices[RTC + 0x90] >> 31 or not self._devices.get(RTC + 0xAC, 0) >> 31
        if is_on and self._now - self._fed > 1000 * milliseconds:
            self._reset(cause=7)
        elif own and self._now - self._began > OWN_WATCHDOG_US:
            self._reset(cause=9)

    def _step(self) -> None:
        """Run to the next event, or let time pass to it while the program sleeps."""
        self._meet_events()
        self._stop_at = self._next_event()
        line = self._pending_line()
        status = self._read_register("MSTATUS")
        if line and status & MACHINE_INTERRUPTS:
            self._write_register("MEPC", self._read_register("PC"))
            self._write_register("MSTATUS", status & ~MACHINE_INTERRUPTS | 0x1880)
            self._write_register("PC", (self._read_register("MTVEC") & ~0xFF) + 4 * line)
        elif line:
            # It is looked at again after some instructions.
            self._stop_at = min(self._stop_at, self._now + 1.0)
        elif self._asleep:
            self._now = self._stop_at
            return
        self._asleep = self._is_stopped = False
        self._core.emu_start(self._read_register("PC"), 0xFFFFFFFF)
        self._asleep = not self._is_stopped

    def run(self, seconds: float) -> bool:
        """See `EmulatedChip`."""
        self._until = 1e6 * seconds
        while self._now < self._until:
            self._step()
        return True

    # What is around it.

    @property
    def seconds(self) -> float:
        """See `EmulatedChip`."""
        return self._now / 1e6

    def send(self, data: bytes) -> None:
        """See `EmulatedChip`."""
        for byte in data:
            last = max(self._arriving[-1][0] if self._arriving else 0.0, self._now)
            self._arriving.append((last + BYTE_US, byte))

    def read_output(self) -> bytes:
        """See `EmulatedChip`."""
        self._finish_sending()
        done = len(self._sent) - len(self._sending)
        data = bytes(self._sent[:done])
        del self._sent[:done]
        return data

    def switch_on(self) -> None:
        """Switch the chip off and on: its memory is lost."""
        for start in (CODE, DATA):
            self._core.mem_write(start, self._random.randbytes(MEMORY_BYTES))
        self._sent.clear()
        self._reset(cause=1)

    def hang(self) -> None:
        """Put the main loop into an endless loop; its interrupts are still served."""
        while not self._read_register("MSTATUS") & MACHINE_INTERRUPTS:
            self._until = self._now + 1.0
            self._step()
        at = CODE + MEMORY_BYTES - 4
        self._core.mem_write(at, ENDLESS_LOOP.to_bytes(4, "little"))
        self._write_register("PC", at)
        self._asleep = False

    def press(self, *, pressed: bool) -> None:
        """Press or release the stop button."""
        self._button = int(not pressed)
