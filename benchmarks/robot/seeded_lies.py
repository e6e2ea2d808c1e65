"""What cameras and journals say that is not so.

A camera does not show this robot's cube as it is now; a journal does not say what was done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.support.simulated_job import VirtualRobot
from benchmarks.support.stub_scanner import OracleScanner, TruthSource
from firmware_sim.physics.state import PhysicalState
from robot.execution.journal import Journal
from solver.cube import Cube

# Pictures after which a camera begins to lie, of about 12 for a scan and a face in five commands.
_LAST_TRUE_PICTURE = 30

Seen = PhysicalState | None
Lie = Callable[[Seen], Seen]
Records = list[dict[str, Any]]


def the_truth(seen: Seen) -> Seen:
    """Return what is there."""
    return seen


def _another_cube(cube: Cube) -> Lie:
    """The cube of another robot, which moves as this one does but turns no layer."""
    return lambda seen: seen and replace(seen, cube=cube, layers=())


def _solved_cube(chance: Random) -> Lie:
    return _another_cube(Cube.solved())


def _nearly_solved_cube(chance: Random) -> Lie:
    return _another_cube(Cube.solved().apply(chance.choice(("R", "U2", "F'"))))


def _solved_cube_later(chance: Random) -> Lie:
    """The truth at first, then a cube that is solved."""
    lie, left = _solved_cube(chance), iter(range(chance.randrange(_LAST_TRUE_PICTURE)))
    return lambda seen: seen if next(left, None) is not None else lie(seen)


def _frozen(chance: Random) -> Lie:
    """The truth at first, then the same picture for ever."""
    left = iter(range(chance.randrange(_LAST_TRUE_PICTURE)))
    last: list[Seen] = [None]

    def show(seen: Seen) -> Seen:
        if next(left, None) is not None or last[0] is None:
            last[0] = seen
        return last[0]

    return show


def _late(chance: Random) -> Lie:
    """What was there some pictures ago."""
    kept: list[Seen] = []
    delay = chance.randint(1, 6)

    def show(seen: Seen) -> Seen:
        kept.append(seen)
        return kept[max(0, len(kept) - 1 - delay)]

    return show


def _old_run(chance: Random) -> Lie:
    """The pictures of a run with another cube, which ended solved, one after the other."""
    recorded: list[Seen] = []
    with (
        TemporaryDirectory(prefix="rokumen-lie-") as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        VirtualRobot(chance.randrange(10**6, 10**9)) as before,
    ):
        before.do_job(OracleScanner(_Recorder(before.robot, recorded)), journal)
    shown = iter(recorded)
    return lambda seen: next(shown, recorded[-1])


@dataclass(frozen=True, slots=True)
class _Recorder:
    """A robot whose pictures are kept."""

    truth: TruthSource
    recorded: list[Seen]

    def camera_state(self) -> Seen:
        self.recorded.append(self.truth.camera_state())
        return self.recorded[-1]


CAMERA_LIES: dict[str, Callable[[Random], Lie]] = {
    "a solved cube": _solved_cube,
    "a cube one turn away": _nearly_solved_cube,
    "a solved cube, later on": _solved_cube_later,
    "the same picture, later on": _frozen,
    "what was there before": _late,
    "an older run": _old_run,
}


def _more_turns(records: Records, chance: Random) -> Records:
    """Commands that were not given, with their turns, and that each was done."""
    command = next((each for each in records if each["record"] == "command"), None)
    if command is None:
        return records
    for _ in range(9):
        turn = f"{chance.choice('URFDLB')}{chance.choice(('', '2', chr(39)))}"
        records += [{**command, "turn": turn}, {"record": "done", "turn": turn, "seconds": 1.0}]
    return records


def _fewer_turns(records: Records, chance: Random) -> Records:
    """Only the begin of what was done, as after a disk that lost the rest."""
    return records[: chance.randint(1, len(records))]


def _solved_scans(records: Records, chance: Random) -> Records:
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


JOURNAL_LIES: dict[str, Callable[[Records, Random], Records]] = {
    "more turns were made": _more_turns,
    "fewer turns were made": _fewer_turns,
    "a solved cube was seen": _solved_scans,
    "the last turns were seen": _answered,
}
