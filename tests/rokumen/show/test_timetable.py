"""What a drawing of a plan shows is the plan."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from robot.planning.motion_plan import home_state
from robot.planning.planner import plan_turns
from robot.planning.timetable import TURN, bars, orientation_spans, rows
from robot.rigs.registry import RIGS, load_rig
from solver.core.turn import Turn
from tests.support.strategies import sequences


@pytest.mark.parametrize("name", RIGS)
@settings(max_examples=10, deadline=None)
@given(sequence=sequences)
def test_every_turn_has_its_bar_and_no_actuator_does_two_things_at_once(
    name: str, sequence: tuple[Turn, ...]
) -> None:
    rig = load_rig(name)
    plan = plan_turns(rig, sequence, home_state(rig), rig.may_end)
    drawn = list(bars(rig, plan))
    assert sorted(bar.label for bar in drawn if bar.kind == TURN) == sorted(map(str, plan.turns))
    for row in rows(rig):
        mine = [bar for bar in drawn if bar.row == row]
        for before, after in pairwise(mine):
            assert before.start + before.seconds <= after.start + 1e-9
    assert {bar.row for bar in drawn} <= set(rows(rig))


@pytest.mark.parametrize("name", RIGS)
@settings(max_examples=10, deadline=None)
@given(sequence=sequences)
def test_the_cube_is_held_in_some_way_from_start_to_end(
    name: str, sequence: tuple[Turn, ...]
) -> None:
    rig = load_rig(name)
    plan = plan_turns(rig, sequence, home_state(rig), rig.may_end)
    ways = list(orientation_spans(plan))
    assert (ways[0].start, ways[-1].end) == (0.0, plan.seconds)
    assert ways[0].orientation == plan.start.orientation
    assert ways[-1].orientation == plan.end.orientation
    for before, after in pairwise(ways):
        assert before.end == after.start
        assert before.orientation != after.orientation
