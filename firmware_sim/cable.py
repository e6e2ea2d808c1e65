"""The cable between host and robot, which can damage, lose and break."""

from __future__ import annotations

from firmware_sim.faults import Faults


class Cable:
    """Carries bytes to the robot and lines to the host, as well as `faults` allow."""

    def __init__(self, faults: Faults) -> None:
        self.unplugged = False
        self._faults = faults
        self._muted = False
        self._host_lines = 0
        self._robot_lines = 0
        self._lines = 0
        self._at_line_start = True
        self._losing = False
        self._bad_byte_in: int | None = None

    def to_robot(self, data: bytes) -> bytes:
        """Give what of the host's bytes comes through, at once and byte by byte."""
        return b"".join(self._carry(byte) for byte in data)

    def to_host(self, line: bytes) -> bytes:
        """Give what comes through of a line of the robot's."""
        self._robot_lines += 1
        self._muted = self._muted or self._faults.strikes("mute", self._robot_lines)
        lost = self._faults.strikes("drop_reply", self._robot_lines)
        if self._muted or lost or self.unplugged:
            return b""
        where = self._next_bad_byte(len(line))
        return line if where is None else _with_bad_bit(line, where, self._bit())

    def _carry(self, byte: int) -> bytes:
        if self._at_line_start:
            self._begin_line()
        self._at_line_start = byte == 0x0A
        if self._losing or self.unplugged:
            return b""
        carried = bytes([byte])
        if self._bad_byte_in is not None:
            if self._bad_byte_in == 0:
                carried = _with_bad_bit(carried, 0, self._bit())
            self._bad_byte_in -= 1
        return carried

    def _begin_line(self) -> None:
        self._host_lines += 1
        self.unplugged = self.unplugged or self._faults.strikes("unplug", self._host_lines)
        self._losing = self._faults.strikes("drop_cmd", self._host_lines)
        self._bad_byte_in = self._next_bad_byte(8)  # the shortest line there is: "1 A*FFFF"

    def _next_bad_byte(self, length: int) -> int | None:
        self._lines += 1
        if not self._faults.strikes("bit_flip", self._lines):
            return None
        return self._faults.draw("bit_flip").randrange(length)

    def _bit(self) -> int:
        return 1 << self._faults.draw("bit_flip").randrange(8)


def _with_bad_bit(line: bytes, where: int, bit: int) -> bytes:
    return line[:where] + bytes([line[where] ^ bit]) + line[where + 1 :]
