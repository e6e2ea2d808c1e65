"""The link benchmark measures three rates."""

from __future__ import annotations

from benchmarks.robot.link import link


def test_three_rates_are_measured() -> None:
    bare, asked, gripped = rates = list(link(30))
    assert all(0 < rate.median <= rate.best for rate in rates)
    assert bare.ratio == 1
    assert asked.ratio == asked.median / bare.median
    assert gripped.what == "GRIP, acknowledged and done"
