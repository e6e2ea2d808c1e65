"""Standard streams that are closed or full: one line, and exit status 1."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from rokumen.storage.history import RunStart, history_file, record_start
from tests.support.processes import ROKUMEN

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
    ended = in_shell(arguments)
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert ended.stderr.startswith("error: cannot ")


def test_without_standard_error_the_result_is_printed() -> None:
    ended = in_shell("plan --moves R 2>&-")
    assert ended.returncode == 0
    assert "1 turns" in ended.stdout


def test_a_closed_stream_gives_its_number_to_no_file(tmp_path: Path) -> None:
    drawing = tmp_path / "plan.html"
    ended = in_shell(f"plan --moves R --draw {drawing} --verbose 2>&-")
    assert ended.returncode == 0
    assert drawing.read_text().startswith("<!")


def test_letters_that_the_output_cannot_have_are_escaped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record_start(history_file(), RunStart("2026-01-02", "é.jsonl", "é", "COM3"))
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    (run,) = in_shell("history --json").stdout.splitlines()
    assert json.loads(run)["rig"] == "é"
    assert "\\xe9" in in_shell("history").stdout
