"""The frames of Feetech's bus servos (STS, SMS and SCS), and a client that asks again.

Source: Feetech, "SCS/STS communication protocol": FF FF, id, length, instruction or errors, data,
and the complement of the sum of all after the two FF. All servos answer on one wire, on which some
adapters let the host read its own bytes too.
"""

from __future__ import annotations

from files.wording import reason
from robot.clock import Clock
from robot.drives.stepped_drive import RETRIES
from robot.errors import DriveError
from robot.link.serial_device import SerialDevice

PING, READ, WRITE = 1, 2, 3
HEADER = b"\xff\xff"
# A servo answers within a millisecond, and a USB adapter hands it on within 16.
REPLY_SECONDS = 0.018
_ERRORS = ("voltage", "angle sensor", "temperature", "current", "angle", "overload")
_NO_REPLY = "no reply: check its number, the baud rate, its cable and its power"
_SMALLEST_FRAME = 6


class FeetechClient:
    """Client for the servos of one bus."""

    def __init__(self, port: SerialDevice, clock: Clock) -> None:
        self._port = port
        self._clock = clock

    def read(self, number: int, address: int, length: int) -> bytes:
        """Return registers of a servo. Raises DriveError with its number if it does not answer."""
        return self._request(number, READ, bytes((address, length)), length)

    def write(self, number: int, address: int, data: bytes) -> None:
        """Set registers of a servo. Raises as `read` does."""
        self._request(number, WRITE, bytes((address, *data)), 0)

    def is_there(self, number: int) -> bool:
        """Return whether anything answers to a number; it is asked once."""
        _, fault = self._ask(number, make_frame(number, PING, b""), 0)
        return fault != _NO_REPLY

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def _request(self, number: int, instruction: int, parameters: bytes, length: int) -> bytes:
        frame = make_frame(number, instruction, parameters)
        fault = ""
        for _ in range(RETRIES + 1):
            answer, fault = self._ask(number, frame, length)
            if answer is not None:
                return answer
        raise DriveError(f"servo {number}: {fault}", number)

    def _ask(self, number: int, frame: bytes, length: int) -> tuple[bytes | None, str]:
        try:
            self._port.reset_input_buffer()
            self._port.write(frame)
            return self._answer(frame, number, length)
        except OSError as error:
            raise DriveError(
                f"the bus of servo {number} is gone: {reason(error)}", number
            ) from error

    def _answer(self, sent: bytes, number: int, length: int) -> tuple[bytes | None, str]:
        """Return the data of a reply; else None, and what was wrong."""
        received, expected, is_waiting = b"", _SMALLEST_FRAME + length, True
        reply, end = b"", self._clock.now() + REPLY_SECONDS
        # A busy computer may look for the first time once the time is over: a reply is there then.
        while is_waiting:
            received += self._port.read(expected - len(reply))
            reply = _without_echo(received, sent)
            is_waiting = len(reply) < expected and self._clock.now() < end
        if not reply:
            return None, _NO_REPLY
        start = reply.find(HEADER)
        frame = reply[max(start, 0) :]
        if start < 0 or len(frame) < expected or len(frame) != frame[3] + 4:
            return None, "its reply is damaged or cut short: check that no other has its number"
        if checksum(frame[2:-1]) != frame[-1]:
            return None, "its reply has a wrong sum: check that no other has its number"
        if frame[2] != number:
            return None, f"servo {frame[2]} answers in its place"
        return frame[5:-1], ""


def _without_echo(received: bytes, sent: bytes) -> bytes:
    """Return what came, without what was sent or, where not all of that came yet, without it."""
    return b"" if sent.startswith(received) else received.removeprefix(sent)


def make_frame(number: int, instruction: int, parameters: bytes) -> bytes:
    """Return the frame of an instruction."""
    content = bytes((number, len(parameters) + 2, instruction)) + parameters
    return HEADER + content + bytes((checksum(content),))


def checksum(content: bytes) -> int:
    """Return the complement of the sum of a frame's bytes."""
    return ~sum(content) & 0xFF


def error_words(bits: int) -> tuple[str, ...]:
    """Return the names of the bits that are set, as a servo reports what is wrong."""
    return tuple(words for bit, words in enumerate(_ERRORS) if bits >> bit & 1)
