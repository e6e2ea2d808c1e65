"""Event loop that connects a simulated robot to its port, and the line to it.

A line has a bit rate, what a USB chip adds, and the bootloader.
"""

from __future__ import annotations

import math
import select
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol

from firmware_sim.endpoints import Endpoint
from firmware_sim.physics.state import PhysicalState
from robot.clock import Clock


class ServedRobot(Protocol):
    """A robot that can be served: a `SimulatedRobot`, or one with a board."""

    @property
    def unplugged(self) -> bool:
        """Return True if the port is disconnected."""
        ...

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        ...

    def reset(self) -> None:
        """Restart the firmware."""
        ...

    def receive(self, data: bytes, /) -> None:
        """Process bytes from the host."""
        ...

    def advance(self) -> None:
        """Handle what is due by now."""
        ...

    def read_output(self) -> bytes:
        """Return, once, the bytes that reach the host."""
        ...

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next; None: only after input."""
        ...


class BootedRobot(ServedRobot, Protocol):
    """A robot with a bootloader."""

    def begin_reset(self) -> None:
        """Begin to restart, as opening the port of some boards does: the bootloader runs first."""
        ...


class SerialServer:
    """The loop between a robot and its port.

    `on_rest` is called with every new state at rest, `on_open` when a host opens the port. A
    context manager: leaving it closes the port.
    """

    def __init__(
        self,
        robot: ServedRobot,
        endpoint: Endpoint,
        clock: Clock,
        on_rest: Callable[[PhysicalState], None] | None = None,
        on_open: Callable[[], None] = lambda: None,
    ) -> None:
        self._robot = robot
        self._endpoint = endpoint
        self._clock = clock
        self._at_rest = on_rest
        self._on_open = on_open
        self._is_connected = True
        self._wake_receiver, self._wake_sender = socket.socketpair()
        self._wake_sender.setblocking(False)

    def serve(self) -> None:
        """Serve until `stop` is called."""
        saved = self._robot.state_at_rest()
        while True:
            ports = self._endpoint.readable_fds if self._is_connected else ()
            ready, _, _ = select.select(
                [self._wake_receiver.fileno(), *ports], [], [], self._select_timeout()
            )
            if self._wake_receiver.fileno() in ready:
                return
            if self._is_connected:
                if self._endpoint.was_opened():
                    self._on_open()
                self._robot.receive(self._endpoint.read())
            else:
                self._robot.advance()
            self._send(self._robot.read_output())
            if self._at_rest:
                resting = self._robot.state_at_rest()
                if resting is not None and resting != saved:
                    self._at_rest(resting)
                    saved = resting

    def stop(self) -> None:
        """End `serve`; may be called from any thread and from a signal's handler."""
        # A closed server has already ended.
        with suppress(OSError):
            self._wake_sender.send(b"!")

    @property
    def wake_fd(self) -> int:
        """Return a file descriptor; a byte written to it ends `serve`, as `stop` does."""
        return self._wake_sender.fileno()

    def __enter__(self) -> SerialServer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_connected:
            self._endpoint.close()
        self._wake_receiver.close()
        self._wake_sender.close()

    def _select_timeout(self) -> float | None:
        wake = self._robot.next_wakeup()
        return None if wake is None else min(max(wake - self._clock.now(), 0.0), _LOOK_SECONDS)

    def _send(self, data: bytes) -> None:
        if self._is_connected and self._robot.unplugged:
            self._endpoint.close()
            self._is_connected = False
        elif self._is_connected and data:
            self._endpoint.write(data)


# So often a robot goes on that moves, in seconds, as its cameras show.
_LOOK_SECONDS = 0.02
_BITS_PER_BYTE = 10  # with start and stop bit


@dataclass(frozen=True, slots=True)
class SerialLine:
    """A kind of serial line: `baud` bits a second, 0 for one that takes no time.

    Its USB chip passes on what it has received every `latency` seconds, and `packet_bytes` bytes at
    once. Opening the port restarts the robot, whose bootloader then takes
    `boot_seconds`; 0 is a robot that is not restarted.
    """

    baud: int = 0
    latency: float = 0.0
    packet_bytes: int = 62
    boot_seconds: float = 0.0

    @property
    def byte_seconds(self) -> float:
        """Return how long a byte takes."""
        return _BITS_PER_BYTE / self.baud if self.baud else 0.0


IDEAL_LINE = SerialLine()
# Boards with optiboot, such as the Nano and the Uno, wait so long for a new program.
BOOT_SECONDS = 1.0
# FTDI's chips wait 16 ms by default (application note AN232B-04) and send 62 bytes a packet.
FTDI_LINE = SerialLine(baud=115200, latency=0.016, boot_seconds=BOOT_SECONDS)
# An Uno's own USB chip passes bytes on within a USB frame.
UNO_LINE = SerialLine(baud=115200, latency=0.001, boot_seconds=BOOT_SECONDS)
# A Maestro is a USB device by itself: it has no bit rate, and the port does not restart it.
USB_LINE = SerialLine(latency=0.001)


class SlowLine:
    """A robot at the far end of a line; it has what `SerialServer` needs of a robot."""

    def __init__(self, robot: BootedRobot, line: SerialLine, clock: Clock) -> None:
        self._robot = robot
        self._clock = clock
        self._byte_seconds = line.byte_seconds
        self._latency = line.latency
        self._boot_seconds = line.boot_seconds
        self._packet_bytes = line.packet_bytes
        # Bytes on their way, and when the last of them arrives.
        self._to_robot: deque[tuple[float, bytes]] = deque()
        self._to_host: deque[tuple[float, bytes]] = deque()
        self._boots_until: float | None = None

    @property
    def unplugged(self) -> bool:
        """See `ServedRobot`."""
        return self._robot.unplugged

    def state_at_rest(self) -> PhysicalState | None:
        """See `ServedRobot`."""
        return self._robot.state_at_rest()

    def reset(self) -> None:
        """Restart the robot, as opening the port does: first its bootloader runs."""
        if self._boot_seconds:
            self._robot.begin_reset()
            self._boots_until = self._clock.now() + self._boot_seconds
            self._to_robot.clear()
            self._to_host.clear()

    def receive(self, data: bytes) -> None:
        """Take bytes from the host; they arrive when the last of them has been transmitted."""
        if data and self._boots_until is None:
            self._to_robot.append((self._end_of(data, self._to_robot), data))
        self.advance()

    def advance(self) -> None:
        """Handle what is due by now."""
        if self._boots_until is not None:
            if self._clock.now() < self._boots_until:
                self._robot.advance()
                return
            self._boots_until = None
            self._robot.read_output()
            self._robot.reset()
        if self._to_robot and self._to_robot[0][0] <= self._clock.now():
            self._robot.receive(self._taken(self._to_robot))
        else:
            self._robot.advance()
        self._send(self._robot.read_output())

    def read_output(self) -> bytes:
        """Return, once, the bytes that reach the host."""
        return self._taken(self._to_host)

    def next_wakeup(self) -> float | None:
        """See `ServedRobot`."""
        times = [self._robot.next_wakeup(), self._boots_until]
        times += [queue[0][0] for queue in (self._to_robot, self._to_host) if queue]
        return min((time for time in times if time is not None), default=None)

    def _send(self, data: bytes) -> None:
        """Send bytes to the host: whole packets at once, the rest when the chip's time is up."""
        if not data:
            return
        end = self._end_of(data, self._to_host)
        whole = len(data) - len(data) % self._packet_bytes if self._latency else len(data)
        if whole:
            self._to_host.append((end, data[:whole]))
        if whole < len(data):
            ticks = math.ceil(end / self._latency)
            self._to_host.append((ticks * self._latency, data[whole:]))

    def _end_of(self, data: bytes, queue: deque[tuple[float, bytes]]) -> float:
        """Return when these bytes have been transmitted, after those before them."""
        begin = max(self._clock.now(), queue[-1][0] if queue else 0.0)
        return begin + len(data) * self._byte_seconds

    def _taken(self, queue: deque[tuple[float, bytes]]) -> bytes:
        """Return the bytes that have arrived by now."""
        data = b""
        while queue and queue[0][0] <= self._clock.now():
            data += queue.popleft()[1]
        return data
