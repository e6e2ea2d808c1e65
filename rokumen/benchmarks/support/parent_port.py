"""Simulated robot in the parent process, host in a forked child that can be killed.

The child's port, clock and camera request everything from the parent, over a pipe; the parent can
kill the child at any instruction and still has the robot.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import Any

from firmware_sim.physics.state import PhysicalState
from firmware_sim.sim_port import Serial
from rokumen.benchmarks.support.simulated_job import VirtualRobot


class ParentPort:
    """Port whose other end and clock are in the parent process."""

    def __init__(self, pipe: Connection) -> None:
        self.timeout: float | None = None
        self.clock = _ParentClock(pipe)
        self._pipe = pipe
        self._came = b""

    @property
    def in_waiting(self) -> int:
        """Return the number of bytes already received."""
        return len(self._came)

    def read(self, size: int = 1, /) -> bytes:
        """Return received bytes; the parent waits for them in virtual time."""
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
        """Do nothing: the robot is in the parent."""


class _ParentClock:
    """The parent's clock, as of its last reply."""

    def __init__(self, pipe: Connection) -> None:
        self.time = 0.0
        self._pipe = pipe

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self._pipe.send(("sleep", seconds))
        self.time = self._pipe.recv()


class ParentView:
    """Source of the camera state of the robot in the parent."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def camera_state(self) -> PhysicalState | None:
        """Return the camera state from the parent."""
        self._pipe.send(("seen",))
        truth: PhysicalState | None = self._pipe.recv()
        return truth


class Parent:
    """The parent's end of the pipe: serves the child's requests."""

    def __init__(self, virtual: VirtualRobot, pipe: Connection) -> None:
        self._virtual = virtual
        self._pipe = pipe
        self._port = Serial(virtual.url)

    def handle_request(self) -> None:
        """Wait for a request of the child and reply. Raises EOFError if the child has ended."""
        match self._pipe.recv():
            case ("read", timeout):
                self._port.timeout = timeout
                data = self._port.read(1)
                data += self._port.read(self._port.in_waiting)
                self._reply((data, self._virtual.clock.now()))
            case ("write", data):
                self._port.write(data)
            case ("sleep", seconds):
                self._virtual.clock.sleep(seconds)
                self._reply(self._virtual.clock.now())
            case ("seen",):
                self._reply(self._virtual.robot.camera_state())

    def _reply(self, value: Any) -> None:
        self._pipe.send(value)
