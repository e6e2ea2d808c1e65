"""Hours of one robot: what is lost, claimed falsely or kept in memory is found."""

from __future__ import annotations

import pytest

from benchmarks.robot import endurance
from benchmarks.robot.endurance import Day, Hour, growth, run_for_hours
from robot.errors import JournalError
from rokumen import Result


@pytest.mark.thorough
def test_no_run_is_lost_in_a_short_day_with_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endurance, "HOUR", 300.0)
    hour, day = run_for_hours(1, seed=3, faults="jam~0.05,reboot_mid_turn@6")
    assert isinstance(day, Day)
    assert isinstance(hour, Hour)
    assert (day.lost, day.false_claims) == (0, 0)
    assert hour.solved >= 1
    assert hour.stops >= 1
    assert hour.megabytes > 50


def test_a_run_that_no_resumption_solves_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Result:
        raise JournalError("nothing to resume")

    monkeypatch.setattr(endurance, "HOUR", 10.0)
    monkeypatch.setattr("rokumen.resume", fail)
    *_, day = run_for_hours(1, seed=0, faults="servo_offline@2")
    assert isinstance(day, Day)
    assert day.lost >= 1
    assert not day.is_good


@pytest.mark.parametrize(
    ("megabytes", "good"), [((200.0, 203.0, 205.0, 208.0), True), ((200.0,) * 3 + (215.0,), False)]
)
def test_memory_may_hardly_grow(megabytes: tuple[float, ...], good: bool) -> None:
    assert Day(0, 0, growth(megabytes)).is_good is good
