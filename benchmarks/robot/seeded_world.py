"""The edges of a host, all from one seed: its robot, camera, disk and clock, and its own end.

Each use of an edge is a step with a number, at which something drawn may happen, and so is each
look at the clock while the robot moves. The list of steps is the same for the same seed.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType

from benchmarks.robot.seeded_disk import Disk
from benchmarks.robot.seeded_lies import CAMERA_LIES, JOURNAL_LIES, Lie, the_truth
from benchmarks.support.simulated_job import VirtualRobot
from files import access
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.execution import journal
from robot.execution.journal import read_journal
from robot.link.connection import RobotConnection
from robot.link.port import LineTrace
from robot.link.registry import open_connection
from robot.link.session import Link
from rokumen.jobs import cube_job
from rokumen.storage import runs

# What the clock on the wall says at the beginning, seconds since 1970.
_BEGINNING = 1.75e9
# By these seconds it is set: years back and forth, an hour, and less than a run takes.
_SHIFTS = (-1e9, 3e8, -3600.0, 3600.0, -5.0, 5.0)
# Modules whose calls of the disk and of the clock on the wall are steps.
_WATCHED: tuple[ModuleType, ...] = (access, journal, runs)
_TIMED: tuple[ModuleType, ...] = (*_WATCHED, cube_job)

# The digest of a record, which depends on the folder's name where an error tells it.
_CHAIN = re.compile(r', "chain": "[0-9a-f]+"')

KILLED = "killed"
# Lies, of which the second happens between two hosts.
CAMERA, JOURNAL = "lying-camera", "lying-journal"
_TICK = 0.001


class StopClock(VirtualClock):
    """Virtual clock that advances in small steps while `is_watched` says so.

    `passed` is called after each sleep.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_watched: Callable[[], bool] = lambda: False
        self.passed: Callable[[], None] = lambda: None

    def sleep(self, seconds: float) -> None:
        """Advance by `seconds`."""
        end = self.now() + seconds
        while self.is_watched() and self.now() + _TICK < end:
            super().sleep(_TICK)
        super().sleep(end - self.now())
        self.passed()


class World:
    """What is around the host of one run; `steps` are the lines of all that it did so far.

    `sent` is called with each command that it sends to the robot; `stop_seconds` are those after
    which a robot stood still that was stopped during a motion, and `has_lied` says whether a camera
    or a journal did. Only the happenings `may_happen` are drawn.
    """

    def __init__(
        self,
        seed: int,
        virtual: VirtualRobot,
        folder: Path,
        clock: StopClock,
        may_happen: Collection[str] = (),
    ) -> None:
        self.steps: list[str] = []
        self.disk = Disk(folder, self.step)
        self.shift = 0.0
        self.link: Link | None = None
        self.has_ended_host = False
        self.has_lied = self.was_stopped_in_motion = False
        self.stop_seconds: list[float] = []
        self.sent: Callable[[str], None] = lambda command: None
        self._virtual = virtual
        self.clock = clock
        self._lie: Lie = the_truth
        self._happenings = [
            each for each in HAPPENINGS if each.name in may_happen or not may_happen
        ]
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
        shown = _CHAIN.sub("", what.replace(str(self._folder), ""))
        self.steps.append(f"{len(self.steps)} {self._virtual.clock.now():.6f} {who}: {shown}")
        return len(self.steps) - 1

    def draw(self, count: int, within: int) -> None:
        """Let `count` things happen within so many steps from now, half of them soon."""
        now = len(self.steps)
        for _ in range(count if self._happenings else 0):
            (drawn,) = self._chance.choices(self._happenings, [h.weight for h in self._happenings])
            span = self._chance.choice((within, within // 20))
            self._due[now + self._chance.randrange(span)].append(partial(drawn.happen, self))

    def begin_host(self) -> None:
        """Begin another process of a host."""
        self._is_killed = self.has_ended_host = self.was_stopped_in_motion = False
        self.link = None
        self.clock.passed = self._look

    def end_host(self) -> None:
        """End it: what happens to its robot is no step any more."""
        self.clock.passed = lambda: None

    def _look(self) -> None:
        """Look at the clock, which is a step while the robot moves."""
        if self._is_moving():
            self.step("robot", "moves")

    def restore(self) -> None:
        """Give the disk its space again, the camera the truth, and let nothing more happen."""
        self.disk.is_full = self.disk.fails_once = False
        self._lie = the_truth
        self._due.clear()

    def kill(self) -> None:
        """End the host between two steps. Raises SystemExit."""
        self.note("host", "killed")
        self._is_killed = True
        raise SystemExit(KILLED)

    def interrupt(self) -> None:
        """End the host by Ctrl-C. Raises KeyboardInterrupt."""
        self.note("host", "Ctrl-C")
        self.has_ended_host = True
        raise KeyboardInterrupt

    def stop(self) -> None:
        """Press STOP, and watch from when on a robot stands still that moves."""
        if self.link is not None:
            self.note("host", "STOP")
            self.has_ended_host = True
            if self._is_moving():
                self.was_stopped_in_motion = True
                began = self.clock.now()
                self.clock.is_watched = partial(self._is_still_moving, began)
            self.link.stop()

    def _is_moving(self) -> bool:
        self._virtual.robot.advance()
        return self._virtual.robot.state_at_rest() is None

    def _is_still_moving(self, began: float) -> bool:
        """Return whether a robot moves that was stopped; note after how long it does no more."""
        if self._is_moving():
            return True
        self.stop_seconds.append(self.clock.now() - began)
        self.clock.is_watched = lambda: False
        return False

    def let_camera_lie(self) -> None:
        """Let the camera show something else from now on."""
        self.has_lied = True
        name = self._chance.choice(sorted(CAMERA_LIES))
        self.note("camera", f"shows {name}")
        self._lie = CAMERA_LIES[name](self._chance)

    def let_journal_lie(self, path: Path) -> None:
        """Let the journal at `path` say something else, from which the run is resumed."""
        self.has_lied = True
        name = self._chance.choice(sorted(JOURNAL_LIES))
        self.note("journal", f"says that {name}")
        records = JOURNAL_LIES[name]([dict(each) for each in read_journal(path)], self._chance)
        path.write_text("".join(json.dumps(each) + "\n" for each in records))

    def fill_disk(self) -> None:
        """Let nothing more be written."""
        self.note("disk", "is full")
        self.disk.fill()

    def fail_disk_once(self) -> None:
        """Let the next write fail."""
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
        before = [(vars(module), "os", module.os) for module in _WATCHED]
        before += [(vars(module), "time", module.time) for module in _TIMED]
        for module in _WATCHED:
            vars(module).update(os=self.disk)
        for module in _TIMED:
            vars(module).update(time=self)
        try:
            yield
        finally:
            for names, name, own in before:
                names[name] = own

    def connect(self, url: str) -> RobotConnection:
        """Connect to the robot. Raises PortError."""
        self.step("host", "connects")
        return open_connection(url, StepTrace(self))

    def camera_state(self) -> PhysicalState | None:
        """Return what a picture of the robot shows."""
        self.step("camera", "picture")
        return self._lie(self._virtual.robot.camera_state())


@dataclass(frozen=True, slots=True)
class Happening:
    """What may happen at a step of a host, and how often it is drawn beside others."""

    name: str
    happen: Callable[[World], None]
    weight: int


HAPPENINGS = (
    Happening("kill", World.kill, 3),
    Happening("ctrl-c", World.interrupt, 2),
    Happening("stop", World.stop, 2),
    Happening("full-disk", World.fill_disk, 3),
    Happening("failing-disk", World.fail_disk_once, 2),
    Happening("clock", World.set_clock, 3),
    Happening(CAMERA, World.let_camera_lie, 1),
)


class StepTrace(LineTrace):
    """A trace each line of which is a step."""

    def __init__(self, world: World) -> None:
        self._world = world

    def write(self, line: str) -> None:
        """See `LineTrace`."""
        seconds, way, said = line.split(" ", 2)
        if seconds == "#":
            # The time of the day is not that of the run.
            self._world.step("host", said.rpartition(" ")[2])
            return
        if way == ">":
            # Before whatever happens at this step: a stop may come while a command is sent.
            self._world.sent(said)
        self._world.step("host" if way == ">" else "robot", said)
