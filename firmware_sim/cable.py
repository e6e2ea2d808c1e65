"""Serial cable with injected transmission faults."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_sim.faults import FaultSchedule
from robot.clock import Clock
from robot.errors import FrameError
from robot.link.protocol import MAX_LINE_BYTES, STATUS, STOP, Message, decode, encode

# A version of the protocol that no chip speaks.
_OTHER_VERSION = "3"

LATE_SECONDS = 0.3
_RAW = STOP + STATUS
_KINDS = frozenset(
    (
        "bit_flip",
        "drop_cmd",
        "drop_reply",
        "truncate",
        "merge_lines",
        "dup_line",
        "late_ack",
        "garbage",
        "echo",
        "mute",
        "unplug",
        "bad_version",
    )
)
_LF = 0x0A


@dataclass(frozen=True, slots=True)
class _LineFault:
    """The transmission faults of one line.

    `bad_at` is the index of the byte that is damaged, in addition to random ones; all bytes from
    `cut_at` on are lost.
    """

    number: int = 0
    lost: bool = False
    noise: bytes = b""
    bad_at: int = -1
    cut_at: int = MAX_LINE_BYTES
    without_line_feed: bool = False
    duplicated: bool = False


class Cable:
    """Carries bytes to the robot and lines to the host, with the faults of `faults`."""

    def __init__(self, faults: FaultSchedule, clock: Clock) -> None:
        self._faults = faults
        self._clock = clock
        self._unplugged = False
        self._robot_muted = False
        self._host_lines = 0
        self._robot_lines = 0
        self._lines = 0
        self._hello_replies = 0
        self._line_fault = _LineFault()
        self._position = 0  # in the host's line that is being sent
        self._delivered = bytearray()  # bytes of that line that have arrived
        self._to_echo = bytearray()
        self._echoing = False
        self._late: list[tuple[float, bytes]] = []
        self._begun_line = b""  # of the robot, without its end

    @property
    def unplugged(self) -> bool:
        """Return True if the port is disconnected."""
        return self._unplugged

    def repair(self) -> None:
        """Connect the port again and end all lasting faults."""
        self._unplugged = self._robot_muted = False

    def send_to_robot(self, data: bytes) -> bytes:
        """Return the bytes that the robot receives of what the host sends now."""
        if self._is_clean:
            return data
        return b"".join(self._send_byte(byte) for byte in data)

    def send_to_host(self, data: bytes) -> bytes:
        """Return the bytes that the host receives now: whole lines, also earlier delayed ones."""
        *whole, self._begun_line = (self._begun_line + data).split(b"\n")
        lines = [line + b"\n" for line in whole]
        if self._is_clean and not self._late:
            return b"".join(lines)
        received = [self._send_line(line) for line in lines]
        now = self._clock.now()
        received += [line for due, line in self._late if due <= now]
        self._late = [(due, line) for due, line in self._late if due > now]
        if self._to_echo:
            received.append(bytes(self._to_echo))
            self._to_echo.clear()
        return b"" if self._unplugged else b"".join(received)

    @property
    def _is_clean(self) -> bool:
        """Return True if no transmission fault can trigger any more."""
        return not (self._unplugged or self._robot_muted or self._faults.any_armed(_KINDS))

    def _send_line(self, line: bytes) -> bytes:
        self._robot_lines += 1
        number = self._robot_lines
        if self._faults.triggers("mute", number):
            self._robot_muted = True
        if b" proto=" in line:
            self._hello_replies += 1
            if self._faults.triggers_or_latched("bad_version", self._hello_replies):
                line = _with_other_version(line)
        fault = self._draw_line_fault(len(line), lost=self._faults.triggers("drop_reply", number))
        received = b"".join(self._transmit_byte(byte, i, fault) for i, byte in enumerate(line))
        received = fault.noise + received * (2 if fault.duplicated else 1)
        if self._robot_muted or self._unplugged or fault.lost:
            return b""
        if self._faults.triggers("late_ack", number):
            self._late.append((self._clock.now() + LATE_SECONDS, received))
            return b""
        return received

    def _send_byte(self, byte: int) -> bytes:
        """Transmit a byte from the host; a raw byte outside of lines has its own faults."""
        if byte in _RAW:
            fault = self._next_host_line(1)
            received = b"" if fault.lost else self._transmit_byte(byte, 0, fault)
            return b"" if self._unplugged else fault.noise + received
        if self._position == 0:
            self._line_fault = self._next_host_line(MAX_LINE_BYTES)
            self._echoing = self._faults.triggers("echo", self._host_lines)
        if self._echoing:
            self._to_echo.append(byte)
        fault = self._line_fault
        received = b"" if fault.lost else self._transmit_byte(byte, self._position, fault)
        if self._position == 0:
            received = fault.noise + received
        self._position += 1
        self._delivered += received
        if byte == _LF:
            received += bytes(self._delivered) if fault.duplicated else b""
            self._position = 0
            self._delivered.clear()
        return b"" if self._unplugged else received

    def _next_host_line(self, length: int) -> _LineFault:
        self._host_lines += 1
        if self._faults.triggers("unplug", self._host_lines):
            self._unplugged = True
        return self._draw_line_fault(
            length, lost=self._faults.triggers("drop_cmd", self._host_lines)
        )

    def _draw_line_fault(self, length: int, *, lost: bool) -> _LineFault:
        self._lines += 1
        faults, number = self._faults, self._lines
        # A line's length is not known while it is being sent; the shortest is "1 A*FFFF".
        shortest = min(length, 8)
        cut = faults.triggers("truncate", number)
        noisy = faults.triggers("garbage", number)
        bad = faults.triggers_by_number("bit_flip", number)
        return _LineFault(
            number,
            lost=lost,
            noise=self._noise() if noisy else b"",
            bad_at=faults.rng("bit_flip").randrange(shortest) if bad else -1,
            cut_at=faults.rng("truncate").randrange(shortest) if cut else MAX_LINE_BYTES,
            without_line_feed=faults.triggers("merge_lines", number),
            duplicated=faults.triggers("dup_line", number),
        )

    def _noise(self) -> bytes:
        rng = self._faults.rng("garbage")
        return bytes(rng.randrange(256) for _ in range(rng.randrange(1, 40)))

    def _transmit_byte(self, byte: int, position: int, fault: _LineFault) -> bytes:
        """Return what is received of one byte of a line."""
        if byte == _LF and fault.without_line_feed:
            return b""
        if byte != _LF and position >= fault.cut_at:
            return b""
        if position == fault.bad_at or self._faults.triggers_by_chance("bit_flip", fault.number):
            byte ^= 1 << self._faults.rng("bit_flip").randrange(8)
        return bytes([byte])


def _with_other_version(line: bytes) -> bytes:
    try:
        reply = decode(line[:-1])
    except FrameError:
        return line
    fields = tuple(
        (key, _OTHER_VERSION if key == "proto" else value) for key, value in reply.fields
    )
    return encode(Message(reply.seq, reply.verb, fields))
