"""A simulated robot that outlives its host: the robot in the parent, the host in a forked child.

The child's port, clock and eyes ask the parent for everything, over a pipe; the parent can kill the
child at any instruction and still has the robot.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import Any

from firmware_sim.serial_handlers.protocol_sim import Serial
from firmware_sim.truth import Truth
from rokumen.bench.workbench import Workbench


class ParentPort:
    """A port whose other end, and whose time, are in the parent."""

    def __init__(self, pipe: Connection) -> None:
        self.timeout: float | None = None
        self.clock = _ParentClock(pipe)
        self._pipe = pipe
        self._came = b""

    @property
    def in_waiting(self) -> int:
        """Count the bytes that have been brought here."""
        return len(self._came)

    def read(self, size: int = 1, /) -> bytes:
        """Give what has come, waiting for it in the parent."""
        if not self._came:
            self._pipe.send(("read", self.timeout))
            self._came, self.clock.time = self._pipe.recv()
        data, self._came = self._came[:size], self._came[size:]
        return data

    def write(self, data: bytes, /) -> int:
        """Send bytes."""
        self._pipe.send(("write", data))
        return len(data)

    def close(self) -> None:
        """Leave the robot as it is."""


class _ParentClock:
    """The parent's time, as of the last that was heard of it."""

    def __init__(self, pipe: Connection) -> None:
        self.time = 0.0
        self._pipe = pipe

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self._pipe.send(("sleep", seconds))
        self.time = self._pipe.recv()


class ParentView:
    """What the camera is shown, of the robot in the parent."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def seen(self) -> Truth | None:
        """Ask the parent."""
        self._pipe.send(("seen",))
        truth: Truth | None = self._pipe.recv()
        return truth


class Parent:
    """The parent's end: answers what the child asks."""

    def __init__(self, bench: Workbench, pipe: Connection) -> None:
        self._bench = bench
        self._pipe = pipe
        self._port = Serial(bench.url)

    def answer_one(self) -> None:
        """Wait for the child and answer it. Raises EOFError when it is gone."""
        match self._pipe.recv():
            case ("read", timeout):
                self._port.timeout = timeout
                data = self._port.read(1)
                data += self._port.read(self._port.in_waiting)
                self._reply((data, self._bench.clock.now()))
            case ("write", data):
                self._port.write(data)
            case ("sleep", seconds):
                self._bench.clock.sleep(seconds)
                self._reply(self._bench.clock.now())
            case ("seen",):
                self._reply(self._bench.robot.seen())

    def _reply(self, value: Any) -> None:
        self._pipe.send(value)
