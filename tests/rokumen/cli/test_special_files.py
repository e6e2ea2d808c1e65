"""Commands reject at once a file that is not a regular file, and name its kind."""

from __future__ import annotations

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
        ("puzzle", "pack", "--pieces"),
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
    result = rokumen("history")
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
    state, journal = tmp_path / "robot.json", tmp_path / "run.jsonl"
    state.write_text(text)
    robot = SimulatedRobotSettings("two-gripper", 1, 0.0, 60.0, str(state))
    create_journal(journal, RunSettings(SolutionPolicy(), simulated=robot)).close()
    result = rokumen("resume", str(journal), "--faults", "")
    assert result.status == exit_status.USAGE
    assert f"'{state}' is not a saved state" in result.err


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
