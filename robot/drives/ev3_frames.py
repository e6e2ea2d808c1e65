"""The frames of an EV3's direct commands, a client, and the ways to the brick.

Source: LEGO, "EV3 Communication Developer Kit" and "EV3 Firmware Developer Kit": a frame has its
length without itself, a number that its reply repeats, its kind, how many bytes the reply returns,
and operations with their parameters.
"""

from __future__ import annotations

import os
import select
import struct
from pathlib import Path
from typing import Protocol

from robot.clock import Clock
from robot.link.serial_device import open_device, port_error

OUTPUT_STOP, STEP_SPEED, OUTPUT_START, GET_COUNT = 0xA3, 0xAE, 0xA6, 0xB3
TIMER_READ, INPUT_DEVICE, GET_TYPE_AND_MODE = 0x87, 0x99, 0x05
WITH_REPLY, REPLY = 0x00, 0x02
# A report of USB, and what is answered by USB and by a serial port over Bluetooth, in seconds.
_REPORT_BYTES = 1024
_USB_SECONDS, _SERIAL_SECONDS = 0.015, 0.1
_HEAD = struct.Struct("<HHB")


class BrickPort(Protocol):
    """A way to a brick; `reply_seconds`: how long an answer takes at most."""

    reply_seconds: float

    def receive(self) -> bytes:
        """Return the next frame, less or nothing of one after `reply_seconds`."""
        ...

    def write(self, data: bytes, /) -> int | None:
        """Send a frame."""
        ...

    def close(self) -> None:
        """Close it."""
        ...


class HidPort:
    """A brick at the USB port, by the kernel's file /dev/hidraw0. Raises PortError."""

    reply_seconds = _USB_SECONDS

    def __init__(self, path: str) -> None:
        try:
            self._file = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        except OSError as error:
            raise port_error(path, error) from error

    def receive(self) -> bytes:
        """See `BrickPort`. What is behind a frame in a report is padding."""
        if not select.select([self._file], [], [], self.reply_seconds)[0]:
            return b""
        report = os.read(self._file, _REPORT_BYTES)
        return report[: 2 + int.from_bytes(report[:2], "little")]

    def write(self, data: bytes, /) -> int:
        """See `BrickPort`. A report begins with its number, which an EV3's have not."""
        return os.write(self._file, b"\0" + data.ljust(_REPORT_BYTES, b"\0"))

    def close(self) -> None:
        """See `BrickPort`."""
        os.close(self._file)


class SerialBrickPort:
    """A brick by Bluetooth, at a serial port such as /dev/rfcomm0. Raises PortError."""

    reply_seconds = _SERIAL_SECONDS

    def __init__(self, device: str) -> None:
        self._port = open_device(device, 115_200, _SERIAL_SECONDS)

    def receive(self) -> bytes:
        """See `BrickPort`."""
        head = self._port.read(2)
        return head + self._port.read(int.from_bytes(head, "little"))

    def write(self, data: bytes, /) -> int | None:
        """See `BrickPort`."""
        self._port.reset_input_buffer()
        return self._port.write(data)

    def close(self) -> None:
        """See `BrickPort`."""
        self._port.close()


def open_brick(device: str) -> BrickPort:
    """Return the way to the brick at a device. Raises PortError."""
    return HidPort(device) if Path(device).name.startswith("hidraw") else SerialBrickPort(device)


class Ev3Client:
    """Client of a brick."""

    def __init__(self, port: BrickPort, clock: Clock) -> None:
        self._port = port
        self._clock = clock
        # Replies to a program of before may still be on their way.
        self._number = round(clock.now() * 1000) % 0xFFFF

    def request(self, operations: bytes, size: int = 0) -> bytes:
        """Return `size` bytes that operations have answered.

        Raises OSError where no answer comes, or none of them was carried out: then it is unknown
        whether they were.
        """
        self._number = self._number % 0xFFFF + 1
        body = struct.pack("<HBH", self._number, WITH_REPLY, size) + operations
        self._port.write(struct.pack("<H", len(body)) + body)
        end = self._clock.now() + self._port.reply_seconds
        is_waiting = True
        # A busy computer may look for the first time once the time is over: a reply is there then.
        while is_waiting:
            frame = self._port.receive()
            is_waiting = self._clock.now() < end
            if len(frame) < _HEAD.size:
                continue
            _, number, kind = _HEAD.unpack(frame[: _HEAD.size])
            # One that came too late answers a request of before.
            if number == self._number:
                if kind != REPLY or len(frame) != _HEAD.size + size:
                    raise OSError("its reply is cut short, or says that it cannot do this")
                return frame[_HEAD.size :]
        raise TimeoutError("no reply: is it switched on, and in range?")

    def close(self) -> None:
        """Close the port."""
        self._port.close()


def constant(value: int) -> bytes:
    """Return a number as a parameter of an operation."""
    if -32 <= value < 32:
        return bytes((value & 0x3F,))
    if -128 <= value < 128:
        return b"\x81" + struct.pack("<b", value)
    return b"\x83" + struct.pack("<i", value)


def answer_at(place: int) -> bytes:
    """Return the parameter by which an operation answers in these bytes of the reply."""
    return bytes((0x60 | place,))


def operation(code: int, *parameters: bytes | int) -> bytes:
    """Return an operation with its parameters, numbers and places of answers."""
    parts = (each if isinstance(each, bytes) else constant(each) for each in parameters)
    return bytes((code,)) + b"".join(parts)
