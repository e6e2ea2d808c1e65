"""The benchmark of paces: motions by distance are quick and safe, constant ones are not."""

from __future__ import annotations

import pytest

from benchmarks.harness.progress import QUIET
from benchmarks.robot import pace as paces
from benchmarks.robot.cubotino_times import cubotino_figures
from benchmarks.robot.pace import pace, plan_figures


@pytest.mark.slow
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


def test_a_pace_at_which_only_half_turns_collide_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def tried(job: paces._Job) -> paces.PlanTrial:
        # Half turns collide from 2 on, all others from 2.5 on.
        bears = 1.5 if job.quarters == (2,) else 2.0
        return paces.PlanTrial(40, 50.0 / job.pace, int(job.pace > bears), True)

    monkeypatch.setattr(paces, "_try", tried)
    *others, sooner = plan_figures(2, 0)
    assert sooner.name.startswith("paces at which half turns collide")
    assert sooner.value == 1
    assert not sooner.is_good
    values = {each.name: each.value for each in others}
    assert values["two-gripper, DS3218 (s)"] == 50
    assert values["of these, accidents or cubes lost, of 4"] == 0
    assert values["four-gripper, overlapping, share of the time at constant times"] == 1


def test_plans_with_the_settings_of_cubotinos_author_take_within_a_tenth_of_his_time() -> None:
    assert all(each.is_reached for each in cubotino_figures(seed=0))
