"""The chip of a real board, run by simavr: its serial line and the pulses on its servo pins."""

from __future__ import annotations

import ctypes
from ctypes import c_bool, c_char, c_char_p, c_int32, c_uint8, c_uint32, c_uint64, c_void_p
from pathlib import Path
from weakref import finalize

from files.wording import reason
from firmware_sim.errors import SimulatorError

HERTZ = 16_000_000
SERVOS = 8

_CHUNK = 4096
_SIGNATURES: dict[str, tuple[object, tuple[object, ...]]] = {
    "uno_new": (c_void_p, (c_char_p, c_char_p)),
    "uno_free": (None, (c_void_p,)),
    "uno_reset": (None, (c_void_p,)),
    "uno_switch_on": (None, (c_void_p,)),
    "uno_hold_in_reset": (None, (c_void_p,)),
    "uno_send": (c_uint32, (c_void_p, c_char_p, c_uint32)),
    "uno_read_output": (c_uint32, (c_void_p, c_char_p, c_uint32)),
    "uno_run": (c_bool, (c_void_p, c_uint64)),
    "uno_cycle": (c_uint64, (c_void_p,)),
    "uno_pulse": (c_uint32, (c_void_p, c_uint32)),
    "uno_rise": (c_uint64, (c_void_p, c_uint32)),
    "uno_level": (c_bool, (c_void_p, c_char, c_uint8)),
    "uno_watch_motors": (None, (c_void_p, c_char_p, c_char_p)),
    "uno_steps": (c_int32, (c_void_p, c_uint32)),
    "uno_step_cycle": (c_uint64, (c_void_p, c_uint32)),
    "uno_unused_ram": (c_uint32, (c_void_p,)),
    "uno_hang": (None, (c_void_p,)),
    "uno_set_button": (None, (c_void_p, c_bool)),
}


class Uno:
    """An Arduino with the program of an ELF file for its `chip`; simavr is in the same folder.

    Raises SimulatorError if either file does not exist.
    """

    def __init__(self, program: Path, chip: str = "atmega328p") -> None:
        self._simavr = _library(program)
        self._chip = self._simavr.uno_new(str(program).encode(), chip.encode())
        if not self._chip:
            raise SimulatorError(
                f"{str(program)!r} is not a program for this chip; build one: {_BUILD_HINT}"
            )
        finalize(self, self._simavr.uno_free, self._chip)

    def reset(self) -> None:
        """Press the board's own reset button."""
        self._simavr.uno_reset(self._chip)

    def switch_on(self) -> None:
        """Switch the board off and on: its RAM is lost."""
        self._simavr.uno_switch_on(self._chip)

    def hold_in_reset(self) -> None:
        """Let its bootloader run, and nothing of the program, until `reset`."""
        self._simavr.uno_hold_in_reset(self._chip)

    def hang(self) -> None:
        """Put the main loop into an endless loop; its interrupts are still served."""
        self._simavr.uno_hang(self._chip)

    def send(self, data: bytes) -> None:
        """Send bytes to the chip; what exceeds its buffer is lost."""
        self._simavr.uno_send(self._chip, data, len(data))

    def read_output(self) -> bytes:
        """Return, once, the bytes that the chip has sent."""
        buffer = ctypes.create_string_buffer(_CHUNK)
        count = self._simavr.uno_read_output(self._chip, buffer, _CHUNK)
        return buffer.raw[:count]

    def run(self, seconds: float) -> bool:
        """Run until `seconds` after the start, or to the end of the next pulse if that is sooner.

        Returns True if that time was reached. Raises SimulatorError if the program crashes.
        """
        until = round(seconds * HERTZ)
        if not self._simavr.uno_run(self._chip, until):
            raise SimulatorError("the program on the simulated chip has crashed")
        return bool(self._simavr.uno_cycle(self._chip) >= until)

    @property
    def seconds(self) -> float:
        """Return the time since the start by the chip's own clock."""
        return float(self._simavr.uno_cycle(self._chip)) / HERTZ

    def pulses(self) -> tuple[float | None, ...]:
        """Return the width of each servo's last pulse in microseconds; None without pulses."""
        cycles = (self._simavr.uno_pulse(self._chip, servo) for servo in range(SERVOS))
        return tuple(count / (HERTZ / 1e6) if count else None for count in cycles)

    def rise(self, servo: int) -> float:
        """Return when a servo's last pulse began, in microseconds since the start."""
        return float(self._simavr.uno_rise(self._chip, servo)) / (HERTZ / 1e6)

    def watch_motors(self, steps: str, directions: str) -> None:
        """Watch the pins of motors, in their order, as ports and numbers: "D2D3B4"."""
        self._simavr.uno_watch_motors(self._chip, steps.encode(), directions.encode())

    def is_high(self, pin: str) -> bool:
        """Return True if a pin, such as "B0", is an output and high."""
        return bool(self._simavr.uno_level(self._chip, pin[0].encode(), int(pin[1])))

    def steps(self, motor: int) -> int:
        """Return how far a motor that is watched has gone."""
        return int(self._simavr.uno_steps(self._chip, motor))

    def last_step(self, motor: int) -> float:
        """Return when a motor made its last step, in microseconds since the start."""
        return float(self._simavr.uno_step_cycle(self._chip, motor)) / (HERTZ / 1e6)

    def press(self, *, pressed: bool) -> None:
        """Press or release the stop button."""
        self._simavr.uno_set_button(self._chip, pressed)

    @property
    def unused_ram_bytes(self) -> int:
        """Count the bytes of RAM between variables and stack that were never used."""
        return int(self._simavr.uno_unused_ram(self._chip))


_BUILD_HINT = "`make -C firmware tests`, see docs/firmware.md"


def _library(program: Path) -> ctypes.CDLL:
    path = program.parent / "libuno.so"
    for needed in (program, path):
        if not needed.is_file():
            raise SimulatorError(f"there is no {str(needed)!r}; build it: {_BUILD_HINT}")
    try:
        library = ctypes.CDLL(str(path.resolve()))
    except OSError as error:
        raise SimulatorError(
            f"cannot load {str(path)!r}: {reason(error)}; build it: {_BUILD_HINT}"
        ) from error
    for name, (gives, takes) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype = gives
        function.argtypes = takes
    return library
