"""`rokumen robot journal`: the commands of a run and their times."""

from __future__ import annotations

from pathlib import Path

from rokumen.storage.runs import RunSettings, SolutionPolicy, create_journal, new_run_path
from tests.support.command_line import Rokumen


def test_the_newest_run_is_shown_with_the_times_of_its_commands(rokumen: Rokumen) -> None:
    path = new_run_path()
    with create_journal(path, RunSettings(SolutionPolicy(), "/dev/ttyUSB0")) as journal:
        journal.write("command", verb="MOVE", fields={"L": "+90"}, turn="L")
        journal.write("done", turn="L", seconds=1.0)
    shown = rokumen("robot", "journal")
    assert "MOVE L=+90" in shown.out
    assert "1.000 s" in shown.out
    assert str(path) in shown.out.replace("\n", "")
    command = rokumen("robot", "journal", str(path), "--json").json()
    assert (command["line"], command["turn"], command["motion_seconds"]) == ("MOVE L=+90", "L", 1.0)
    assert 0 <= command["took"] < 60


def test_no_run_and_no_journal_are_said(rokumen: Rokumen, tmp_path: Path) -> None:
    none = rokumen("robot", "journal")
    assert none.status == 2
    assert "there was no run yet" in none.err
    file = tmp_path / "other.jsonl"
    file.write_text("{}\n")
    other = rokumen("robot", "journal", str(file))
    assert other.status == 2
    assert "is not a journal of a run" in other.err
