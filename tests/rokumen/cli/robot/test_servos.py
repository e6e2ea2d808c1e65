"""`rokumen robot`: what it prints and refuses."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from firmware_sim.named_robots import unregister_robot
from rokumen import Robot, connect, plan
from rokumen.api.robot import STAND_CLEAR_SECONDS
from tests.support.command_line import CommandResult, Rokumen

PORT = "--port=sim://two-gripper"


def test_load_closes_the_grippers_after_enter(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    result = rokumen("robot", "load", PORT)
    assert result.status == 0
    assert "press Enter" in result.err
    assert result.out.splitlines()[-1] == (
        "Closed: left wrist at 0°, right wrist at 0°, left gripper closed, right gripper closed"
    )


def test_load_without_enter_leaves_the_grippers_open(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One Enter for the motion to which the servos may jump, none for the cube.
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    result = rokumen("robot", "load", PORT)
    assert result.status == 1
    assert "stay open" in result.err


def test_load_moves_nothing_without_power_before_enter(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    port = f"{PORT}?name=unpowered"
    try:
        result = rokumen("robot", "load", port)
        assert result.status == 1
        assert "the first motion may jump. Stand clear" in result.err
        assert "nothing moves" in result.err
        with connect("sim://two-gripper?name=unpowered") as robot:
            assert robot.without_power() == ("axis:L", "axis:R", "gripper:L", "gripper:R")
            robot.load()
            assert robot.without_power() == ()
    finally:
        unregister_robot("unpowered")


def test_a_run_announces_that_servos_without_power_jump(rokumen: Rokumen, tmp_path: Path) -> None:
    port, name = f"{PORT}?scramble=R&name=announced", "announced"
    words = "the first motion may jump. Stand clear. It comes in 2 s."
    try:
        trace = tmp_path / "trace.txt"
        first = rokumen("run", port, f"--trace={trace}")
        assert words in first.err
        lines = [line.split() for line in trace.read_text().splitlines()]
        assert min(float(at) for at, *said in lines if said[-1] == "HOME") >= STAND_CLEAR_SECONDS
        assert words not in rokumen("run", port).err
    finally:
        unregister_robot(name)


def test_release_and_off(rokumen: Rokumen) -> None:
    assert (
        rokumen("robot", "release", PORT)
        .out.strip()
        .endswith("left gripper open, right gripper open")
    )
    assert "no power" in rokumen("robot", "off", PORT).out


def test_pose_moves_nothing_and_home_moves_all(rokumen: Rokumen) -> None:
    port = f"{PORT}?name=posed&feedback=false"
    with connect(port.removeprefix("--port=")) as robot:
        robot.run(plan("L"))
    try:
        before = json.loads(rokumen("robot", "pose", port, "--json").out)
        assert before["angles"]["L"] != 0
        assert json.loads(rokumen("robot", "pose", port, "--json").out) == before
        homed = rokumen("robot", "home", port)
        home = "left wrist at 0°, right wrist at 0°, left gripper closed, right gripper closed"
        assert homed.out.strip() == f"Home: {home}"
        assert rokumen("robot", "pose", port).out.strip() == home.capitalize()
    finally:
        unregister_robot("posed")


def test_jog_asks_and_moves(rokumen: Rokumen) -> None:
    port = f"{PORT}?name=jogged"

    def jog(*arguments: str) -> CommandResult:
        return rokumen("robot", "jog", port, *arguments)

    try:
        assert jog("axis:L").out.strip() == "Left wrist (axis:L): no power"
        assert json.loads(jog("axis:L", "--json").out)["pulse"] is None
        without_power = jog("axis:L", "--step=-40")
        assert without_power.status == 2
        assert "Left wrist (axis:L) has no power" in without_power.err
        assert "`jog axis:L 1500`" in without_power.err
        first = jog("axis:L", "1500")
        assert first.err.strip() == (
            "Left wrist (axis:L) has no power: it will jump to 1500 µs at full speed; stand clear"
        )
        assert first.out.strip() == "Left wrist (axis:L): 1500 µs"
        for arguments, pulse in ((("--step=-40",), 1460), (("1700",), 1700), ((), 1700)):
            moved = jog("axis:L", *arguments)
            assert moved.out.strip() == f"Left wrist (axis:L): {pulse} µs"
            assert not moved.err
        assert json.loads(jog("gripper:R", "1300", "--json").out)["pulse"] == 1300
    finally:
        unregister_robot("jogged")


def test_a_servo_is_named_without_its_kind_where_only_one_has_the_name(rokumen: Rokumen) -> None:
    named = rokumen("robot", "jog", "--port=sim://flipper", "cover", "--json")
    assert json.loads(named.out)["actuator"] == "gripper:cover"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "ACTUATOR"),
        (("axis:L", "1500", "--step=5"), "PULSE or --step, not both"),
        (("axis:Q",), "actuator='axis:Q' is not one servo of the robot: axis:L, axis:R"),
        (("L",), "actuator='L' is not one servo of the robot: axis:L, axis:R"),
        (("axis:L", "3000"), "3000"),
        (("axis:L", "--step=3000"), "3000"),
    ],
)
def test_wrong_arguments_are_quoted(
    rokumen: Rokumen, arguments: tuple[str, ...], words: str
) -> None:
    result = rokumen("robot", "jog", PORT, *arguments)
    assert result.status == 2
    assert words in result.err


@pytest.mark.parametrize("option", ["--load", "--release"])
def test_a_run_that_cannot_load_or_release_does_not_begin(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    result = rokumen("run", "--port=sim://six-axis", option)
    assert result.status == 1
    assert "cannot load" in result.err


@pytest.mark.parametrize("command", [("run", PORT, "--load"), ("resume", "--release")])
def test_without_a_terminal_nobody_can_press_enter(
    rokumen: Rokumen, command: tuple[str, ...]
) -> None:
    result = rokumen(*command)
    assert result.status == 2
    assert f"{command[-1]} waits for Enter, and standard input is no terminal" in result.err
    assert "rokumen robot load" in result.err


def test_servos_keep_their_power_while_they_hold_the_cube(rokumen: Rokumen) -> None:
    result = rokumen("run", PORT, "--off-after=5")
    assert result.status == 2
    assert "--off-after 5 needs --release" in result.err


def test_ctrl_c_stops_a_release_and_the_cube_stays_held(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[str] = []

    def stop_and_wait(robot: Robot, level: str = "hold") -> str:
        stopped.append(level)
        return level

    def release(robot: Robot) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Robot, "release", release)
    monkeypatch.setattr(Robot, "stop_and_wait", stop_and_wait)
    result = rokumen("robot", "release", PORT)
    assert result.status == 130
    assert stopped == ["hold"]
    assert "The jaws stay as they are." in result.err
    assert "rokumen robot release" in result.err
