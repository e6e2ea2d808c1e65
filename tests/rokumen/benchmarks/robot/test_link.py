"""The link benchmark measures three rates."""

from __future__ import annotations

from rokumen.benchmarks.robot.link import measure, table


def test_three_rates_are_measured() -> None:
    rates = measure(30)
    assert len(rates) == 3
    assert all(0 < rate.typical <= rate.best for rate in rates)
    assert table(rates).row_count == 3
