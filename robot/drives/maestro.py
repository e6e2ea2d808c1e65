"""A Pololu Maestro as a drive: a pulse for each servo, whose steps this computer makes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Self

from robot.clock import Clock
from robot.drives.drive import Channel, Segment
from robot.drives.drive_urls import PULSE_OPTIONS, parse_url, pulse_channels
from robot.drives.maestro_protocol import (
    REPLY_SECONDS,
    TICKS_PER_SECOND,
    UNITS_PER_MICROSECOND,
    MaestroClient,
)
from robot.drives.segments import check_target
from robot.drives.stepped_drive import SteppedDrive, stepped_info
from robot.errors import DriveError
from robot.link.protocol import BAUD, StopLevel
from robot.link.serial_device import SerialDevice, closed_on_error, open_device
from robot.rigs.command import JOG_SPEED

NAME = "rokumen-maestro/0.1.0"

# The largest Maestro has 24 channels.
_HIGHEST_CHANNEL = 23
# Late replies to a host before this one: at most so many bytes.
_LATE_BYTES = 256
# The highest limit of a speed that a Maestro takes, and that of relaxing, in the Maestro's units.
_FASTEST = 0x3FFF
_RELAX_UNITS = int(JOG_SPEED * UNITS_PER_MICROSECOND / TICKS_PER_SECOND)


class MaestroDrive(SteppedDrive):
    """The servos on some channels of a Maestro, which does not measure; see `Drive`.

    A program that ends, or is killed, leaves the outputs where they are.
    """

    def __init__(
        self, port: SerialDevice, channels: tuple[Channel, ...], clock: Clock | None = None
    ) -> None:
        super().__init__(stepped_info(NAME, channels, 1 / UNITS_PER_MICROSECOND, clock))
        self._port = port
        self._maestro = MaestroClient(port)
        # The targets and the limits of speed that were sent last, in the Maestro's units.
        self._sent: dict[int, int] = {}
        self._speeds: dict[int, int] = {}
        self._maestro.stop_script()
        self._maestro.discard_earlier()
        for channel in channels:
            self._maestro.set_acceleration(channel.number, 0)

    @classmethod
    def open(cls, url: str) -> Self:
        """Return the drive at `maestro://DEVICE?channels=0,1,2,3`.

        Raises DriveError, and PortError for a device that cannot be opened.
        """
        device, options = parse_url(url, {"channels": "0-3", **PULSE_OPTIONS})
        channels = pulse_channels(options, _HIGHEST_CHANNEL)
        port = open_device(device, BAUD, REPLY_SECONDS[0])
        with closed_on_error(port):
            port.read(_LATE_BYTES)
            return cls(port, channels)

    def commanded(self) -> dict[int, float | None]:
        """See `SteppedDrive`. Raises DriveError for an error that the board has recorded."""
        if errors := self._maestro.errors():
            raise DriveError(f"Maestro error: {', '.join(errors)}; check the cable")
        return {
            number: units / UNITS_PER_MICROSECOND if units else None
            for number, units in self._positions().items()
        }

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`. The board limits the speed of channels too, in case that steps come late."""
        was_empty = self._queue.is_empty
        super().start(segments)
        for number in {each.channel for each in segments}:
            fastest = self._queue.fastest(number) * UNITS_PER_MICROSECOND / TICKS_PER_SECOND
            units = min(math.ceil(fastest) + 1, _FASTEST)
            if was_empty or units > self._speeds.get(number, 0):
                self._limit_speed(number, units)
        self.beat()

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """See `Drive`. The board relaxes by itself, also once this program has ended."""
        for number in targets:
            check_target(self.info, number, targets[number])
        self._queue.clear()
        if level is StopLevel.OFF:
            self.end()
            return
        for number, units in self._positions().items():
            if units and number not in targets:
                self._maestro.set_target(number, units)
            elif units:
                self._limit_speed(number, _RELAX_UNITS)
                self._maestro.set_target(number, round(targets[number] * UNITS_PER_MICROSECOND))

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SteppedDrive`. Raises DriveError for a channel that has lost its power."""
        for number, units in self._maestro.positions(tuple(targets)).items():
            if not units:
                raise DriveError(f"channel {number} of the Maestro has lost its power", number)
        for number, pulse in targets.items():
            units = round(pulse * UNITS_PER_MICROSECOND)
            if self._sent.get(number) != units:
                self._maestro.set_target(number, units)
                self._sent[number] = units
        if self._queue.is_empty:
            self._sent.clear()

    def power(self, channel: int, target: float) -> None:
        """See `SteppedDrive`. A Maestro gives a first pulse without a ramp."""
        self._maestro.set_target(channel, round(target * UNITS_PER_MICROSECOND))

    def end(self) -> None:
        """See `SteppedDrive`."""
        for channel in self.info.channels:
            self._maestro.set_target(channel.number, 0)

    def close(self) -> None:
        """See `Drive`."""
        super().close()
        self._port.close()

    def _limit_speed(self, number: int, units: int) -> None:
        self._maestro.set_speed(number, units)
        self._speeds[number] = units

    def _positions(self) -> dict[int, int]:
        return self._maestro.positions([each.number for each in self.info.channels])
