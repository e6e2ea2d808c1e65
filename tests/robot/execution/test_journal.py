"""The journal: durable records, interrupted writes, and unfinished runs.

When the commands of a run began and ended, as its journal says.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot.errors import JournalError
from robot.execution.journal import (
    MAX_JOURNAL_LINES,
    Journal,
    TimedCommand,
    command_times,
    is_finished,
    order_of,
    read_journal,
    unfinished_journals,
)


def write_run(path: Path, *, finished: bool, order: float = 1) -> None:
    with Journal(path) as journal:
        journal.write_durably("begin", port="/dev/null", order=order)
        journal.write("command", verb="MOVE", order=order)
        if finished:
            journal.write_durably("finished", outcome="solved", order=order)


def test_records_are_on_disk_as_soon_as_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "run.jsonl"
    with Journal(path) as journal:
        journal.write("begin", port="/dev/null")
        assert [record["record"] for record in read_journal(path)] == ["begin"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 200))
def test_an_interrupted_write_loses_only_its_record(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "run.jsonl"
    path.unlink(missing_ok=True)
    write_run(path, finished=True)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    path.write_bytes(whole[: max(first, len(whole) - cut)])
    with Journal(path) as journal:
        journal.write("resumed")
    names = [record["record"] for record in read_journal(path)]
    assert names[0] == "begin"
    assert names[-1] == "resumed"


def test_the_newest_unfinished_run_is_found(tmp_path: Path) -> None:
    for name, finished, order in (("a", False, 1), ("b", False, 2), ("c", True, 3)):
        write_run(tmp_path / f"{name}.jsonl", finished=finished, order=order)
        # The date of a file says nothing.
        os.utime(tmp_path / f"{name}.jsonl", (1_000_000 - order, 1_000_000 - order))
    (tmp_path / "junk.jsonl").write_text("no journal")
    (tmp_path / "._a.jsonl").write_bytes((tmp_path / "a.jsonl").read_bytes())
    assert [path.name for path in unfinished_journals(tmp_path)] == ["b.jsonl", "a.jsonl"]
    assert is_finished(read_journal(tmp_path / "c.jsonl"))


def test_a_journal_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Journal(path) as journal:
        journal.write("begin", order=7)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert [record["record"] for record in read_journal(path)] == ["begin"]
    assert order_of(path) == 7


def test_a_file_that_is_not_a_journal_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with pytest.raises(JournalError, match="cannot read the journal"):
        read_journal(path)
    path.write_text('{"record": "done"}\n')
    with pytest.raises(JournalError, match="is not a journal of a run"):
        read_journal(path)


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(JournalError, match="cannot write the journal"):
        Journal(blocked / "run.jsonl")


def test_an_active_run_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write_run(path, finished=False)
    with Journal(path):
        with pytest.raises(JournalError, match="still active"):
            Journal(path)
        assert list(unfinished_journals(tmp_path)) == []
    assert list(unfinished_journals(tmp_path)) == [path]


def test_every_line_is_strict_json(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Journal(path) as journal:
        journal.write("begin", port="a\ud800b\u2028c\x85", seconds=float("nan"))
    (record,) = read_journal(path)
    written = {key: record[key] for key in ("record", "port", "seconds")}
    assert written == {"record": "begin", "port": "a\ufffdb\u2028c\x85", "seconds": None}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no FIFOs")
def test_a_damaged_journal_is_named_and_hides_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_run(tmp_path / "good.jsonl", finished=False)
    (tmp_path / "nested.jsonl").write_text("[" * 100_000 + "\n")
    os.mkfifo(tmp_path / "fifo.jsonl")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "link.jsonl").symlink_to("nowhere")
    (tmp_path / "endless.jsonl").symlink_to("/dev/zero")
    assert [path.name for path in unfinished_journals(tmp_path)] == ["good.jsonl"]
    for name in ("nested", "fifo", "folder", "link", "endless"):
        assert f"{name}.jsonl" in caplog.text
    with pytest.raises(JournalError, match=r"fifo\.jsonl.*is a FIFO"):
        Journal(tmp_path / "fifo.jsonl")


def test_a_journal_of_too_many_lines_is_none(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write_run(path, finished=False)
    lines = path.read_text().count("\n")
    with path.open("a") as file:
        file.write("\n" * (MAX_JOURNAL_LINES - lines))
    assert len(read_journal(path)) == lines
    with path.open("a") as file:
        file.write("\n")
    with pytest.raises(JournalError, match=rf"has {MAX_JOURNAL_LINES + 1} lines, and is no jour"):
        read_journal(path)


def test_a_nested_line_loses_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write_run(path, finished=False)
    with path.open("a") as file:
        file.write("[" * 100_000 + "\n")
    assert [record["record"] for record in read_journal(path)] == ["begin", "command"]


def test_each_command_has_its_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, clock = tmp_path / "run.jsonl", iter([10.0, 20.0, 20.5, 21.25, 30.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    before = datetime.now(UTC)
    with Journal(path) as journal:
        journal.write("begin")
        journal.write("command", verb="MOVE", fields={"L": "+90", "v": "100"}, turn="R")
        journal.write("failed", error="jammed", trying="slower")
        journal.write("done", turn="R", seconds=1.0)
        journal.write("command", verb="GRIP", fields={"L": "open"}, turn=None)
    turned, gripped = command_times(read_journal(path))
    assert (turned.line, turned.turn, turned.failures) == ("MOVE L=+90 v=100", "R", 1)
    assert (turned.took, turned.motion_seconds) == (1.25, 1.0)
    began, ended = datetime.fromisoformat(turned.began), datetime.fromisoformat(turned.ended)
    assert began <= ended <= datetime.now(UTC)
    assert (began - before).total_seconds() > -0.001
    # The program ended before this one did.
    assert (gripped.line, gripped.took, gripped.ended) == ("GRIP L=open", None, "")


def test_an_older_journal_says_what_it_knows() -> None:
    records = (
        {"record": "done", "seconds": 3},
        {"record": "command", "verb": "HOME", "fields": [1], "turn": None},
        {"record": "done", "turn": None, "seconds": "x"},
    )
    assert command_times(records) == (TimedCommand("HOME", "", ""),)
