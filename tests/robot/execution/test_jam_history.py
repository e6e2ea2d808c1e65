"""How many jams of one plan are too many."""

from __future__ import annotations

from itertools import accumulate

import pytest

from robot.execution.executor import JamHistory


def history(*seconds: float) -> JamHistory:
    return list(accumulate(seconds, JamHistory.add, initial=JamHistory()))[-1]


@pytest.mark.parametrize(
    ("seconds", "turn_seconds", "excess"),
    [
        ((1.0,), 1.0, ""),
        ((1.0, 20.0), 1.0, ""),
        ((1.0, 20.0, 46.0), 1.0, "3 within 45 s"),
        ((1.0, 20.0, 46.1), 1.0, ""),
        ((1.0, 2.0, 3.0), 0.02, ""),
        ((1.0, 1.4, 1.9), 0.02, "3 within 0.9 s"),
        (tuple(range(0, 700, 100)), 1.0, ""),
        (tuple(range(0, 800, 100)), 1.0, "8 in one plan"),
    ],
)
def test_jams_are_counted_in_a_time_window_and_in_total(
    seconds: tuple[float, ...], turn_seconds: float, excess: str
) -> None:
    assert history(*seconds).excess(turn_seconds) == excess


def test_adding_a_jam_leaves_the_history_unchanged() -> None:
    empty = JamHistory()
    assert empty.add(1.0) == history(1.0)
    assert empty == JamHistory()
