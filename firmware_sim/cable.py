"""The cable between host and robot, which can damage, lose and break."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_sim.faults import Faults
from robot.clock import Clock
from robot.errors import FrameError
from robot.protocol import LONGEST_LINE, STATUS, STOP, VERSION, Message, decode, encode

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
class _Fate:
    """What becomes of a line on its way.

    `bad_at` is the byte that is damaged, beside those that are by chance; from `cut_at` on its tail
    is lost.
    """

    number: int = 0
    lost: bool = False
    noise: bytes = b""
    bad_at: int = -1
    cut_at: int = LONGEST_LINE
    unended: bool = False
    twice: bool = False


class Cable:
    """Carries bytes to the robot and lines to the host, as well as `faults` allow."""

    def __init__(self, faults: Faults, clock: Clock) -> None:
        self._faults = faults
        self._clock = clock
        self._unplugged = False
        self._muted = False
        self._host_lines = 0
        self._robot_lines = 0
        self._lines = 0
        self._greetings = 0
        self._fate = _Fate()
        self._position = 0  # in the host's line that is under way
        self._carried = bytearray()  # what came through of it
        self._to_echo = bytearray()
        self._echoing = False
        self._late: list[tuple[float, bytes]] = []

    @property
    def unplugged(self) -> bool:
        """Tell whether the port has gone away."""
        return self._unplugged

    def mend(self) -> None:
        """Plug it in again, and let everything through that was held back for good."""
        self._unplugged = self._muted = False

    def to_robot(self, data: bytes) -> bytes:
        """Give what of the host's bytes comes through, at once and byte by byte."""
        if self._is_clean:
            return data
        return b"".join(self._carry(byte) for byte in data)

    def to_host(self, lines: Iterable[bytes]) -> bytes:
        """Give what comes through now of the robot's lines, and of earlier ones that were late."""
        if self._is_clean and not self._late:
            return b"".join(lines)
        came = [self._sent(line) for line in lines]
        now = self._clock.now()
        came += [line for due, line in self._late if due <= now]
        self._late = [(due, line) for due, line in self._late if due > now]
        if self._to_echo:
            came.append(bytes(self._to_echo))
            self._to_echo.clear()
        return b"" if self._unplugged else b"".join(came)

    def next_arrival(self) -> float | None:
        """Say when a late line arrives."""
        return min((due for due, _ in self._late), default=None)

    @property
    def _is_clean(self) -> bool:
        """Tell whether nothing can go wrong with it any more."""
        return not (self._unplugged or self._muted or self._faults.are_wished(_KINDS))

    def _sent(self, line: bytes) -> bytes:
        self._robot_lines += 1
        number = self._robot_lines
        if self._faults.strikes("mute", number):
            self._muted = True
        if b" firmware=" in line:
            self._greetings += 1
            if self._faults.lasts("bad_version", self._greetings):
                line = _of_another_version(line)
        fate = self._draw_fate(len(line), lost=self._faults.strikes("drop_reply", number))
        came = b"".join(self._struck(byte, i, fate) for i, byte in enumerate(line))
        came = fate.noise + came * (2 if fate.twice else 1)
        if self._muted or self._unplugged or fate.lost:
            return b""
        if self._faults.strikes("late_ack", number):
            self._late.append((self._clock.now() + LATE_SECONDS, came))
            return b""
        return came

    def _carry(self, byte: int) -> bytes:
        """Carry a byte of the host's; the raw ones are no part of a line, and have fates alone."""
        if byte in _RAW:
            fate = self._next_host_line(1)
            came = b"" if fate.lost else self._struck(byte, 0, fate)
            return b"" if self._unplugged else fate.noise + came
        if self._position == 0:
            self._fate = self._next_host_line(LONGEST_LINE)
            self._echoing = self._faults.strikes("echo", self._host_lines)
        if self._echoing:
            self._to_echo.append(byte)
        fate = self._fate
        came = b"" if fate.lost else self._struck(byte, self._position, fate)
        if self._position == 0:
            came = fate.noise + came
        self._position += 1
        self._carried += came
        if byte == _LF:
            came += bytes(self._carried) if fate.twice else b""
            self._position = 0
            self._carried.clear()
        return b"" if self._unplugged else came

    def _next_host_line(self, length: int) -> _Fate:
        self._host_lines += 1
        if self._faults.strikes("unplug", self._host_lines):
            self._unplugged = True
        return self._draw_fate(length, lost=self._faults.strikes("drop_cmd", self._host_lines))

    def _draw_fate(self, length: int, *, lost: bool) -> _Fate:
        self._lines += 1
        faults, number = self._faults, self._lines
        # A line's length is not known while it is on its way; the shortest is "1 A*FFFF".
        shortest = min(length, 8)
        cut = faults.strikes("truncate", number)
        noisy = faults.strikes("garbage", number)
        bad = faults.numbered("bit_flip", number)
        return _Fate(
            number,
            lost=lost,
            noise=self._noise() if noisy else b"",
            bad_at=faults.draw("bit_flip").randrange(shortest) if bad else -1,
            cut_at=faults.draw("truncate").randrange(shortest) if cut else LONGEST_LINE,
            unended=faults.strikes("merge_lines", number),
            twice=faults.strikes("dup_line", number),
        )

    def _noise(self) -> bytes:
        chance = self._faults.draw("garbage")
        return bytes(chance.randrange(256) for _ in range(chance.randrange(1, 40)))

    def _struck(self, byte: int, position: int, fate: _Fate) -> bytes:
        """Give what becomes of one byte of a line."""
        if byte == _LF and fate.unended:
            return b""
        if byte != _LF and position >= fate.cut_at:
            return b""
        if position == fate.bad_at or self._faults.by_chance("bit_flip", fate.number):
            byte ^= 1 << self._faults.draw("bit_flip").randrange(8)
        return bytes([byte])


def _of_another_version(line: bytes) -> bytes:
    try:
        greeting = decode(line[:-1])
    except FrameError:
        return line
    fields = tuple(
        (key, str(VERSION + 1) if key == "proto" else value) for key, value in greeting.fields
    )
    assert isinstance(greeting, Message)
    return encode(Message(greeting.seq, greeting.verb, fields))
