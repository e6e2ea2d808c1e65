"""The pulses and durations of a setup as constants of a firmware, and back."""

from __future__ import annotations

import pytest

from robot.rigs.registry import load_rig
from robot.rigs.servo_constants import DEFAULTS, NAMES, OVERSHOOTS, find_fault
from robot.rigs.servo_speeds import with_servos
from rokumen.setup.servos import (
    constants_to_begin_with,
    duration_constants,
    first_servos,
    pulse_constants,
    with_pulses_of,
)
from rokumen.storage.robots import RobotFile

BEFORE = dict(zip(NAMES, DEFAULTS, strict=True))
ROBOT = RobotFile("desk", rig="two-gripper", servos=first_servos(load_rig("two-gripper")))


def test_pulses_go_to_the_firmware_and_come_back() -> None:
    robot = ROBOT.with_pulse("axis:R", "-90", 530).with_pulse("gripper:L", "closed", 1080)
    constants = {**BEFORE, **pulse_constants(robot, BEFORE)}
    assert constants["wrist_R_minus_90"] == 530
    assert constants["grip_L_closed"] == 1080
    assert with_pulses_of(ROBOT, constants) == robot


@pytest.mark.parametrize(
    ("loading", "opened", "expected"), [(2000, 1900, 1900), (2300, 1900, 2300), (2100, 2200, 2200)]
)
def test_jaws_never_open_less_to_load_than_in_a_solve(
    loading: int, opened: int, expected: int
) -> None:
    before = {**BEFORE, "grip_L_loading": loading}
    found = {**before, **pulse_constants(ROBOT.with_pulse("gripper:L", "open", opened), before)}
    assert found["grip_L_loading"] == expected
    assert find_fault([found[name] for name in NAMES]) is None


def test_a_loading_position_that_was_set_up_is_stored() -> None:
    rig = load_rig("two-gripper-v")
    robot = RobotFile("desk", rig="two-gripper-v", servos=first_servos(rig))
    found = {**BEFORE, **pulse_constants(robot, BEFORE)}
    # 1 cubie, where 0.7 is open at 2000
    assert (found["grip_L_loading"], found["grip_R_loading"]) == (2429, 2429)


def test_durations_are_in_milliseconds() -> None:
    found = duration_constants(load_rig("two-gripper"), pace=2.0)
    # What is 0 goes as a quarter turn does.
    others = {"half_turn_ms": 0, "empty_turn_ms": 0, "empty_half_turn_ms": 0}
    own = {"turn_ms": 500, "open_ms": 625, "close_ms": 500, "acceleration_ms": 50}
    assert found == {**own, **others}
    named = duration_constants(with_servos(load_rig("two-gripper"), "ds3218"))
    assert (named["turn_ms"], named["half_turn_ms"], named["acceleration_ms"]) == (410, 730, 90)


def test_a_flipper_has_the_constants_of_its_base_and_cover() -> None:
    rig = load_rig("cubotino")
    robot = RobotFile("desk", rig="cubotino", servos=first_servos(rig))
    robot = robot.with_pulse("axis:base", "-90", 900).with_pulse("axis:base", "90", 2100)
    constants = {**BEFORE, "rig": 1, **pulse_constants(robot, BEFORE)}
    assert constants["wrist_L_minus_90"] == 900
    cover = ("grip_L_closed", "cover_release", "grip_L_open", "cover_low", "cover_up")
    assert [constants[name] for name in cover] == [1000, 1020, 1330, 1500, 1900]
    assert [constants[name] for name in OVERSHOOTS.values()] == [4, 11, 4]
    assert find_fault([constants[name] for name in NAMES]) is None
    assert with_pulses_of(robot, constants) == robot
    found = duration_constants(rig)
    assert (found["flip_ms"], found["open_ms"], found["turn_half_ms"]) == (500, 300, 1800)


@pytest.mark.parametrize("name", ["flipper", "cubotino", "two-gripper-v"])
def test_a_board_becomes_a_rig_with_pulses_that_can_be(name: str) -> None:
    constants = {**BEFORE, **constants_to_begin_with(load_rig(name))}
    assert find_fault([constants[each] for each in NAMES]) is None
    servos = first_servos(load_rig(name))
    assert with_pulses_of(RobotFile("desk", rig=name, servos=servos), constants).servos == servos
