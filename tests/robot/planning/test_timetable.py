"""The timetable of a plan shows its turns and orientations."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.planning.timetable import TURN
from robot.rigs.registry import RIGS, load_rig
from solver.core.turn import Turn
from tests.support.strategies import sequences


@pytest.mark.parametrize("name", RIGS)
@settings(max_examples=10, deadline=None)
@given(sequence=sequences)
def test_every_turn_has_its_bar_and_the_bars_of_an_actuator_do_not_overlap(
    name: str, sequence: tuple[Turn, ...]
) -> None:
    rig = load_rig(name)
    plan = plan_turns(rig, sequence, home_state(rig), rig.may_end)
    drawn = plan.timetable.bars
    assert sorted(bar.label for bar in drawn if bar.kind == TURN) == sorted(map(str, plan.turns))
    for row in plan.timetable.rows:
        row_bars = [bar for bar in drawn if bar.row == row]
        for before, after in pairwise(row_bars):
            assert before.start + before.seconds <= after.start + 1e-9
    assert {bar.row for bar in drawn} <= set(plan.timetable.rows)


@pytest.mark.parametrize("name", RIGS)
@settings(max_examples=10, deadline=None)
@given(sequence=sequences)
def test_the_orientations_cover_the_whole_plan(name: str, sequence: tuple[Turn, ...]) -> None:
    rig = load_rig(name)
    plan = plan_turns(rig, sequence, home_state(rig), rig.may_end)
    spans = plan.timetable.spans
    assert (spans[0].start, spans[-1].end) == (0.0, plan.seconds)
    assert spans[0].orientation == plan.start.orientation
    assert spans[-1].orientation == plan.end.orientation
    for before, after in pairwise(spans):
        assert before.end == after.start
        assert before.orientation != after.orientation
