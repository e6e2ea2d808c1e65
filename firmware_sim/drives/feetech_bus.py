"""Emulates a bus of Feetech servos: the frames, whose replies all go over one wire.

Source: Feetech, "SCS/STS communication protocol": FF FF, id, length, instruction, parameters, and
the complement of the sum of all after the two FF.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_sim.drives.feetech import STATUS, EmulatedFeetechServo
from robot.clock import Clock

PING, READ, WRITE, REG_WRITE, ACTION = 1, 2, 3, 4, 5
SYNC_READ, SYNC_WRITE = 0x82, 0x83
BROADCAST = 0xFE
HEADER = b"\xff\xff"
_SMALLEST_FRAME = 6
_STEP_SECONDS = 0.001
_POLL_SECONDS = 0.001


@dataclass(slots=True)
class BusFaults:
    """What is wrong with the line. A number says for how many of the next replies.

    With `echo` the host reads its own bytes, as where an adapter joins its two wires. `wrong_ids`
    come from the next servo's id, `bad_sums` have another sum, `short` end early, `lost` never
    come. At another `baud` than the servos' nothing is understood.
    """

    echo: bool = False
    wrong_ids: int = 0
    bad_sums: int = 0
    short: int = 0
    lost: int = 0
    has_wrong_baud: bool = False


class EmulatedFeetechBus:
    """All servos of one bus: `receive` takes the host's bytes, `read_output` returns the answers.

    Two servos of one id answer at the same time, and what the host reads is neither's frame.
    """

    def __init__(self, clock: Clock, servos: Sequence[EmulatedFeetechServo]) -> None:
        self.servos = tuple(servos)
        self.faults = BusFaults()
        self.has_power = True
        self._clock = clock
        self._last_step = clock.now()
        self._in = bytearray()
        self._out = bytearray()
        self._waiting: dict[int, tuple[int, bytes]] = {}

    def power_off(self) -> None:
        """Take the power from all servos: they stay where they are, and none answers."""
        self.has_power = False

    def power_on(self) -> None:
        """Give the power back."""
        self.has_power = True
        for servo in self.servos:
            servo.power_on()

    def advance(self) -> None:
        """Move the servos for the milliseconds that have passed."""
        while self._last_step + _STEP_SECONDS <= self._clock.now():
            self._last_step += _STEP_SECONDS
            if self.has_power:
                for servo in self.servos:
                    servo.step()

    def receive(self, data: bytes) -> None:
        """Process bytes from the host."""
        self.advance()
        if self.faults.echo:
            self._out += data
        if not self.has_power or self.faults.has_wrong_baud:
            return
        self._in += data
        while (frame := self._next_frame()) is not None:
            self._execute(frame)

    def read_output(self) -> bytes:
        """Return, once, the bytes that go to the host."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def goals(self) -> tuple[float | None, ...]:
        """Return where each servo is told to be, in counts; None for one without torque."""
        return tuple(servo.goal if self.has_power else None for servo in self.servos)

    def _next_frame(self) -> bytes | None:
        """Return the next whole frame with a right sum, from the id to before the sum."""
        while True:
            start = self._in.find(HEADER)
            if start < 0:
                del self._in[: max(len(self._in) - 1, 0)]
                return None
            del self._in[:start]
            if len(self._in) < _SMALLEST_FRAME or len(self._in) < self._in[3] + 4:
                return None
            frame = bytes(self._in[2 : self._in[3] + 4])
            if checksum(frame[:-1]) == frame[-1]:
                del self._in[: len(frame) + 2]
                return frame[:-1]
            del self._in[0]

    def _execute(self, frame: bytes) -> None:
        number, _, instruction, *rest = frame
        parameters = bytes(rest)
        if instruction == SYNC_WRITE:
            self._write_to_many(parameters)
        elif instruction == SYNC_READ:
            for each in parameters[2:]:
                self._reply(each, READ, parameters[:2])
        elif instruction == ACTION:
            self._act()
        elif number != BROADCAST:
            self._reply(number, instruction, parameters)

    def _write_to_many(self, parameters: bytes) -> None:
        """Store one piece of data in each servo that is named; none of them answers."""
        address, length, *rest = parameters
        for index in range(0, len(rest), length + 1):
            for servo in self._named(rest[index]):
                servo.store(address, bytes(rest[index + 1 : index + 1 + length]))

    def _act(self) -> None:
        for number, (address, data) in self._waiting.items():
            for servo in self._named(number):
                servo.store(address, data)
        self._waiting.clear()

    def _reply(self, number: int, instruction: int, parameters: bytes) -> None:
        named = self._named(number)
        frames = [self._answer(servo, instruction, parameters) for servo in named]
        if not frames:
            return
        frame = frames[0]
        if len(frames) > 1:
            # Both pull the wire down, a little apart in time.
            frame = bytes(one & other for one, other in zip(frame, frames[1][1:], strict=False))
        self._out += self._with_faults(frame)

    def _answer(self, servo: EmulatedFeetechServo, instruction: int, parameters: bytes) -> bytes:
        data = b""
        if instruction == READ:
            address, length = parameters
            data = bytes(servo.registers[address : address + length])
        elif instruction == WRITE:
            servo.store(parameters[0], parameters[1:])
        elif instruction == REG_WRITE:
            self._waiting[servo.registers[5]] = parameters[0], parameters[1:]
        content = bytes((servo.registers[5], len(data) + 2, servo.registers[STATUS])) + data
        return HEADER + content + bytes((checksum(content),))

    def _with_faults(self, frame: bytes) -> bytes:
        faults = self.faults
        if faults.lost:
            faults.lost -= 1
            return b""
        if faults.short:
            faults.short -= 1
            return frame[:-2]
        if faults.bad_sums:
            faults.bad_sums -= 1
            return frame[:-1] + bytes((frame[-1] ^ 0x55,))
        if faults.wrong_ids:
            faults.wrong_ids -= 1
            content = bytes((frame[2] + 1,)) + frame[3:-1]
            return HEADER + content + bytes((checksum(content),))
        return frame

    def _named(self, number: int) -> list[EmulatedFeetechServo]:
        return [servo for servo in self.servos if servo.registers[5] == number]


class FeetechWire:
    """The port of a bus, as pySerial's: a read ends with what there is after `timeout` seconds."""

    def __init__(self, bus: EmulatedFeetechBus, clock: Clock, timeout: float = 0.018) -> None:
        self._bus = bus
        self._clock = clock
        self.timeout: float | None = timeout
        self._received = bytearray()

    def read(self, size: int = 1, /) -> bytes:
        """Return `size` bytes, or fewer after the time-out."""
        end = self._clock.now() + (self.timeout or 0.0)
        while True:
            self._received += self._bus.read_output()
            if len(self._received) >= size or self._clock.now() >= end:
                found = bytes(self._received[:size])
                del self._received[:size]
                return found
            self._clock.sleep(_POLL_SECONDS)
            self._bus.advance()

    def write(self, data: bytes, /) -> int:
        """Send bytes."""
        self._bus.receive(data)
        return len(data)

    def reset_input_buffer(self) -> None:
        """Discard what came and was not read."""
        self._bus.read_output()
        self._received.clear()

    def close(self) -> None:
        """Do nothing: the servos go on as they are."""


def checksum(content: bytes) -> int:
    """Return the complement of the sum of a frame's bytes."""
    return ~sum(content) & 0xFF
