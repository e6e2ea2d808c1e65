"""Scans: all faces are shown, none faster, wherever the cameras are.

Scans with grippers that always hide stickers: every sticker is seen all the same.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.errors import RigError
from robot.planning.robot_state import RobotState, face_rotation, home_state
from robot.planning.scan_planner import plan_scan, plan_search
from robot.rigs.camera_places import with_cameras
from robot.rigs.mechanisms.jaws import PLAIN, HiddenStickers
from robot.rigs.mechanisms.two_gripper import TwoGripper
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig, reachable_poses, whole_faces
from solver.core.facelets import SOLVED
from solver.core.geometry import FACELET_INDEX, FACELETS, FACES, FRAMES, Facelet, Vector
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.notation import Move, resolve
from tests.support.cases import for_each
from tests.support.rig_steps import apply_effects, replay, rigs, steps
from tests.support.strategies import orientations


@settings(max_examples=8, deadline=None)
@given(rigs, orientations)
def test_a_scan_shows_all_six_faces_without_turning_any(rig: Rig, orientation: Orientation) -> None:
    start = RobotState(orientation, rig.home)
    legs = plan_scan(rig, start)
    assert sorted(view.face for leg in legs for view in leg.views) == sorted("URFDLB")
    state = start
    for leg in legs:
        assert leg.plan.start == state
        assert leg.plan.turns == ()
        cube, state, _ = replay(rig, state, [action.command for action in leg.plan.commands])
        assert cube.is_solved()
        for view in leg.views:
            assert state == view.holding
            assert view.position in whole_faces(rig, state.pose)
            assert state.orientation.face_at(view.position) == view.face


@pytest.mark.parametrize("name", ["two-gripper", "flipper"])
def test_no_scan_is_faster(name: str) -> None:
    rig = load_rig(name)
    start = home_state(rig)
    seconds = sum(leg.plan.seconds for leg in plan_scan(rig, start))
    assert seconds == pytest.approx(fastest_scan(rig, start))


def fastest_scan(rig: Rig, start: RobotState) -> float:
    """Return the least time to show six faces, by a search of all states in order of time."""

    def faces_shown(state: RobotState) -> frozenset[str]:
        return frozenset(state.orientation.face_at(p) for p in whole_faces(rig, state.pose))

    order = count()
    queue = [(0.0, next(order), faces_shown(start), start)]
    visited = set()
    while queue:
        seconds, _, seen, state = heappop(queue)
        if len(seen) == 6:
            return seconds
        if (seen, state) in visited:
            continue
        visited.add((seen, state))
        for step in steps(rig, state.pose):
            orientation, turned = apply_effects(state.orientation, step.effects)
            if not turned:
                next_state = RobotState(orientation, step.after)
                heappush(
                    queue,
                    (
                        seconds + step.seconds,
                        next(order),
                        seen | faces_shown(next_state),
                        next_state,
                    ),
                )
    return float("inf")


@for_each("orientation", ORIENTATIONS)
def test_the_rotation_of_a_face_in_the_picture_agrees_with_cube_rotations(
    orientation: Orientation,
) -> None:
    """Rotate a cube by x and y to the orientation and compare the stickers of the upper face."""
    path = rotation_path(orientation)
    stickers = list(SOLVED)
    face = orientation.face_at("U")
    start = "URFDLB".index(face) * 9
    for i in range(9):
        stickers[start + i] = str(i)
    top = "".join(rotate_stickers(stickers, path)[:9])
    rows = [top[i : i + 3] for i in (0, 3, 6)]
    for _ in range(face_rotation(orientation, "U")):
        # Rotate the picture back, anticlockwise.
        rows = ["".join(row[2 - i] for row in rows) for i in range(3)]
    assert "".join(rows) == "012345678"


def rotation_path(orientation: Orientation) -> list[Move]:
    paths: dict[Orientation, list[Move]] = {Orientation.identity(): []}
    queue = [Orientation.identity()]
    for current in queue:
        for family in ("x", "y"):
            reached = resolve([Move(family, 1)], current).orientation
            if reached not in paths:
                paths[reached] = [*paths[current], Move(family, 1)]
                queue.append(reached)
    return paths[orientation]


def rotate_stickers(stickers: list[str], path: list[Move]) -> list[str]:
    """Return a cube's stickers after rotations, by tables of faces and of their rows."""
    clockwise = [6, 3, 0, 7, 4, 1, 8, 5, 2]
    back = [2, 5, 8, 1, 4, 7, 0, 3, 6]
    half = [8, 7, 6, 5, 4, 3, 2, 1, 0]
    same = list(range(9))
    # (new face, old face, permutation of its stickers) for x and y.
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


@pytest.mark.parametrize("place", ["F", "UF", "URF"])
def test_a_scan_is_planned_for_what_the_cameras_see(place: str) -> None:
    rig = with_cameras(load_rig("two-gripper"), (place,))
    legs = plan_scan(rig, home_state(rig))
    assert len(legs) <= 6
    assert {view.position for leg in legs for view in leg.views} <= set(place)
    assert {view.face for leg in legs for view in leg.views} == set("URFDLB")
    assert sum(leg.plan.seconds for leg in legs) == pytest.approx(
        fastest_scan(rig, home_state(rig))
    )


@for_each(("name", "seconds"), [("flipper", 5.2), ("cubotino", 5.0), ("mindcuber", 2.73)])
def test_five_faces_are_shown_soon_for_the_sixth_mostly_follows(name: str, seconds: float) -> None:
    rig = load_rig(name)
    legs = plan_scan(rig, home_state(rig))
    assert sum(leg.plan.seconds for leg in legs[:5]) == pytest.approx(seconds, abs=0.01)


def test_a_search_shows_all_faces_wherever_the_camera_is() -> None:
    rig = load_rig("flipper")
    seen = {
        (view.position, view.face)
        for leg in plan_search(rig, home_state(rig))
        for view in leg.views
    }
    assert seen == {(position, face) for position in "URFL" for face in "URFDLB"}


def test_motors_at_the_faces_cannot_search_for_a_camera() -> None:
    rig = load_rig("six-axis")
    with pytest.raises(RigError, match="say where the cameras look"):
        list(plan_search(rig, home_state(rig)))


RIG = load_rig("two-gripper-plain")


def sticker_at(state: RobotState, position: str, cell: int) -> int:
    """Return which of the 54 stickers of the cube is at a cell of a position."""

    def in_cube(vector: Vector) -> Vector:
        result = Vector(0, 0, 0)
        for axis in "URF":
            along = vector.dot(FRAMES[axis].normal)
            to = FRAMES[state.orientation.face_at(axis)].normal
            result = Vector(*(a + along * b for a, b in zip(result, to, strict=True)))
        return result

    place = FACELETS[9 * FACES.index(position) + cell]
    return FACELET_INDEX[Facelet(in_cube(place.cubie), in_cube(place.normal))]


@settings(max_examples=2)
@given(st.sampled_from(reachable_poses(RIG)), st.sampled_from(ORIENTATIONS))
def test_a_scan_past_plain_jaws_shows_every_sticker(pose: object, orientation: object) -> None:
    start = RobotState(orientation, pose)  # type: ignore[arg-type]
    seen, state = set[int](), start
    for leg in plan_scan(RIG, start):
        assert leg.plan.start == state
        state = leg.plan.end
        for action in leg.plan.commands:
            assert not action.turns
        for sight in RIG.sights(state.pose):
            cells = set(range(9)) - sight.hidden
            seen |= {sticker_at(state, sight.position, cell) for cell in cells}
    assert seen == set(range(54))


def test_a_view_says_which_facelets_of_its_face_are_hidden() -> None:
    for leg in plan_scan(RIG, home_state(RIG)):
        (stop,) = leg.views
        hidden = {sticker_at(stop.holding, stop.position, cell) for cell in stop.hidden}
        assert hidden
        assert hidden == {9 * FACES.index(stop.face) + each for each in stop.hidden_facelets}


@pytest.mark.parametrize("name", ["two-gripper-plain", "two-gripper-v"])
def test_a_scan_past_plain_jaws_takes_two_pictures_of_each_face(name: str) -> None:
    legs = plan_scan(load_rig(name), home_state(load_rig(name)))
    assert len(legs) == 12
    # Withdrawing jaws take 13.75 s for six pictures.
    assert sum(leg.plan.seconds for leg in legs) < 2.1 * 13.75


def test_stickers_that_are_always_hidden_cannot_be_scanned() -> None:
    never = HiddenStickers("U", frozenset({0, 2, 6, 8}))
    with pytest.raises(RigError, match="cannot show all six faces"):
        plan_scan(TwoGripper(jaws=PLAIN, hidden=(never,)), home_state(RIG))
