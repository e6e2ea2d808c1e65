"""No cube is called solved by a journal that lies; the count of those that are can fail."""

from __future__ import annotations

import pytest

from benchmarks.robot import lying_journals
from benchmarks.robot.lying_journals import LIES, LyingJournal, mislead


def test_a_run_is_resumed_by_what_the_camera_sees_whatever_its_journal_says() -> None:
    found = mislead(len(LIES), seed=0)
    # Each robot is repaired, so that a run that is resumed comes to its end.
    assert found == [LyingJournal(lie, runs=1, solved=1, false_claims=0) for lie in LIES]
    assert all(each.is_good for each in found)


def test_a_host_that_believes_its_journal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lying_journals, "_is_resumed", lambda robot, journal: True)
    (row, *_) = mislead(1, seed=0)
    assert (row.solved, row.false_claims, row.is_good) == (1, 1, False)
