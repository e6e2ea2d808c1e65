"""The line to a chip, by version 2 of the protocol: numbered lines, asked again, and raw stops.

The rules are in docs/protocol.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress

from robot.drives.chip_clock import ChipClock
from robot.errors import DriveError, FrameError, PortError
from robot.link.port import RobotPort
from robot.link.protocol import (
    BAUD,
    CHIP_VERSION,
    STATUS,
    LineSplitter,
    Message,
    StopLevel,
    decode,
    encode,
    next_seq,
)
from robot.rigs.command import Fields

# A line is sent again after this time, so many times in all (seconds).
REPLY_SECONDS = 0.05
TRIES = 4
# A board that restarts as its port is opened is asked for so long.
START_SECONDS = 4.0
RESTARTED = "the chip has restarted, and its segments are gone: read or enable its channels first"
_LOST_COUNT = "the chip expected another line: nothing was taken"
BYTE_SECONDS = 10 / BAUD
# Some stop bytes may be lost, but of these one arrives on any line.
STOP_BYTES = 10


class ChipLine:
    """A chip at a port. `level` is the level of the stop in force by its last answer, or "none";
    `has_restarted` and `was_greeted`, which its user takes back, that its segments are gone, and
    that it was greeted anew: `greeting` has its numbers.
    """

    def __init__(self, port: RobotPort) -> None:
        """Greet the chip: `greeting` is its answer. Raises DriveError."""
        self._port = port
        self._host = port.clock
        self.clock = ChipClock(self._host)
        self._splitter = LineSplitter()
        self._seq = 0
        self._fed_at = -math.inf
        self.level = "none"
        self.has_restarted = self.was_greeted = False
        # A line got no answer: nobody knows whether the chip has taken it.
        self._is_unsure = False
        self.greeting = self._greet(START_SECONDS)

    @property
    def seconds_unfed(self) -> float:
        """Return how long ago the chip's watchdog was fed: by any line that asks for no places."""
        return self._host.now() - self._fed_at

    def exchange(self, verb: str, *fields: tuple[str, str]) -> Message:
        """Return the answer of the chip, `done` or `err`.

        Raises DriveError where none comes, after a stop; where it is no answer; and for segments
        where the chip has restarted, or expected another line.
        """
        if self._is_unsure:
            self._greet_again()
        for _ in range(TRIES):
            self._seq = next_seq(self._seq)
            reply = self._ask(Message(self._seq, verb, fields))
            if reply is None:
                break
            if reply.verb != "nak":
                return reply
            self._greet_again()
            if verb in ("ADD", "START"):
                raise DriveError(RESTARTED if self.has_restarted else _LOST_COUNT)
        self._is_unsure = True
        with suppress(DriveError):
            self.stop(StopLevel.HOLD)
        raise DriveError(
            f"the chip did not answer {verb} in {TRIES} tries: check its cable and its power"
        )

    def stop(self, level: StopLevel) -> None:
        """Send a stop until the chip says that it is in force. Raises DriveError."""
        words = [each.word for each in StopLevel if each.rank >= level.rank]
        for _ in range(TRIES):
            deadline = self._host.now() + REPLY_SECONDS
            self._write(STOP_BYTES * level.raw + STATUS)
            while (status := self._receive(deadline, _is_status)) is not None:
                self.level = status.get("stop")
                if self.level in words:
                    return
        raise DriveError(f"the chip did not confirm a stop at {level.word} in {TRIES} tries")

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def _greet_again(self) -> None:
        """Begin to count lines anew, which drops a batch that was begun."""
        before = self.greeting.get("epoch")
        self.greeting = self._greet(0.0)
        self.was_greeted, self._is_unsure = True, False
        self.has_restarted = self.has_restarted or self.greeting.get("epoch") != before

    def _greet(self, seconds: float) -> Message:
        """Return the answer to a greeting, for which a chip that starts lets its host wait.

        No line has the number of one before, to which a late answer may still come.
        """
        deadline = self._host.now() + seconds
        fields: Fields = (("proto", str(CHIP_VERSION)),)
        self._seq = next_seq(self._seq)
        while (reply := self._ask(Message(self._seq, "HELLO", fields))) is None:
            if self._host.now() >= deadline:
                raise DriveError("the chip does not answer: check its cable and what it is flashed")
        if reply.verb != "done" or reply.get("proto") != str(CHIP_VERSION):
            raise DriveError(
                f"the chip speaks version {reply.get('proto')!r} of the protocol, "
                f"not {CHIP_VERSION}: flash the firmware of this version"
            )
        return reply

    def _ask(self, line: Message) -> Message | None:
        """Return the answer to a line, which is sent until it comes; None without one."""
        sent = encode(line)
        for count in range(TRIES):
            sent_at = self._host.now()
            self._write(sent)
            reply = self._receive(sent_at + REPLY_SECONDS, lambda each: _is_answer(each, line.seq))
            if reply is None or not reply.seq:
                continue
            # A repeated line is answered by the same reply, whose time is an old one then; a
            # repeated greeting is answered anew.
            if reply.get("clock") and (count == 0 or line.verb == "HELLO"):
                self._take_time(sent_at, len(sent), reply)
            self.level = reply.get("stop", self.level)
            if line.verb != "READ":
                self._fed_at = sent_at
            return reply
        return None

    def _take_time(self, sent_at: float, sent_bytes: int, reply: Message) -> None:
        """Take the chip's time, which was told between the line and its answer."""
        arrived = sent_at + sent_bytes * BYTE_SECONDS
        answered = self._host.now() - len(encode(reply)) * BYTE_SECONDS
        host, told = (arrived + answered) / 2, whole_number(reply, "clock")
        if reply.get("kind"):
            self.clock.begin(host, told)
        else:
            self.clock.synchronize(host, answered - arrived, told)

    def _receive(self, deadline: float, is_wanted: Callable[[Message], bool]) -> Message | None:
        """Return the next line that is wanted, None at a time of the host's clock."""
        while (left := deadline - self._host.now()) > 0:
            for raw in self._splitter.feed(self._read(left)):
                with suppress(FrameError):
                    message = decode(raw)
                    if is_wanted(message):
                        return message
        return None

    def _write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except PortError as error:
            raise DriveError(error.message) from error

    def _read(self, seconds: float) -> bytes:
        try:
            waiting = self._port.in_waiting
            if not waiting:
                self._port.timeout = seconds
            return self._port.read(waiting or 1)
        except PortError as error:
            raise DriveError(error.message) from error


def whole_number(message: Message, key: str) -> int:
    """Return a field of a message. Raises DriveError where it is no whole number."""
    try:
        return int(message.get(key))
    except ValueError:
        raise DriveError(
            f"the chip says {key}={message.get(key)!r}, which is no whole number"
        ) from None


def _is_status(message: Message) -> bool:
    return message.verb == "status"


def _is_answer(message: Message, seq: int) -> bool:
    """Return True for the answer to a line, and where a damaged line was refused."""
    if message.verb == "nak":
        return message.seq in (0, seq)
    return message.seq == seq and message.verb in ("done", "err")
