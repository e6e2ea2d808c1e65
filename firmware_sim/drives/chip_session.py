"""The line of a chip by version 2 of the protocol: raw bytes, numbers, repetition.

The rules are in docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from robot.errors import FrameError
from robot.link.protocol import (
    STATUS,
    LineSplitter,
    Message,
    StopLevel,
    StopReader,
    decode,
    encode,
    next_seq,
)
from robot.rigs.command import Fields

_LF = b"\n"
# A host is not understood after so many bytes that no line has, until a valid line comes.
_MOST_STRANGE_BYTES = 5


class StopState:
    """The stop that was asked for, and the one that is in force, None for none.

    A stop only rises until it is cleared. `why` says who asked for it.
    """

    def __init__(self) -> None:
        self._requested: StopLevel | None = None
        self._came_after_line = False
        self.in_force: StopLevel | None = None
        self.why = ""

    @property
    def is_due(self) -> bool:
        """Return True if a stop was asked for that is not in force yet."""
        return self._requested is not self.in_force

    def request(self, level: StopLevel, why: str) -> None:
        """Ask for a stop."""
        self._came_after_line = True
        is_higher = self._requested is None or level.rank > self._requested.rank
        # Who presses the button is told of, also where something has stopped already.
        if is_higher or why == "button":
            self.why = why
        if is_higher:
            self._requested = level

    def end_line(self) -> None:
        """Take note that a line has come: it is later than the stops so far."""
        self._came_after_line = False

    def enforce(self) -> StopLevel | None:
        """Put in force what was asked for; return its level."""
        self.in_force = self._requested
        return self.in_force

    def clear(self) -> bool:
        """End the stop; return False where another one came after the line that asks for it."""
        if not self._came_after_line:
            self._requested = self.in_force = None
        return not self._came_after_line


class ChipSession:
    """A chip's line since its start: its commands, and the lines that answer them.

    `was_fed` and `status_is_wanted`, which their user takes back: a valid line other than READ has
    come; a status is asked for.
    """

    def __init__(self) -> None:
        self.stop = StopState()
        self.was_fed = False
        self.status_is_wanted = False
        self._strange_bytes = 0
        self._stops = StopReader()
        self._lines = LineSplitter()
        self._waiting = bytearray()
        # The last accepted number, 0 before the first one, the check sum of its line, its answer.
        self._number = 0
        self._check_sum = self._answer = b""
        self._out = bytearray()

    def receive(self, data: bytes) -> None:
        """Take bytes as they come. A stop is due before any line is read."""
        for byte in data:
            if byte == STATUS[0]:
                self.status_is_wanted = True
            elif (level := self._stops.feed(byte)) is not None:
                self.stop.request(level, "host")
            else:
                if byte == _LF[0]:
                    self.stop.end_line()
                self._strange_bytes += not (0x20 <= byte <= 0x7E or byte in b"\r\n")
                self._waiting.append(byte)

    @property
    def is_understood(self) -> bool:
        """Return whether what has come since the last valid line may be lines, by its bytes."""
        return self._strange_bytes < _MOST_STRANGE_BYTES

    def commands(self) -> Iterator[Message]:
        """Yield the new commands among the lines that have come; answer all other lines."""
        data = bytes(self._waiting)
        self._waiting.clear()
        for line in self._lines.feed(data):
            command = self._new_command(line)
            if command is not None:
                yield command

    def answer(self, verb: str, *fields: tuple[str, str]) -> None:
        """Answer the newest command; its line gets the same answer when it is repeated."""
        self._answer = encode(Message(self._number, verb, fields))
        self._out += self._answer

    def send_status(self, *fields: tuple[str, str]) -> None:
        """Send a status."""
        self._send(0, "status", fields)

    def read_output(self) -> bytes:
        """Return, once, the bytes that are to go out."""
        sent = bytes(self._out)
        self._out.clear()
        return sent

    def _new_command(self, raw: bytes) -> Message | None:
        try:
            line = decode(raw)
        except FrameError:
            self._refuse(0)
            return None
        self._strange_bytes = 0
        # Who only looks may be another one than who moves.
        self.was_fed = self.was_fed or line.verb != "READ"
        number = line.seq
        greets, check_sum = line.verb == "HELLO", raw[-4:]
        is_repeated = self._number and (number, check_sum) == (self._number, self._check_sum)
        if is_repeated and not greets:
            self._out += self._answer
            return None
        in_sequence = self._number and number == next_seq(self._number)
        if not number or not (in_sequence or greets):
            self._refuse(number)
            return None
        self._number, self._check_sum, self._answer = number, check_sum, b""
        return line

    def _refuse(self, number: int) -> None:
        self._send(number, "nak", (("expected", str(next_seq(self._number))),))

    def _send(self, number: int, verb: str, fields: Fields) -> None:
        self._out += encode(Message(number, verb, fields))
