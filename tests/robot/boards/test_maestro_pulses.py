"""The poses that pulses of servos stand for, and the pulses that commands ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.boards.maestro_pulses import MaestroPulses
from robot.boards.maestro_settings import read_settings
from robot.rigs.command import CLOSED, OPEN, Grip, Move, Pose
from tests.support.maestro_example import EXAMPLE


@pytest.fixture
def pulses(tmp_path: Path) -> MaestroPulses:
    path = tmp_path / "maestro.toml"
    path.write_text(EXAMPLE)
    return MaestroPulses(read_settings(path))


def test_the_pulses_of_home_are_those_of_its_pose(pulses: MaestroPulses) -> None:
    assert pulses.pose(pulses.home()) == Pose((0, 0), (CLOSED, CLOSED))


def test_commands_ask_for_the_pulses_of_the_settings(pulses: MaestroPulses) -> None:
    home = pulses.home()
    # Quarters of a microsecond; the settings say 2500 and 2000 microseconds.
    ((axis, quarter),) = pulses.targets(Move((("L", 90),)), home)
    ((gripper, opened),) = pulses.targets(Grip((("L", OPEN),)), home)
    assert (quarter, opened) == (4 * 2500, 4 * 2000)
    assert pulses.pose({**home, axis: quarter, gripper: opened}) == Pose((90, 0), (OPEN, CLOSED))
