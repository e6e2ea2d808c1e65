"""Feetech bus servos, STS and SCS, by frames of our own.

Source: Feetech, "STS series memory table". A servo is told its next place each period, and turns
there itself; it holds its last place, with torque, when nobody tells it another. Places are said as
the pulses of a hobby servo: 1500 µs is the middle, and 2000 µs are 180 degrees, so that rigs, files
and limits are the same for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from robot.clock import Clock, SystemClock
from robot.drives.drive import Channel, ChannelKind, ChannelState, Feedback
from robot.drives.drive_urls import PULSE_OPTIONS, number_option, parse_url, pulse_channels
from robot.drives.feetech_frames import REPLY_SECONDS, FeetechClient, error_words
from robot.drives.segments import check_channel
from robot.drives.stepped_drive import SteppedDrive, stepped_info
from robot.errors import DriveError
from robot.link.serial_device import SerialDevice, closed_on_error, open_device
from robot.rigs.command import USUAL_PULSE_PER_DEGREE

_HIGHEST_ID = 0xFC
_SMALL_NUMBERS = "1-16"
LIMITS, TORQUE, GOAL, TORQUE_LIMIT, STATE = 9, 40, 42, 48, 40
_STATE_BYTES = 31
# Where in these bytes: see the memory table.
_POSITION, _LOAD, _VOLTS, _DEGREES, _STATUS, _CURRENT = 16, 20, 22, 23, 25, 29
_LOAD_SIGN, _FULL_LOAD = 1 << 10, 1000
_AMPERES = 0.0065
_MIDDLE_PULSE = 1500.0
# The first motion of a servo that gets torque, in counts a second: an STS turns 88 degrees.
_ENABLING_SPEED = 1000


@dataclass(frozen=True, slots=True)
class Series:
    """What the servos of a series have in common: counts, degrees of them all, order of bytes."""

    counts: int
    degrees: float
    is_big_endian: bool
    has_torque_limit: bool

    @property
    def step(self) -> float:
        """Return the microseconds of a count."""
        return self.degrees / self.counts * USUAL_PULSE_PER_DEGREE

    def pulse(self, count: int) -> float:
        """Return the pulse of a place."""
        return _MIDDLE_PULSE + (count - self.counts // 2) * self.step

    def count(self, pulse: float) -> int:
        """Return the place of a pulse."""
        return self.counts // 2 + round((pulse - _MIDDLE_PULSE) / self.step)

    def word(self, pair: bytes) -> int:
        """Return two bytes of a register as a number."""
        return int.from_bytes(pair, "big" if self.is_big_endian else "little")

    def pair(self, word: int) -> bytes:
        """Return a number as two bytes of a register."""
        return word.to_bytes(2, "big" if self.is_big_endian else "little")


SERIES = {
    "sts": Series(4096, 360.0, is_big_endian=False, has_torque_limit=True),
    "scs": Series(1024, 300.0, is_big_endian=True, has_torque_limit=False),
}


class FeetechDrive(SteppedDrive):
    """The servos of one bus: `feetech:///dev/ttyACM0?channels=1,2,3,4&baud=1000000&series=sts`."""

    def __init__(
        self,
        port: SerialDevice,
        channels: tuple[Channel, ...],
        series: Series = SERIES["sts"],
        clock: Clock | None = None,
    ) -> None:
        clock = clock or SystemClock()
        self._series = series
        self._client = FeetechClient(port, clock)
        own = tuple(map(self._within_its_own, channels))
        feedback = frozenset(Feedback)
        super().__init__(
            stepped_info("Feetech bus", own, series.step, clock, ChannelKind.SERVO, feedback)
        )

    @classmethod
    def open(cls, url: str) -> Self:
        """See `Drive`. Without `channels` it has the servos of small numbers that answer."""
        options = {"channels": "", "baud": "1000000", "series": "sts", **PULSE_OPTIONS}
        device, options = parse_url(url, options)
        if options["series"] not in SERIES:
            raise DriveError(f"series={options['series']!r} is none of {', '.join(SERIES)}")
        numbers = options["channels"] or _SMALL_NUMBERS
        channels = pulse_channels({**options, "channels": numbers}, _HIGHEST_ID)
        baud = round(number_option(options, "baud", 38_400, 1_000_000))
        port = open_device(device, baud, REPLY_SECONDS)
        with closed_on_error(port):
            if not options["channels"]:
                client = FeetechClient(port, SystemClock())
                channels = tuple(each for each in channels if client.is_there(each.number))
            if not channels:
                raise DriveError(
                    f"no servo with a number of {_SMALL_NUMBERS} answers: check the baud rate, "
                    "the cable and the power"
                )
            return cls(port, channels, SERIES[options["series"]])

    def commanded(self) -> dict[int, float | None]:
        """See `SteppedDrive`."""
        return {state.channel: state.commanded for state in self.read()}

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        return tuple(self._state(each.number) for each in self.info.channels)

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SteppedDrive`.

        A goal alone gives a servo torque, so that one that lost its power is asked first.
        """
        for number, target in targets.items():
            state = self._state(number)
            if state.commanded is None:
                raise DriveError(f"servo {number} has lost its torque: look at its supply", number)
            self._client.write(number, GOAL, self._goal(target, 0))

    def power(self, channel: int, target: float) -> None:
        """See `SteppedDrive`. The servo goes there slowly."""
        self._client.write(channel, GOAL, self._goal(target, _ENABLING_SPEED))
        self._client.write(channel, TORQUE, b"\x01")

    def end(self) -> None:
        """See `SteppedDrive`. A protection that has come on ends as well."""
        failed = None
        for each in self.info.channels:
            try:
                self._client.write(each.number, TORQUE, b"\x00")
            except DriveError as error:
                failed = error
        if failed is not None:
            raise failed

    def limit(self, channel: int, share: float) -> None:
        """See `Drive`."""
        if not self._series.has_torque_limit:
            super().limit(channel, share)
        check_channel(self.info, channel)
        if not 0 <= share <= 1:
            raise DriveError(f"servo {channel}: {share} is no share of its torque", channel, share)
        limit = self._series.pair(round(share * _FULL_LOAD))
        self._client.write(channel, TORQUE_LIMIT, limit)

    def close(self) -> None:
        """See `Drive`."""
        super().close()
        self._client.close()

    def _within_its_own(self, channel: Channel) -> Channel:
        """Return a servo with the narrower of its limits and those that are stored in it."""
        series = self._series
        registers = self._client.read(channel.number, LIMITS, 4)
        low, high = series.word(registers[:2]), series.word(registers[2:])
        if low >= high:  # none are stored
            low, high = 0, series.counts - 1
        lowest, highest = series.pulse(low), series.pulse(high)
        return Channel(channel.number, max(channel.lowest, lowest), min(channel.highest, highest))

    def _goal(self, target: float, speed: int) -> bytes:
        """Return goal, time and speed; a speed of 0 is the servo's own."""
        pair = self._series.pair
        return pair(self._series.count(target)) + pair(0) + pair(speed)

    def _state(self, number: int) -> ChannelState:
        registers = self._client.read(number, STATE, _STATE_BYTES)

        def word(at: int) -> int:
            return self._series.word(registers[at : at + 2])

        return ChannelState(
            number,
            self.info.clock.now(),
            commanded=self._series.pulse(word(GOAL - STATE)) if registers[TORQUE - STATE] else None,
            measured=self._series.pulse(word(_POSITION) % self._series.counts),
            load=min((word(_LOAD) & ~_LOAD_SIGN) / _FULL_LOAD, 1.0),
            current=(word(_CURRENT) & 0x7FFF) * _AMPERES,
            volts=registers[_VOLTS] / 10,
            temperature=float(registers[_DEGREES]),
            errors=error_words(registers[_STATUS]),
        )
