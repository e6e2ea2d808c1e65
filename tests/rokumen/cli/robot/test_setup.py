"""`rokumen setup` where it cannot begin, and `--robot NAME` of other commands."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from robot.rigs.registry import load_rig
from rokumen.setup.servos import first_servos
from rokumen.setup.tools import Tools
from rokumen.setup.wizard import STEP_KEYS
from rokumen.storage.robots import CHIP, SIMULATED, RobotFile, load_robot, robot_path, save_robot
from tests.firmware.conftest import build
from tests.support.command_line import Rokumen
from tests.support.processes import announced, end, start
from tests.support.terminal_user import TerminalUser

__all__ = ["build"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("setup", "a/b"), "'a/b' cannot be the name of a robot"),
        (("setup", "desk", "--step=dance"), "'dance' is not one of 'port'"),
        (("setup", "desk", "--step=angles"), "'angles' needs port and board and rig first"),
        (("run", "--robot=dusk"), "there is no robot 'dusk'"),
        (("serve", "--setup=.."), "'..' cannot be the name of a robot"),
    ],
)
def test_what_cannot_be_is_quoted(rokumen: Rokumen, arguments: list[str], words: str) -> None:
    result = rokumen(*arguments)
    assert result.status == 2
    assert words in result.err


def test_the_end_of_the_input_leaves_the_setup(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tools, "ports", lambda self: ())
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    result = rokumen("setup", "desk")
    assert result.status == 0
    assert "To go on with port: rokumen setup desk" in result.out
    assert not robot_path("desk").exists()


def test_a_robot_is_found_by_its_name_and_another_port_goes_before_it(rokumen: Rokumen) -> None:
    save_robot(RobotFile("desk", "sim://two-gripper", SIMULATED, "two-gripper"))
    assert rokumen("robot", "release", "--robot=desk").out.startswith("Open: left wrist at 0°")
    other = rokumen("robot", "release", "--robot=desk", "--port=/dev/no-such-port")
    assert other.status == 1
    assert "/dev/no-such-port" in other.err


def test_the_only_robot_that_is_set_up_needs_no_name(rokumen: Rokumen) -> None:
    nobody = rokumen("robot", "release")
    assert nobody.status == 2
    assert "no port: give --robot NAME, or --port PORT, of those that `rokumen ports`" in nobody.err
    save_robot(RobotFile("desk", "sim://two-gripper", SIMULATED, "two-gripper"))
    alone = rokumen("robot", "release")
    assert alone.out.startswith("Open: left wrist at 0°")
    assert "the robot is 'desk', the only one that is set up" in alone.err
    save_robot(RobotFile("shed"))
    several = rokumen("robot", "release")
    assert several.status == 2
    assert "give --robot NAME; set up: desk, shed, or --port PORT" in several.err
    portless = rokumen("robot", "release", "--robot=shed")
    assert portless.status == 2
    assert "no port" in portless.err


def test_the_robots_are_listed_with_what_is_to_be_done_next(rokumen: Rokumen) -> None:
    assert rokumen("setup", "list").out.startswith("no robot is set up yet")
    save_robot(RobotFile("desk", "/dev/ttyACM0", CHIP, "flipper", done=STEP_KEYS))
    save_robot(RobotFile("new", "/dev/ttyUSB7", done=STEP_KEYS[:1]))
    robot_path("torn").write_text("[robot")
    desk, new, torn = rokumen("setup", "list").out.splitlines()
    assert re.fullmatch(r"desk +/dev/ttyACM0 +flipper +rokumen run --robot desk", desk)
    assert re.fullmatch(r"new +/dev/ttyUSB7 +no kind +next: board \(rokumen setup new\)", new)
    assert "cannot read the robot" in torn
    assert rokumen("run", "--robot=list").status == 2


@pytest.mark.thorough
@pytest.mark.job
def test_a_key_asks_whether_servos_go_further(build: Callable[[], Path]) -> None:
    servos = first_servos(load_rig("two-gripper"))
    done = ("port", "board", "rig")
    options = ("--rig=two-gripper", f"--board={build() / 'libdrive.so'}")
    with start("simulate", "--json", *options) as simulator:
        port = announced(simulator).port.removeprefix("chip://").partition("?")[0]
        save_robot(RobotFile("desk", port, CHIP, "two-gripper", done=done, servos=servos))
        user = TerminalUser("setup", "desk", "--step", "angles")
        try:
            user.answer("Take the cube out")
            user.answer("will jump: stand clear")
            user.press("2000 µs   ←", "\x1b[A" * 5)
            user.press("w it has to go further", "w")
            user.answer("go further?", "widen")
            user.answer("will jump: stand clear")
            user.press("2000 µs   ←", "q")
            user.end()
        finally:
            user.close()
        end(simulator)
    assert load_robot("desk").limits == (400, 2600)
