"""The first record of a journal: how the run was started, for resuming it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from robot.errors import JournalError
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    SolutionPolicy,
    create_journal,
    find_unfinished_run,
    new_run_path,
    newest_unfinished_run,
    runs_folder,
)

DEMO = RunSettings(
    SolutionPolicy("lbl", fastest=True, time_limit=2.5),
    simulated=SimulatedRobotSettings("six-axis", 7, 0.1, 60.0, "robot.json", "mute@3"),
    durations="rig.toml",
    rig="mine",
    camera_at="URF,unknown",
    robot="desk",
)
DEMO_AS_JSON: dict[str, Any] = {
    "choice": {"method": "lbl", "fastest": True, "time_limit": 2.5},
    "port": "",
    "camera": "",
    "simulated": {
        "rig": "six-axis",
        "seed": 7,
        "jam": 0.1,
        "pace": 60.0,
        "state": "robot.json",
        "faults": "mute@3",
        "ideal": False,
    },
    "durations": "rig.toml",
    "rig": "mine",
    "camera_at": "URF,unknown",
    "robot": "desk",
    "watch": True,
}
RUN = RunSettings(SolutionPolicy(), "/dev/ttyUSB0", "0")
RUN_AS_JSON: dict[str, Any] = {
    "choice": {"method": None, "fastest": False, "time_limit": None},
    "port": "/dev/ttyUSB0",
    "camera": "0",
    "simulated": None,
    "durations": None,
    "rig": None,
    "camera_at": "",
    "robot": "",
    "watch": True,
}


@pytest.mark.parametrize(("settings", "record"), [(DEMO, DEMO_AS_JSON), (RUN, RUN_AS_JSON)])
def test_the_first_record_has_these_keys(
    tmp_path: Path, settings: RunSettings, record: dict[str, Any]
) -> None:
    path = tmp_path / "run.jsonl"
    create_journal(path, settings).close()
    written = json.loads(path.read_text())
    assert {key: written[key] for key in ("record", "settings")} == {
        "record": "begin",
        "settings": record,
    }
    assert find_unfinished_run(path) == (path, settings)


def test_missing_keys_have_default_values(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    record: dict[str, Any] = {
        "choice": {},
        "port": "/dev/ttyUSB0",
        "camera": "0",
        "simulated": None,
    }
    path.write_text(json.dumps({"record": "begin", "settings": record}) + "\n")
    assert find_unfinished_run(path) == (path, RUN)


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"port": "/dev/ttyUSB0"},
        {"choice": 3, "simulated": None},
        5,
        {**RUN_AS_JSON, "port": 7},
        {**RUN_AS_JSON, "durations": ["x"]},
        {**RUN_AS_JSON, "choice": {"method": {}}},
        {**DEMO_AS_JSON, "simulated": {**DEMO_AS_JSON["simulated"], "seed": "7"}},
        {**DEMO_AS_JSON, "simulated": {**DEMO_AS_JSON["simulated"], "jam": True}},
        {**DEMO_AS_JSON, "simulated": [1]},
    ],
)
def test_a_journal_without_these_keys_is_rejected(tmp_path: Path, record: object) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps({"record": "begin", "settings": record}) + "\n")
    with pytest.raises(JournalError, match=r"run\.jsonl.*does not contain its run's settings"):
        find_unfinished_run(path)


def test_a_damaged_run_is_named_and_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))
    with pytest.raises(JournalError, match="there is nothing to resume"):
        find_unfinished_run(None)
    good, bad = runs_folder() / "good.jsonl", runs_folder() / "bad.jsonl"
    create_journal(good, RUN).close()
    bad.write_text(json.dumps({"record": "begin", "settings": {**RUN_AS_JSON, "port": 7}}) + "\n")
    os.utime(good, (1, 1))
    assert find_unfinished_run(None) == (good, RUN)
    assert newest_unfinished_run(lambda settings: True) == good
    assert "bad.jsonl' does not contain its run's settings: port = 7 must be a text" in caplog.text


def test_two_runs_that_begin_at_once_have_journals_of_their_own() -> None:
    paths = set()
    for _ in range(20):
        path = new_run_path()
        create_journal(path, RUN).close()
        paths.add(path)
    assert len(paths) == 20


def test_a_journal_of_another_run_is_not_continued_as_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    create_journal(path, RUN).close()
    with pytest.raises(JournalError, match="is there already"):
        create_journal(path, RUN)


def test_a_run_is_resumed_at_its_devices_after_a_replug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = tmp_path / "by-id"
    links.mkdir()
    monkeypatch.setattr("files.lasting_names.PORT_LINKS", links)
    for port in ("ttyUSB0", "ttyUSB1"):
        (tmp_path / port).touch()
    link = links / "usb-1a86_USB_Serial-if00-port0"
    link.symlink_to(tmp_path / "ttyUSB0")
    settings = RunSettings(SolutionPolicy(), str(tmp_path / "ttyUSB0"), "http://phone/video")
    create_journal(new_run_path(), settings).close()
    link.unlink()
    link.symlink_to(tmp_path / "ttyUSB1")
    _, found = find_unfinished_run(None)
    assert Path(found.port).resolve() == tmp_path / "ttyUSB1"
    assert found.camera == "http://phone/video"
    # Once it is in another computer, or gone, its name says which device is missed.
    link.unlink()
    assert find_unfinished_run(None)[1].port == str(link)
