"""The board's firmware compiled for this computer: fast, with time and memory set by the caller.

It is the same C code as on the chip; the caller replaces timer, serial line and pins.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import c_bool, c_char_p, c_uint8, c_uint16, c_uint32
from pathlib import Path

from firmware_sim.errors import SimulatorError
from robot.link.protocol import Message, encode
from robot.rigs.servo_constants import NAMES

_BUFFER_BYTES = 1 << 16
_COMMAND_MS = 20
# Of the main loop, in which STORE writes the whole EEPROM in parts, and some to spare.
STORE_PASSES = 20


class NativeFirmware:
    """The firmware of `library` (libnative.so of firmware/Makefile). Only one per process. Raises
    SimulatorError if the library does not exist.
    """

    def __init__(self, library: Path) -> None:
        try:
            self._board = ctypes.CDLL(str(library.resolve()))
        except OSError as error:
            raise SimulatorError(
                f"cannot load {str(library)!r}: build it, see firmware/"
            ) from error
        self._board.native_boot.argtypes = ()
        self._board.native_boot_by_watchdog.argtypes = ()
        self._board.native_cut_power.argtypes = (c_uint32, c_uint8)
        self._board.native_erase_eeprom.argtypes = ()
        self._board.native_set_button.argtypes = (c_bool,)
        self._board.native_advance.argtypes = (c_uint32,)
        self._board.native_receive.argtypes = (c_char_p, c_uint32)
        self._board.native_read_output.argtypes = (c_char_p, c_uint32)
        self._board.native_read_output.restype = c_uint32
        self._board.native_pulse.argtypes = (c_uint8,)
        self._board.native_pulse.restype = c_uint16
        self._board.native_pulse_changes.restype = c_uint32
        self._board.native_profile_part.argtypes = (c_uint32, c_uint32, c_uint32)
        self._board.native_profile_part.restype = c_uint16
        self._buffer = ctypes.create_string_buffer(_BUFFER_BYTES)

    def boot(self) -> None:
        """Restart, as after a loss of power."""
        self._board.native_boot()

    def boot_by_watchdog(self) -> None:
        """Restart, as after a reset by the watchdog: the servos keep their pulses."""
        self._board.native_boot_by_watchdog()

    def cut_power(self, *, after_writes: int, left: int) -> None:
        """Let the power fail after `after_writes` bytes, with `left` in place of the next one.

        Nothing after that is written until the next start.
        """
        self._board.native_cut_power(after_writes, left)

    def erase_eeprom(self) -> None:
        """Erase the EEPROM: the state before it was first written."""
        self._board.native_erase_eeprom()

    def store(self, constants: Mapping[str, int]) -> None:
        """Store constants, by their names, as the lines of a host do; nothing moves before HOME."""
        values = (
            ("CONSTANT", (("n", str(NAMES.index(name))), ("value", str(value))))
            for name, value in constants.items()
        )
        lines = (("HELLO", (("proto", "1"),)), ("OFF", ()), *values, ("STORE", ()))
        for seq, (verb, fields) in enumerate(lines, start=1):
            self.receive(encode(Message(seq, verb, fields)))
            for _ in range(STORE_PASSES if verb == "STORE" else 1):
                self.advance(_COMMAND_MS)

    def press(self, *, pressed: bool) -> None:
        """Press or release the stop button."""
        self._board.native_set_button(pressed)

    def receive(self, data: bytes) -> None:
        """Send bytes from the host to the firmware."""
        self._board.native_receive(data, len(data))

    def advance(self, milliseconds: int) -> None:
        """Advance the firmware's time in one step."""
        self._board.native_advance(milliseconds)

    def read_output(self) -> bytes:
        """Return, once, the bytes that it has sent (65,536 at most, the rest is lost)."""
        count = self._board.native_read_output(self._buffer, _BUFFER_BYTES)
        return self._buffer.raw[:count] if count else b""

    def profile_part(self, elapsed: int, duration: int, acceleration: int) -> float:
        """Return how much of a motion is done after `elapsed` milliseconds, 0 to 1."""
        part: int = self._board.native_profile_part(elapsed, duration, acceleration)
        return part / (1 << 15)

    def pulse(self, servo: int) -> int:
        """Return a servo's pulse in microseconds; 0 for none."""
        return int(self._board.native_pulse(servo))

    @property
    def pulse_change_count(self) -> int:
        """Count how often any servo's pulse has changed."""
        return int(self._board.native_pulse_changes())
