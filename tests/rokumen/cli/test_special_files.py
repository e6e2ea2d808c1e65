"""Commands reject at once a file that is not a regular file, and name its kind."""

from __future__ import annotations

import json
import os
import sys
from io import StringIO
from pathlib import Path

import pytest

from rokumen import exit_status
from rokumen.storage.runs import RunSettings, SimulatedRobotSettings, SolutionPolicy, create_journal
from tests.support.command_line import Rokumen

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no FIFOs")


@pytest.fixture
def fifo(tmp_path: Path) -> str:
    path = tmp_path / "fifo.toml"
    os.mkfifo(path)
    return str(path)


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "--file"),
        ("plan", "R", "--durations"),
        ("resume",),
        ("paper", "pack", "--pieces"),
        ("demo", "--faults"),
    ],
    ids=" ".join,
)
def test_a_fifo_is_named(rokumen: Rokumen, fifo: str, command: tuple[str, ...]) -> None:
    result = rokumen(*command, fifo)
    assert result.status == exit_status.USAGE
    assert f"'{fifo}': it is a FIFO" in result.err


def test_settings_in_a_fifo_are_rejected(
    rokumen: Rokumen, fifo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_CONFIG", fifo)
    result = rokumen("solve", "R")
    assert result.status == exit_status.USAGE
    assert f"cannot read the settings in '{fifo}': it is a FIFO" in result.err


def test_a_history_in_a_fifo_is_rejected(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))
    os.mkfifo(tmp_path / "history.sqlite3")
    result = rokumen("robot", "history")
    assert result.status == exit_status.FAILURE
    assert "history.sqlite3': it is a FIFO" in result.err


def test_a_fifo_among_the_runs_is_ignored(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))
    (tmp_path / "runs").mkdir()
    os.mkfifo(tmp_path / "runs" / "it.jsonl")
    result = rokumen("resume")
    assert result.status == exit_status.USAGE
    assert "there is nothing to resume" in result.err


@pytest.mark.parametrize("text", ["[" * 100_000, '{"rig": "two-gripper", "cube": 5}', "[5]"])
def test_a_damaged_state_of_a_demo_is_named(rokumen: Rokumen, tmp_path: Path, text: str) -> None:
    state, journal = tmp_path / "run.robot.json", tmp_path / "run.jsonl"
    state.write_text(text)
    robot = SimulatedRobotSettings("two-gripper", 1, 0.0, 60.0, str(state))
    create_journal(journal, RunSettings(SolutionPolicy(), simulated=robot)).close()
    result = rokumen("resume", str(journal), "--faults", "")
    assert result.status == exit_status.USAGE
    assert f"'{state}' is not a saved state" in result.err


@pytest.mark.thorough
def test_a_journal_does_not_say_where_a_log_is_written(rokumen: Rokumen, tmp_path: Path) -> None:
    victim, journal = tmp_path / "victim.faults.log", tmp_path / "run.jsonl"
    victim.write_text("precious")
    robot = SimulatedRobotSettings("two-gripper", 1, 0.0, 60.0, str(tmp_path / "victim.json"))
    create_journal(journal, RunSettings(SolutionPolicy(), simulated=robot)).close()
    # A log beside the journal that is a link would be written through it.
    (tmp_path / "run.robot.faults.log").symlink_to(victim)
    result = rokumen("resume", str(journal), "--faults", "jam_once@3")
    assert result.status == exit_status.DONE, result.err
    assert victim.read_text() == "precious"
    assert not (tmp_path / "victim.json").exists()


def test_a_foreign_journal_is_not_resumed_unasked(rokumen: Rokumen, tmp_path: Path) -> None:
    journal = tmp_path / "run.jsonl"
    settings: dict[str, object] = {
        "choice": {},
        "port": "/dev/no-such-robot",
        "camera": "0",
        "simulated": None,
    }
    journal.write_text(json.dumps({"record": "begin", "settings": settings}) + "\n")
    result = rokumen("resume", str(journal))
    assert result.status == exit_status.USAGE
    assert "opens the port '/dev/no-such-robot', the camera '0'" in result.err
    assert "was not written by this computer" in result.err
    assert "cannot open port" in rokumen("resume", str(journal), "--foreign").err


@pytest.mark.parametrize("url", ["spy:///dev/null?file={}", "SPY:///dev/null?file={}"])
def test_a_url_that_writes_a_file_is_refused_also_when_typed(
    rokumen: Rokumen, tmp_path: Path, url: str
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    result = rokumen("run", "--port", url.format(victim), "--camera", "0")
    assert result.status == exit_status.FAILURE
    assert "is not used; name the port itself" in result.err
    assert victim.read_text() == "precious"


def test_settings_name_no_port_that_loads_code(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[run]\nport = "sim://two-gripper?board=robot.elf"\n')
    monkeypatch.setenv("ROKUMEN_CONFIG", str(config))
    result = rokumen("run")
    assert result.status == exit_status.USAGE
    assert "a file or a page may not set 'board'" in result.err


def test_cubes_from_standard_input_may_be_named_as_a_file(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("R\n\nU\n"))
    result = rokumen("solve", "--file", "-", "--method", "two-phase")
    assert result.status == exit_status.DONE
    assert result.out.split() == ["R'", "U'"]


def test_a_stream_without_lines_is_refused(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Path("/dev/zero").open(encoding="utf-8") as endless:
        monkeypatch.setattr("sys.stdin", endless)
        result = rokumen("solve", "-")
    assert result.status == exit_status.USAGE
    assert "line 1 has 1048576 or more characters" in result.err
