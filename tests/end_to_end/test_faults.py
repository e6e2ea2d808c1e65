"""Fault injection from the command line, its messages, and the keys that stop the robot."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from robot.errors import JamError
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.rigs.command import Move
from tests.support.processes import Simulation, call, end, start, wait_for_turns
from tests.support.terminal_user import TerminalUser

Simulate = Callable[..., Simulation]


@pytest.mark.thorough
def test_a_demo_stopped_by_a_fault_names_the_injected_faults(tmp_path: Path) -> None:
    faults = tmp_path / "faults.toml"
    faults.write_text(
        '[[fault]]\nkind = "servo_offline"\nat = 2\n\n[[fault]]\nkind = "jam_once"\n\n'
        '[[fault]]\nkind = "piece_pop"\n'
    )
    result = call("demo", "--seed=4", "--jam=0", f"--faults={faults}", "--json")
    assert result.status == 5, result.err
    assert result.json()["outcome"] == "stopped"
    for words in (
        "a servo does not respond",
        "Look at the servos' supply",
        "Then: rokumen resume",
        "jam_once, turn 1: the turn jams once",
        "piece_pop, turn 1: an edge piece pops out, unnoticed",
        "servo_offline, turn 2: the servo of this axis no longer responds",
    ):
        assert words in result.err


@pytest.mark.thorough
def test_a_demo_on_a_robot_of_another_version_stops_safely() -> None:
    result = call("demo", "--seed=4", "--faults=bad_version", "--json")
    assert result.status == 5
    assert "protocol version mismatch: robot 2, this program 1" in result.err
    assert "Update the older" in result.err
    assert "Traceback" not in result.err


@pytest.mark.thorough
def test_a_camera_that_is_lost_stops_the_demo() -> None:
    result = call("demo", "--seed=4", "--jam=0", "--faults=camera_lost@30")
    assert result.status == 5
    assert "Look at the camera" in result.err


def test_injected_faults_are_logged_and_printed(tmp_path: Path) -> None:
    log = tmp_path / "injected.log"
    simulator = start("simulate", "--faults=drop_reply@3,jam_once", f"--set=fault_log={log}")
    assert simulator.stdout is not None
    port = simulator.stdout.readline().split()[1]
    simulator.stdout.readline()
    with Link(port) as link:
        clear_and_home(link)
        with pytest.raises(JamError):
            link.execute(Move((("L", 90),)))
    ended = end(simulator)
    assert ended.status == 0
    assert "drop_reply, line from the robot 3: the line is lost" in ended.err
    injected = [json.loads(line) for line in log.read_text().splitlines()]
    assert {entry["kind"] for entry in injected} == {"drop_reply", "jam_once"}


def test_a_key_stops_the_robot_at_once(simulate: Simulate, tmp_path: Path) -> None:
    robot = simulate("--seed=21")
    user = TerminalUser("run", f"--port={robot.port}", f"--camera={robot.camera}", "--json")
    try:
        wait_for_turns(tmp_path / "state" / "runs", 3)
        user.press("space, q or Esc stops the robot at once", "q")
        user.answer("or Enter to leave them.")
        assert user.end() == 5, user.screen
    finally:
        user.close()
    printed = next(line for line in user.screen.splitlines() if line.startswith("{"))
    assert json.loads(printed)["outcome"] == "stopped"
    assert "was stopped" in user.screen
    assert "rokumen resume" in user.screen
