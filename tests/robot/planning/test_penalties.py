"""Penalties of the grips that jam: what they are, and how plans avoid them.

The costs of turns agree with plans, and the fastest solution is no slower than others.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from robot.errors import TOO_MANY_JAMS, RetriesExhaustedError
from robot.planning.fastest_solution import fastest_solution, index_of_fastest, turn_costs
from robot.planning.motion_plan import Plan
from robot.planning.penalties import (
    FAILED_AXIS_PENALTY,
    JAMMED_AXIS_PENALTY,
    Penalties,
    plan_with_penalties,
)
from robot.planning.planner import plan_turns
from robot.planning.robot_state import RobotState, home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import FaceTurn, Rig, canonical_pose
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import Turn, cancel_turns, parse_turns, random_turns
from solver.cube import Cube
from solver.engines.optimal import fastest_search
from solver.engines.optimal.fastest_costs import COST_UNITS_PER_SECOND
from solver.engines.optimal.fastest_search import CostSearch
from solver.engines.registry import solve
from tests.support.variants import thorough_but


def too_many_jams(axis: str) -> RetriesExhaustedError:
    return RetriesExhaustedError("too many", axis, code=TOO_MANY_JAMS)


def test_the_penalty_of_a_jam_is_less_than_that_of_a_failure() -> None:
    jammed = Penalties().after(too_many_jams("L"))
    failed = Penalties().after(RetriesExhaustedError("failed", "L"))
    assert jammed.of("L") == JAMMED_AXIS_PENALTY < FAILED_AXIS_PENALTY == failed.of("L")
    assert jammed.of("R") == 0


def test_a_later_smaller_failure_keeps_the_penalty() -> None:
    first = Penalties().after(RetriesExhaustedError("failed", "R"))
    later = first.after(too_many_jams("R")).after(too_many_jams("L"))
    assert later.of("R") == FAILED_AXIS_PENALTY
    assert later.axes == ("L", "R")
    assert first.axes == ("R",)


def test_a_failure_of_no_axis_changes_nothing() -> None:
    assert Penalties().after(RetriesExhaustedError("failed")) == Penalties()


@pytest.mark.parametrize("name", thorough_but(["two-gripper"], ["two-gripper", "four-gripper"]))
def test_a_plan_with_a_penalised_gripper_uses_others(name: str) -> None:
    rig = load_rig(name)
    sequence = random_turns(Random(3), 24)
    usual = plan_turns(rig, sequence, home_state(rig))
    assert plan_with_penalties(rig, sequence, home_state(rig), Penalties()) == usual
    penalised = plan_with_penalties(
        rig, sequence, home_state(rig), penalty("L", FAILED_AXIS_PENALTY)
    )
    assert turns_by("L", usual) > 0
    assert turns_by("L", penalised) == 0
    assert usual.seconds <= penalised.seconds < 3 * usual.seconds
    milder = plan_with_penalties(rig, sequence, home_state(rig), penalty("L", JAMMED_AXIS_PENALTY))
    assert turns_by("L", milder) < turns_by("L", usual)
    assert usual.seconds <= milder.seconds < 1.25 * usual.seconds
    assert Cube.solved().apply(penalised.turns) == Cube.solved().apply(sequence)


@pytest.mark.parametrize("name", RIGS)
def test_a_plan_with_penalties_continues_an_abandoned_one(name: str) -> None:
    rig = load_rig(name)
    first = plan_turns(rig, parse_turns("R U F2"), home_state(rig))
    sequence = parse_turns("L D' B2 R2")
    penalised = plan_with_penalties(
        rig, sequence, first.end, penalty(rig.axes[0], FAILED_AXIS_PENALTY)
    )
    cube = Cube.solved().apply(penalised.turns)
    assert cube == Cube.solved().apply(sequence)
    assert (
        rig.step(first.end.pose, penalised.commands[0].command).seconds
        == penalised.commands[0].seconds
    )


def turns_by(axis: str, plan: Plan) -> int:
    count = 0
    before = plan.start.pose
    for action in plan.commands:
        step = load_rig(plan.rig).step(before, action.command)
        count += sum(isinstance(e, FaceTurn) and e.axis == axis for e in step.effects)
        assert step.seconds == action.seconds
        before = step.after
    return count


def penalty(axis: str, factor: float) -> Penalties:
    return Penalties(frozenset({(axis, factor)}))


FAST_RIGS = [name for name in RIGS if name != "four-gripper"]


def seconds(rig: Rig, sequence: tuple[Turn, ...], start: RobotState) -> float:
    return plan_turns(rig, sequence, start, rig.may_end).seconds


def starts(rig: Rig) -> Iterator[RobotState]:
    """Yield a start at home, one in another orientation, and the one after a scan."""
    yield home_state(rig)
    yield RobotState(ORIENTATIONS[17], rig.home)
    yield plan_scan(rig, home_state(rig))[-1].plan.end


@pytest.mark.parametrize("name", FAST_RIGS)
def test_the_cost_of_turns_is_the_time_of_their_plan(name: str) -> None:
    fastest_search.load_kernels()
    rig, rng = load_rig(name), Random(name)
    for start in starts(rig):
        space = CostSearch.of(*turn_costs(rig, [canonical_pose(rig, start.pose)]))
        for length in (1, 2, 3, 12):
            turns = cancel_turns(rig.rewrite_turns(random_turns(rng, length), start.orientation))
            cost = space.cost(turns, start.orientation) / COST_UNITS_PER_SECOND
            assert cost == pytest.approx(seconds(rig, turns, start), abs=1e-3)


@pytest.mark.parametrize("name", FAST_RIGS)
def test_the_fastest_solution_solves_and_is_faster_than_a_short_one(name: str) -> None:
    rig, cube = load_rig(name), Cube.random(3)
    start = home_state(rig)
    found = fastest_solution(rig, cube, start, 0.5)
    assert cube.apply(found).is_solved()
    assert rig.rewrite_turns(found, start.orientation) == found
    short = rig.rewrite_turns(solve(cube, "two-phase").turns, start.orientation)
    assert seconds(rig, found, start) <= seconds(rig, short, start)


def test_a_face_without_a_motor_is_not_turned() -> None:
    five, cube = load_rig("five-axis"), Cube.random(5)
    start = home_state(five)
    # By processor time, so that a busy machine finds as much.
    found = fastest_solution(five, cube, start, 2.0, time.process_time)
    assert all(turn.face != "U" for turn in found)
    # Rewriting the missing face's turns takes half as much time again.
    rewritten = five.rewrite_turns(solve(cube, "two-phase").turns, start.orientation)
    assert seconds(five, found, start) < 0.9 * seconds(five, rewritten, start)


@pytest.mark.parametrize("name", FAST_RIGS)
def test_a_solved_cube_needs_no_turns(name: str) -> None:
    rig = load_rig(name)
    assert fastest_solution(rig, Cube.solved(), home_state(rig), 0.1) == ()


@pytest.mark.parametrize(("seconds", "found"), [(0.5, "R L' R'"), (5.0, "L'")])
@pytest.mark.parametrize("name", ["two-gripper", "six-axis"])
def test_candidates_are_compared_until_the_time_is_up(
    name: str, seconds: float, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, readings = load_rig(name), count()
    long = parse_turns("R L' R'")
    monkeypatch.setattr(fastest_search, "candidates", lambda *_: [*[long] * 100, parse_turns("L'")])

    def clock() -> float:
        return next(readings) / 100

    space = CostSearch.of(*turn_costs(rig, [canonical_pose(rig, rig.home)]))
    cube, held = Cube.solved().apply("L"), Orientation.identity()
    turns = fastest_search.cheapest(cube, held, space, [long], seconds, clock)
    assert turns == parse_turns(found)
    # Each reading is a hundredth of a second, and the last tells that the time is up.
    assert next(readings) <= 100 * seconds + 2


# The four-gripper rig has many poses, which take a second to prepare: it is searched once.
@pytest.mark.parametrize("name", thorough_but(["two-gripper"], ["two-gripper", "four-gripper"]))
def test_a_cube_one_turn_from_solved_gets_that_turn(name: str) -> None:
    rig = load_rig(name)
    cube = Cube.solved().apply("L")
    assert fastest_solution(rig, cube, home_state(rig), 0.1) == parse_turns("L'")


# The left gripper holds L; the cube has to be rotated first for the other two.
SEVERAL = parse_turns("F"), parse_turns("L"), parse_turns("U2")


@pytest.mark.parametrize(("ticks", "chosen"), [(1, 0), (2, 1), (10, 1)])
def test_the_fastest_of_the_solutions_that_are_compared_in_time_is_chosen(
    ticks: int, chosen: int
) -> None:
    rig = load_rig("two-gripper")
    clock = count(1)
    assert index_of_fastest(rig, SEVERAL, home_state(rig), ticks, lambda: next(clock)) == chosen
    assert next(clock) == 1 + min(ticks, len(SEVERAL))
