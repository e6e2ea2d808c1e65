"""The history of runs: its records for every end of a run, and unreadable files."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from robot.execution.journal import Journal
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.errors import HistoryError
from rokumen.storage.history import (
    RunOutcome,
    RunStart,
    history_file,
    list_runs,
    record_outcome,
    record_start,
)
from rokumen.storage.run_progress import progress_of, read_progress
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    SolutionPolicy,
    create_journal,
    new_run_path,
)
from rokumen.web.app import ServerSettings, create_app
from rokumen.web.json_messages import parse_json
from tests.support.command_line import Rokumen

BEGINNING = RunStart("2026-01-02T03:04:05+00:00", "run.jsonl", "two-gripper", "/dev/ttyUSB0")
counts = st.integers(0, 10_000)
seconds = st.floats(0, 1e6)
ENDINGS = st.builds(
    RunOutcome,
    outcome=st.sampled_from(["solved", "stopped", "interrupted"]),
    why=st.text(st.characters(exclude_categories=["Cs"])),
    took_seconds=seconds,
    motion_seconds=seconds,
    turns=counts,
    jams=counts,
    slips=counts,
    retries=counts,
    replans=counts,
)


@given(st.lists(ENDINGS, min_size=1, max_size=4))
def test_saved_runs_are_loaded_unchanged(
    tmp_path_factory: pytest.TempPathFactory, endings: list[RunOutcome]
) -> None:
    path = tmp_path_factory.mktemp("history") / "history.sqlite3"
    for ending in endings:
        record_outcome(path, record_start(path, BEGINNING), ending)
    runs = list_runs(path)
    assert [run.ending for run in runs] == endings
    assert {run.beginning for run in runs} == {BEGINNING}
    assert list_runs(path, 1) == runs[-1:]


def test_an_active_run_is_distinguished_from_a_crashed_one(tmp_path: Path) -> None:
    path, journal = tmp_path / "history.sqlite3", tmp_path / "run.jsonl"
    record_start(path, replace(BEGINNING, journal=str(journal)))

    def outcomes() -> list[str]:
        return [run.ending.outcome for run in list_runs(path)]

    with Journal(journal):
        assert outcomes() == ["running"]
    assert outcomes() == ["crashed"]
    assert list_runs(path)[0].ending.took_seconds is None
    # Resumed: the journal is the same, and the crashed run remains in the history.
    record_start(path, replace(BEGINNING, journal=str(journal)))
    with Journal(journal):
        assert outcomes() == ["crashed", "running"]
    journal.unlink()
    assert outcomes() == ["crashed", "crashed"]


def test_a_killed_process_releases_its_journal(tmp_path: Path) -> None:
    path, journal = tmp_path / "history.sqlite3", tmp_path / "run.jsonl"
    record_start(path, replace(BEGINNING, journal=str(journal)))
    code = (
        "import sys, time; from pathlib import Path; from robot.execution.journal import Journal; "
        "journal = Journal(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(journal)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        assert list_runs(path)[0].ending.outcome == "running"
        process.kill()
        process.wait()
        assert list_runs(path)[0].ending.outcome == "crashed"


BAD_VALUES = {
    "began": b"yesterday\xff",
    "journal": "\0",
    "rig": b"\xff",
    "outcome": "[/] unfinished",
    "took_seconds": float("inf"),
    "motion_seconds": "long",
    "turns": "many",
    "jams": -3,
    "slips": 2.5,
    "retries": float("inf"),
    "replans": b"\0",
}


@pytest.mark.parametrize("column", BAD_VALUES)
def test_a_bad_value_hides_nothing_else(rokumen: Rokumen, column: str) -> None:
    for _ in range(2):
        record_start(history_file(), BEGINNING)
    good = [json.loads(line) for line in rokumen("robot", "history", "--json").out.splitlines()]
    with sqlite3.connect(history_file()) as database:
        database.execute(f"UPDATE runs SET {column} = ? WHERE id = 2", (BAD_VALUES[column],))
    database.close()
    result = rokumen("robot", "history", "--json")
    assert result.status == 0
    first, second = (parse_json(line) for line in result.out.splitlines())
    assert first == good[0]
    changed = {name for name in second if second[name] != good[1][name]}
    assert changed <= {column}
    assert len(rokumen("robot", "history").out.splitlines()) == 3
    page = TestClient(create_app(ServerSettings()), base_url="http://127.0.0.1:8000")
    assert page.get("/robot/history").json()["runs"] == [first, second]


def test_text_that_is_not_utf_8_invalidates_no_row(rokumen: Rokumen) -> None:
    row = record_start(history_file(), replace(BEGINNING, journal="run\udcff.jsonl"))
    record_outcome(history_file(), row, RunOutcome("stopped", "\ud800"))
    with sqlite3.connect(history_file()) as database:
        database.execute("UPDATE runs SET rig = CAST(x'ff41' AS TEXT)")
    database.close()
    run = rokumen("robot", "history", "--json").json()
    assert (run["journal"], run["why"], run["rig"]) == ("run\ufffd.jsonl", "\ufffd", "\ufffdA")


def test_many_processes_may_create_the_history_at_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "history.sqlite3"
    with ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(lambda _: record_start(path, BEGINNING), range(8)))
    assert sorted(rows) == list(range(1, 9))


def test_a_newer_history_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite3"
    record_start(path, BEGINNING)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(HistoryError, match="version 99"):
        list_runs(path)


def test_a_file_that_is_not_a_history_is_reported(rokumen: Rokumen) -> None:
    history_file().parent.mkdir(parents=True)
    history_file().write_bytes(b"my shopping list, which is long enough to be a file" * 40)
    result = rokumen("robot", "history")
    assert result.status == 1
    assert "history.sqlite3" in result.err
    assert "Move this file away" in result.err


def test_a_damaged_name_in_a_history_is_reported(rokumen: Rokumen) -> None:
    record_start(history_file(), BEGINNING)
    good = history_file().read_bytes()
    history_file().write_bytes(good.replace(b"journal TEXT NOT NULL", b"journal TEXT NOT N\xd5LL"))
    result = rokumen("robot", "history")
    assert result.status == 1
    assert "Move this file away" in result.err


def test_without_runs_the_history_is_empty(rokumen: Rokumen) -> None:
    result = rokumen("robot", "history")
    assert (result.status, result.out) == (0, "")
    assert "no runs yet" in result.err
    assert not history_file().exists()


def test_solved_and_stopped_runs_are_recorded(rokumen: Rokumen) -> None:
    port = "sim://two-gripper?seed=1&scramble=R+U"
    solved = rokumen("run", f"--port={port}", "--json")
    assert solved.status == 0, solved.err
    stopped = rokumen("run", f"--port={port}&faults=servo_offline@1")
    assert stopped.status == 5, stopped.err
    one, two = list_runs(history_file())
    assert one.ending.outcome == "solved"
    assert one.ending.turns == solved.json()["htm"] > 0
    assert one.ending.motion_seconds == solved.json()["motion_seconds"]
    assert two.ending.outcome == "stopped"
    assert two.ending.why
    listed = rokumen("robot", "history", "--json", "--last=1")
    assert listed.json()["outcome"] == "stopped"
    table = rokumen("robot", "history").out
    assert "solved" in table
    assert "stopped" in table


def test_an_interrupted_run_is_recorded_as_interrupted(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(scanner: CameraScanner, *_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(CameraScanner, "capture", interrupted)
    assert rokumen("run", "--port=sim://two-gripper?seed=1&scramble=R").status == 130
    (run,) = list_runs(history_file())
    assert run.ending.outcome == "interrupted"


def test_a_history_that_cannot_be_written_stops_no_run(rokumen: Rokumen) -> None:
    history_file().mkdir(parents=True)
    result = rokumen("run", "--port=sim://two-gripper?seed=1&scramble=R", "--json")
    assert result.status == 0, result.err
    assert "cannot read or write the history" in result.err


COLUMNS = {
    "began": "2026-01-02T03:04:05+00:00",
    "journal": "run.jsonl",
    "rig": "two-gripper",
    "port": "/dev/ttyUSB0",
    "outcome": "stopped",
    "why": "a servo does not answer",
    "took_seconds": 61.5,
    "motion_seconds": 40.25,
    "turns": 21,
    "jams": 2,
    "slips": 3,
    "retries": 5,
    "replans": 1,
}


def test_a_run_has_these_columns_in_the_file_and_as_json(rokumen: Rokumen) -> None:
    ending = RunOutcome("stopped", "a servo does not answer", 61.5, 40.25, 21, 2, 3, 5, 1)
    record_outcome(history_file(), record_start(history_file(), BEGINNING), ending)
    with sqlite3.connect(history_file()) as database:
        row = database.execute(f"SELECT {', '.join(COLUMNS)} FROM runs").fetchone()
    database.close()
    assert row == tuple(COLUMNS.values())
    assert rokumen("robot", "history", "--json").json() == {"id": 1, **COLUMNS}


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
