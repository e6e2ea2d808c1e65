"""The host killed (SIGKILL) at random points: its journal, and whether the run can be resumed.

The simulated robot is in this process, the host in a forked child. The child's port, clock and
camera request everything from here, over a pipe; so the child can be killed at any instruction,
and the robot is still there.
"""

from __future__ import annotations

import itertools
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record
from benchmarks.robot.soak_assertions import Assertion, Checks
from benchmarks.support.simulated_job import VirtualRobot
from benchmarks.support.stub_scanner import OracleScanner
from firmware_sim.physics.state import PhysicalState
from firmware_sim.sim_port import Serial
from robot.errors import JournalError
from robot.execution.journal import Journal, read_journal
from robot.link.session import Link
from rokumen.jobs.cube_job import Job
from rokumen.storage.runs import RunSettings, SolutionPolicy, create_journal, find_unfinished_run
from solver.cube import Cube

# Approximate number of messages of a job to robot and camera. The host is killed after a random
# number of them (uniform),
_MAX_MESSAGES = 1500
# and a random number of seconds more (uniform), while it computes or writes its journal.
_MAX_SECONDS = 0.002


@dataclass(frozen=True, slots=True)
class Kill:
    """A host killed after `messages`, and what was checked afterwards.

    `journal_is_right`: the turns in the journal, with or without the command in flight, are the
    turns that were made; `resumed`: the run was resumed and the cube solved.
    """

    messages: int
    turns_made: int
    journal_is_right: bool
    resumed: bool

    @property
    def checks(self) -> Checks:
        """Return what is asserted of it, and whether it held."""
        return {
            Assertion.EVERY_TURN_ONCE: self.journal_is_right,
            Assertion.RESUMED: self.resumed,
        }


@dataclass(frozen=True, slots=True)
class KilledHosts(Record):
    """All hosts that were killed."""

    key = "killed_hosts"
    sentence = (
        "{count} hosts killed, after {turns:.1f} turns on average: {wrong} journals with a wrong "
        "turn, {resumed} runs resumed and solved"
    )

    count: int
    turns: float
    wrong: int
    resumed: int

    @property
    def is_good(self) -> bool:
        """Return whether every journal was right, and every run resumed."""
        return not self.wrong and self.resumed == self.count

    @classmethod
    def of(cls, kills: Sequence[Kill]) -> KilledHosts:
        """Return the record of some kills."""
        return cls(
            len(kills),
            fmean(kill.turns_made for kill in kills),
            sum(not kill.journal_is_right for kill in kills),
            sum(kill.resumed for kill in kills),
        )


def kill_hosts(
    count: int,
    seed: int,
    progress: Progress = QUIET,
    robot: Callable[[int], VirtualRobot] = VirtualRobot,
) -> list[Kill]:
    """Kill `count` hosts; hosts that end before they are killed are not counted.

    `robot` returns the robot of a seed, before a run.
    """
    kills = (kill for number in itertools.count(seed + 1) if (kill := _kill_once(number, robot)))
    return list(progress.each("killed hosts", islice(kills, count), count))


def _kill_once(seed: int, robot: Callable[[int], VirtualRobot]) -> Kill | None:
    chance = Random(f"{seed} kill")
    messages = chance.randrange(_MAX_MESSAGES)
    with TemporaryDirectory() as folder, robot(seed) as virtual:
        path = Path(folder) / "run.jsonl"
        parent_end, child_end = Pipe()
        child = os.fork()
        if not child:
            _run_host(virtual, path, child_end)
        child_end.close()
        parent = Parent(virtual, parent_end)
        try:
            for _ in range(messages):
                parent.handle_request()
        except (EOFError, ConnectionError):
            os.waitpid(child, 0)
            return None
        time.sleep(chance.uniform(0, _MAX_SECONDS))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        parent_end.close()
        virtual.wait_until_still()
        truth = virtual.robot.state()
        journal_is_right = _journal_is_right(path, virtual.cube, truth)
        return Kill(
            messages, virtual.robot.turns_done, journal_is_right, _is_resumed(virtual, path)
        )


def _run_host(virtual: VirtualRobot, path: Path, pipe: Connection) -> None:
    """Run the whole job, in a process that never returns."""
    status = 1
    try:
        scanner = OracleScanner(ParentView(pipe))
        with (
            create_journal(path, RunSettings(SolutionPolicy(), port=virtual.url)) as journal,
            Link(virtual.url, opened_by=lambda url: ParentPort(pipe)) as link,
        ):
            Job(link, scanner, SolutionPolicy(), journal).run()
        status = 0
    finally:
        os._exit(status)


def _journal_is_right(path: Path, cube: Cube, truth: PhysicalState) -> bool:
    """Return whether the journal's turns, with or without that in flight, give the cube."""
    try:
        records = read_journal(path)
    except JournalError:
        return truth.cube == cube
    for record in records:
        if record["record"] == "done" and record["turn"]:
            cube = cube.apply(record["turn"])
    possible = [cube]
    if in_flight := _turn_in_flight(records):
        possible.append(cube.apply(in_flight))
    return truth.cube in possible and not truth.layers


def _turn_in_flight(records: Sequence[Mapping[str, Any]]) -> str:
    """Return the turn that was being sent or made, without a record of its end."""
    last = next((r for r in reversed(records) if r["record"] in ("command", "done")), None)
    return (last["turn"] or "") if last is not None and last["record"] == "command" else ""


def _is_resumed(virtual: VirtualRobot, path: Path) -> bool:
    """Resume the run, as `rokumen resume` does, or start it if it had not started."""
    try:
        path, _ = find_unfinished_run(path)
    except JournalError:
        if virtual.robot.turns_done:
            return False
        path = path.with_name("again.jsonl")
        create_journal(path, RunSettings(SolutionPolicy(), port=virtual.url)).close()
    with Journal(path) as journal:
        journal.write("resumed")
        result, _ = virtual.do_job(virtual.scanner(), journal)
    return result.solved and virtual.robot.state().is_solved()


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
        """Return the true state of the cube, which a camera would see, as the parent has it."""
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
