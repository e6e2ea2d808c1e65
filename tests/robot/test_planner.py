"""Plans do what they say, and no plan is shorter."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.command import OPEN, Command, Pose
from robot.motion import Holding, holding_at_home
from robot.planner import plan_pose, plan_turns
from robot.rig import Rotated, Turned
from robot.rigs.two_gripper import RIG
from robot.scan import plan_scan, quarter_turns_seen
from solver.cube import Cube
from solver.facelets import SOLVED
from solver.geometry import OPPOSITE
from solver.notation import Move, resolve
from solver.orientation import ORIENTATIONS, Orientation
from solver.turn import ALL_TURNS, Turn, turns
from tests.strategies import orientations, sequences

HOME = holding_at_home(RIG)
short = st.lists(st.sampled_from(ALL_TURNS), min_size=1, max_size=4).map(tuple)


def replay(start: Holding, commands: Sequence[Command]) -> tuple[Cube, Holding, float]:
    """Work the rig by its rules alone and see what becomes of a solved cube."""
    cube, orientation, pose = Cube.solved(), start.orientation, start.pose
    seconds = 0.0
    for command in commands:
        step = RIG.step(pose, command)
        pose = step.after
        seconds += step.seconds
        match step.effect:
            case Turned(position, quarters):
                cube = cube.turn(Turn(orientation.face_at(position), quarters))
            case Rotated(position, quarters):
                orientation = orientation.rotated(position, quarters)
    return cube, Holding(orientation, pose), seconds


def fastest(wanted: Sequence[Turn], start: Holding) -> float:
    """Find the least time by relaxing every state until nothing improves (Bellman-Ford).

    A state knows which turns are made, as a set: any order of neighbours that commute is free.
    """
    best: dict[tuple[frozenset[int], Holding], float] = {(frozenset(), start): 0.0}
    changed = set(best)
    while changed:
        made_better = set()
        for made, holding in changed:
            for step in RIG.steps(holding.pose):
                orientation, after = holding.orientation, made
                match step.effect:
                    case Rotated(position, quarters):
                        orientation = orientation.rotated(position, quarters)
                    case Turned(position, quarters):
                        turn = Turn(orientation.face_at(position), quarters)
                        due = next_due(wanted, made, turn)
                        if due is None:
                            continue
                        after = made | {due}
                state = after, Holding(orientation, step.after)
                seconds = best[made, holding] + step.seconds
                if seconds < best.get(state, float("inf")):
                    best[state] = seconds
                    made_better.add(state)
        changed = made_better
    return min(
        seconds
        for (made, holding), seconds in best.items()
        if len(made) == len(wanted) and holding.pose == RIG.home
    )


def next_due(wanted: Sequence[Turn], made: frozenset[int], turn: Turn) -> int | None:
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


@settings(max_examples=30, deadline=None)
@given(sequences, orientations)
def test_a_plan_makes_its_turns_on_the_rig(
    sequence: tuple[Turn, ...], orientation: Orientation
) -> None:
    start = Holding(orientation, RIG.home)
    plan = plan_turns(RIG, sequence, start, RIG.home)
    cube, end, seconds = replay(start, [action.command for action in plan.actions])
    assert cube == Cube.solved().apply(sequence)
    assert end == plan.end
    assert end.pose == RIG.home
    assert seconds == pytest.approx(plan.seconds)


@settings(max_examples=15, deadline=None)
@given(short)
def test_no_plan_is_faster(sequence: tuple[Turn, ...]) -> None:
    assert plan_turns(RIG, sequence, HOME, RIG.home).seconds == pytest.approx(
        fastest(sequence, HOME)
    )


def test_a_turn_that_a_hand_already_holds_is_one_command() -> None:
    plan = plan_turns(RIG, turns("L"), HOME)
    assert [str(action.command) for action in plan.actions] == ["L to +90°"]
    assert plan.seconds == 1.0


def test_opposite_faces_are_turned_in_the_quicker_order() -> None:
    there = plan_turns(RIG, turns("L R"), HOME)
    back = plan_turns(RIG, turns("R L"), HOME)
    assert there.seconds == back.seconds
    assert back.turns == turns("L R")


def test_no_turns_need_no_time() -> None:
    plan = plan_turns(RIG, (), HOME, RIG.home)
    assert (plan.actions, plan.seconds, plan.end) == ((), 0.0, HOME)


def test_the_timetable_has_no_gaps() -> None:
    plan = plan_turns(RIG, turns("R U F2 D'"), HOME, RIG.home)
    for before, after in pairwise(plan.actions):
        assert after.start == pytest.approx(before.start + before.seconds)


def test_a_pose_is_reached_without_turning_a_face() -> None:
    pose = Pose((90, 0), ("closed", OPEN))
    plan = plan_pose(RIG, HOME, pose)
    assert plan.end.pose == pose
    assert plan.turns == ()


@settings(deadline=None)
@given(orientations)
def test_a_scan_shows_all_six_faces_and_turns_none(orientation: Orientation) -> None:
    start = Holding(orientation, RIG.home)
    legs = plan_scan(RIG, start)
    assert sorted(leg.stop.face for leg in legs) == sorted("URFDLB")
    here = start
    for leg in legs:
        assert leg.plan.start == here
        assert leg.plan.turns == ()
        cube, here, _ = replay(here, [action.command for action in leg.plan.actions])
        assert cube.is_solved
        assert here == leg.stop.holding
        shown = RIG.shown(here.pose)
        assert shown is not None
        assert here.orientation.face_at(shown) == leg.stop.face


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_the_turn_of_a_face_in_the_picture_agrees_with_whole_cube_rotations(
    orientation: Orientation,
) -> None:
    """Rotate a cube to the orientation by x and y, carrying its stickers, and look at the top."""
    path = rotation_path(orientation)
    stickers = list(SOLVED)
    face = orientation.face_at("U")
    start = "URFDLB".index(face) * 9
    for i in range(9):
        stickers[start + i] = str(i)
    top = "".join(carried(stickers, path)[:9])
    rows = [top[i : i + 3] for i in (0, 3, 6)]
    for _ in range(quarter_turns_seen(orientation, "U")):
        # Turn the picture back anticlockwise.
        rows = ["".join(row[2 - i] for row in rows) for i in range(3)]
    assert "".join(rows) == "012345678"


def rotation_path(orientation: Orientation) -> list[Move]:
    paths: dict[Orientation, list[Move]] = {Orientation.identity(): []}
    queue = [Orientation.identity()]
    for here in queue:
        for family in ("x", "y"):
            there = resolve([Move(family, 1)], here).orientation
            if there not in paths:
                paths[there] = [*paths[here], Move(family, 1)]
                queue.append(there)
    return paths[orientation]


def carried(stickers: list[str], path: list[Move]) -> list[str]:
    """Turn the whole cube by hand: faces go round, and each face's own rows turn with it."""
    clockwise = [6, 3, 0, 7, 4, 1, 8, 5, 2]
    back = [2, 5, 8, 1, 4, 7, 0, 3, 6]
    half = [8, 7, 6, 5, 4, 3, 2, 1, 0]
    same = list(range(9))
    # (new face, old face, how its rows turn) for x and y.
    tables = {
        "x": [("U", "F", same), ("B", "U", half), ("D", "B", half), ("F", "D", same)],
        "y": [("F", "R", same), ("L", "F", same), ("B", "L", same), ("R", "B", same)],
    }
    tables["x"] += [("R", "R", clockwise), ("L", "L", back)]
    tables["y"] += [("U", "U", clockwise), ("D", "D", back)]
    for move in path:
        turned = list(stickers)
        for new, old, rows in tables[move.family]:
            source = "URFDLB".index(old) * 9
            target = "URFDLB".index(new) * 9
            for i in range(9):
                turned[target + i] = stickers[source + rows[i]]
        stickers = turned
    return stickers
