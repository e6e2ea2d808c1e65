"""Plans make their turns, and no other plan is faster.

The timetable of a plan shows its turns and orientations.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count, pairwise
from random import Random

import pytest
from hypothesis import given, settings

from robot.errors import RigError
from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_from_best_pose, plan_turns
from robot.planning.robot_state import RobotState, home_state
from robot.planning.timetable import TURN
from robot.rigs.command import OPEN, Pose
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig
from solver.core.geometry import OPPOSITE
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import ALL_TURNS, Turn, parse_turns, random_turns
from solver.cube import Cube
from tests.support.rig_steps import apply_effects, replay, steps
from tests.support.strategies import orientations, sequences

HOME = home_state(RIG)
# Number of turns for which the exhaustive search below is fast enough, for each rig.
BRUTE_LENGTHS = {"four-gripper": 1, "six-axis": 3, "five-axis": 3}


def fastest(rig: Rig, wanted: Sequence[Turn], start: RobotState) -> float:
    """Return the least time to a pose of rest, by a search of all states in order of time.

    A state has the set of turns made, since commuting neighbours may be made in any order.
    """
    order = count()
    best: dict[tuple[frozenset[int], RobotState], float] = {(frozenset(), start): 0.0}
    queue = [(0.0, next(order), frozenset[int](), start)]
    while queue:
        seconds, _, made, state = heappop(queue)
        if len(made) == len(wanted) and rig.may_end(state.pose):
            return seconds
        if seconds > best[made, state]:
            continue
        for step in steps(rig, state.pose):
            orientation, turned = apply_effects(state.orientation, step.effects)
            after = turns_made_after(wanted, made, turned)
            if after is None:
                continue
            next_node = after, RobotState(orientation, step.after)
            if seconds + step.seconds < best.get(next_node, float("inf")):
                best[next_node] = seconds + step.seconds
                heappush(queue, (best[next_node], next(order), *next_node))
    return float("inf")


def turns_made_after(
    wanted: Sequence[Turn], made: frozenset[int], turned: Sequence[Turn]
) -> frozenset[int] | None:
    """Return the turns made with new ones added in either order, or None if one is not next."""
    for sequence in (turned, turned[::-1]):
        after: frozenset[int] | None = made
        for turn in sequence:
            index = None if after is None else next_index(wanted, after, turn)
            after = None if after is None or index is None else after | {index}
        if after is not None:
            return after
    return None


def next_index(wanted: Sequence[Turn], made: frozenset[int], turn: Turn) -> int | None:
    first = next((i for i in range(len(wanted)) if i not in made), None)
    if first is None:
        return None
    if wanted[first] == turn:
        return first
    second = first + 1
    if second < len(wanted) and second not in made and wanted[second] == turn:
        return (
            second
            if wanted[second].face in (wanted[first].face, OPPOSITE[wanted[first].face])
            else None
        )
    return None


def check(rig: Rig, plan: Plan, sequence: Sequence[Turn], start: RobotState) -> None:
    """Compare a plan with the effects of its commands by the rig's rules."""
    cube, end, seconds = replay(rig, start, [action.command for action in plan.commands])
    assert cube == Cube.solved().apply(sequence)
    assert cube == Cube.solved().apply(plan.turns)
    assert end == plan.end
    assert rig.may_end(end.pose)
    assert seconds == pytest.approx(plan.seconds)


@pytest.mark.parametrize("name", RIGS)
@settings(max_examples=30, deadline=None)
@given(sequence=sequences, orientation=orientations)
def test_a_plan_makes_its_turns_on_the_rig(
    name: str, sequence: tuple[Turn, ...], orientation: Orientation
) -> None:
    rig = load_rig(name)
    start = RobotState(orientation, rig.home)
    check(rig, plan_turns(rig, sequence, start, rig.may_end), sequence, start)


@pytest.mark.parametrize("name", RIGS)
def test_no_plan_is_faster(name: str) -> None:
    rig, rng = load_rig(name), Random(name)
    for _ in range(6):
        start = RobotState(rng.choice(ORIENTATIONS), rig.home)
        made = [t for t in ALL_TURNS if rig.rewrite_turns((t,), start.orientation) == (t,)]
        wanted = rng.choices(made, k=BRUTE_LENGTHS.get(name, 4))
        plan = plan_turns(rig, wanted, start, rig.may_end)
        assert plan.seconds == pytest.approx(fastest(rig, wanted, start))


@pytest.mark.parametrize("name", RIGS)
def test_no_plan_of_opposite_turns_is_faster(name: str) -> None:
    rig = load_rig(name)
    plan = plan_turns(rig, parse_turns("R2 L"), home_state(rig), rig.may_end)
    assert plan.seconds == pytest.approx(fastest(rig, parse_turns("R2 L"), home_state(rig)))


@pytest.mark.slow
def test_no_plan_for_four_grippers_is_faster() -> None:
    rig, rng = load_rig("four-gripper"), Random(4)
    for _ in range(10):
        wanted = random_turns(rng, 3)
        plan = plan_turns(rig, wanted, home_state(rig), rig.may_end)
        assert plan.seconds == pytest.approx(fastest(rig, wanted, home_state(rig)))


def test_a_turn_of_a_gripped_face_is_one_command() -> None:
    plan = plan_turns(RIG, parse_turns("L"), HOME)
    assert [str(action.command) for action in plan.commands] == ["L to +90°"]
    assert plan.seconds == 1.0


def test_opposite_faces_are_turned_in_the_faster_order() -> None:
    forward = plan_turns(RIG, parse_turns("L R"), HOME)
    reverse = plan_turns(RIG, parse_turns("R L"), HOME)
    assert forward.seconds == reverse.seconds
    assert reverse.turns == parse_turns("L R")


@pytest.mark.parametrize("name", ["four-gripper", "six-axis"])
def test_opposite_faces_are_turned_at_the_same_time(name: str) -> None:
    rig = load_rig(name)
    plan = plan_turns(rig, parse_turns("R L'"), home_state(rig))
    assert [set(action.turns) for action in plan.commands] == [set(parse_turns("R L'"))]


def test_a_half_turn_is_made_in_either_direction() -> None:
    for angle, target in ((-90, 90), (90, -90)):
        start = RobotState(Orientation.identity(), Pose((angle, 0), RIG.home.grips))
        plan = plan_turns(RIG, parse_turns("L2"), start)
        assert [str(action.command) for action in plan.commands] == [f"L to {target:+d}°"]


def test_a_wrist_of_270_degrees_turns_three_quarters_backwards() -> None:
    wide = load_rig("two-gripper-270")
    start = RobotState(Orientation.identity(), Pose((180, 0), wide.home.grips))
    plan = plan_turns(wide, parse_turns("L"), start)
    assert [str(action.command) for action in plan.commands] == ["L to -90°"]
    assert plan.turns == parse_turns("L")


def test_the_best_start_is_chosen() -> None:
    poses = [Pose((angle, 0), RIG.home.grips) for angle in (0, 90, -90)]
    plan = plan_from_best_pose(RIG, parse_turns("L2"), ORIENTATIONS[0], poses)
    assert plan.start.pose in poses[1:]
    assert plan.seconds == 1.0


def test_a_face_without_a_motor_is_turned_by_the_others() -> None:
    five = load_rig("five-axis")
    plan = plan_turns(five, parse_turns("U"), home_state(five))
    assert all(turn.face != "U" for turn in plan.turns)
    assert Cube.solved().apply(plan.turns) == Cube.solved().apply("U")


def test_impossible_turns_are_reported() -> None:
    six = load_rig("six-axis")
    with pytest.raises(RigError, match="the six-axis rig cannot make the turns R"):
        plan_turns(six, parse_turns("R"), home_state(six), lambda pose: False)


@pytest.mark.parametrize("name", RIGS)
def test_no_turns_need_no_time(name: str) -> None:
    rig = load_rig(name)
    plan = plan_turns(rig, (), home_state(rig), rig.may_end)
    assert (plan.commands, plan.seconds, plan.end) == ((), 0.0, home_state(rig))


def test_the_timetable_has_no_gaps() -> None:
    plan = plan_turns(RIG, parse_turns("R U F2 D'"), HOME, RIG.may_end)
    for before, after in pairwise(plan.commands):
        assert after.start == pytest.approx(before.start + before.seconds)


def test_a_pose_is_reached_without_turning_a_face() -> None:
    pose = Pose((90, 0), ("closed", OPEN))
    plan = plan_turns(RIG, (), HOME, lambda reached: reached == pose)
    assert plan.end.pose == pose
    assert plan.turns == ()


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
