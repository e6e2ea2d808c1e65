"""Framing and check sums of the lines of chips (specification: docs/protocol.md).

Host and simulated chips both use it.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from files.wording import quoted_bytes
from robot.errors import FrameError
from robot.rigs.command import Fields

CHIP_VERSION = 2
MAX_LINE_BYTES = 160
MAX_SEQ = 65535
STOP = b"\x18"
STATUS = b"?"


class StopLevel(Enum):
    """What a stop does to jaws and servos; a higher one stays in force until CLEAR.

    Its word on the wire, and the bytes that raise a stop to it: 0x18 stops at once, and the bytes
    after it differ from it and from each other in four bits.
    """

    HOLD = "hold", b"\x18"
    RELAX = "relax", b"\x18\x96\x18\x96"
    OFF = "off", b"\x18\x81\x18\x81"

    def __init__(self, word: str, raw: bytes) -> None:
        self.word = word
        self.raw = raw

    @property
    def rank(self) -> int:
        """Return 0 for the lowest level."""
        return list(StopLevel).index(self)


BAUD = 115200

_LINE = re.compile(
    rb"(?P<number>0|[1-9][0-9]{0,4}) (?P<verb>[A-Za-z]+)"
    rb"(?P<fields>(?: [A-Za-z][A-Za-z0-9_]*=[!-)+-<>@-~]*)*)\*(?P<crc>[0-9A-F]{4})\Z"
)


@dataclass(frozen=True, slots=True)
class Message:
    """A numbered line: a command of the host's, or the chip's reply with the same number."""

    seq: int
    verb: str
    fields: Fields = ()

    def get(self, key: str, default: str = "") -> str:
        """Return the value of a field."""
        return dict(self.fields).get(key, default)


def crc(data: bytes) -> int:
    """Compute CRC-16/CCITT (polynomial 0x1021, start 0xFFFF, nothing reflected)."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(line: Message) -> bytes:
    """Return a line with its check sum. Raises FrameError for a value that cannot be encoded."""
    text = " ".join([str(line.seq), line.verb, *(f"{key}={value}" for key, value in line.fields)])
    try:
        body = text.encode("ascii")
    except UnicodeEncodeError as error:
        raise FrameError(f"{text!r} is not ASCII; the protocol allows nothing else") from error
    framed = b"%b*%04X\n" % (body, crc(body))
    decode(framed[:-1])
    return framed


def decode(data: bytes) -> Message:
    """Parse a line without its line feed. Raises FrameError, which quotes a malformed line."""
    if len(data) >= MAX_LINE_BYTES:
        raise FrameError(
            f"{quoted_bytes(data[:40])}... has {len(data)} bytes; "
            f"a line has {MAX_LINE_BYTES} at most"
        )
    match = _LINE.match(data)
    if match is None:
        raise FrameError(
            f"malformed line {quoted_bytes(data)}; expected: seq verb key=value ... *CRC"
        )
    body = data[: match.start("crc") - 1]
    if int(match["crc"], 16) != crc(body):
        raise FrameError(f"CRC error in {quoted_bytes(data)}: computed {crc(body):04X}")
    number = int(match["number"])
    if number > MAX_SEQ:
        raise FrameError(f"{quoted_bytes(data)} has number {number}; the largest is {MAX_SEQ}")
    verb = match["verb"].decode()
    words = match["fields"].decode().split()
    pairs = [word.split("=", 1) for word in words]
    fields = tuple((key, value) for key, value in pairs)
    return Message(number, verb, fields)


def next_seq(seq: int) -> int:
    """Return the number after `seq`; 0 is kept for lines that answer nothing."""
    return seq % MAX_SEQ + 1


# The levels of a stop by their bytes, and all that these begin with.
_STOPS = {level.raw: level for level in StopLevel}
_STOP_BEGINNINGS = frozenset(raw[:count] for raw in _STOPS for count in range(1, len(raw) + 1))


class StopReader:
    """Finds the stops in a stream of bytes."""

    def __init__(self) -> None:
        self._received = b""

    def feed(self, byte: int) -> StopLevel | None:
        """Return the level that is to be in force from this byte on; None if it is of no stop."""
        for start in (self._received, self._received[-1:], b""):
            received = start + bytes([byte])
            if received in _STOP_BEGINNINGS:
                level = _STOPS.get(received, StopLevel.HOLD)
                self._received = received if level is StopLevel.HOLD else b""
                return level
        self._received = b""
        return None


class LineSplitter:
    """Splits a stream of bytes into lines.

    An overlong one is cut just above the limit, and keeps its carriage returns, so that `decode`
    refuses it whatever it ends with.
    """

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Add received bytes; yield the lines that they complete, without line ends."""
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._keep(end)
            line = bytes(self._pending)
            if len(line) < MAX_LINE_BYTES:
                line = line.rstrip(b"\r")
            self._pending.clear()
            if line:
                yield line
        self._keep(rest)

    def _keep(self, data: bytes) -> None:
        self._pending += data[: MAX_LINE_BYTES - len(self._pending)]


def number(text: str, low: float, high: float) -> float:
    """Return the number that a field holds. Raises FrameError where it is none, or out of range.

    Nothing that is not finite is ever in range.
    """
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise FrameError(f"{text!r} is not a number from {low:g} to {high:g}")
    return value
