"""Every rig: its allowed steps keep hold of the cube, and homing works from every pose."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.errors import ForbiddenCommandError
from robot.planning.planner import plan_turns
from robot.planning.robot_state import RobotState
from robot.rigs.command import CLOSED, LOADING, LOW, OPEN, UP, Command, Grip, Home, Move, Pose
from robot.rigs.mechanisms.four_gripper import FourGripper
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, whole_faces
from solver.core.orientation import Orientation

FOUR, FLIPPER, SIX = map(load_rig, ("four-gripper", "flipper", "six-axis"))

rigs = st.sampled_from(RIGS).map(load_rig)
walks = st.lists(st.integers(0, 200), max_size=8)


def walk(rig: Rig, choices: list[int]) -> Pose:
    """Return the pose after allowed steps from home, chosen by number."""
    pose = rig.home
    for choice in choices:
        steps = rig.steps(pose)
        pose = steps[choice % len(steps)].after
    return pose


def test_the_names_of_the_rigs() -> None:
    assert " ".join(RIGS) == "five-axis flipper four-gripper six-axis two-gripper two-gripper-270"


@pytest.mark.parametrize("name", RIGS)
def test_a_rig_has_the_name_that_loads_it(name: str) -> None:
    assert load_rig(name).name == name


@settings(deadline=None)
@given(rigs, walks)
def test_homing_uses_allowed_steps(rig: Rig, choices: list[int]) -> None:
    pose = walk(rig, choices)
    for command in rig.homing_commands(pose):
        pose = rig.step(pose, command).after
    assert pose == rig.home


@settings(deadline=None)
@given(
    st.sampled_from(
        [
            ("two-gripper", OPEN),
            ("two-gripper-270", OPEN),
            ("two-gripper-v", LOADING),
            ("flipper", OPEN),
            ("cubotino", OPEN),
            ("four-gripper", OPEN),
        ]
    ),
    walks,
)
def test_loading_opens_every_gripper_and_homing_closes_them(
    case: tuple[str, str], choices: list[int]
) -> None:
    rig, furthest = load_rig(case[0]), case[1]
    pose = walk(rig, choices)
    commands = rig.loading_commands(pose)
    for command in commands:
        pose = rig.step(pose, command).after
    assert pose == Pose(rig.home.angles, (furthest,) * len(rig.grippers))
    assert {target for c in commands if isinstance(c, Grip) for _, target in c.targets} >= {LOADING}
    for command in rig.homing_commands(pose):
        pose = rig.step(pose, command).after
    assert pose == rig.home


def test_only_a_rig_at_home_may_let_go_of_the_cube() -> None:
    with pytest.raises(ForbiddenCommandError):
        load_rig("two-gripper").step(Pose((90, 0), (CLOSED, CLOSED)), Grip((("L", LOADING),)))
    four = load_rig("four-gripper")
    for angles in ((90, 0, 0, 0), (0, 0, 0, -90)):
        with pytest.raises(ForbiddenCommandError):
            four.step(Pose(angles, (CLOSED,) * 4), Grip((("F", LOADING),)))
    for name in ("six-axis", "five-axis"):
        assert load_rig(name).loading_commands(load_rig(name).home) == ()


def test_a_four_gripper_opens_one_pair_after_the_other_for_loading() -> None:
    rig = load_rig("four-gripper")
    first, second = rig.loading_commands(rig.home)
    assert first == Grip((("F", LOADING), ("B", LOADING)))
    assert second == Grip((("R", LOADING), ("L", LOADING)))


@given(
    st.tuples(*[st.sampled_from([-90, 0, 90])] * 4),
    st.tuples(*[st.sampled_from([OPEN, CLOSED])] * 4),
)
def test_a_four_gripper_that_holds_nothing_homes(
    angles: tuple[int, ...], grips: tuple[str, ...]
) -> None:
    rig = load_rig("four-gripper")
    pose = Pose(angles, grips)
    if (grips[0] == grips[2] == CLOSED) or (grips[1] == grips[3] == CLOSED):
        return
    for command in rig.homing_commands(pose):
        pose = rig.step(pose, command).after
    assert pose == rig.home


@settings(deadline=None)
@given(rigs, walks, st.integers(0, 5))
def test_a_re_grip_ends_in_the_same_pose(rig: Rig, choices: list[int], axis: int) -> None:
    pose = before = walk(rig, choices)
    for command in rig.regrip_commands(pose, rig.axes[axis % len(rig.axes)]):
        pose = rig.step(pose, command).after
    assert pose == before


@settings(deadline=None)
@given(rigs, walks)
def test_every_step_changes_the_pose_and_takes_time(rig: Rig, choices: list[int]) -> None:
    pose = walk(rig, choices)
    for step in rig.steps(pose):
        assert step.after != pose
        assert step.seconds > 0
        assert step == rig.step(pose, step.command)


@settings(deadline=None)
@given(walks)
def test_two_opposite_grippers_always_hold(choices: list[int]) -> None:
    pose = walk(FOUR, choices)
    closed = [grip == CLOSED for grip in pose.grips]
    assert (closed[0] and closed[2]) or (closed[1] and closed[3])
    for one in range(4):
        other = (one + 1) % 4
        if closed[one] and closed[other]:
            assert 0 in (pose.angles[one], pose.angles[other])


def four(angles: tuple[float, ...], opened: str = "") -> Pose:
    return Pose(angles, tuple(OPEN if name in opened else CLOSED for name in "FRBL"))


def test_two_opposite_grippers_turn_their_faces_together() -> None:
    step = FOUR.step(FOUR.home, Move((("R", 90), ("L", -90))))
    assert set(step.effects) == {FaceTurn("R", "R", 90), FaceTurn("L", "L", -90)}
    assert step.seconds == 1.0


def test_two_opposite_grippers_alone_rotate_the_cube() -> None:
    step = FOUR.step(four((0, 0, 0, 0), "RL"), Move((("F", 90), ("B", -90), ("R", 90))))
    assert step.effects == (CubeRotation("F", 90),)
    assert step.seconds == 1.0


def test_the_four_gripper_rig_shows_the_upper_face_between_its_jaws() -> None:
    assert whole_faces(FOUR, four((90, 0, -90, 0), "RL")) == ("U",)
    assert whole_faces(FOUR, four((0, 0, 0, 0), "RL")) == ()
    assert whole_faces(FOUR, four((90, 0, -90, 0), "R")) == ()


@pytest.mark.parametrize(
    ("pose", "command", "message"),
    [
        (
            four((90, 0, 0, 0)),
            Move((("R", 90),)),
            "right wrist would collide with an adjacent gripper",
        ),
        (
            four((0, 0, 0, 0)),
            Move((("F", 90), ("R", 90))),
            "front wrist would collide with an adjacent gripper",
        ),
        (four((0, 0, 0, 0), "RL"), Move((("F", 90),)), "front wrist would twist the cube"),
        (
            four((0, 0, 0, 0), "RL"),
            Move((("F", 90), ("B", 90))),
            "front wrist would twist the cube",
        ),
        (four((0, 0, 0, 0), "RL"), Grip((("F", OPEN),)), "two opposite grippers must stay closed"),
        (
            four((0, 0, 0, 0), "RL"),
            Grip((("F", OPEN), ("B", OPEN), ("R", CLOSED), ("L", CLOSED))),
            "two opposite grippers must stay closed",
        ),
        (four((90, 90, -90, 0), "RL"), Grip((("R", CLOSED),)), "would collide"),
        (four((0, 0, 0, 0)), Move((("F", 45),)), r"cannot go to \+45°"),
        (four((0, 0, 0, 0)), Move((("U", 90),)), "'U' is not a gripper of this rig"),
        (four((0, 0, 0, 0)), Grip((("F", "ajar"),)), "not 'ajar'"),
        (four((0, 0, 0, 0)), Home(), "moves wrists or grippers"),
    ],
)
def test_the_four_gripper_rig_reports_forbidden_commands(
    pose: Pose, command: Command, message: str
) -> None:
    with pytest.raises(ForbiddenCommandError, match=message):
        FOUR.step(pose, command)


@pytest.mark.parametrize("range_", [(-90, 0, 90), (-90, 0, 90, 180)])
@given(f=st.floats(1, 89), holding=st.sampled_from("FR"))
def test_a_cube_stopped_half_way_is_moved_to_a_detent(
    range_: tuple[int, ...], f: float, holding: str
) -> None:
    rig = FourGripper(detents=range_)
    angles = (f, 0.0, -f, 0.0) if holding == "F" else (0.0, f - 90, 0.0, 90 - f)
    pose = four(angles, "RL" if holding == "F" else "FB")
    for command in rig.homing_commands(pose):
        pose = rig.step(pose, command).after
    assert pose == rig.home


def flipper(angle: float, cover: str) -> Pose:
    return Pose((angle,), (cover,))


def test_the_base_turns_the_layers_that_the_cover_does_not_hold() -> None:
    turn = FLIPPER.step(flipper(0, CLOSED), Move((("base", 90),)))
    assert (turn.effects, turn.seconds) == ((FaceTurn("base", "D", 90),), 0.8)
    spin = FLIPPER.step(flipper(90, OPEN), Move((("base", -90),)))
    assert (spin.effects, spin.seconds) == ((CubeRotation("D", -180),), 1.47)


def test_a_flip_brings_the_front_to_the_bottom() -> None:
    flip = FLIPPER.step(flipper(0, OPEN), Grip((("cover", UP),)))
    (effect,) = flip.effects
    assert isinstance(effect, CubeRotation)
    orientation = Orientation.identity().rotated(effect.position, effect.quarter_turns)
    assert orientation.face_at("D") == "F"
    assert flip.seconds == 0.5


def test_the_cover_is_lowered_while_the_base_turns() -> None:
    low = FLIPPER.step(flipper(0, UP), Grip((("cover", LOW),)))
    spin = FLIPPER.step(low.after, Move((("base", 90),)))
    assert spin.after == flipper(90, OPEN)
    assert low.seconds + spin.seconds == pytest.approx(1.2)


def test_closing_the_cover_after_a_flip_takes_longer() -> None:
    closed = plan_turns(
        FLIPPER,
        (),
        RobotState(Orientation.identity(), flipper(0, UP)),
        lambda reached: reached == flipper(0, CLOSED),
    )
    assert closed.seconds == pytest.approx(1.4)


@pytest.mark.parametrize(
    ("pose", "command", "message"),
    [
        (flipper(0, UP), Move((("base", 90),)), "while the cover is up; lower the cover first"),
        (flipper(0, CLOSED), Grip((("cover", UP),)), "the cover cannot go from closed to 'up'"),
        (flipper(0, OPEN), Move((("base", 180),)), r"the base cannot go to \+180°"),
        (flipper(0, OPEN), Grip((("cover", "ajar"),)), "to 'ajar'"),
        (flipper(0, OPEN), Move((("arm", 90),)), "moves its base or its cover, not arm"),
    ],
)
def test_the_flipper_reports_forbidden_commands(pose: Pose, command: Command, message: str) -> None:
    with pytest.raises(ForbiddenCommandError, match=message):
        FLIPPER.step(pose, command)


def test_opposite_motors_turn_together_without_limit() -> None:
    pose = SIX.home
    for quarter in (90, 180, 270, 360):
        step = SIX.step(pose, Move((("U", quarter), ("D", -quarter))))
        assert set(step.effects) == {FaceTurn("U", "U", 90), FaceTurn("D", "D", -90)}
        assert step.seconds == 0.010
        pose = step.after


@pytest.mark.parametrize(
    ("angle", "command", "message"),
    [
        (0, Move((("U", 90), ("R", 90))), "is blocked by the layer of"),
        (37, Move((("R", 90),)), "R is blocked by the layer of U"),
        (0, Move((("U", 45),)), r"cannot go to \+45°"),
        (0, Move((("X", 90),)), "'X' is not a motor"),
        (0, Grip((("U", OPEN),)), "no grippers: U open is not possible"),
    ],
)
def test_the_six_axis_rig_reports_forbidden_commands(
    angle: float, command: Command, message: str
) -> None:
    with pytest.raises(ForbiddenCommandError, match=message):
        SIX.step(Pose((angle, 0, 0, 0, 0, 0), ()), command)
