"""The setup's first step with electronics that are no serial port: what it asks and says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from robot.drives.drive import DriveInfo
from robot.errors import DriveError
from rokumen.setup import connection
from rokumen.setup.screen import Screen
from rokumen.setup.tools import Tools
from rokumen.storage.robots import RobotFile, load_robot, save_robot
from rokumen.storage.stored_names import check_stored_port
from tests.support.benchmarks import (
    FeetechScene,
    GuardedPca9685Scene,
    MaestroScene,
    Pca9685Scene,
)

URL = "pca9685:///dev/i2c-1?oe=/sys/class/leds/servos/brightness"


class DrivenTools(Tools):
    """A computer without serial ports, with a drive or with what is wrong with it."""

    def __init__(self, found: DriveInfo | DriveError) -> None:
        super().__init__(lambda words: None)
        self._found = found

    def ports(self) -> tuple[Any, ...]:
        return ()

    def check_drive(self, url: str) -> DriveInfo:
        assert url == URL
        if isinstance(self._found, DriveError):
            raise self._found
        return self._found


def asked(found: DriveInfo | DriveError) -> tuple[Screen, RobotFile | None]:
    """Return what is shown after the URL was typed, and the robot if it goes on from there."""
    dialogue = connection.port(RobotFile("desk"), DrivenTools(found))
    assert "pca9685:///dev/i2c-1" in next(dialogue).lead
    shown = dialogue.send(URL)
    try:
        dialogue.send("ok")
    except StopIteration as end:
        robot: RobotFile = end.value
        return shown, robot
    return shown, None


@pytest.mark.parametrize(
    ("scene", "words"),
    [(Pca9685Scene, "it keeps pulsing"), (GuardedPca9685Scene, "get no pulses any more")],
)
def test_the_person_confirms_what_happens_when_the_computer_dies(
    scene: type[Pca9685Scene], words: str
) -> None:
    hardware = scene()
    shown, robot = asked(hardware.opened().info)
    hardware.end()
    assert words in shown.lead
    assert robot is not None
    assert (robot.board, robot.has_drive) == ("pca9685", True)
    save_robot(robot)
    assert load_robot("desk").url == f"{URL}&settings={robot.path}"
    check_stored_port(robot.url)
    # Which board it is need not be asked.
    with pytest.raises(StopIteration) as end:
        next(connection.board(robot, Tools(lambda words: None)))
    assert end.value.value == robot


def test_what_a_maestro_does_without_its_computer_is_confirmed_too() -> None:
    class MaestroTools(Tools):
        def check_drive(self, url: str) -> DriveInfo:
            assert url == "maestro:///dev/ttyACM0"
            return MaestroScene().opened().info

    asking = connection.board(RobotFile("desk", "/dev/ttyACM0"), MaestroTools(lambda words: None))
    assert next(asking).title == "Which board is it?"
    assert "it keeps pulsing" in asking.send("maestro").lead
    with pytest.raises(StopIteration) as end:
        asking.send("ok")
    assert (end.value.value.board, end.value.value.port) == ("maestro", "/dev/ttyACM0")


def test_servos_with_a_bus_of_their_own_go_on_holding() -> None:
    shown, _ = asked(FeetechScene().opened().info)
    assert "it goes on holding: jaws press" in shown.lead


def test_what_is_missing_is_said_with_the_line_to_type() -> None:
    shown, robot = asked(DriveError("there is no /dev/i2c-1: sudo raspi-config nonint do_i2c 0"))
    assert "sudo raspi-config nonint do_i2c 0" in shown.alert
    assert robot is None


def test_the_numbers_of_a_bus_begin_with_1_and_channels_end_where_the_drive_does() -> None:
    robot = replace(RobotFile("desk"), port="/dev/ttyACM0", board="feetech")
    dialogue = connection.rig(robot, Tools(lambda words: None))
    next(dialogue)
    assert dialogue.send("cubotino").default == "1 2"
    assert "not 2 different channels from 1 to 252" in dialogue.send("0 1").alert
    with pytest.raises(StopIteration) as end:
        dialogue.send("7 200")
    assert [each.channel for each in end.value.value.servos] == [7, 200]
    hub = connection.rig(replace(robot, board="ev3"), Tools(lambda words: None))
    next(hub)
    assert hub.send("cubotino").default == "0 1"
    assert "not 2 different channels from 0 to 3" in hub.send("3 4").alert


def test_a_robot_without_options_has_a_url_with_its_file() -> None:
    robot = replace(RobotFile("desk"), port="/sys/class/pwm/pwmchip0", board="pwmchip")
    assert robot.url == f"pwmchip:///sys/class/pwm/pwmchip0?settings={robot.path}"
