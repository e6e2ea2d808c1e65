"""Standard streams that are closed or full, and the log of `-v`, `-vv` and `--trace`."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from rokumen.storage.history import RunStart, history_file, record_start
from tests.support.chip_bench import ServedBench
from tests.support.command_line import CommandResult, Rokumen
from tests.support.processes import ROKUMEN, TIMEOUT_SECONDS

needs_full_device = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="this system has no full device"
)


def in_shell(arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["sh", "-c", f'"$@" {arguments}', "sh", *ROKUMEN]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    "arguments",
    [
        "solve - <&-",
        "plan --moves R >&-",
        pytest.param("plan --moves R >/dev/full", marks=needs_full_device),
        pytest.param("plan --moves R --json >/dev/full", marks=needs_full_device),
        pytest.param("--help >/dev/full", marks=needs_full_device),
    ],
)
def test_a_stream_that_fails_is_reported_on_one_line(arguments: str) -> None:
    completed = in_shell(arguments)
    assert completed.returncode == 1
    assert len(completed.stderr.splitlines()) == 1
    assert completed.stderr.startswith("error: cannot ")


@pytest.mark.parametrize("arguments", ["solve -", "solve --file cubes.txt"])
def test_cubes_may_begin_with_a_byte_order_mark(tmp_path: Path, arguments: str) -> None:
    cubes = tmp_path / "cubes.txt"
    cubes.write_text("U’\nF\n", encoding="utf-8-sig")
    command = [*ROKUMEN, *arguments.split(), "--method", "two-phase"]
    with cubes.open("rb") as given:
        # Another encoding than UTF-8 is what a Windows console has.
        completed = subprocess.run(
            command,
            stdin=given,
            cwd=tmp_path,
            env={**os.environ, "PYTHONIOENCODING": "cp1252"},
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    assert completed.stdout.splitlines() == ["U", "F'"], completed.stderr


def test_without_standard_error_the_result_is_printed() -> None:
    completed = in_shell("plan --moves R 2>&-")
    assert completed.returncode == 0
    assert "1 turn in 4 commands" in completed.stdout


@needs_full_device
def test_messages_that_cannot_be_written_are_lost_and_end_nothing() -> None:
    completed = in_shell("plan --moves R --verbose 2>/dev/full")
    assert completed.returncode == 0
    assert "1 turn in 4 commands" in completed.stdout
    assert in_shell("solve nonsense 2>/dev/full").returncode == 2


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    drawing = tmp_path / "plan.html"
    completed = in_shell(f"plan --moves R --draw {drawing} --verbose 2>&-")
    assert completed.returncode == 0
    assert drawing.read_text().startswith("<!")


def test_characters_that_the_output_cannot_encode_are_escaped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record_start(history_file(), RunStart("2026-01-02", "é.jsonl", "é", "COM3"))
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    (run,) = in_shell("robot history --json").stdout.splitlines()
    assert json.loads(run)["rig"] == "é"
    assert "\\xe9" in in_shell("robot history").stdout


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
    with closing(ServedBench()) as bench:
        result = rokumen("robot", "conformance", f"--port={bench.url}", f"--trace={path}")
    assert result.status == 0, result.out
    text = path.read_text()
    assert re.search(r"^# \S+ bench://\S+ opened$", text, re.MULTILINE)
    assert re.search(r"^\d+\.\d{6} > 1 HELLO proto=2\*[0-9A-F]{4}\\n$", text, re.MULTILINE)
    assert re.search(r"^\d+\.\d{6} < .*1 done proto=2 ", text, re.MULTILINE)
    assert re.search(r"^# \d+\.\d{6} closed$", text, re.MULTILINE)


@pytest.mark.parametrize(
    "command",
    [
        ("run", "--port=sim://two-gripper"),
        ("demo",),
        ("resume",),
        ("robot", "conformance", "--port=chip:///dev/ttyACM0"),
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
