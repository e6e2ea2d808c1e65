"""Loading, unpowering and jogging the servos of a Maestro."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.rigs.actuators import JogRangeError
from robot.rigs.command import CLOSED, LOADING, OPEN, Grip, Jog
from robot.rigs.registry import load_rig
from tests.support.emulated_maestro import EmulatedRig
from tests.support.maestro_example import EXAMPLE

RIG = load_rig("two-gripper")
CLOSE_BOTH = (Grip((("L", CLOSED),)), Grip((("R", CLOSED),)))


def execute_all(rig: EmulatedRig, *commands: object) -> None:
    for command in commands:
        assert isinstance(command, Grip)
        rig.execute(command)


def test_grippers_without_a_third_position_open(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    execute_all(rig, *CLOSE_BOTH)
    execute_all(rig, *RIG.loading_commands(rig.servos.read().pose))
    assert rig.robot.board.pulses(4) == (1500, 1500, 2000, 2000)
    assert rig.servos.read().pose.grips == (OPEN, OPEN)
    assert rig.robot.accidents == ()


def test_grippers_go_to_their_third_position(tmp_path: Path) -> None:
    wide = EXAMPLE.replace("open = 2000 }", "open = 2000, loading = 2300 }")
    assert wide != EXAMPLE
    rig = EmulatedRig(tmp_path, wide)
    execute_all(rig, *CLOSE_BOTH)
    execute_all(rig, *RIG.loading_commands(rig.servos.read().pose))
    assert rig.robot.board.pulses(4) == (1500, 1500, 2300, 2300)
    assert rig.servos.read().pose.grips == (LOADING, LOADING)
    execute_all(rig, *RIG.homing_commands(rig.servos.read().pose))
    assert rig.robot.board.pulses(4) == (1500, 1500, 1000, 1000)
    assert rig.robot.accidents == ()


def test_servos_without_power_get_no_pulses(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    execute_all(rig, *CLOSE_BOTH)
    rig.servos.unpower()
    rig.wait(0.05)
    assert rig.robot.board.pulses(4) == (None,) * 4


def test_a_jog_moves_one_servo_and_adds_up(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    assert rig.servos.jog(Jog("gripper", "R", 0)) == 1000
    for pulse in (1100, 1200, 1300):
        # The next one comes before the servo has arrived.
        assert rig.servos.jog(Jog("gripper", "R", 100)) == pulse
    rig.wait(1.0)
    assert rig.robot.board.pulses(4) == (None, None, None, 1300)


def test_a_jog_stays_within_the_pulses_of_a_servo(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    for _ in range(10):
        rig.servos.jog(Jog("axis", "L", 100))
    with pytest.raises(JogRangeError, match="2501"):
        rig.servos.jog(Jog("axis", "L", 1))
    rig.wait(3.0)
    assert rig.robot.board.pulses(1) == (2500,)
