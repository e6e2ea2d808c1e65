"""The host killed (SIGKILL) at random points of its work: is anything lost, doubled, or stuck?"""

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

from firmware_sim.truth import Truth
from robot.errors import JournalError
from robot.journal import Journal, Record, read_journal
from robot.link import Link
from rokumen.bench.glance import GlancingEyes
from rokumen.bench.parent_port import Parent, ParentPort, ParentView
from rokumen.bench.workbench import Workbench
from rokumen.choice import Choice
from rokumen.job import Job
from rokumen.runs import RunSettings, begin, unfinished_run
from solver.cube import Cube
from solver.turn import turns

# A job says about so much to its robot and camera; it is killed after some of it, drawn evenly,
_MOST_MESSAGES = 1500
# and so many seconds more, in which it computes, or writes to its journal.
_MOST_SECONDS = 0.002


@dataclass(frozen=True, slots=True)
class Kill:
    """A host killed after `messages`, and what was found then.

    `told_truly`: what the journal says was turned, with the command in flight or without it, is
    what was turned; `resumed`: the run was taken up and the cube solved.
    """

    messages: int
    turns_made: int
    told_truly: bool
    resumed: bool


def kill_often(
    count: int, seed: int, progress: Callable[[int], None] = lambda done: None
) -> list[Kill]:
    """Kill `count` hosts; those that end before their time are not counted."""
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
    messages = chance.randrange(_MOST_MESSAGES)
    with TemporaryDirectory() as folder, Workbench(seed) as bench:
        path = Path(folder) / "run.jsonl"
        ours, theirs = Pipe()
        child = os.fork()
        if not child:
            _be_the_host(bench, path, theirs)
        theirs.close()
        parent = Parent(bench, ours)
        try:
            for _ in range(messages):
                parent.answer_one()
        except (EOFError, ConnectionError):
            os.waitpid(child, 0)
            return None
        time.sleep(chance.uniform(0, _MOST_SECONDS))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        ours.close()
        bench.rest()
        truth = bench.robot.look()
        told_truly = _tells_truly(path, bench.cube, truth)
        return Kill(messages, bench.robot.turns_done, told_truly, _is_resumed(bench, path))


def _be_the_host(bench: Workbench, path: Path, pipe: Connection) -> None:
    """Do the whole job, as a process that never returns."""
    status = 1
    try:
        eyes = GlancingEyes(ParentView(pipe))
        with (
            begin(path, RunSettings(Choice(), port=bench.url)) as journal,
            Link(bench.url, opened_by=lambda url: ParentPort(pipe)) as link,
        ):
            Job(link, eyes, Choice(), journal).run()
        status = 0
    finally:
        os._exit(status)


def _tells_truly(path: Path, cube: Cube, truth: Truth) -> bool:
    """Hold the journal's turns against the cube: all that ended, and perhaps the one in flight."""
    try:
        records = read_journal(path)
    except JournalError:
        return truth.cube == cube
    for record in records:
        if record["record"] == "done" and record["turn"]:
            cube = cube.apply(turns(record["turn"]))
    possible = [cube]
    if in_flight := _in_flight(records):
        possible.append(cube.apply(turns(in_flight)))
    return truth.cube in possible and not truth.layers


def _in_flight(records: tuple[Record, ...]) -> str:
    """Give the turn that was sent, or was about to be, and of which no end is told."""
    last = next((r for r in reversed(records) if r["record"] in ("command", "done")), None)
    return (last["turn"] or "") if last is not None and last["record"] == "command" else ""


def _is_resumed(bench: Workbench, path: Path) -> bool:
    """Take the run up, as `rokumen resume` does; a run that had not begun begins."""
    try:
        path, _ = unfinished_run(path)
    except JournalError:
        if bench.robot.turns_done:
            return False
        path = path.with_name("again.jsonl")
        begin(path, RunSettings(Choice(), port=bench.url)).close()
    with Journal(path) as journal:
        journal.write("resumed")
        result, _ = bench.do_job(bench.eyes(), journal)
    return result.solved and bench.robot.look().is_solved
