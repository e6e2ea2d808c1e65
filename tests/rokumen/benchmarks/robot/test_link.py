"""The link bench: three rates, the bare line's the highest."""

from __future__ import annotations

from rokumen.benchmarks.robot.link import measure, table


def test_three_rates_beside_each_other() -> None:
    rates = measure(30)
    assert len(rates) == 3
    assert all(0 < rate.typical <= rate.best for rate in rates)
    assert table(rates).row_count == 3
