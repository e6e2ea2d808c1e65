"""The two-gripper rig: its rules, and the effects of its commands on the cube."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.errors import ForbiddenCommandError, RigError
from robot.rigs.command import CLOSED, OPEN, Grip, Home, Move, Pose
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rigs.registry import load_rig
from robot.rigs.rig import CubeRotation, FaceTurn, whole_faces

HOME = Pose((0, 0), (CLOSED, CLOSED))
LEFT_ALONE = Pose((0, 0), (CLOSED, OPEN))
RIGHT_ALONE = Pose((0, 0), (OPEN, CLOSED))

walks = st.lists(st.integers(0, 20), max_size=15)


def walk(choices: list[int]) -> Pose:
    """Return the pose after allowed steps from home, chosen by number."""
    pose = RIG.home
    for choice in choices:
        steps = RIG.steps(pose)
        pose = steps[choice % len(steps)].after
    return pose


def test_a_wrist_turns_a_face_while_both_grippers_hold() -> None:
    step = RIG.step(HOME, Move((("L", 90),)))
    assert step.effects == (FaceTurn("L", "L", 90),)
    assert step.seconds == 1.0
    assert RIG.step(HOME, Move((("R", -90),))).effects == (FaceTurn("R", "B", -90),)


def test_a_gripper_alone_rotates_the_cube() -> None:
    assert RIG.step(LEFT_ALONE, Move((("L", 90),))).effects == (CubeRotation("L", 90),)
    assert RIG.step(RIGHT_ALONE, Move((("R", 90),))).effects == (CubeRotation("B", 90),)


def test_an_open_gripper_turns_nothing() -> None:
    assert RIG.step(LEFT_ALONE, Move((("R", 90),))).effects == ()


def test_a_half_turn_takes_as_long_as_a_quarter() -> None:
    step = RIG.step(Pose((-90, 0), (CLOSED, CLOSED)), Move((("L", 90),)))
    assert step.effects == (FaceTurn("L", "L", 180),)
    assert step.seconds == 1.0


def test_opening_takes_longer_than_closing() -> None:
    assert RIG.step(HOME, Grip((("L", OPEN),))).seconds == 1.25
    assert RIG.step(RIGHT_ALONE, Grip((("L", CLOSED),))).seconds == 1.0


@pytest.mark.parametrize(
    ("pose", "command", "message"),
    [
        (LEFT_ALONE, Grip((("L", OPEN),)), "only the left gripper holds the cube; close the other"),
        (
            Pose((90, 0), (CLOSED, CLOSED)),
            Move((("R", 90),)),
            "would collide with the left gripper.*\\+90°",
        ),
        (HOME, Move((("L", 45),)), "cannot go to \\+45°; its detents are -90°, \\+0°, \\+90°"),
        (HOME, Move((("X", 90),)), "'X' is not a gripper of this rig"),
        (HOME, Grip((("L", "ajar"),)), "open or closed, not 'ajar'"),
        (HOME, Move((("L", 90), ("R", 90))), "one target per command"),
        (HOME, Home(), "one target per command"),
    ],
)
def test_forbidden_commands_are_reported(
    pose: Pose, command: Move | Grip | Home, message: str
) -> None:
    with pytest.raises(ForbiddenCommandError, match=message):
        RIG.step(pose, command)


@given(walks)
def test_no_allowed_step_drops_the_cube_or_collides(choices: list[int]) -> None:
    pose = walk(choices)
    assert CLOSED in pose.grips
    assert all(angle in (-90, 0, 90) for angle in pose.angles)
    # Only one wrist at a time is away from 0, since it blocks the other.
    assert 0 in pose.angles


@given(walks)
def test_homing_uses_allowed_steps(choices: list[int]) -> None:
    pose = walk(choices)
    for command in RIG.homing_commands(pose):
        pose = RIG.step(pose, command).after
    assert pose == RIG.home


@given(walks, st.sampled_from(["L", "R"]))
def test_a_re_grip_ends_in_the_same_pose(choices: list[int], axis: str) -> None:
    pose = before = walk(choices)
    for command in RIG.regrip_commands(pose, axis):
        pose = RIG.step(pose, command).after
    assert pose == before


def test_the_camera_sees_the_upper_face_only_if_the_closed_gripper_is_turned_sideways() -> None:
    assert whole_faces(RIG, Pose((90, 0), (CLOSED, OPEN))) == ("U",)
    assert whole_faces(RIG, Pose((0, -90), (OPEN, CLOSED))) == ("U",)
    assert whole_faces(RIG, LEFT_ALONE) == ()
    assert whole_faces(RIG, Pose((90, 0), (CLOSED, CLOSED))) == ()


def test_closed_jaws_leave_most_of_the_upper_face() -> None:
    for angles in ((0, 0), (90, 0), (0, -90)):
        pose = Pose(angles, (CLOSED, CLOSED))
        assert RIG.sights(pose) == ()
        (sight,) = RIG.partial_sights(pose)
        assert sight.position == "U"
        assert 1 <= len(sight.hidden) <= 2
    assert RIG.partial_sights(Pose((45, 0), (CLOSED, CLOSED))) == ()


def test_an_error_quotes_an_unknown_rig() -> None:
    with pytest.raises(
        RigError, match="unknown rig 'three-gripper'; available: cubotino, cubotino-tuned"
    ):
        load_rig("three-gripper")
