"""When the commands of a run began and ended, as its journal says."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from robot.execution.command_times import TimedCommand, command_times
from robot.execution.journal import Journal, read_journal


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
