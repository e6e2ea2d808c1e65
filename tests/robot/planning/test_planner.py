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
from robot.planning.robot_state import RobotState, apply_step, home_state
from robot.planning.scan_planner import plan_scan
from robot.planning.timetable import TURN
from robot.planning.visits import Motion, following, one_by_one, places_of, visits
from robot.rigs.command import LOW, OPEN, Grip, Move, Pose
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


TURNS = parse_turns("R U2 F' D L2 B")


@pytest.mark.parametrize("name", [*RIGS, "cubotino"])
def test_visits_bring_the_cube_back_as_it_was(name: str) -> None:
    rig = load_rig(name)
    start = home_state(rig)
    plan = plan_turns(rig, TURNS, start)
    places = places_of(plan)
    shown = visits(rig, start, places)
    assert not shown.turns
    assert shown.end.orientation == start.orientation
    assert shown.end.pose.angles == start.pose.angles
    # Wrists are places of grippers, which a camera knows by both.
    assert all(axis not in rig.grippers for axis, _ in places)


def test_a_turntable_is_shown_everywhere() -> None:
    rig = load_rig("cubotino")
    # The cover is not on the cube, as after a scan.
    start = RobotState(Orientation.identity(), Pose((0,), (LOW,)))
    places = places_of(plan_turns(rig, TURNS, start))
    assert {degrees for _, degrees in places} == {-90, 0, 90}
    shown = visits(rig, start, places)
    assert {command.after.pose.angles[0] for command in shown.commands} == {-90, 0, 90}


def test_plans_that_follow_each_other_are_one() -> None:
    rig = load_rig("cubotino")
    first = plan_turns(rig, parse_turns("R U"), home_state(rig))
    second = plan_turns(rig, parse_turns("F2"), first.end)
    both = following(first, second)
    assert both.turns == parse_turns("R U F2")
    assert both.seconds == pytest.approx(first.seconds + second.seconds)
    starts = [command.start for command in both.commands]
    assert starts == sorted(starts)
    assert both.end == second.end
    assert following(Plan(rig, first.start, ()), first) == first


def scan(rig: Rig) -> Plan:
    """Return the motion of a whole scan."""
    start = home_state(rig)
    commands = (each for leg in plan_scan(rig, start) for each in leg.plan.commands)
    return Plan(rig, start, tuple(commands))


def all_motions(rig: Rig) -> set[Motion]:
    """Return each motion that a gripper may make alone."""
    return {(kind, name) for kind in (Grip, Move) for name in rig.grippers}


@pytest.mark.parametrize("name", RIGS)
def test_grippers_that_move_one_by_one_lead_the_cube_to_the_same_end(name: str) -> None:
    rig = load_rig(name)
    for plan in (scan(rig), plan_turns(rig, TURNS, home_state(rig))):
        apart = one_by_one(plan, all_motions(rig))
        assert apart.turns == plan.turns
        assert apart.end == plan.end
        state = plan.start
        for command in apart.commands:
            state, turns = apply_step(state, rig.step(state.pose, command.command))
            assert (state, turns) == (command.after, command.turns)
        # What was seen before is not shown again.
        nothing_due = [command.command for command in one_by_one(plan, ()).commands]
        assert nothing_due == [command.command for command in plan.commands]


def test_each_of_four_grippers_opens_closes_and_turns_alone_in_a_scan() -> None:
    rig = load_rig("four-gripper")
    plan = scan(rig)
    assert not alone_in(plan)
    assert alone_in(one_by_one(plan, all_motions(rig))) == all_motions(rig)
    assert alone_in(one_by_one(plan, {(Move, "F")})) == {(Move, "F")}


def alone_in(plan: Plan) -> set[Motion]:
    """Return the motions without the cube that a gripper makes while all else stands."""
    found, pose = set[Motion](), plan.start.pose
    for planned in plan.commands:
        command = planned.command
        if isinstance(command, Grip | Move) and len(command.targets) == 1:
            name = command.targets[0][0]
            is_open = pose.grips[plan.mechanism.grippers.index(name)] == OPEN
            if isinstance(command, Grip) or is_open:
                found.add((type(command), name))
        pose = planned.after.pose
    return found
