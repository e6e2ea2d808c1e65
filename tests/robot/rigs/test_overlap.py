"""Motions that overlap: what a regrip consists of, when its parts begin, and what is forbidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.errors import ForbiddenCommandError, RigError
from robot.rigs.command import (
    CLOSED,
    OPEN,
    Command,
    Grip,
    Move,
    Pose,
    Regrip,
    command_words,
)
from robot.rigs.mechanisms.four_gripper import FourGripper
from robot.rigs.mechanisms.jaws import PLAIN
from robot.rigs.registry import load_rig
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, reachable_poses, with_overlap
from robot.rigs.servo_speeds import with_servos
from robot.rules import Rule

TWO = with_overlap(load_rig("two-gripper"))
FOUR = with_overlap(load_rig("four-gripper"))
HELD = (CLOSED, CLOSED)


def four(angles: tuple[int, ...], opened: str = "") -> Pose:
    return Pose(angles, tuple(OPEN if name in opened else CLOSED for name in FOUR.grippers))


def test_a_gripper_turns_back_while_the_other_one_turns_the_cube() -> None:
    step = TWO.step(Pose((0, 90), HELD), Regrip(("R",), (("L", 90), ("R", 0))))
    assert step.after == Pose((90, 0), HELD)
    assert step.effects == (CubeRotation("L", 90),)


@pytest.mark.parametrize("rig", [TWO, FOUR, with_servos(TWO, "ds3218")], ids=repr)
def test_a_regrip_takes_less_time_than_its_parts_and_no_servo_has_two_at_once(rig: Rig) -> None:
    regrips = [step for step in rig.steps(rig.home) if isinstance(step.command, Regrip)]
    assert regrips
    for step in regrips:
        assert isinstance(step.command, Regrip)
        opening, turning, closing = rig.parts(rig.home, step.command)
        assert step.seconds < opening.seconds + turning.seconds + closing.seconds
        assert opening.start + opening.seconds <= closing.start
        assert turning.start + turning.seconds <= closing.start + closing.seconds


@given(st.integers(1, 100))
def test_a_slower_regrip_turns_slower_and_opens_as_fast(speed: int) -> None:
    pose, targets = Pose((0, 90), HELD), (("R", 0),)
    full = TWO.parts(pose, Regrip(("R",), targets))
    slow = TWO.parts(pose, Regrip(("R",), targets, speed))
    assert [part.seconds for part in slow[::2]] == [part.seconds for part in full[::2]]
    assert slow[1].seconds == pytest.approx(100 / speed * full[1].seconds)


@pytest.mark.parametrize(
    ("pose", "command", "rule"),
    [
        (Pose((0, 90), (OPEN, CLOSED)), Regrip(("R",), (("R", 0),)), Rule.HOLD_FIRST),
        (Pose((0, 37), HELD), Regrip(("R",), (("R", 0),)), Rule.HOLD_FIRST),
        (Pose((0, 0), HELD), Regrip(("L", "R"), (("R", 90),)), Rule.ONE_AT_A_TIME),
        (Pose((0, 0), HELD), Regrip(("R",), (("R", 45),)), Rule.UNKNOWN_ANGLE),
        (Pose((0, 0), HELD), Regrip(("U",), (("R", 90),)), Rule.UNKNOWN_ACTUATOR),
        (Pose((90, 0), HELD), Regrip(("R",), (("R", 90),)), Rule.GRIPPER_COLLISION),
        (Pose((0, 0), HELD), Regrip(("R",), (("L", 90), ("R", 90))), Rule.GRIPPER_COLLISION),
        (Pose((0, 0), HELD), Move((("L", 90), ("R", 90))), Rule.ONE_AT_A_TIME),
        (Pose((90, 90), (CLOSED, OPEN)), Grip((("R", CLOSED),)), Rule.GRIPPER_COLLISION),
    ],
)
def test_two_grippers_refuse_what_would_touch_or_drop(
    pose: Pose, command: Command, rule: Rule
) -> None:
    with pytest.raises(ForbiddenCommandError) as caught:
        TWO.step(pose, command)
    assert caught.value.rule is rule


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (Regrip(("F", "R"), (("F", 90),)), Rule.CUBE_DROP),
        (Regrip(("F", "B"), (("R", 90),)), Rule.CUBE_TWIST),
        (Regrip(("R",), (("R", 90), ("F", 90))), Rule.GRIPPER_COLLISION),
    ],
)
def test_four_grippers_refuse_what_would_touch_twist_or_drop(command: Regrip, rule: Rule) -> None:
    with pytest.raises(ForbiddenCommandError) as caught:
        FOUR.step(FOUR.home, command)
    assert caught.value.rule is rule


def test_a_face_turns_while_one_gripper_beside_it_is_on_its_way_back() -> None:
    step = FOUR.step(four((0, 90, 0, 0)), Regrip(("R",), (("R", 0), ("F", 90))))
    assert step.effects == (FaceTurn("F", "F", 90),)
    assert step.after == four((90, 0, 0, 0))


@pytest.mark.parametrize("name", ["two-gripper", "four-gripper"])
def test_rules_without_overlap_are_as_before(name: str) -> None:
    rig = load_rig(name)
    for pose in reachable_poses(rig):
        assert not any(isinstance(step.command, Regrip) for step in rig.steps(pose))
    with pytest.raises(ForbiddenCommandError, match="do not overlap"):
        rig.step(rig.home, Regrip(("R",), (("R", 90),)))
    opened = rig.step(rig.home, Grip((("R", OPEN),))).after
    together = Move((("L", 90), ("R", 90))) if name == "two-gripper" else Move((("F", 90),))
    with pytest.raises(ForbiddenCommandError):
        rig.step(opened, together)


def test_four_grippers_whose_jaws_do_not_withdraw_cannot_overlap() -> None:
    with pytest.raises(RigError, match="four-gripper rig cannot overlap"):
        with_overlap(FourGripper(jaws=PLAIN))


def test_homing_opens_a_gripper_on_its_way_completely_before_both_wrists_turn_back() -> None:
    assert TWO.homing_commands(Pose((37, 53), (CLOSED, OPEN))) == (
        Grip((("R", OPEN),)),
        Move((("L", 0), ("R", 0))),
        Grip((("R", CLOSED),)),
    )


@pytest.mark.parametrize("name", ["two-gripper", "two-gripper-plain", "two-gripper-v"])
def test_homing_without_overlap_opens_it_completely_too_and_turns_one_wrist_after_the_other(
    name: str,
) -> None:
    rig = load_rig(name)
    assert rig.homing_commands(Pose((37, 0), (CLOSED, OPEN))) == (
        Grip((("R", OPEN),)),
        Move((("L", 0),)),
        Grip((("R", CLOSED),)),
    )
    # Nothing turns into half-open jaws on the way to where a cube is put in, either.
    assert rig.loading_commands(Pose((37, 0), (CLOSED, OPEN)))[0] == Grip((("R", OPEN),))
    # Jaws that stay where they are need not open.
    assert rig.homing_commands(Pose((0, 0), (CLOSED, OPEN))) == (Grip((("R", CLOSED),)),)


def test_homing_four_grippers_opens_those_on_their_way_before_any_wrist_turns() -> None:
    rig = load_rig("four-gripper")
    turned = rig.homing_commands(four((0, 30, 0, -30), "FB"))
    assert turned[0] == Grip((("F", OPEN), ("B", OPEN)))
    assert isinstance(turned[1], Move)


def test_homing_a_flipper_opens_its_cover_before_the_base_turns() -> None:
    rig = load_rig("flipper")
    assert rig.homing_commands(Pose((37,), (OPEN,)))[0] == Grip((("cover", OPEN),))


def test_a_regrip_in_words() -> None:
    words = command_words(Regrip(("R",), (("R", 0), ("L", 90))), TWO.grippers)
    assert words == "right gripper again, right wrist to 0°, left wrist to +90°"
