"""The pulses and durations of a setup as constants of a firmware, and back."""

from __future__ import annotations

import pytest

from robot.rigs.registry import load_rig
from robot.rigs.servo_constants import DEFAULTS, NAMES, find_fault
from rokumen.setup.firmware_constants import duration_constants, pulse_constants, with_pulses_of
from rokumen.setup.servos import first_servos
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
    found = duration_constants({"turn": 0.5, "open": 0.625, "close": 0.5}, 0.15)
    assert found == {"turn_ms": 500, "open_ms": 625, "close_ms": 500, "settle_ms": 150}
