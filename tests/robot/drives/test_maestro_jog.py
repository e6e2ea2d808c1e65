"""One servo of a Maestro: questions, jogs and first pulses.

Loading, unpowering and jogging the servos of a Maestro.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.errors import CommandRejectedError
from robot.rigs.actuators import Completed
from robot.rigs.command import (
    CLOSED,
    ENABLE_SECONDS,
    JOG_SPEED,
    LOADING,
    OPEN,
    RELEASE,
    Enable,
    Grip,
    Jog,
)
from robot.rigs.registry import load_rig
from robot.rules import Rule
from robot.servos.pulse_memory import PulseMemory
from robot.servos.servo_settings import ServoSettingsError
from tests.support.emulated_maestro import EmulatedRig
from tests.support.maestro_example import EXAMPLE

# The pulses of a Maestro change every 10 ms.
TICK_SECONDS = 0.01
RIG = load_rig("two-gripper")
ACTUATORS = [(kind, name) for kind in ("axis", "gripper") for name in "LR"]


def pulse_of(rig: EmulatedRig, channel: int) -> float:
    return rig.robot.board.pulses(4)[channel] or 0.0


def finish(rig: EmulatedRig) -> tuple[float, list[tuple[float | None, ...]]]:
    """Return how long the motion in progress takes, and the pulses of all servos every 10 ms."""
    seen = [rig.robot.board.pulses(4)]
    for _ in range(1000):
        match rig.servos.poll():
            case Completed(seconds=seconds):
                return seconds, seen
        rig.wait(TICK_SECONDS)
        seen.append(rig.robot.board.pulses(4))
    raise AssertionError("the motion never ended")


def enabled(folder: Path, pulse: int) -> EmulatedRig:
    """Return a rig of whose servos the left wrist alone has a pulse."""
    rig = EmulatedRig(folder)
    rig.servos.enable(Enable("axis", "L", pulse))
    finish(rig)
    return rig


def test_a_question_moves_nothing(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    assert [rig.servos.pulse(*each) for each in ACTUATORS] == [0] * 4
    rig.wait(0.5)
    assert rig.robot.board.pulses(4) == (None,) * 4


def test_a_host_that_starts_anew_is_told_the_pulses_and_changes_none(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    rig.execute(Grip((("L", CLOSED),)))
    before = rig.robot.board.pulses(4)
    assert [rig.servos.pulse(*each) for each in ACTUATORS] == [1500, 1500, 1000, 1000]
    rig.wait(0.5)
    assert rig.robot.board.pulses(4) == before


@pytest.mark.parametrize("step", [1000, -1000])
def test_a_jog_of_1000_microseconds_takes_two_seconds(tmp_path: Path, step: int) -> None:
    rig = enabled(tmp_path, 1500)
    rig.servos.jog(Jog("axis", "L", step))
    assert rig.servos.poll() is None
    seconds, seen = finish(rig)
    assert seconds == pytest.approx(2.0, abs=0.05)
    wrist = [pulses[0] or 0.0 for pulses in seen]
    # A servo gets a pulse every 20 ms.
    steps = [abs(after - before) for before, after in zip(wrist, wrist[2:], strict=False)]
    assert max(steps) <= JOG_SPEED * 2 * TICK_SECONDS
    assert rig.robot.board.pulses(4) == (1500 + step, None, None, None)
    assert rig.servos.pulse("axis", "L") == 1500 + step


def test_a_stop_in_the_middle_of_a_jog_holds(tmp_path: Path) -> None:
    rig = enabled(tmp_path, 1500)
    rig.servos.jog(Jog("axis", "L", 1000))
    rig.run(1.0)
    rig.servos.halt()
    rig.wait(0.05)
    held = pulse_of(rig, 0)
    assert held == pytest.approx(2000, abs=15)
    assert rig.servos.is_stopped()
    rig.wait(1.0)
    assert pulse_of(rig, 0) == held
    assert rig.servos.poll() is None


def test_a_first_pulse_is_waited_for(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    rig.servos.enable(Enable("gripper", "R", 1300))
    rig.wait(0.02)
    assert rig.robot.board.pulses(4) == (None, None, None, 1300)
    assert rig.servos.read().progress < 0.1
    seconds, _ = finish(rig)
    assert seconds >= ENABLE_SECONDS - 0.02


def test_a_servo_without_a_pulse_gets_none_by_a_jog(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    rig.servos.jog(Jog("axis", "L", 100))
    finish(rig)
    assert rig.robot.board.pulses(4) == (None,) * 4


def test_power_that_fails_during_a_jog_leaves_the_servo_in_between(tmp_path: Path) -> None:
    memory = tmp_path / "pulses.json"
    rig = EmulatedRig(tmp_path, memory=PulseMemory(memory))
    rig.servos.enable(Enable("axis", "L", 1500))
    finish(rig)
    rig.servos.jog(Jog("axis", "L", 1000))
    rig.wait(0.3)
    again = EmulatedRig(tmp_path, memory=PulseMemory(memory), state=rig.robot.state())
    assert again.servos.read().pose.angles == (45, 0)


def test_servos_are_asked_enabled_and_jogged_over_a_link(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    with rig.link() as link:
        assert link.pulse("axis", "L") == 0
        with pytest.raises(CommandRejectedError, match=Rule.SERVO_OFF.words):
            link.jog(Jog("axis", "L", 10))
        assert link.enable("axis", "L", 1500) == 1500
        assert link.jog(Jog("axis", "L", 400)) == 1900
        with pytest.raises(CommandRejectedError, match=Rule.PULSE_BEYOND_LIMITS.words):
            link.jog(Jog("axis", "L", 601))
        assert link.pulse("axis", "L") == pulse_of(rig, 0) == 1900


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
    with pytest.raises(ServoSettingsError, match=r"2714\.3 µs at loading.*write another"):
        EmulatedRig(tmp_path, wide)


def test_a_cover_goes_back_to_where_the_rig_says(tmp_path: Path) -> None:
    cover = "[grippers.cover]\nchannel = 1\npulses = { closed = 2000, open = 1670 }\n"
    base = "[axes.base]\nchannel = 0\npulses = { -90 = 550, 90 = 2450 }\n"
    rig = EmulatedRig(tmp_path, f'rig = "cubotino"\n{base}{cover}')
    execute_all(rig, Grip((("cover", CLOSED),)), Grip((("cover", RELEASE),)))
    # 1.8 of 29.7 degrees back, of 330 microseconds.
    assert rig.robot.board.pulses(2) == (1500, 1980)
    assert rig.servos.read().pose.grips == (CLOSED,)
