"""`-v` and `-vv` show the log, and `--trace` every byte on a robot's line."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from tests.support.command_line import CommandResult, Rokumen

ROBOT = "sim://two-gripper?pace=1000"
INFO = re.compile(r"^\d\d:\d\d:\d\d\.\d{3} INFO  robot\.", re.MULTILINE)
DEBUG = re.compile(r"^\d\d:\d\d:\d\d\.\d{3} DEBUG robot\.", re.MULTILINE)


@pytest.fixture
def calibrate(rokumen: Rokumen, tmp_path: Path) -> Rokumen:
    """Run `calibrate grippers`, with options of the command and of `rokumen` itself."""

    def call(*options: str, first: tuple[str, ...] = ()) -> CommandResult:
        output = f"--output={tmp_path / 'rig.toml'}"
        return rokumen(*first, "calibrate", "grippers", f"--port={ROBOT}", output, *options)

    return call


def test_nothing_is_logged_unless_asked_for(calibrate: Rokumen) -> None:
    result = calibrate()
    assert result.status == 0, result.err
    assert not INFO.search(result.err)


@pytest.mark.parametrize(("first", "last"), [(("-v",), ()), ((), ("-v",)), ((), ("--verbose",))])
def test_v_shows_the_main_events(
    calibrate: Rokumen, first: tuple[str, ...], last: tuple[str, ...]
) -> None:
    result = calibrate(*last, first=first)
    assert result.status == 0, result.err
    assert INFO.search(result.err)
    assert not DEBUG.search(result.err)


@pytest.mark.parametrize(("first", "last"), [(("-vv",), ()), ((), ("-vv",)), (("-v",), ("-v",))])
def test_vv_shows_details(
    calibrate: Rokumen, first: tuple[str, ...], last: tuple[str, ...]
) -> None:
    result = calibrate(*last, first=first)
    assert INFO.search(result.err)
    assert DEBUG.search(result.err)


def test_results_and_log_are_separate(rokumen: Rokumen, calibrate: Rokumen) -> None:
    result = calibrate("-vv", "--json")
    assert result.json()["rig"] == "two-gripper"
    assert not DEBUG.search(rokumen("plan", "--moves", "R").err)
    assert not logging.getLogger("robot").handlers


def test_conformance_with_a_trace(rokumen: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    result = rokumen("robot", "conformance", "--port=sim://two-gripper", f"--trace={path}")
    assert result.status == 0, result.out
    text = path.read_text()
    assert re.search(r"^# \S+ sim://two-gripper opened$", text, re.MULTILINE)
    assert re.search(r"^\d+\.\d{6} > 1 HELLO proto=1\*[0-9A-F]{4}\\n$", text, re.MULTILINE)
    assert re.search(r"^\d+\.\d{6} < .*1 done proto=1 ", text, re.MULTILINE)
    assert re.search(r"^# \d+\.\d{6} closed$", text, re.MULTILINE)


@pytest.mark.parametrize(
    "command",
    [
        ("run", "--port=sim://two-gripper"),
        ("demo",),
        ("resume",),
        ("robot", "conformance", "--port=sim://two-gripper"),
        ("calibrate", "grippers", "--port=sim://two-gripper"),
        ("serve", "--demo"),
    ],
)
def test_a_trace_that_cannot_be_written_is_reported_before_any_motion(
    rokumen: Rokumen, tmp_path: Path, command: tuple[str, ...]
) -> None:
    result = rokumen(*command, f"--trace={tmp_path}")
    assert result.status == 2
    assert f"cannot write the trace '{tmp_path}'" in result.err
