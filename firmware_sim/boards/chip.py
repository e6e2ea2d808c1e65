"""A chip with the firmware of version 2 of the protocol: compiled for this computer, or in simavr.

Its host reaches it through a `ChipPort` in virtual time, or at a pseudo-terminal in real time.
"""

from __future__ import annotations

import ctypes
import errno
import math
from collections.abc import Callable
from ctypes import c_char_p, c_int32, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Protocol

from files.wording import reason
from firmware_sim.cable import Cable
from firmware_sim.drives.chip_server import ChipServer, Restart
from firmware_sim.errors import SimulatorError
from firmware_sim.faults import FaultSchedule, Injection
from firmware_sim.server import ServedRobot
from robot.clock import Clock

CHANNELS = 8
# A channel has no pulses once none has come for this time, in seconds.
PULSE_TIMEOUT = 0.021

_TICKS = 2e6  # of the compiled firmware, a second
_EVENTS = 1 << 14
_OUTPUT_BYTES = 1 << 16
# How long the emulated chip runs at a time while its host waits for bytes, in seconds.
_STEP_SECONDS = 0.0005
# How long a host waits for bytes until it says otherwise, in seconds.
_TIMEOUT_SECONDS = 0.02
# How long after the begin of a motion a fault restarts the chip (seconds).
_RESTART_SECONDS = (0.05, 0.3)


class EmulatedChip(Protocol):
    """A chip that runs under the control of its caller."""

    @property
    def seconds(self) -> float:
        """Return the time since the start by the chip's own clock."""
        ...

    def send(self, data: bytes, /) -> None:
        """Send bytes to the chip."""
        ...

    def run(self, seconds: float, /) -> bool:
        """Run until a time after the start, in seconds; False if it has to be called again."""
        ...

    def read_output(self) -> bytes:
        """Return, once, the bytes that the chip has sent."""
        ...


class ResetChip(EmulatedChip, Protocol):
    """An emulated chip with a reset button."""

    def reset(self) -> None:
        """Press the board's own reset button."""
        ...

    def hold_in_reset(self) -> None:
        """Let its bootloader run, if it has one, and nothing of the program, until `reset`."""
        ...


class _Event(ctypes.Structure):
    _fields_ = (("at", c_uint64), ("channel", c_int32), ("size", c_int32))


class NativeChip:
    """The firmware of a library (libdrive.so, or libdrive-steps.so) in virtual time.

    There is one in a process: another one of the same library is the same chip after a restart.
    Raises SimulatorError if the library cannot be loaded.
    """

    def __init__(self, library: Path) -> None:
        try:
            self._chip = ctypes.CDLL(str(library.resolve()))
        except OSError as error:
            raise SimulatorError(
                f"cannot load {str(library)!r}: {reason(error)}; build it: `make -C firmware tests`"
            ) from error
        self._chip.native_receive.argtypes = (c_char_p, c_uint32)
        self._chip.native_read_output.argtypes = (c_char_p, c_uint32)
        self._chip.native_read_output.restype = c_uint32
        self._chip.native_take_events.argtypes = (c_void_p, c_uint32)
        self._chip.native_take_events.restype = c_uint32
        self._chip.native_ticks.restype = c_uint64
        self._buffer = ctypes.create_string_buffer(_OUTPUT_BYTES)
        self._events = (_Event * _EVENTS)()
        self._began = self._chip.native_ticks()
        # Of each channel the end of the last pulse, by `seconds`, and its microseconds.
        self._pulses: dict[int, tuple[float, float]] = {}
        # Each pulse and each step so far: when it ended, its channel, its ticks or its direction.
        self.log: list[tuple[float, int, int]] = []
        self.restart(Restart.LOST_POWER)

    @property
    def seconds(self) -> float:
        """See `EmulatedChip`."""
        return float(self._chip.native_ticks() - self._began) / _TICKS

    def send(self, data: bytes) -> None:
        """See `EmulatedChip`."""
        self._chip.native_receive(data, len(data))

    def run(self, seconds: float) -> bool:
        """See `EmulatedChip`."""
        left = round((seconds - self.seconds) * _TICKS / 2)
        if left > 0:
            self._chip.native_run(left)
        count = self._chip.native_take_events(self._events, _EVENTS)
        for event in self._events[:count]:
            at = (event.at - self._began) / _TICKS
            self._pulses[event.channel] = (at, event.size / 2)
            self.log.append((at, event.channel, event.size))
        return True

    def read_output(self) -> bytes:
        """See `EmulatedChip`."""
        count = self._chip.native_read_output(self._buffer, _OUTPUT_BYTES)
        return self._buffer.raw[:count] if count else b""

    def hold_in_reset(self) -> None:
        """Do nothing: this computer has no bootloader."""

    def reset(self) -> None:
        """Press the reset button."""
        self.restart(Restart.WAS_RESET)

    def restart(self, why: Restart) -> None:
        """Restart the chip."""
        self._chip.native_start(why)
        self._pulses.clear()

    def press_button(self) -> None:
        """Press the stop button."""
        self._chip.native_press_button()

    def pulses(self) -> tuple[float | None, ...]:
        """Return the pulse of each channel in microseconds, None where none comes."""
        now = self.seconds
        last = (self._pulses.get(channel, (-1.0, 0.0)) for channel in range(CHANNELS))
        return tuple(size if now - at < PULSE_TIMEOUT else None for at, size in last)

    def steps(self, channel: int) -> int:
        """Return by how many steps a channel has gone so far."""
        return sum(size for _, number, size in self.log if number == channel)


class FaultRestarts:
    """The restarts of a chip by faults: some seconds, drawn from `after`, from a motion's begin."""

    def __init__(self, faults: FaultSchedule, clock: Clock, after: tuple[float, float]) -> None:
        self._faults = faults
        self._clock = clock
        self._after = after
        self._motions = 0
        self._due = math.inf
        self._loses_banner = False

    def plan(self, motions: int) -> None:
        """Plan what faults do in the last of so many motions, where that has just begun."""
        if motions == self._motions:
            return
        self._motions = motions
        for kind in ("reboot_mid_turn", "lost_banner"):
            if self._faults.triggers(kind, motions):
                self._loses_banner = kind == "lost_banner"
                self._due = self._clock.now() + self._faults.rng(kind).uniform(*self._after)

    def restart(self, chip: ResetChip) -> None:
        """Restart a chip where that is due."""
        if self._clock.now() < self._due:
            return
        self._due = math.inf
        chip.reset()
        if self._loses_banner:
            chip.read_output()


class SimulatedChip:
    """An emulated chip that runs by a clock, as `firmware_sim.server.SerialServer` serves it."""

    def __init__(
        self, chip: EmulatedChip, clock: Clock, faults: FaultSchedule | None = None
    ) -> None:
        """Connect a chip; `faults` are those of its line, and its restarts."""
        self.chip = chip
        self._clock = clock
        self._began = clock.now() - chip.seconds
        self.inject(faults or FaultSchedule())

    @property
    def unplugged(self) -> bool:
        """Return True if the port is disconnected."""
        return self._cable.unplugged

    @property
    def injections(self) -> tuple[Injection, ...]:
        """Return the triggered faults, in order."""
        return tuple(self._faults.log)

    def inject(self, faults: FaultSchedule) -> None:
        """Have these faults from now on."""
        self._faults = faults
        self._cable = Cable(faults, self._clock)
        self._restarts = FaultRestarts(faults, self._clock, _RESTART_SECONDS)

    def repair(self) -> None:
        """End all faults."""
        self._faults.clear()
        self._cable.repair()

    def state_at_rest(self) -> None:
        """Return None: nothing is on its channels."""

    def reset(self) -> None:
        """Do nothing: no edge of its port resets it."""

    def receive(self, data: bytes) -> None:
        """Process bytes from the host."""
        self.advance()
        self.chip.send(self._cable.send_to_robot(data))

    def advance(self) -> None:
        """Run the chip up to now. A chip in software restarts where a fault says so."""
        until = self._clock.now() - self._began
        while not self.chip.run(until):
            pass
        if isinstance(self.chip, ChipServer):
            self._restarts.restart(self.chip)
            self._restarts.plan(self.chip.motions)

    def read_output(self) -> bytes:
        """Return, once, the bytes that reach the host."""
        return self._cable.send_to_host(self.chip.read_output())

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next."""
        return self._clock.now() + _STEP_SECONDS


class ChipPort:
    """A port with an emulated chip at its other end, which runs by the port's `clock`.

    `to_chip` and `to_host` are what the line makes of bytes that are on their way.
    """

    def __init__(
        self,
        simulated: ServedRobot,
        clock: Clock,
        to_chip: Callable[[bytes], bytes] = bytes,
        to_host: Callable[[bytes], bytes] = bytes,
    ) -> None:
        self.clock = clock
        self.timeout: float | None = _TIMEOUT_SECONDS
        self._simulated = simulated
        self._to_chip = to_chip
        self._to_host = to_host
        self._received = bytearray()

    @property
    def in_waiting(self) -> int:
        """Count the bytes that can be read at once."""
        self._check()
        self._simulated.advance()
        self._received += self._to_host(self._simulated.read_output())
        return len(self._received)

    def read(self, size: int = 1, /) -> bytes:
        """Return up to `size` bytes, letting the clock run to the time-out at most."""
        deadline = self.clock.now() + (self.timeout or 0.0)
        while self.in_waiting < size and (left := deadline - self.clock.now()) > 0:
            # Less than a microsecond would be lost in the rounding of the clock.
            self.clock.sleep(max(min(left, _STEP_SECONDS), 1e-6))
        data = bytes(self._received[:size])
        del self._received[:size]
        return data

    def write(self, data: bytes, /) -> int:
        """Send bytes to the chip."""
        self._check()
        self._simulated.receive(self._to_chip(data))
        return len(data)

    def close(self) -> None:
        """Do nothing: the chip goes on."""

    def _check(self) -> None:
        if self._simulated.unplugged:
            raise OSError(errno.EIO, "the port has been unplugged")
