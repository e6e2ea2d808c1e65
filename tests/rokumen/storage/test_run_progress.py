"""Which run a journal is of, and how far it came."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from rokumen.storage.history import RunStart, history_file, record_start
from rokumen.storage.run_progress import progress_of, read_progress
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    SolutionPolicy,
    create_journal,
    new_run_path,
)

BEGAN = "2026-11-27T14:05:33.250+00:00"
_MOMENT = datetime.fromisoformat(BEGAN).astimezone()
LOCAL = f"{_MOMENT.day} {_MOMENT:%b %Y, %H:%M}"
SCAN = {"record": "scan", "certain": True}


def plan(moves: str) -> dict[str, Any]:
    return {"record": "plan", "moves": moves}


def done(*turns: str | None) -> list[dict[str, Any]]:
    return [{"record": "done", "turn": turn} for turn in turns]


@pytest.mark.parametrize(
    ("records", "far"),
    [
        ([], "before its first turn"),
        (done(None, None), "before its first turn"),
        ([SCAN, plan("R U F2")], "after 0 of 3 turns"),
        ([SCAN, plan("R U F2"), *done("R", None, "U F2")], "after 3 of 3 turns"),
        # A later plan is of the turns that are left; it may be a longer way.
        ([plan("R U F2"), *done("R"), plan("L D L' B"), *done(None, "L")], "after 2 of 5 turns"),
        # The turns that show that the camera sees this cube are none of the solution.
        (
            [plan("R U"), *done("R", "U"), {"record": "challenge", "turn": "F"}, *done("F", "F'")],
            "after 2 of 2 turns",
        ),
        # What a damaged journal has in place of turns counts for nothing.
        ([plan("R U"), {"record": "done", "turn": 7}, {"record": "plan"}], "before its first turn"),
    ],
)
def test_the_turns_of_all_plans_are_counted(records: Sequence[dict[str, Any]], far: str) -> None:
    progress = progress_of([{"record": "begin", "at": BEGAN}, *records], "a robot")
    assert str(progress) == f"the run of {LOCAL} on a robot, stopped {far}"


@pytest.mark.parametrize("at", [None, 7, "yesterday", "0001-01-01T00:00:00+23:59"])
def test_a_run_whose_journal_has_no_time_is_a_run(at: object) -> None:
    assert str(progress_of([{"record": "begin", "at": at}])).startswith("a run on a robot")


def test_the_robot_is_named_as_the_history_has_it(tmp_path: Path) -> None:
    real, demo = new_run_path(), new_run_path()
    settings = RunSettings(SolutionPolicy(), "/dev/ttyUSB7", "0")
    create_journal(real, settings).close()
    assert "on the robot on /dev/ttyUSB7, stopped" in str(read_progress(real, settings))
    record_start(history_file(), RunStart.now(real, "two-gripper", "/dev/ttyUSB7"))
    assert "on the two-gripper robot on /dev/ttyUSB7, stopped" in str(read_progress(real, settings))
    for rig, words in (("flipper", "a simulated flipper robot"), ("\x1b[2J", "a simulated robot")):
        simulated = SimulatedRobotSettings(rig, 7, 0.0, 60.0, "robot.json")
        settings = RunSettings(SolutionPolicy(), simulated=simulated)
        create_journal(demo, settings).close()
        assert f" on {words}, stopped" in str(read_progress(demo, settings))
        demo.unlink()
