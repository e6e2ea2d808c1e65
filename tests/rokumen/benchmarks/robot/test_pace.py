"""The benchmark of paces: motions by distance are quick and safe, constant ones are not."""

from __future__ import annotations

import pytest

from rokumen.benchmarks.harness.progress import QUIET
from rokumen.benchmarks.robot.pace import pace


@pytest.mark.long
def test_motions_by_distance_are_safe_where_constant_ones_lose_the_cube() -> None:
    rows = list(pace(QUIET, cubes=1, rigs=("two-gripper",), processes=1))
    by_distance = {row.pace: row for row in rows if row.motions == "by distance"}
    constant = {row.pace: row for row in rows if row.motions.startswith("constant")}
    overlapping = {row.pace: row for row in rows if row.motions.endswith("overlapping")}
    assert by_distance[1].is_good
    assert by_distance[1].with_settling < 65 < 110 < constant[1].seconds
    assert overlapping[1].is_good
    assert overlapping[1].with_settling < min(55, by_distance[1].with_settling)
    # Half turns in the time of quarter turns, at three times the pace.
    assert constant[3].with_accident
