"""Loading, unpowering and jogging the servos of a Maestro."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.boards.maestro_settings import MaestroSettingsError
from robot.rigs.command import CLOSED, LOADING, OPEN, RELEASE, Enable, Grip, Jog
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


def test_a_jog_moves_one_servo_that_was_enabled(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    assert rig.servos.pulse("gripper", "R") == 0
    rig.servos.enable(Enable("gripper", "R", 1000))
    rig.wait(1.0)
    rig.servos.jog(Jog("gripper", "R", 300))
    while rig.servos.poll() is None:
        rig.wait(0.01)
    assert rig.robot.board.pulses(4) == (None, None, None, 1300)
    assert rig.servos.pulse("gripper", "R") == 1300


def test_a_third_position_of_the_rig_needs_no_pulse_of_its_own(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path, EXAMPLE.replace('"two-gripper"', '"two-gripper-plain"'))
    execute_all(rig, *CLOSE_BOTH)
    execute_all(rig, *rig.robot.rig.loading_commands(rig.servos.read().pose))
    # 1 cubie, where 0.7 is open: 1000 + 1000 / 0.7
    assert rig.robot.board.pulses(4) == (1500, 1500, 2428.5, 2428.5)
    assert rig.servos.read().pose.grips == (LOADING, LOADING)


def test_a_third_position_beyond_a_servo_is_refused_when_the_settings_are_read(
    tmp_path: Path,
) -> None:
    wide = EXAMPLE.replace('"two-gripper"', '"two-gripper-plain"').replace("2000 }", "2200 }")
    with pytest.raises(MaestroSettingsError, match=r"2714\.3 µs at loading.*write another"):
        EmulatedRig(tmp_path, wide)


def test_a_cover_goes_back_to_where_the_rig_says(tmp_path: Path) -> None:
    cover = "[grippers.cover]\nchannel = 1\npulses = { closed = 2000, open = 1670 }\n"
    base = "[axes.base]\nchannel = 0\npulses = { -90 = 550, 90 = 2450 }\n"
    rig = EmulatedRig(tmp_path, f'rig = "cubotino"\n{base}{cover}')
    execute_all(rig, Grip((("cover", CLOSED),)), Grip((("cover", RELEASE),)))
    # 1.8 of 29.7 degrees back, of 330 microseconds.
    assert rig.robot.board.pulses(2) == (1500, 1980)
    assert rig.servos.read().pose.grips == (CLOSED,)
