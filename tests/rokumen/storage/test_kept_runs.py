"""Old runs go whole, and wherever that ends nothing that is left is refused by `rokumen verify`."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import pytest

import rokumen as api
from robot.execution.journal import Journal
from rokumen.errors import InputError
from rokumen.jobs.run_proof import verify_run
from rokumen.storage import kept_runs
from rokumen.storage.history import RunStart, history_file, list_runs, record_start
from rokumen.storage.kept_runs import drop_old_runs
from rokumen.storage.runs import (
    RunSettings,
    SolutionPolicy,
    create_journal,
    new_run_path,
    newest_journal,
    pictures_beside,
    reopen_journal,
    runs_folder,
    state_beside,
)


def begun_run() -> Path:
    """Return the journal of a run that is in the history, with a picture and a simulated cube."""
    with create_journal(new_run_path(), RunSettings(SolutionPolicy(), "/dev/robot")) as journal:
        record_start(history_file(), RunStart.now(journal.path, "two-gripper", "/dev/robot"))
        journal.write("finished")
    folder = pictures_beside(journal.path)
    folder.mkdir()
    (folder / "0001.jpg").write_bytes(b"picture")
    Path(state_beside(journal.path)).write_text("{}")
    return journal.path


def stored() -> set[str]:
    return {path.name for path in runs_folder().iterdir()}


def kept_of(*journals: Path) -> set[str]:
    return {
        f"{path.stem}{end}" for path in journals for end in (".jsonl", ".pictures", ".robot.json")
    }


def test_the_newest_runs_are_kept_whole() -> None:
    runs = [begun_run() for _ in range(4)]
    reopen_journal(runs[0]).close()
    (runs_folder() / "notes.pictures").mkdir()
    drop_old_runs(most=2)
    # The first one was resumed, and is the newest since.
    assert stored() == {*kept_of(runs[0], runs[3]), "notes.pictures"}
    listed = [run.beginning.journal for run in list_runs(history_file())]
    assert listed == [str(runs[0]), str(runs[3])]


def test_an_active_run_is_kept() -> None:
    runs = [begun_run() for _ in range(3)]
    with Journal(runs[0]):
        drop_old_runs(most=1)
    assert stored() == kept_of(runs[0], runs[2])


def test_each_run_that_ends_drops_old_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drop_old_runs, "__defaults__", (2,))
    runs = [begun_run() for _ in range(2)]
    with api.connect("sim://two-gripper?seed=5&scramble=R&ideal=true") as robot:
        robot.solve_cube(method="two-phase")
    newest = newest_journal()
    assert {Path(run.beginning.journal) for run in list_runs(history_file())} == {runs[1], newest}
    assert not any(name.startswith(runs[0].stem) for name in stored())
    proof = verify_run()
    assert proof.is_proved, proof.doubts


def test_wherever_a_crash_ends_it_no_run_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with api.connect("sim://two-gripper?seed=5&scramble=R&ideal=true") as robot:
        robot.solve_cube(method="two-phase")
    old, newest = newest_journal(), begun_run()
    left = 0

    def crashing(remove: object) -> object:
        def removed(*given: object, **how: object) -> object:
            nonlocal left
            if left == 0:
                raise KeyboardInterrupt
            left -= 1
            return remove(*given, **how)  # type: ignore[operator]

        return removed

    shutil.copytree(runs_folder().parent, tmp_path / "before")
    for step in range(4):
        shutil.rmtree(runs_folder().parent)
        shutil.copytree(tmp_path / "before", runs_folder().parent)
        left = step
        with monkeypatch.context() as patched:
            patched.setattr(kept_runs, "forget_runs", crashing(kept_runs.forget_runs))
            patched.setattr(Path, "unlink", crashing(Path.unlink))
            patched.setattr(shutil, "rmtree", crashing(shutil.rmtree))
            with pytest.raises(KeyboardInterrupt):
                drop_old_runs(most=1)
        if old.exists():
            proof = verify_run(str(old))
            assert proof.is_proved, proof.doubts
        else:
            with pytest.raises(InputError, match="cannot read the journal"):
                verify_run(str(old))
        drop_old_runs(most=1)
        assert stored() == kept_of(newest)


def test_what_cannot_be_removed_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun_run()
    begun_run()

    def refuse(path: Path) -> None:
        raise PermissionError(13, "no", str(path))

    monkeypatch.setattr(shutil, "rmtree", refuse)
    with caplog.at_level(logging.WARNING):
        drop_old_runs(most=1)
    assert "old runs take their space still" in caplog.text
