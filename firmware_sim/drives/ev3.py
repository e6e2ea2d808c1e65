"""Emulates a LEGO EV3 with its own firmware: direct commands that turn motors by steps.

Source: LEGO, "EV3 Firmware Developer Kit", chapter 4. A motor turns at the speed that it is told,
without coming up to it, and holds where its steps end.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from robot.clock import Clock

LARGE_MOTOR, NO_MOTOR = 7, 126
_TOP_SPEED = 1020.0
_STEP_SECONDS = 0.001
_HEAD = struct.Struct("<HHB")
_REPLY, _ERROR = 0x02, 0x04
_NO_REPLY = 0x80
_FIRST_SENSOR = 16


class EmulatedEv3Motor:
    """A motor: `position` is where it is, `goal` where it is told to be, None if it turns freely.

    Both are in degrees from where it stood when the brick was switched on. Between `stops` it turns
    freely; what it presses on there does not give way.
    """

    def __init__(self) -> None:
        self.kind = LARGE_MOTOR
        self.stops = (-1e9, 1e9)
        self.position = 0.0
        self.switch_on()

    def switch_on(self) -> None:
        """Be as after the brick was switched on: here it counts from."""
        self.stops = (self.stops[0] - self.position, self.stops[1] - self.position)
        self.position = 0.0
        self.goal: float | None = None
        self.zero = 0.0
        # What it is told to do from the next start on, and by how many degrees a second.
        self.waiting: tuple[float, float] | None = None
        self.speed = 0.0

    @property
    def count(self) -> int:
        """Return how far it has turned since its count was cleared."""
        return round(self.position - self.zero)

    def start(self) -> None:
        """Begin to turn by the steps that it was told."""
        if self.waiting is not None:
            way, self.speed = self.waiting
            self.goal = round(self.position) + way
            self.waiting = None

    def stop(self, brake: int) -> None:
        """Hold here, or turn freely."""
        self.goal, self.waiting = (self.position if brake else None), None

    def step(self) -> None:
        """Move for a millisecond."""
        if self.goal is None:
            return
        way = self.speed * _STEP_SECONDS
        moved = self.position + min(max(self.goal - self.position, -way), way)
        self.position = min(max(moved, self.stops[0]), self.stops[1])


@dataclass(slots=True)
class BrickFaults:
    """What is wrong with the way to it. A number says for how many of the next replies.

    `lost` never come, `short` end early, and `wrong_numbers` are of another command; a brick that
    is not `in_range` hears nothing.
    """

    lost: int = 0
    short: int = 0
    wrong_numbers: int = 0
    in_range: bool = True


class EmulatedEv3:
    """A brick with four motors: `receive` takes frames, `read_output` returns the replies."""

    def __init__(self, clock: Clock) -> None:
        self.motors = tuple(EmulatedEv3Motor() for _ in range(4))
        self.faults = BrickFaults()
        self._clock = clock
        self._last_step = self._began = clock.now()
        self._in = b""
        self._out = b""
        self._answer = bytearray()
        # The operations: what they do, and how many parameters they have.
        self._operations: dict[int, tuple[Callable[..., None], int]] = {
            0x87: (self._read_timer, 1),
            0x99: (self._say_type, 5),
            0xA2: (self._ignore, 2),
            0xA3: (self._stop, 3),
            0xA6: (self._start, 2),
            0xA9: (self._test, 3),
            0xAE: (self._turn, 7),
            0xB2: (self._clear_count, 2),
            0xB3: (self._say_count, 3),
        }

    def restart(self) -> None:
        """Switch it off and on."""
        self.advance()
        self._began = self._clock.now()
        self._in = self._out = b""
        for motor in self.motors:
            motor.switch_on()

    def advance(self) -> None:
        """Move the motors for the milliseconds that have passed."""
        while self._last_step + _STEP_SECONDS <= self._clock.now():
            self._last_step += _STEP_SECONDS
            for motor in self.motors:
                motor.step()

    def receive(self, data: bytes) -> None:
        """Process bytes from the host."""
        self.advance()
        if not self.faults.in_range:
            return
        self._in += data
        while len(self._in) >= 2 and len(self._in) >= 2 + int.from_bytes(self._in[:2], "little"):
            end = 2 + int.from_bytes(self._in[:2], "little")
            frame, self._in = self._in[:end], self._in[end:]
            self._execute(frame)

    def read_output(self) -> bytes:
        """Return, once, the bytes that go to the host."""
        out, self._out = self._out, b""
        return out

    def goals(self) -> tuple[float | None, ...]:
        """Return where each motor is told to be, in degrees; None for one that turns freely."""
        return tuple(None if each.kind == NO_MOTOR else each.goal for each in self.motors)

    def _execute(self, frame: bytes) -> None:
        _, number, kind = _HEAD.unpack(frame[: _HEAD.size])
        (header,) = struct.unpack("<H", frame[_HEAD.size : _HEAD.size + 2])
        self._answer = bytearray(header & 0x3FF)
        operations = iter(frame[_HEAD.size + 2 :])
        told = _REPLY
        for code in operations:
            if code not in self._operations:
                told, self._answer = _ERROR, bytearray()
                break
            action, count = self._operations[code]
            action(*(_parameter(operations) for _ in range(count)))
        if not kind & _NO_REPLY:
            self._reply(number, told)

    def _reply(self, number: int, kind: int) -> None:
        faults = self.faults
        if faults.lost:
            faults.lost -= 1
            return
        if faults.wrong_numbers:
            faults.wrong_numbers -= 1
            number ^= 0x55
        frame = _HEAD.pack(_HEAD.size - 2 + len(self._answer), number, kind) + self._answer
        if faults.short:
            faults.short -= 1
            frame = frame[:-1]
        self._out += frame

    def _of(self, bits: int) -> Iterator[EmulatedEv3Motor]:
        for index, motor in enumerate(self.motors):
            if bits >> index & 1 and motor.kind != NO_MOTOR:
                yield motor

    def _read_timer(self, place: int) -> None:
        milliseconds = round((self._clock.now() - self._began) * 1000)
        struct.pack_into("<I", self._answer, place, milliseconds)

    def _say_type(self, command: int, layer: int, port: int, kind: int, mode: int) -> None:
        motor = port - _FIRST_SENSOR
        self._answer[kind] = self.motors[motor].kind if 0 <= motor < 4 else NO_MOTOR
        self._answer[mode] = 0

    def _stop(self, layer: int, bits: int, brake: int) -> None:
        for motor in self._of(bits):
            motor.stop(brake)

    def _start(self, layer: int, bits: int) -> None:
        for motor in self._of(bits):
            motor.start()

    def _test(self, layer: int, bits: int, place: int) -> None:
        moving = any(each.goal not in (None, each.position) for each in self._of(bits))
        self._answer[place] = moving

    def _turn(
        self, layer: int, bits: int, speed: int, up: int, steps: int, down: int, brake: int
    ) -> None:
        way = (up + steps + down) * (1 if speed > 0 else -1)
        for motor in self._of(bits):
            motor.waiting = way, abs(speed) / 100 * _TOP_SPEED

    def _clear_count(self, layer: int, bits: int) -> None:
        for motor in self._of(bits):
            motor.zero = motor.position

    def _say_count(self, layer: int, port: int, place: int) -> None:
        struct.pack_into("<i", self._answer, place, self.motors[port].count)

    def _ignore(self, *_: int) -> None:
        """Do nothing: what it resets is not told."""


def _parameter(data: Iterator[int]) -> int:
    """Return the next parameter: a constant, or the place of an answer."""
    first = next(data)
    if not first & 0x80:
        value = first & 0x1F
        return value - 32 if first & 0x60 == 0x20 else value
    size = (0, 1, 2, 4)[first & 0x03]
    return int.from_bytes(bytes(next(data) for _ in range(size)), "little", signed=True)


class BrickWire:
    """The way to a brick, as `robot.drives.ev3_frames.BrickPort` describes it."""

    reply_seconds = 0.015

    def __init__(self, brick: EmulatedEv3, clock: Clock) -> None:
        self._brick = brick
        self._clock = clock

    def receive(self) -> bytes:
        """Return the next frame, nothing after the time-out."""
        end = self._clock.now() + self.reply_seconds
        while not (frame := self._brick.read_output()) and self._clock.now() < end:
            self._clock.sleep(_STEP_SECONDS)
            self._brick.advance()
        return frame

    def write(self, data: bytes, /) -> int:
        """Send a frame."""
        self._brick.receive(data)
        return len(data)

    def close(self) -> None:
        """Do nothing: the brick goes on as it is."""
