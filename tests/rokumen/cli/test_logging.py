"""`-v` and `-vv` show the log, and `--trace` every byte on a robot's line."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command_line import Said

Rokumen = Callable[..., Said]

ROBOT = "sim://two-gripper?pace=1000"
INFO = re.compile(r"^\d\d:\d\d:\d\d\.\d{3} INFO  robot\.", re.MULTILINE)
DEBUG = re.compile(r"^\d\d:\d\d:\d\d\.\d{3} DEBUG robot\.", re.MULTILINE)


@pytest.fixture
def calibrate(rokumen: Rokumen, tmp_path: Path) -> Callable[..., Said]:
    """Run `calibrate grippers`, with options of the command and of `rokumen` itself."""

    def call(*options: str, first: tuple[str, ...] = ()) -> Said:
        output = f"--output={tmp_path / 'rig.toml'}"
        return rokumen(*first, "calibrate", "grippers", f"--port={ROBOT}", output, *options)

    return call


def test_nothing_is_logged_unless_asked_for(calibrate: Callable[..., Said]) -> None:
    said = calibrate()
    assert said.status == 0, said.err
    assert not INFO.search(said.err)


@pytest.mark.parametrize(("first", "last"), [(("-v",), ()), ((), ("-v",)), ((), ("--verbose",))])
def test_v_shows_what_happens(
    calibrate: Callable[..., Said], first: tuple[str, ...], last: tuple[str, ...]
) -> None:
    said = calibrate(*last, first=first)
    assert said.status == 0, said.err
    assert INFO.search(said.err)
    assert not DEBUG.search(said.err)


@pytest.mark.parametrize(("first", "last"), [(("-vv",), ()), ((), ("-vv",)), (("-v",), ("-v",))])
def test_vv_shows_details(
    calibrate: Callable[..., Said], first: tuple[str, ...], last: tuple[str, ...]
) -> None:
    said = calibrate(*last, first=first)
    assert INFO.search(said.err)
    assert DEBUG.search(said.err)


def test_results_stay_apart_from_the_log(rokumen: Rokumen, calibrate: Callable[..., Said]) -> None:
    said = calibrate("-vv", "--json")
    assert said.json()["rig"] == "two-gripper"
    assert not DEBUG.search(rokumen("plan", "--moves", "R").err)
    assert not logging.getLogger("robot").handlers


def test_conformance_with_a_trace(rokumen: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    said = rokumen("conformance", "--port=sim://two-gripper", f"--trace={path}")
    assert said.status == 0, said.out
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
        ("conformance", "--port=sim://two-gripper"),
        ("calibrate", "grippers", "--port=sim://two-gripper"),
        ("serve", "--demo"),
    ],
)
def test_a_trace_that_cannot_be_written_is_said_before_anything_moves(
    rokumen: Rokumen, tmp_path: Path, command: tuple[str, ...]
) -> None:
    said = rokumen(*command, f"--trace={tmp_path}")
    assert said.status == 2
    assert f"cannot write the trace '{tmp_path}'" in said.err
