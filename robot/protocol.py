"""The wire protocol: lines, their check sums, and what the values on them mean.

docs/protocol.md is the specification; this module is the grammar that both ends share.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

from robot.command import Command, Grip, Home, Move, Pose
from robot.errors import FrameError

VERSION = 1
LONGEST_LINE = 160
LAST_SEQ = 65535
STOP = b"\x18"
STATUS = b"?"
BAUD = 115200
BUSY_SECONDS = 0.5
EVENT_REPEAT_SECONDS = 0.5

Fields = tuple[tuple[str, str], ...]

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
        """Give the value of a field."""
        return dict(self.fields).get(key, default)


@dataclass(frozen=True, slots=True)
class Event:
    """A line that the robot sends unasked until the host answers with the same number and `ok`."""

    number: int
    verb: str
    fields: Fields = ()

    def get(self, key: str, default: str = "") -> str:
        """Give the value of a field."""
        return dict(self.fields).get(key, default)


Line = Message | Event


def crc(data: bytes) -> int:
    """Compute CRC-16/CCITT (polynomial 0x1021, start 0xFFFF, nothing reflected)."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(line: Line) -> bytes:
    """Write a line with its check sum. Raises FrameError for a value that it cannot carry."""
    head = f"!{line.number}" if isinstance(line, Event) else str(line.seq)
    text = " ".join([head, line.verb, *(f"{key}={value}" for key, value in line.fields)])
    try:
        body = text.encode("ascii")
    except UnicodeEncodeError as error:
        raise FrameError(f"{text!r} is not ASCII; the wire carries nothing else") from error
    framed = b"%b*%04X\n" % (body, crc(body))
    decode(framed[:-1])
    return framed


def decode(data: bytes) -> Line:
    """Read a line without its line feed. Raises FrameError, quoting it, for any other bytes."""
    if len(data) >= LONGEST_LINE:
        raise FrameError(
            f"{data[:40]!r}... has {len(data)} bytes; a line has {LONGEST_LINE} at most"
        )
    match = _LINE.match(data)
    if match is None:
        raise FrameError(f"{data!r} is no line of the protocol: seq verb key=value ... *CRC")
    body = data[: match.start("crc") - 1]
    if int(match["crc"], 16) != crc(body):
        raise FrameError(f"{data!r} was damaged on its way: its check sum is {crc(body):04X}")
    number = int(match["number"])
    if number > LAST_SEQ:
        raise FrameError(f"{data!r} has number {number}; the largest is {LAST_SEQ}")
    verb = match["verb"].decode()
    words = match["fields"].decode().split()
    pairs = [word.split("=", 1) for word in words]
    fields = tuple((key, value) for key, value in pairs)
    return Event(number, verb, fields) if match["event"] else Message(number, verb, fields)


def next_seq(seq: int) -> int:
    """Give the number after `seq`; 0 is kept for lines that answer nothing."""
    return seq % LAST_SEQ + 1


class LineSplitter:
    """Cuts a stream of bytes into lines; an overlong one is cut down to what shows that it is."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take bytes as they come and give the lines that they complete, without line ends."""
        for byte in data:
            if byte == 0x0A:
                line = bytes(self._pending).rstrip(b"\r")
                self._pending.clear()
                if line:
                    yield line
            elif len(self._pending) < LONGEST_LINE:
                self._pending.append(byte)


def command_to_fields(command: Command) -> tuple[str, Fields]:
    """Give the verb and fields that carry a command."""
    match command:
        case Home():
            return "HOME", ()
        case Grip():
            return "GRIP", command.targets
        case Move():
            targets = tuple((axis, f"{degrees:+d}") for axis, degrees in command.targets)
            force = (("v", str(command.speed)), ("torque", str(command.torque)))
            return "MOVE", (*targets, *force)


def fields_to_command(verb: str, fields: Fields) -> Command:
    """Read a motion command. Raises FrameError for a verb or a value that is none."""
    unrepeated = len(dict(fields)) == len(fields)
    if verb == "HOME" and not fields:
        return Home()
    if verb == "GRIP" and fields and unrepeated:
        return Grip(fields)
    if verb == "MOVE" and unrepeated:
        values = {key: _integer(key, value) for key, value in fields}
        speed, torque = values.pop("v", 100), values.pop("torque", 100)
        if values and 1 <= speed <= 100 and 1 <= torque <= 100:
            return Move(tuple(values.items()), speed, torque)
    said = " ".join([verb, *(f"{key}={value}" for key, value in fields)])
    raise FrameError(
        f"{said!r} is no motion; the motions are HOME, GRIP hand=open and "
        "MOVE axis=degrees v=1..100 torque=1..100"
    )


def _integer(key: str, value: str) -> int:
    if not _INTEGER.fullmatch(value):
        raise FrameError(f"{key}={value} is not a whole number of at most four digits")
    return int(value)


def pose_to_text(pose: Pose, axes: tuple[str, ...], grippers: tuple[str, ...]) -> str:
    """Write a pose as on the wire: L:+0,R:+90;L:closed,R:open."""
    angles = ",".join(f"{axis}:{angle:+g}" for axis, angle in zip(axes, pose.angles, strict=True))
    grips = ",".join(f"{name}:{grip}" for name, grip in zip(grippers, pose.grips, strict=True))
    return f"{angles};{grips}"


def text_to_pose(text: str, axes: tuple[str, ...], grippers: tuple[str, ...]) -> Pose:
    """Read a pose from the wire. Raises FrameError where actuators or values are not the rig's."""
    angles, _, grips = text.partition(";")
    try:
        by_axis = dict(part.split(":") for part in angles.split(",") if part)
        by_gripper = dict(part.split(":") for part in grips.split(",") if part)
        pose = Pose(
            tuple(float(by_axis.pop(axis)) for axis in axes),
            tuple(by_gripper.pop(name) for name in grippers),
        )
    except (KeyError, ValueError):
        raise FrameError(f"{text!r} is no pose of axes {axes} and grippers {grippers}") from None
    if by_axis or by_gripper:
        raise FrameError(f"{text!r} names actuators beyond axes {axes} and grippers {grippers}")
    return pose
