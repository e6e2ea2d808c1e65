"""Runs that are resumed from journals which do not say what was done."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.harness.records import Record, column
from benchmarks.harness.work import USUAL_WORK, Work
from benchmarks.robot.fault_scenarios import SCENARIOS, faults_of
from benchmarks.robot.lying_cameras import DeceivedJob, rows_of
from benchmarks.robot.soak_assertions import Assertion, Checks
from benchmarks.support.simulated_job import VirtualRobot
from robot.errors import JournalError
from robot.execution.journal import read_journal
from rokumen.storage.runs import (
    RunSettings,
    SolutionPolicy,
    create_journal,
    find_unfinished_run,
    reopen_journal,
)
from solver.cube import Cube

_CHUNK = 8

Records = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class LyingJournal(Record):
    """The runs that were resumed from journals of one kind, and how many were falsely solved."""

    key = "lying_journals"
    title = "runs that stopped, and are resumed from journals that lie"

    lie: str = column("the journal says")
    runs: int = column("runs")
    solved: int = column("solved")
    false_claims: int = column("false")

    @property
    def is_good(self) -> bool:
        """Return whether no cube was called solved that was not."""
        return not self.false_claims

    @property
    def checks(self) -> list[Checks]:
        """Return what is asserted of each run, and whether it held."""
        return [{Assertion.TRUE_CLAIM: n >= self.false_claims} for n in range(self.runs)]


def mislead(count: int, seed: int, work: Work = USUAL_WORK) -> list[LyingJournal]:
    """Stop `count` runs, and resume each from a journal that lies in one of the ways of LIES."""
    jobs = {number: number for number in range(seed, seed + count)}
    ended = work.results("lying journals", DeceivedJob, _do_job, jobs, _CHUNK)
    return [LyingJournal(*row) for row in rows_of(LIES, ended)]


def _do_job(seed: int) -> DeceivedJob:
    """Return what became of the run of a seed, resumed once its robot is repaired."""
    chance = Random(f"{seed} journal")
    lie = list(LIES)[seed % len(LIES)]
    with (
        TemporaryDirectory(prefix="rokumen-lie-") as folder,
        VirtualRobot(seed, faults_of(SCENARIOS["servo_offline"], seed)) as virtual,
    ):
        path = Path(folder) / "run.jsonl"
        settings = RunSettings(SolutionPolicy(), port=virtual.url)
        with create_journal(path, settings) as journal:
            virtual.do_job(virtual.scanner(), journal)
        virtual.wait_until_still()
        virtual.robot.repair()
        records = LIES[lie]([dict(record) for record in read_journal(path)], chance)
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return DeceivedJob(lie, _is_resumed(virtual, path), virtual.robot.state().is_solved())


def _is_resumed(virtual: VirtualRobot, path: Path) -> bool:
    """Resume a run as `rokumen resume` does, and return whether it calls the cube solved."""
    try:
        find_unfinished_run(path)
    except JournalError:
        return False
    with reopen_journal(path) as journal:
        return virtual.do_job(virtual.scanner(), journal)[0].solved


def _truth(records: Records, chance: Random) -> Records:
    return records


def _more_turns(records: Records, chance: Random) -> Records:
    """Commands that were not given, with their turns, and that each was done."""
    turns = [f"{chance.choice('URFDLB')}{chance.choice(('', '2', chr(39)))}" for _ in range(9)]
    for turn in turns:
        command = next(each for each in records if each["record"] == "command")
        records += [{**command, "turn": turn}, {"record": "done", "turn": turn, "seconds": 1.0}]
    return records


def _fewer_turns(records: Records, chance: Random) -> Records:
    """Only the begin of what was done, as after a disk that lost the rest."""
    return records[: chance.randint(1, len(records))]


def _solved_cube(records: Records, chance: Random) -> Records:
    """Scans of a solved cube, in place of what was seen."""
    solved = {"facelets": Cube.solved().facelets, "certain": True}
    return [{**each, **solved} if each["record"] == "scan" else each for each in records]


def _answered(records: Records, chance: Random) -> Records:
    """The turns at the end were asked for, seen and taken back, and nothing else is to be done."""
    for turn in ("R", "U'"):
        records += [
            {"record": "challenge", "turn": turn},
            {"record": "answer", "turn": turn, "seen": True},
        ]
    return [*records, {"record": "scan", "facelets": Cube.solved().facelets, "certain": True}]


LIES: dict[str, Callable[[Records, Random], Records]] = {
    "what was done": _truth,
    "more turns were made": _more_turns,
    "fewer turns were made": _fewer_turns,
    "a solved cube was seen": _solved_cube,
    "the last turns were seen": _answered,
}
