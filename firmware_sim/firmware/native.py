"""The board's firmware compiled for this computer: fast, with a time and a memory of the caller's.

It runs the same C as the chip, beneath which a test takes the place of timer, line and pins.
"""

from __future__ import annotations

import ctypes
from ctypes import c_bool, c_char_p, c_uint8, c_uint16, c_uint32
from pathlib import Path

from firmware_sim.errors import BoardError

_ROOM = 1 << 16


class NativeFirmware:
    """The firmware of `library` (libnative.so of firmware/Makefile). There is one in a process.

    Raises BoardError where the library is not there.
    """

    def __init__(self, library: Path) -> None:
        try:
            self._board = ctypes.CDLL(str(library.resolve()))
        except OSError as error:
            raise BoardError(f"cannot load {str(library)!r}: build it, see firmware/") from error
        self._board.native_boot.argtypes = ()
        self._board.native_forget.argtypes = ()
        self._board.native_press.argtypes = (c_bool,)
        self._board.native_advance.argtypes = (c_uint32,)
        self._board.native_hear.argtypes = (c_char_p, c_uint32)
        self._board.native_take.argtypes = (c_char_p, c_uint32)
        self._board.native_take.restype = c_uint32
        self._board.native_pulse.argtypes = (c_uint8,)
        self._board.native_pulse.restype = c_uint16
        self._board.native_motions.restype = c_uint32
        self._room = ctypes.create_string_buffer(_ROOM)

    def boot(self) -> None:
        """Start again, as after a loss of power."""
        self._board.native_boot()

    def erase_eeprom(self) -> None:
        """Make the memory that outlives a loss of power as it was before it was first written."""
        self._board.native_forget()

    def press(self, *, pressed: bool) -> None:
        """Hold the stop button down, or let it go."""
        self._board.native_press(pressed)

    def receive(self, data: bytes) -> None:
        """Pass bytes from the host to it."""
        self._board.native_hear(data, len(data))

    def advance(self, milliseconds: int) -> None:
        """Let time pass, all at once."""
        self._board.native_advance(milliseconds)

    def read_output(self) -> bytes:
        """Return, once, what it has said (65,536 bytes at most, the rest is lost)."""
        count = self._board.native_take(self._room, _ROOM)
        return self._room.raw[:count] if count else b""

    def pulse(self, servo: int) -> int:
        """Return a servo's pulse in microseconds; 0 for none."""
        return int(self._board.native_pulse(servo))

    @property
    def pulse_change_count(self) -> int:
        """Count how often any servo's pulse has changed."""
        return int(self._board.native_motions())
