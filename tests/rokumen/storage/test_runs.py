"""The first record of a journal: how the run was started, for resuming it."""

from __future__ import annotations

import errno
import json
import os
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from files.folders import state_folder
from robot.errors import JournalError
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    SolutionPolicy,
    create_journal,
    find_unfinished_run,
    is_own,
    new_run_path,
    newest_journal,
    newest_unfinished_run,
    next_order,
    reopen_journal,
    runs_folder,
)

DEMO = RunSettings(
    SolutionPolicy("lbl", fastest=True, time_limit=2.5),
    simulated=SimulatedRobotSettings("six-axis", 7, 0.1, 60.0, "robot.json", "mute@3"),
    durations="rig.toml",
    servos="ds3218",
    rig="mine",
    camera_at="URF,unknown",
    robot="desk",
)
DEMO_AS_JSON: dict[str, Any] = {
    "choice": {"method": "lbl", "fastest": True, "time_limit": 2.5, "overlap": None},
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
    "servos": "ds3218",
    "rig": "mine",
    "camera_at": "URF,unknown",
    "robot": "desk",
    "watch": True,
}
RUN = RunSettings(SolutionPolicy(), "/dev/ttyUSB0", "0")
RUN_AS_JSON: dict[str, Any] = {
    "choice": {"method": None, "fastest": False, "time_limit": None, "overlap": None},
    "port": "/dev/ttyUSB0",
    "camera": "0",
    "simulated": None,
    "durations": None,
    "servos": "published",
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
    if settings.simulated is not None:
        beside = replace(settings.simulated, state=str(tmp_path / "run.robot.json"))
        settings = replace(settings, simulated=beside)
    assert find_unfinished_run(path) == (path, settings)
    assert is_own(path)


@pytest.mark.parametrize(
    ("port", "camera", "said"),
    [
        ("sim://two-gripper?board=/tmp/robot.elf", "", "may not set 'board'"),
        ("SIM://two-gripper?%62oard=/tmp/robot.elf", "", "may not set 'board'"),
        ("sim://two-gripper?bo\tard=/tmp/robot.elf", "", "no port that a file or a page may name"),
        ("spy:///dev/null?file=victim", "", "not spy://"),
        ("Spy:///dev/null?file=victim", "", "not spy://"),
        ("alt:///dev/null?class=PosixPollSerial", "", "not alt://"),
        ("hwgrep://.*", "", "not hwgrep://"),
        ("maestro://spy:///dev/null", "", "no port that"),
        ("/dev/null?spy://", "", "a file or a page may name"),
        ("socket://robot:5000?logging=debug", "", "may not set 'logging'"),
        ("/dev/ttyUSB0", "0,concat:a|b", "'concat:a|b': a file or a page may name a camera"),
        ("/dev/ttyUSB0", "file:///etc/passwd", "may name a camera by its number"),
    ],
)
def test_a_journal_names_only_what_opens_a_device(
    tmp_path: Path, port: str, camera: str, said: str
) -> None:
    path = tmp_path / "run.jsonl"
    create_journal(path, RunSettings(SolutionPolicy(), port, camera)).close()
    with pytest.raises(JournalError, match=re.escape(said)):
        find_unfinished_run(path)
    # A person may name another one.
    assert find_unfinished_run(path, "/dev/ttyUSB1", "1")[1].port == "/dev/ttyUSB1"


@pytest.mark.parametrize(
    "port",
    [
        "/dev/ttyUSB0",
        "COM3",
        "tcp://robot:5000",
        "socket://robot:5000",
        "sim://two-gripper?scramble=R U F&jam=0.1&seed=1&name=it",
        "maestro:///dev/ttyACM0?settings=/home/me/desk.toml",
    ],
)
def test_a_journal_names_the_usual_ports(tmp_path: Path, port: str) -> None:
    path = tmp_path / "run.jsonl"
    create_journal(path, RunSettings(SolutionPolicy(), port, "0,http://phone:8080/video")).close()
    assert find_unfinished_run(path)[1].port == port


def test_a_journal_that_was_changed_or_sealed_elsewhere_is_foreign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, changed = tmp_path / "run.jsonl", tmp_path / "changed.jsonl"
    create_journal(path, RUN).close()
    assert is_own(path)
    changed.write_text(path.read_text().replace("ttyUSB0", "ttyUSB1"))
    assert not is_own(changed)
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path / "another computer"))
    assert not is_own(path)


def test_the_age_of_a_journal_is_that_of_its_last_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))
    older, newer = (runs_folder() / name for name in ("older.jsonl", "newer.jsonl"))
    for path in (older, newer):
        create_journal(path, RUN).close()
        time.sleep(0.01)
    os.utime(older, (4e9, 4e9))
    # macOS leaves such a file beside another; it has no record with a time.
    hidden = runs_folder() / "._older.jsonl"
    hidden.write_bytes(b"\0\5\x16\7")
    os.utime(hidden, (4e9, 4e9))
    assert find_unfinished_run(None)[0] == newer
    assert newest_journal() == newer


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


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the clock by which runs and records are dated."""
    monkeypatch.setattr("rokumen.storage.runs.time.time", lambda: seconds)
    monkeypatch.setattr("robot.execution.journal.time.time", lambda: seconds)


def test_the_order_of_runs_is_not_that_of_a_clock_that_was_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paths = [runs_folder() / f"{name}.jsonl" for name in ("first", "second", "third")]
    for path, seconds in zip(paths, (2e9, 1e9, 1.5e9), strict=True):
        set_clock(monkeypatch, seconds)
        create_journal(path, RUN).close()
        assert newest_journal() == path
        assert find_unfinished_run(None)[0] == path
    # The computer's battery is empty: it is 1970. The first run is taken up again.
    set_clock(monkeypatch, 0)
    reopen_journal(paths[0]).close()
    assert find_unfinished_run(None)[0] == paths[0]
    assert newest_unfinished_run(lambda _: True) == paths[0]


def test_a_run_whose_number_cannot_be_kept_is_the_newest_until_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(path: Path, text: str) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    paths = [runs_folder() / f"{name}.jsonl" for name in "abcde"]
    for number, path in enumerate(paths):
        # The clock is set back each time.
        set_clock(monkeypatch, 2e9 - 1e8 * number)
        with monkeypatch.context() as context:
            if number in (1, 2, 3):
                context.setattr("rokumen.storage.runs.replace_text", fail)
            create_journal(path, RUN).close()
        assert find_unfinished_run(None)[0] == path


@pytest.mark.parametrize("damaged", ["", "x", "nan", "inf", "1e300", "-5"])
def test_a_damaged_number_of_the_last_run_is_replaced(damaged: str) -> None:
    state_folder().mkdir(parents=True)
    (state_folder() / "last-run").write_text(damaged)
    began = time.time()
    assert began - 1 < next_order() < next_order() < began + 60


@pytest.mark.parametrize("order", ['"new"', "null", "NaN", "1e999", "[]"])
def test_an_order_that_is_none_does_not_count(order: str) -> None:
    for name, written in (("old", f', "order": {order}'), ("new", "")):
        path = runs_folder() / f"{name}.jsonl"
        create_journal(path, RUN).close()
        begin = re.sub(', ?"order": ?[0-9.]+', written, path.read_text())
        path.write_text(begin)
        time.sleep(0.002)
    assert newest_journal() == runs_folder() / "new.jsonl"
