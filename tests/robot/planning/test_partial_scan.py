"""Scans with grippers that always hide stickers: every sticker is seen all the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.errors import RigError
from robot.planning.robot_state import RobotState, home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.mechanisms.jaws import PLAIN, HiddenStickers
from robot.rigs.mechanisms.two_gripper import TwoGripper
from robot.rigs.registry import load_rig
from robot.rigs.rig import reachable_poses
from solver.core.geometry import FACELET_INDEX, FACELETS, FACES, FRAMES, Facelet, Vector
from solver.core.orientation import ORIENTATIONS

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
