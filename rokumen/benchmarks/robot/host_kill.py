"""Kills the host (SIGKILL) at random points and checks journal and resumption."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from firmware_sim.physics.state import PhysicalState
from robot.errors import JournalError
from robot.execution.journal import Journal, Record, read_journal
from robot.link.session import Link
from rokumen.benchmarks.support.parent_port import Parent, ParentPort, ParentView
from rokumen.benchmarks.support.simulated_job import VirtualRobot
from rokumen.benchmarks.support.stub_scanner import OracleScanner
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


def kill_hosts(
    count: int, seed: int, progress: Callable[[int], None] = lambda done: None
) -> list[Kill]:
    """Kill `count` hosts; hosts that end before they are killed are not counted."""
    kills: list[Kill] = []
    number = seed
    while len(kills) < count:
        number += 1
        kill = _kill_once(number)
        if kill is not None:
            kills.append(kill)
            progress(len(kills))
    return kills


def _kill_once(seed: int) -> Kill | None:
    chance = Random(f"{seed} kill")
    messages = chance.randrange(_MAX_MESSAGES)
    with TemporaryDirectory() as folder, VirtualRobot(seed) as virtual:
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


def _turn_in_flight(records: tuple[Record, ...]) -> str:
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
