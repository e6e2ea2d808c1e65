"""Event loop that connects a simulated robot to its port."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Protocol

from firmware_sim.endpoints import Endpoint
from firmware_sim.physics.state import PhysicalState
from robot.clock import Clock


class ServedRobot(Protocol):
    """A robot that can be served: a `SimulatedRobot`, or a `SimulatedUno`."""

    @property
    def unplugged(self) -> bool:
        """Return True if the port is disconnected."""
        ...

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        ...

    def reset(self) -> None:
        """Restart the firmware, as opening the port of some boards does."""
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
        return None if wake is None else max(wake - self._clock.now(), 0.0)

    def _send(self, data: bytes) -> None:
        if self._is_connected and self._robot.unplugged:
            self._endpoint.close()
            self._is_connected = False
        elif self._is_connected and data:
            self._endpoint.write(data)
