"""The time that is left, from the shares that were reported."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rokumen.show.table_progress import RemainingTime


def after(*reports: tuple[float, float]) -> RemainingTime:
    estimate = RemainingTime()
    for share, seconds in reports:
        estimate.report(share, seconds)
    return estimate


@pytest.mark.parametrize(
    ("reports", "seconds", "words"),
    [
        ((), 3.0, "3 s"),
        (((0.0, 2.0),), 4.0, "0 %, 4 s so far"),
        # A tenth in 10 s leaves nine times as much.
        (((0.0, 0.0), (0.1, 10.0)), 10.0, "10 %, about 2 min left"),
        (((0.0, 0.0), (0.5, 30.0)), 30.0, "50 %, about 30 s left"),
        # It counts down between two reports.
        (((0.0, 0.0), (0.5, 30.0)), 48.0, "50 %, about 15 s left"),
        (((0.0, 0.0), (0.5, 30.0)), 55.0, "50 %, about 5 s left"),
        (((0.0, 0.0), (0.5, 30.0)), 99.0, "50 %, nearly done"),
        # What was there already took no time: 0.25 took 10 s, and 0.5 is left.
        (((0.25, 5.0), (0.5, 15.0)), 15.0, "50 %, about 20 s left"),
        (((0.0, 0.0), (0.2, 100.0)), 100.0, "20 %, about 7 min left"),
    ],
)
def test_what_is_said(reports: tuple[tuple[float, float], ...], seconds: float, words: str) -> None:
    assert after(*reports).describe(seconds) == words


@given(st.floats(0.05, 0.95), st.floats(1, 1000))
def test_at_an_even_rate_the_estimate_is_right(share: float, total: float) -> None:
    left = after((0.0, 0.0), (share, share * total)).left(share * total)
    assert left == pytest.approx((1 - share) * total)
