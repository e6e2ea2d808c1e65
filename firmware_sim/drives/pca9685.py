"""Emulates an NXP PCA9685 (16 outputs of 12 bits) behind the methods of smbus2.

Source: NXP, "PCA9685 Product data sheet", sections 7.3 (registers, restart) and 7.4 (output
enable). A register that the chip does not have is not acknowledged, as an unknown address is.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from pathlib import Path

from robot.clock import Clock

CHANNELS = 16
STEPS = 4096
USUAL_ADDRESS = 0x40
NOMINAL_HZ = 25e6
# The oscillators of chips that people measured: SERVOS.md, "electronics".
SLOWEST_HZ, FASTEST_HZ = 24.0e6, 26.1e6

MODE1, MODE2, FIRST_LED, LAST_LED = 0x00, 0x01, 0x06, 0x45
ALL_LED, ALL_LED_END, PRE_SCALE = 0xFA, 0xFD, 0xFE
RESTART, AUTO_INCREMENT, SLEEP = 0x80, 0x20, 0x10
_FULL = 0x1000
_LEAST_PRE_SCALE = 3
# An oscillator that was asleep needs so long, in seconds, before RESTART may be written.
_WAKING_SECONDS = 500e-6


class EmulatedPca9685:
    """One chip on an I2C bus of its own; the methods with smbus2's names take what smbus2 takes.

    The outputs are on while `output_enable`, a file as a pin of the computer has, contains 1; None
    is a line that is tied to ground, so that they always are. `blocked` counts the writes that the
    chip ignored, `naks` how many of the next transactions it will not acknowledge.
    """

    def __init__(
        self,
        clock: Clock,
        oscillator_hz: float = NOMINAL_HZ,
        address: int = USUAL_ADDRESS,
        output_enable: Path | None = None,
    ) -> None:
        self.blocked = 0
        self.naks = 0
        self._clock = clock
        self._oscillator_hz = oscillator_hz
        self._address = address
        self._output_enable = output_enable
        self.power_on()

    def power_on(self) -> None:
        """Set all registers as they are after power-up: asleep, and no output pulses."""
        self._has_power = True
        self._registers = {MODE1: 0x11, MODE2: 0x04, 2: 0xE2, 3: 0xE4, 4: 0xE8, 5: 0xE0}
        for register in range(FIRST_LED, LAST_LED + 1):
            self._registers[register] = 0x10 if register % 4 == 1 else 0
        self._registers[PRE_SCALE] = 0x1E
        self._pointer = 0
        self._runs = False
        self._woke = self._clock.now()

    def power_off(self) -> None:
        """Take the power from the chip: it neither answers nor pulses."""
        self._has_power = False

    @property
    def period(self) -> float:
        """Return the time between two pulses, in seconds."""
        return STEPS * (self._registers[PRE_SCALE] + 1) / self._oscillator_hz

    def pulses(self, count: int = CHANNELS) -> tuple[float | None, ...]:
        """Return the pulses of the first `count` outputs in microseconds; None for none."""
        return tuple(map(self._pulse, range(count)))

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Write one register."""
        self._write(i2c_addr, bytes((register, value)))

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        """Return one register."""
        return self.read_i2c_block_data(i2c_addr, register, 1)[0]

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Iterable[int]) -> None:
        """Write registers, one after the other where the chip increments by itself."""
        self._write(i2c_addr, bytes((register, *data)))

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Return registers, one after the other where the chip increments by itself."""
        self._write(i2c_addr, bytes((register,)))
        return list(self.read(i2c_addr, length))

    def read(self, i2c_addr: int, length: int) -> bytes:
        """Return bytes from the register that was named last."""
        self._acknowledge(i2c_addr)
        found = bytearray()
        for _ in range(length):
            is_write_only = ALL_LED <= self._pointer <= ALL_LED_END
            found.append(0 if is_write_only else self._registers[self._pointer])
            self._advance()
        return bytes(found)

    def close(self) -> None:
        """Do nothing: the chip goes on as it is when its bus is closed."""

    def _write(self, address: int, data: bytes) -> None:
        self._acknowledge(address)
        if not data:
            return  # the host asks whether a chip is there
        self._pointer, *values = data
        if self._pointer not in self._registers and not ALL_LED <= self._pointer <= ALL_LED_END:
            raise _no_acknowledge()
        # The outputs change at the end of the transaction, all at once.
        for value in values:
            self._store(self._pointer, value)
            self._advance()

    def _acknowledge(self, address: int) -> None:
        if self.naks:
            self.naks -= 1
            raise _no_acknowledge()
        if not self._has_power or address != self._address:
            raise _no_acknowledge()

    def _advance(self) -> None:
        if self._registers[MODE1] & AUTO_INCREMENT:
            ends = self._pointer in (LAST_LED, PRE_SCALE)
            self._pointer = 0 if ends else self._pointer + 1

    def _store(self, register: int, value: int) -> None:
        if register == MODE1:
            self._set_mode(value)
        elif register == PRE_SCALE:
            if self._registers[MODE1] & SLEEP:
                self._registers[PRE_SCALE] = max(value, _LEAST_PRE_SCALE)
            else:
                self.blocked += 1
        elif ALL_LED <= register <= ALL_LED_END:
            for channel in range(CHANNELS):
                self._registers[FIRST_LED + 4 * channel + register - ALL_LED] = value
            self._restart()
        else:
            self._registers[register] = value
            if register >= FIRST_LED:
                self._restart()

    def _set_mode(self, value: int) -> None:
        """Sleep, wake or restart; RESTART is set by the chip and cleared by writing 1."""
        before = self._registers[MODE1]
        restart = before & RESTART
        if value & SLEEP and not before & SLEEP:
            is_active = any(self._width(channel) for channel in range(CHANNELS))
            restart = RESTART if is_active and self._runs else 0
            self._runs = False
        if before & SLEEP and not value & SLEEP:
            self._woke = self._clock.now()
            self._runs = not restart
        self._registers[MODE1] = value & 0x7F | restart
        if value & RESTART and restart and not value & SLEEP:
            if self._clock.now() - self._woke < _WAKING_SECONDS:
                self.blocked += 1
            else:
                self._restart()

    def _restart(self) -> None:
        self._registers[MODE1] &= ~RESTART
        self._runs = not self._registers[MODE1] & SLEEP

    def _pulse(self, channel: int) -> float | None:
        is_on = self._has_power and self._runs and self._outputs_are_enabled()
        width = self._width(channel)
        return width * self.period / STEPS * 1e6 if is_on and width else None

    def _width(self, channel: int) -> int:
        """Return the steps of a period for which an output is high."""
        start = FIRST_LED + 4 * channel
        low, high, off_low, off_high = (self._registers[start + index] for index in range(4))
        on, off = high << 8 | low, off_high << 8 | off_low
        if off & _FULL:
            return 0
        return STEPS if on & _FULL else (off - on) % STEPS

    def _outputs_are_enabled(self) -> bool:
        return self._output_enable is None or self._output_enable.read_text().strip() == "1"


def _no_acknowledge() -> OSError:
    """Return what Linux raises for a byte that no chip acknowledges."""
    return OSError(errno.EREMOTEIO, "Remote I/O error")
