"""Standard streams that are closed or full: one line, and exit status 1."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from rokumen.storage.history import RunStart, history_file, record_start
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
    assert "1 turn in 10 commands" in completed.stdout


@needs_full_device
def test_messages_that_cannot_be_written_are_lost_and_end_nothing() -> None:
    completed = in_shell("plan --moves R --verbose 2>/dev/full")
    assert completed.returncode == 0
    assert "1 turn in 10 commands" in completed.stdout
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
