"""Framing, CRC and field encoding of the wire protocol (specification: docs/protocol.md).

Host and simulated firmware both use it.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from files.wording import quoted_bytes
from robot.errors import FrameError
from robot.rigs.command import (
    Command,
    Enable,
    Fields,
    Grip,
    Home,
    Jog,
    Load,
    Move,
    Pose,
    PulseQuestion,
    Regrip,
)

# Of robots that hold a cube, and of chips, which know channels.
VERSION, CHIP_VERSION = 1, 2
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


# What moves the whole robot; one servo is moved by JOG with a step, and by ENABLE.
MOTION_VERBS = tuple(command.verb for command in (Home, Load, Move, Grip, Regrip))
BAUD = 115200
BUSY_PERIOD_SECONDS = 0.5
EVENT_REPEAT_PERIOD_SECONDS = 0.5
# No actuator turns further from where it began.
MAX_DEGREES = 3600.0
# No motion takes longer by the robot's clock, which may be faster than the computer's.
MAX_MOTION_SECONDS = 3600.0

_LINE = re.compile(
    rb"(?P<event>!?)(?P<number>0|[1-9][0-9]{0,4}) (?P<verb>[A-Za-z]+)"
    rb"(?P<fields>(?: [A-Za-z][A-Za-z0-9_]*=[!-)+-<>@-~]*)*)\*(?P<crc>[0-9A-F]{4})\Z"
)
_INTEGER = re.compile(r"[+-]?[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Message:
    """A numbered line: a command of the host's, or the robot's reply with the same number."""

    seq: int
    verb: str
    fields: Fields = ()

    def get(self, key: str, default: str = "") -> str:
        """Return the value of a field."""
        return dict(self.fields).get(key, default)

    @property
    def is_motion(self) -> bool:
        """Return whether this is a command that moves something: a JOG without a step asks."""
        is_step = self.verb == Jog.verb and len(self.fields) > 1
        return is_step or self.verb in (*MOTION_VERBS, Enable.verb)


@dataclass(frozen=True, slots=True)
class Event:
    """A line that the robot sends unasked until the host answers with the same number and `ok`."""

    number: int
    verb: str
    fields: Fields = ()

    def get(self, key: str, default: str = "") -> str:
        """Return the value of a field."""
        return dict(self.fields).get(key, default)


Line = Message | Event


def crc(data: bytes) -> int:
    """Compute CRC-16/CCITT (polynomial 0x1021, start 0xFFFF, nothing reflected)."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(line: Line) -> bytes:
    """Return a line with its check sum. Raises FrameError for a value that cannot be encoded."""
    head = f"!{line.number}" if isinstance(line, Event) else str(line.seq)
    text = " ".join([head, line.verb, *(f"{key}={value}" for key, value in line.fields)])
    try:
        body = text.encode("ascii")
    except UnicodeEncodeError as error:
        raise FrameError(f"{text!r} is not ASCII; the protocol allows nothing else") from error
    framed = b"%b*%04X\n" % (body, crc(body))
    decode(framed[:-1])
    return framed


def decode(data: bytes) -> Line:
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
    return Event(number, verb, fields) if match["event"] else Message(number, verb, fields)


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


def fields_to_command(verb: str, fields: Fields) -> Command | Load:
    """Parse a motion command. Raises FrameError for an unknown verb or a bad value."""
    keys_are_unique = len(dict(fields)) == len(fields)
    if verb == "HOME" and not fields:
        return Home()
    if verb == "LOAD" and not fields:
        return Load()
    if verb == "GRIP" and fields and keys_are_unique:
        return Grip(fields)
    if verb in ("MOVE", "REGRIP") and keys_are_unique:
        texts = dict(fields)
        grippers = tuple(texts.pop("grippers", "").split(",")) if verb == "REGRIP" else ()
        values = {key: _integer(key, value) for key, value in texts.items()}
        speed, torque = values.pop("v", 100), values.pop("torque", 100)
        if values and 1 <= speed <= 100 and 1 <= torque <= 100:
            move = Move(tuple(values.items()), speed, torque)
            if verb == "MOVE":
                return move
            if all(grippers) and len(set(grippers)) == len(grippers):
                return Regrip(grippers, move.targets, speed, torque)
    said = " ".join([verb, *(f"{key}={value}" for key, value in fields)])
    raise FrameError(
        f"{said!r} is not a motion command; use HOME, LOAD, GRIP gripper=open, "
        "MOVE axis=degrees v=1..100 torque=1..100, or REGRIP grippers=gripper axis=degrees"
    )


def fields_to_jog(fields: Fields) -> Jog | PulseQuestion:
    """Parse the fields of JOG, which asks if it has no step.

    Raises FrameError for others than an actuator and a step.
    """
    match sorted(fields, key=lambda field: field[0] == "by"):
        case [(("axis" | "gripper") as kind, name)]:
            return PulseQuestion(kind, name)
        case [(("axis" | "gripper") as kind, name), ("by", step)]:
            return Jog(kind, name, _integer("by", step))
    raise FrameError("JOG needs axis=NAME or gripper=NAME, then by=microseconds to move it")


def fields_to_enable(fields: Fields) -> Enable:
    """Parse the fields of ENABLE. Raises FrameError for others than an actuator and a pulse."""
    match sorted(fields, key=lambda field: field[0] == "us"):
        case [(("axis" | "gripper") as kind, name), ("us", pulse)]:
            return Enable(kind, name, _integer("us", pulse))
    raise FrameError("ENABLE needs axis=NAME or gripper=NAME, then us=microseconds")


def _integer(key: str, value: str) -> int:
    if not _INTEGER.fullmatch(value):
        raise FrameError(f"{key}={value} is not a whole number of at most four digits")
    return int(value)


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


def pose_to_text(pose: Pose, axes: tuple[str, ...], grippers: tuple[str, ...]) -> str:
    """Format a pose as on the wire: L:+0,R:+90;L:closed,R:open."""
    angles = ",".join(f"{axis}:{angle:+g}" for axis, angle in zip(axes, pose.angles, strict=True))
    grips = ",".join(f"{name}:{grip}" for name, grip in zip(grippers, pose.grips, strict=True))
    return f"{angles};{grips}"


def text_to_pose(text: str, axes: tuple[str, ...], grippers: tuple[str, ...]) -> Pose:
    """Parse a pose. Raises FrameError if its actuators or values are not the rig's."""
    angles, _, grips = text.partition(";")
    try:
        by_axis = dict(part.split(":") for part in angles.split(",") if part)
        by_gripper = dict(part.split(":") for part in grips.split(",") if part)
        pose = Pose(
            tuple(number(by_axis.pop(axis), -MAX_DEGREES, MAX_DEGREES) for axis in axes),
            tuple(by_gripper.pop(name) for name in grippers),
        )
    except (KeyError, ValueError):
        raise FrameError(f"{text!r} is not a pose of axes {axes} and grippers {grippers}") from None
    if by_axis or by_gripper:
        raise FrameError(
            f"pose {text!r} has unknown actuators; the rig has axes {axes}, grippers {grippers}"
        )
    return pose
