"""Serves a simulated robot at an endpoint, in real time, until it is told to stop."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Protocol

from firmware_sim.endpoints import Endpoint
from firmware_sim.truth import Truth
from robot.clock import Clock


class Served(Protocol):
    """A robot that can be served: a `SimulatedRobot`, or a `SimulatedBoard`."""

    @property
    def unplugged(self) -> bool:
        """Tell whether the port has gone away."""
        ...

    def resting(self) -> Truth | None:
        """Give what is physically so, or None while a motion is going on."""
        ...

    def receive(self, data: bytes, /) -> None:
        """Take bytes from the host."""
        ...

    def advance(self) -> None:
        """Do what time has brought."""
        ...

    def take(self) -> bytes:
        """Give, once, the bytes that reach the host."""
        ...

    def next_wake(self) -> float | None:
        """Say when, by the clock, `advance` is needed next; None if only input can do anything."""
        ...


class Server:
    """The loop between a robot and its port. `at_rest` is told every new resting state.

    A context manager: leaving it closes the port.
    """

    def __init__(
        self,
        robot: Served,
        endpoint: Endpoint,
        clock: Clock,
        at_rest: Callable[[Truth], None] | None = None,
    ) -> None:
        self._robot = robot
        self._endpoint = endpoint
        self._clock = clock
        self._at_rest = at_rest
        self._plugged = True
        self._bell, self._button = socket.socketpair()
        self._button.setblocking(False)

    def serve(self) -> None:
        """Serve until `stop` is called."""
        saved = self._robot.resting()
        while True:
            ports = self._endpoint.watched if self._plugged else ()
            ready, _, _ = select.select([self._bell.fileno(), *ports], [], [], self._patience())
            if self._bell.fileno() in ready:
                return
            if self._plugged:
                self._robot.receive(self._endpoint.read())
            else:
                self._robot.advance()
            self._pass_on(self._robot.take())
            if self._at_rest:
                resting = self._robot.resting()
                if resting is not None and resting != saved:
                    self._at_rest(resting)
                    saved = resting

    def stop(self) -> None:
        """End `serve`; may be called from any thread and from a signal's handler."""
        # One that has been closed has ended.
        with suppress(OSError):
            self._button.send(b"!")

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._plugged:
            self._endpoint.close()
        self._bell.close()
        self._button.close()

    def _patience(self) -> float | None:
        wake = self._robot.next_wake()
        return None if wake is None else max(wake - self._clock.now(), 0.0)

    def _pass_on(self, data: bytes) -> None:
        if self._plugged and self._robot.unplugged:
            self._endpoint.close()
            self._plugged = False
        elif self._plugged and data:
            self._endpoint.write(data)
