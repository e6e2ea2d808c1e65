"""Servos on an NXP PCA9685, by I2C and smbus2.

Source: NXP, "PCA9685 Product data sheet", sections 7.3 and 7.4. Its clock is 25 MHz in the data
sheet and 24.0 to 26.1 MHz in chips that people measured, so that a pulse can be off by 4.6% until
`clock` says what it is: `calibrated_clock` finds it from one pulse that was measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, Self

from files.wording import reason
from robot.clock import Clock, SystemClock
from robot.drives.device_access import i2c_problem, pin_problem
from robot.drives.drive import Channel, ChannelKind, DriveInfo, OnSilence
from robot.drives.drive_urls import PULSE_OPTIONS, number_option, parse_url, pulse_channels
from robot.drives.output_guard import SILENT_SECONDS, GuardProcess, OutputPin
from robot.drives.stepped_drive import DEPTH, SteppedDrive
from robot.errors import DriveError
from robot.link.serial_device import closed_on_error

NOMINAL_HZ, SLOWEST_HZ, FASTEST_HZ = 25e6, 23e6, 27e6
STEPS = 4096
MODE1, FIRST_LED, PRE_SCALE = 0x00, 0x06, 0xFE
AUTO_INCREMENT, SLEEP, RESTART = 0x20, 0x10, 0x80
_FULL_OFF = 0x10
_FREQUENCY, _LOWEST_HZ, _HIGHEST_HZ = 50.0, 40.0, 350.0
# The oscillator needs 500 µs to start.
_WAKING_SECONDS = 0.001


class I2cBus(Protocol):
    """What is used of smbus2's SMBus."""

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Write a register."""
        ...

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        """Return a register."""
        ...

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write registers that follow one another."""
        ...

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Return registers that follow one another."""
        ...

    def close(self) -> None:
        """Close the bus."""
        ...


class Pca9685Drive(SteppedDrive):
    """One chip: `pca9685:///dev/i2c-1?address=0x40&channels=0-3&clock=25000000&oe=FILE`.

    With `oe`, the file of the pin at the output-enable line, pulses end when the program does;
    without it they go on.
    """

    def __init__(
        self,
        bus: I2cBus,
        channels: tuple[Channel, ...],
        address: int = 0x40,
        clock_hz: float = NOMINAL_HZ,
        pin: OutputPin | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._bus, self._address, self._pin = bus, address, pin
        self._pre_scale = self._running_pre_scale() or round(clock_hz / STEPS / _FREQUENCY) - 1
        self._step = (self._pre_scale + 1) / clock_hz * 1e6
        super().__init__(
            DriveInfo(
                f"PCA9685 {address:#04x}",
                tuple(map(self._in_steps, channels)),
                ChannelKind.PULSE,
                unit="µs",
                step=self._step,
                period_s=self._step * STEPS / 1e6,
                depth=DEPTH,
                clock=clock or SystemClock(),
                on_silence=OnSilence.OFF if pin else OnSilence.HOLD,
                watchdog_s=SILENT_SECONDS if pin else None,
            )
        )
        if not _LOWEST_HZ <= 1 / self.info.period_s <= _HIGHEST_HZ:
            raise DriveError(
                f"{self.info.name} pulses at {1 / self.info.period_s:.0f} Hz for something else "
                "than servos: switch its power off and on"
            )

    @classmethod
    def open(cls, url: str) -> Self:
        """See `Drive`."""
        options = {"address": "0x40", "channels": "0-3", "clock": "25e6", "oe": "", **PULSE_OPTIONS}
        device, options = parse_url(url, options)
        channels = pulse_channels(options, 15)
        address = round(number_option(options, "address", 0x40, 0x7F))
        clock_hz = number_option(options, "clock", SLOWEST_HZ, FASTEST_HZ)
        pin = Path(options["oe"]) if options["oe"] else None
        if problem := i2c_problem(Path(device)) or (pin_problem(pin) if pin else None):
            raise DriveError(str(problem))
        from smbus2 import SMBus

        try:
            bus = SMBus(device)
        except OSError as error:
            raise DriveError(f"{device} is no I2C bus: {reason(error)}") from error
        clock = SystemClock()
        guarded = OutputPin(pin, GuardProcess(pin), clock) if pin else None
        with closed_on_error(bus, *filter(None, (guarded,))):
            return cls(bus, channels, address, clock_hz, guarded, clock)

    def commanded(self) -> dict[int, float | None]:
        """See `SteppedDrive`."""
        if self._is_asleep() or (self._pin and not self._pin.is_on):
            return dict.fromkeys(each.number for each in self.info.channels)
        return {each.number: self._pulse(each.number) for each in self.info.channels}

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SteppedDrive`. An output is set in one transaction, so that no pulse is of two."""
        if self._is_asleep():
            raise DriveError(f"{self.info.name} has lost its power: look at its supply")
        for number, target in targets.items():
            self._set(number, round(target / self._step))

    def power(self, channel: int, target: float) -> None:
        """See `SteppedDrive`."""
        if self._is_asleep():
            self._bus.write_byte_data(self._address, MODE1, SLEEP | AUTO_INCREMENT)
            self._bus.write_byte_data(self._address, PRE_SCALE, self._pre_scale)
            self._end_pulses()
            self._bus.write_byte_data(self._address, MODE1, AUTO_INCREMENT)
            self.info.clock.sleep(_WAKING_SECONDS)
        if self._pin and not self._pin.is_on:
            self._end_pulses()
            self._pin.switch(True)
        self._set(channel, round(target / self._step))

    def end(self) -> None:
        """See `SteppedDrive`."""
        if self._pin:
            self._pin.switch(False)
        if not self._is_asleep():
            self._end_pulses()

    def beat(self) -> None:
        """See `Drive`."""
        if self._pin:
            self.ask(self._pin.beat)
            if not self._pin.is_on:
                # The guard has ended the pulses: what was on its way does not go on later.
                self._queue.clear()
        super().beat()

    def close(self) -> None:
        """See `Drive`."""
        super().close()
        if self._pin:
            self._pin.close()
        self._bus.close()

    def _running_pre_scale(self) -> int | None:
        """Return the prescaler of a chip that pulses already, with blocks made possible."""
        try:
            mode = self._bus.read_byte_data(self._address, MODE1)
        except OSError as error:
            raise DriveError(
                f"no PCA9685 answers at {self._address:#04x}: {reason(error)}"
            ) from error
        if mode & SLEEP:
            return None
        if not mode & AUTO_INCREMENT:
            self._bus.write_byte_data(self._address, MODE1, mode & ~RESTART | AUTO_INCREMENT)
        return self._bus.read_byte_data(self._address, PRE_SCALE)

    def _in_steps(self, channel: Channel) -> Channel:
        """Return a channel whose limits are the nearest pulses that the chip can make."""
        low, high = (round(limit / self._step) for limit in (channel.lowest, channel.highest))
        return Channel(channel.number, low * self._step, high * self._step)

    def _is_asleep(self) -> bool:
        return bool(self._bus.read_byte_data(self._address, MODE1) & SLEEP)

    def _pulse(self, channel: int) -> float | None:
        registers = self._bus.read_i2c_block_data(self._address, FIRST_LED + 4 * channel, 4)
        on_low, on_high, off_low, off_high = registers
        width = ((off_high << 8 | off_low) - (on_high << 8 | on_low)) % STEPS
        return None if off_high & _FULL_OFF or not width else width * self._step

    def _set(self, channel: int, off: int) -> None:
        registers = [0, 0, off & 0xFF, off >> 8]
        self._bus.write_i2c_block_data(self._address, FIRST_LED + 4 * channel, registers)

    def _end_pulses(self) -> None:
        for channel in self.info.channels:
            self._set(channel.number, _FULL_OFF << 8)


def calibrated_clock(clock_hz: float, commanded: float, measured: float) -> float:
    """Return a chip's clock, in Hz, whose pulse came out otherwise than commanded with `clock_hz`.

    `measured`: by an oscilloscope or a logic analyser, in the unit of `commanded`. Raises
    DriveError where no chip's clock is so far off.
    """
    found = clock_hz * commanded / measured if measured > 0 else float("nan")
    if not SLOWEST_HZ <= found <= FASTEST_HZ:
        raise DriveError(
            f"a pulse of {commanded:g} µs that measures {measured:g} µs would be a clock of "
            f"{found / 1e6:.1f} MHz; a PCA9685's is from {SLOWEST_HZ / 1e6:g} to "
            f"{FASTEST_HZ / 1e6:g}"
        )
    return found
