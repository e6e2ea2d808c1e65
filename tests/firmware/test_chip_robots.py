"""Robots on a chip, in virtual time: whole runs, eight servos, rest, the button and silence."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import rokumen
from firmware_sim.boards.chip import NativeChip
from firmware_sim.boards.chip_robot import load_chip
from robot.errors import StoppedError
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.actuators import resting_pulse
from robot.rigs.command import Home, Move
from robot.rigs.registry import load_rig
from rokumen.devices.serial_schemes import register
from solver.core.turn import inverse, parse_turns
from solver.cube import Cube
from tests.support.chip_robot import URL, EmulatedChipRobot

TURNS = parse_turns("R U' F2")
CUBE = Cube.solved().apply(inverse(TURNS))
# Closed, contact and the pulse at which they rest, of simulated jaws.
CLOSED_PULSE, REST_PULSE = 1000, resting_pulse(1000, 1049)


@pytest.mark.parametrize("program", ["libdrive.so", "drive-atmega328p.elf"])
def test_four_grippers_turn_a_cube_with_eight_servos(
    build: Callable[[], Path], tmp_path: Path, program: str
) -> None:
    chip = load_chip(build() / program)
    robot = EmulatedChipRobot(chip, "four-gripper", tmp_path, CUBE)
    register("sim://")
    with robot.served(), closing(Link(URL, rig=load_rig("four-gripper"))) as link:
        link.execute(Home())
        for action in plan_turns(link.rig, TURNS, home_state(link.rig)).commands:
            link.execute(action.command)
        link.clock.sleep(2.1)
    assert robot.robot.accidents == ()
    assert robot.state().is_solved()
    rest = pytest.approx(REST_PULSE, abs=1)
    assert [round(pulse or 0) for pulse in chip.pulses()[4:]] == [rest] * 4


def test_a_cube_is_scanned_and_solved(build: Callable[[], Path], tmp_path: Path) -> None:
    robot = EmulatedChipRobot(load_chip(build() / "libdrive.so"), "two-gripper", tmp_path, CUBE)
    with robot.served(), rokumen.connect(URL) as connected:
        result = connected.solve_cube()
    assert result.solved
    assert robot.robot.accidents == ()
    assert robot.state().is_solved()


def begun(robot: EmulatedChipRobot) -> Link:
    """Return a session with a robot at home, of which a wrist has begun to turn."""
    register("sim://")
    link = Link(URL, rig=robot.rig)
    link.execute(Home())
    robot.servos.start(Move((("L", 90),)))
    for _ in range(50):
        robot.clock.sleep(0.01)
        robot.servos.poll()
    return link


@pytest.mark.parametrize("relaxed", [False, True])
def test_its_button_stops_it_and_ends_the_run(
    build: Callable[[], Path], tmp_path: Path, *, relaxed: bool
) -> None:
    chip = load_chip(build() / "libdrive.so")
    assert isinstance(chip, NativeChip)
    robot = EmulatedChipRobot(chip, "two-gripper", tmp_path, Cube.solved())
    register("sim://")
    with robot.served(), closing(Link(URL, rig=robot.rig)) as link:
        link.execute(Home())
        link.clock.sleep(2.0 * relaxed)
        chip.press_button()
        with pytest.raises(StoppedError):
            link.execute(Move((("L", 90),)))
        assert link.is_intentional_stop
    before = chip.pulses()[: len(robot.rig.actuators)]
    robot.wait(0.5)
    # A step of the pulse is left to jaws that were about to rest.
    assert chip.pulses()[: len(before)] == pytest.approx(before, abs=1)


def test_in_silence_closed_jaws_relax_and_the_wrist_stays(
    build: Callable[[], Path], tmp_path: Path
) -> None:
    chip = load_chip(build() / "libdrive.so")
    robot = EmulatedChipRobot(chip, "two-gripper", tmp_path, Cube.solved())
    with robot.served(), closing(begun(robot)):
        robot.wait(3.0)
        wrist, _, *jaws = (round(pulse or 0) for pulse in chip.pulses()[:4])
        assert 1500 < wrist < 2500
        assert jaws == [pytest.approx(REST_PULSE, abs=1)] * 2
        robot.wait(1.0)
        assert round(chip.pulses()[0] or 0) == wrist
        # The program goes on, and hears of it.
        robot.servos.poll()
        assert robot.servos.stopped_by == "silence"


def test_after_a_silence_at_rest_the_next_motion_is_made(
    build: Callable[[], Path], tmp_path: Path
) -> None:
    robot = EmulatedChipRobot(
        load_chip(build() / "libdrive.so"), "two-gripper", tmp_path, Cube.solved()
    )
    register("sim://")
    with robot.served(), closing(Link(URL, rig=robot.rig)) as link:
        link.execute(Home())
        robot.wait(3.0)
        link.execute(Move((("L", 90),)))
        assert link.pose().angles == (90, 0)
