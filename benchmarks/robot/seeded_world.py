"""The edges of a host, all from one seed: its line, camera, disk and clock, and its own end.

Each use of an edge is a step with a number, at which something drawn may happen. The list of steps
is the same for the same seed.
"""

from __future__ import annotations

import errno
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NoReturn

from benchmarks.support.simulated_job import VirtualRobot
from files import access
from firmware_sim.physics.state import PhysicalState
from robot.clock import Clock
from robot.execution import journal
from robot.link.port import TimedPort, clock_of, open_port
from robot.link.session import Link
from rokumen.storage import runs

# What the clock on the wall says at the beginning, seconds since 1970.
_BEGINNING = 1.75e9
# By these seconds it is set: years back and forth, an hour, and less than a run takes.
_SHIFTS = (-1e9, 3e8, -3600.0, 3600.0, -5.0, 5.0)
# Modules whose calls of the disk and of the clock on the wall are steps.
_WATCHED: tuple[ModuleType, ...] = (access, journal, runs)
_RANDOM_NAME = re.compile(r"\.[0-9a-f]{16}(?=\.unfinished)")
_WRITES = os.O_CREAT | os.O_WRONLY | os.O_RDWR

KILLED = "killed"


class Disk:
    """The calls of a process that write below a folder. They fail while it `is_full`.

    The next one fails with `fails_once`; the first write to a full disk writes its first half.
    """

    def __init__(self, folder: Path, step: Callable[[str, str], None]) -> None:
        self.is_full = False
        self.fails_once = False
        self._folder = folder
        self._step = step
        self._names: dict[int, str] = {}
        self._halves = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def fill(self) -> None:
        """Let no more be written but one half of something."""
        self.is_full, self._halves = True, 1

    def open(self, path: Path | str, flags: int, mode: int = 0o777) -> int:
        """Open a file as `os.open` does."""
        if not flags & _WRITES or self._folder not in Path(path).parents:
            return os.open(path, flags, mode)
        name = _RANDOM_NAME.sub("", str(Path(path).relative_to(self._folder)))
        self._step("disk", f"open {name}")
        if self.fails_once or (self.is_full and not Path(path).exists()):
            self._fail()
        handle = os.open(path, flags, mode)
        self._names[handle] = name
        return handle

    def write(self, handle: int, data: bytes) -> int:
        """Write as `os.write` does."""
        self._step("disk", f"write {self._names[handle]} {data!r}")
        if self.is_full and self._halves:
            self._halves -= 1
            return os.write(handle, data[: len(data) // 2])
        if self.is_full or self.fails_once:
            self._fail()
        return os.write(handle, data)

    def fsync(self, handle: int) -> None:
        """Wait for the disk as `os.fsync` does, which here takes no time."""
        self._step("disk", f"flush {self._names[handle]}")
        if self.is_full or self.fails_once:
            self._fail()

    def _fail(self) -> NoReturn:
        number = errno.ENOSPC if self.is_full else errno.EIO
        self.fails_once = False
        self._step("disk", f"fails: {os.strerror(number)}")
        raise OSError(number, os.strerror(number))


class World:
    """What is around the host of one run; `steps` are the lines of all that it did so far.

    `sent` is called with each line that it sends to the robot.
    """

    def __init__(self, seed: int, virtual: VirtualRobot, folder: Path) -> None:
        self.steps: list[str] = []
        self.disk = Disk(folder, self.step)
        self.shift = 0.0
        self.link: Link | None = None
        self.has_ended_host = False
        self.sent: Callable[[bytes], None] = lambda line: None
        self._virtual = virtual
        self._folder = folder
        self._chance = Random(f"{seed} world")
        self._due: dict[int, list[Callable[[], None]]] = defaultdict(list)
        self._is_killed = False

    def step(self, who: str, what: str) -> None:
        """Note what is about to be done, and let happen what is due at this step.

        Raises SystemExit where the host is killed, and KeyboardInterrupt for Ctrl-C.
        """
        if self._is_killed:
            raise SystemExit(KILLED)
        number = self.note(who, what)
        for happen in self._due.pop(number, ()):
            happen()

    def note(self, who: str, what: str) -> int:
        """Note something that is not done by the host, and return its number."""
        shown = what.replace(str(self._folder), "")
        self.steps.append(f"{len(self.steps)} {self._virtual.clock.now():.6f} {who}: {shown}")
        return len(self.steps) - 1

    def draw(self, count: int, within: int) -> None:
        """Let `count` things happen within so many steps from now, half of them soon."""
        now = len(self.steps)
        for _ in range(count):
            happen = self._chance.choices(*zip(*self._happenings(), strict=True))[0]
            span = self._chance.choice((within, within // 20))
            self._due[now + self._chance.randrange(span)].append(happen)

    def begin_host(self) -> None:
        """Begin another process of a host."""
        self._is_killed = self.has_ended_host = False
        self.link = None

    def restore(self) -> None:
        """Give the disk its space again, and let nothing more happen that was drawn."""
        self.disk.is_full = self.disk.fails_once = False
        self._due.clear()

    def _happenings(self) -> tuple[tuple[Callable[[], None], int], ...]:
        """Return what may happen, each with its weight."""
        return (
            (self._kill, 3),
            (self._interrupt, 2),
            (self._stop, 2),
            (self._fill_disk, 3),
            (self._fail_disk_once, 2),
            (self.set_clock, 3),
        )

    def _kill(self) -> None:
        self.note("host", "killed")
        self._is_killed = True
        raise SystemExit(KILLED)

    def _interrupt(self) -> None:
        self.note("host", "Ctrl-C")
        self.has_ended_host = True
        raise KeyboardInterrupt

    def _stop(self) -> None:
        if self.link is not None:
            self.note("host", "STOP")
            self.has_ended_host = True
            self.link.stop()

    def _fill_disk(self) -> None:
        self.note("disk", "is full")
        self.disk.fill()

    def _fail_disk_once(self) -> None:
        self.note("disk", "will fail once")
        self.disk.fails_once = True

    def set_clock(self) -> None:
        """Set the clock on the wall to another time, drawn."""
        shift = self._chance.choice(_SHIFTS)
        self.shift += shift
        self.note("clock", f"set by {shift:+g} s")

    # What the watched modules use in the place of `time`.

    def time(self) -> float:
        """Return what the clock on the wall says, in seconds since 1970."""
        return _BEGINNING + self._virtual.clock.now() + self.shift

    def monotonic(self) -> float:
        """Return the seconds of a clock that is never set."""
        return self._virtual.clock.now()

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self._virtual.clock.sleep(seconds)

    @contextmanager
    def around(self) -> Iterator[None]:
        """Put disk and clock in the places of this process's own, within the block."""
        before = [(module, module.os, module.time) for module in _WATCHED]
        for module in _WATCHED:
            vars(module).update(os=self.disk, time=self)
        try:
            yield
        finally:
            for module, its_os, its_time in before:
                vars(module).update(os=its_os, time=its_time)

    def port(self, url: str) -> WatchedPort:
        """Open the robot's port. Raises PortError."""
        self.step("line", "open")
        return WatchedPort(self, open_port(url))

    def camera_state(self) -> PhysicalState | None:
        """Return what a picture of the robot shows."""
        self.step("camera", "picture")
        return self._virtual.robot.camera_state()


class WatchedPort:
    """A simulated port, each line of which is a step."""

    def __init__(self, world: World, port: TimedPort) -> None:
        self._world = world
        self._port = port
        self._line = b""

    @property
    def clock(self) -> Clock:
        """See `clock_of`."""
        return clock_of(self._port)

    @property
    def timeout(self) -> float | None:
        """See `TimedPort`."""
        return self._port.timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        self._port.timeout = seconds

    @property
    def in_waiting(self) -> int:
        """See `SerialPort`."""
        return self._port.in_waiting

    def read(self, size: int = 1, /) -> bytes:
        """See `SerialPort`."""
        data = self._port.read(size)
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            self._world.step("robot", repr(line))
        return data

    def write(self, data: bytes, /) -> int | None:
        """See `SerialPort`."""
        # Before whatever happens at this step: a stop may come while a line is sent.
        self._world.sent(data)
        self._world.step("host", repr(data))
        return self._port.write(data)

    def close(self) -> None:
        """See `SerialPort`."""
        self._port.close()
