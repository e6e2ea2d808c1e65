"""`ev3://DEVICE`: the motors of a LEGO EV3 with its own firmware, by direct commands.

DEVICE is /dev/hidraw0 for a brick at the USB port, or a serial port such as /dev/rfcomm0 for one by
Bluetooth. `?gears=3,1` behind it are the turns of the motors at ports A, B, ... for one turn of
what they drive. Places are said as the pulses of a hobby servo: 1500 µs is where a motor stood when
the brick was switched on, and 2000 µs are 180 degrees of what it drives. A brick has no goals, but
steps: each period a motor is told to turn by the degrees that it is behind its target, and then
to hold. So it stops by itself where the program is silent.

The package ev3-dc speaks the same commands; it is under the GPL, and needs two others for speech.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Self

from robot.clock import Clock, SystemClock
from robot.drives.device_access import ev3_problem
from robot.drives.drive import Channel, ChannelKind, ChannelState, Feedback
from robot.drives.drive_urls import PULSE_OPTIONS, gear_option, parse_url, pulse_channels
from robot.drives.ev3_frames import (
    GET_COUNT,
    GET_TYPE_AND_MODE,
    INPUT_DEVICE,
    OUTPUT_START,
    OUTPUT_STOP,
    STEP_SPEED,
    TIMER_READ,
    BrickPort,
    Ev3Client,
    answer_at,
    open_brick,
    operation,
)
from robot.drives.stepped_drive import PERIOD_SECONDS, SteppedDrive, stepped_info
from robot.errors import DriveError
from robot.link.serial_device import closed_on_error
from robot.rigs.command import USUAL_PULSE_PER_DEGREE

PORTS = "ABCD"
_MIDDLE_PULSE = 1500.0
# The kinds of motors, and degrees a second at full speed: 170 and 260 turns a minute.
TOP_SPEEDS = {7: 1020.0, 8: 1560.0}
# The first motion of a motor that gets power, as a percentage of its speed.
_ENABLING_SPEED = 20
# How often a motor that has not arrived by its steps is told again.
_CORRECTIONS = 5
# The status of a brick: its time in ms, four counts, and kind and mode of four motors.
_STATUS = struct.Struct("<I4i8B")
_FIRST_SENSOR = 16


class Ev3Drive(SteppedDrive):
    """The motors of one brick; `gears` are those of channels that have any."""

    def __init__(
        self,
        port: BrickPort,
        channels: tuple[Channel, ...],
        gears: Mapping[int, float],
        clock: Clock | None = None,
    ) -> None:
        self._client = Ev3Client(port, clock or SystemClock())
        self._gears = gears
        self._milliseconds = 0
        self._counts: tuple[int, ...] = ()
        self._kinds: tuple[int, ...] = ()
        self._targets: dict[int, float | None] = {each.number: None for each in channels}
        # How often those that were told to move may be told again.
        self._corrections: dict[int, int] = {}
        step = USUAL_PULSE_PER_DEGREE / min(map(self._gear, self._targets))
        feedback = frozenset((Feedback.MEASURED,))
        super().__init__(
            stepped_info("LEGO EV3", channels, step, clock, ChannelKind.SERVO, feedback)
        )
        self.ask(self._look)

    @classmethod
    def open(cls, url: str) -> Self:
        """See `Drive`."""
        device, options = parse_url(url, {"channels": "0-3", "gears": "1", **PULSE_OPTIONS})
        channels = pulse_channels(options, len(PORTS) - 1)
        gears = gear_option(options, len(PORTS))
        if device.startswith("/dev/hidraw") and (problem := ev3_problem(Path(device))):
            raise DriveError(str(problem))
        port = open_brick(device)
        with closed_on_error(port):
            return cls(port, channels, gears)

    def commanded(self) -> dict[int, float | None]:
        """See `SteppedDrive`."""
        self._look()
        return dict(self._targets)

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        return tuple(
            replace(state, measured=self._pulse(state.channel)) for state in super().read()
        )

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SteppedDrive`."""
        self._look()
        for number, target in targets.items():
            if self._targets[number] is None:
                raise DriveError(f"the EV3 has restarted: port {PORTS[number]} is limp", number)
            self._require_motor(number)
            self._targets[number] = target
            self._corrections[number] = _CORRECTIONS
        self._turn(targets)

    def power(self, channel: int, target: float) -> None:
        """See `SteppedDrive`. The motor goes there slowly."""
        self._look()
        self._require_motor(channel)
        steps = self._steps(channel, target, _ENABLING_SPEED)
        self._client.request(steps or operation(OUTPUT_STOP, 0, 1 << channel, 1))
        self._targets[channel] = target

    def end(self) -> None:
        """See `SteppedDrive`."""
        bits = sum(1 << each.number for each in self.info.channels)
        self._client.request(operation(OUTPUT_STOP, 0, bits, 0))
        self._corrections.clear()
        self._targets = dict.fromkeys(self._targets)

    def beat(self) -> None:
        """See `Drive`. Motors that have not arrived by their steps are told again."""
        super().beat()
        if self._corrections and self._queue.is_empty:
            self.ask(self._correct)

    def close(self) -> None:
        """See `Drive`."""
        super().close()
        self._client.close()

    def _correct(self) -> None:
        self._look()
        behind = {}
        for number, left in tuple(self._corrections.items()):
            target = self._targets[number]
            if not left or target is None or self._degrees(number, target) == self._counts[number]:
                del self._corrections[number]
            else:
                behind[number] = target
                self._corrections[number] -= 1
        self._turn(behind)

    def _turn(self, targets: Mapping[int, float]) -> None:
        """Let motors turn to targets within a period."""
        steps = (self._steps(number, target) for number, target in targets.items())
        if operations := b"".join(steps):
            self._client.request(operations)

    def _steps(self, number: int, target: float, speed: int | None = None) -> bytes:
        """Return the operations that turn a motor to a target, at a percentage of its speed.

        Without a speed it arrives within a period.
        """
        way = self._degrees(number, target) - self._counts[number]
        if not way:
            return b""
        if speed is None:
            needed = abs(way) / PERIOD_SECONDS / TOP_SPEEDS[self._kinds[number]]
            speed = min(ceil(100 * needed), 100)
        bit = 1 << number
        signed = speed if way > 0 else -speed
        turn = operation(STEP_SPEED, 0, bit, signed, 0, abs(way), 0, 1)
        return turn + operation(OUTPUT_START, 0, bit)

    def _look(self) -> None:
        """Ask the brick for its time, and where its motors are."""
        operations = operation(TIMER_READ, answer_at(0))
        for number in range(len(PORTS)):
            operations += operation(GET_COUNT, 0, number, answer_at(4 + 4 * number))
            kind, mode = answer_at(20 + 2 * number), answer_at(21 + 2 * number)
            sensor = _FIRST_SENSOR + number
            operations += operation(INPUT_DEVICE, GET_TYPE_AND_MODE, 0, sensor, kind, mode)
        time, *rest = _STATUS.unpack(self._client.request(operations, _STATUS.size))
        self._counts, self._kinds = tuple(rest[:4]), tuple(rest[4::2])
        if time < self._milliseconds:
            self._targets = dict.fromkeys(self._targets)
        self._milliseconds = time

    def _require_motor(self, number: int) -> None:
        if self._kinds[number] not in TOP_SPEEDS:
            raise DriveError(
                f"no motor answers at the EV3's port {PORTS[number]}: look at its plug", number
            )

    def _gear(self, number: int) -> float:
        return self._gears.get(number, 1.0)

    def _degrees(self, number: int, target: float) -> int:
        """Return what a motor's count is at a target."""
        return round((target - _MIDDLE_PULSE) / USUAL_PULSE_PER_DEGREE * self._gear(number))

    def _pulse(self, number: int) -> float | None:
        """Return where a motor is, None where there is none."""
        if self._kinds[number] not in TOP_SPEEDS:
            return None
        turned = self._counts[number] / self._gear(number)
        return _MIDDLE_PULSE + turned * USUAL_PULSE_PER_DEGREE
