"""The serial port of an emulated bus of Feetech servos, in the time of its clock."""

from __future__ import annotations

from firmware_sim.drives.feetech_bus import EmulatedFeetechBus
from robot.clock import Clock

_POLL_SECONDS = 0.001


class FeetechWire:
    """What pySerial would open: a read ends with what there is after `timeout` seconds."""

    def __init__(self, bus: EmulatedFeetechBus, clock: Clock, timeout: float = 0.02) -> None:
        self._bus = bus
        self._clock = clock
        self._timeout = timeout
        self._received = bytearray()

    def read(self, size: int = 1, /) -> bytes:
        """Return `size` bytes, or fewer after the time-out."""
        end = self._clock.now() + self._timeout
        while True:
            self._received += self._bus.read_output()
            if len(self._received) >= size or self._clock.now() >= end:
                found = bytes(self._received[:size])
                del self._received[:size]
                return found
            self._clock.sleep(_POLL_SECONDS)
            self._bus.advance()

    def write(self, data: bytes, /) -> int:
        """Send bytes."""
        self._bus.receive(data)
        return len(data)

    def reset_input_buffer(self) -> None:
        """Discard what came and was not read."""
        self._bus.read_output()
        self._received.clear()

    def close(self) -> None:
        """Do nothing: the servos go on as they are."""
