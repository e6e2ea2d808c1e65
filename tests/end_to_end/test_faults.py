"""Fault injection from the command line, its messages, and the keys that stop the robot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from robot.errors import JamError
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.rigs.command import Move
from rokumen.devices import serial_schemes
from tests.support.command_line import Rokumen
from tests.support.processes import Simulation, call, end, start, wait_for_turns
from tests.support.terminal_user import TerminalUser

LookedAt = Callable[[str], Simulation]


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


def test_a_demo_has_no_faults_of_lines(rokumen: Rokumen) -> None:
    result = rokumen("demo", "--seed=4", "--faults=bad_version")
    assert result.status == 2, result.err
    assert "the fault 'bad_version' needs a line that carries text" in result.err
    assert "`rokumen simulate` serves one at a port" in result.err


@pytest.mark.thorough
def test_a_camera_that_is_lost_stops_the_demo() -> None:
    result = call("demo", "--seed=4", "--jam=0", "--faults=camera_lost@8")
    assert result.status == 5
    assert "Look at the camera" in result.err


def test_injected_faults_are_logged_and_printed(tmp_path: Path) -> None:
    log = tmp_path / "injected.log"
    simulator = start("simulate", "--faults=drop_reply@3,jam_once", f"--set=fault_log={log}")
    assert simulator.stdout is not None
    port = simulator.stdout.readline().split()[1]
    simulator.stdout.readline()
    serial_schemes.register(port)
    with Link(port) as link:
        clear_and_home(link)
        with pytest.raises(JamError):
            link.execute(Move((("L", 90),)))
    ended = end(simulator)
    assert ended.status == 0
    assert "drop_reply, line from the robot 3: the line is lost" in ended.err
    injected = [json.loads(line) for line in log.read_text().splitlines()]
    assert {entry["kind"] for entry in injected} == {"drop_reply", "jam_once"}


def test_a_key_stops_the_robot_at_once(looked_at: LookedAt, tmp_path: Path) -> None:
    user = TerminalUser("run", *looked_at("R U F2 L' D B").options, "--json")
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


OPENING = "hold a cube that is between them. Press Enter to go on."
LOADED = "Keep your fingers away from the jaws."
RELEASING = "Put a hand under the cube, and press Enter: the grippers open."
HELD = "or Enter to leave them."
Run = Callable[..., TerminalUser]


@pytest.fixture
def run(looked_at: LookedAt) -> Iterator[Run]:
    """Start `rokumen run` with options in a terminal, on a robot that holds an easy cube."""
    users: list[TerminalUser] = []

    def begin(*options: str) -> TerminalUser:
        users.append(TerminalUser("run", *looked_at("R U").options, *options))
        return users[0]

    yield begin
    for user in users:
        user.close()


def test_a_cube_is_put_in_solved_and_taken_out_on_one_port(run: Run, tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    user = run("--load", "--release", "--off-after=0.1", f"--trace={trace}")
    user.answer(OPENING)
    user.answer(LOADED)
    user.answer(RELEASING)
    user.read_until("The servos lose their power in 0.1 s")
    assert user.end() == 0, user.screen
    sent = trace.read_text()
    assert sent.count(" opened") == 1
    verbs = re.findall(r" (LOAD|HOME|OFF)\b", sent)
    assert (verbs[0], verbs[-2:]) == ("LOAD", ["LOAD", "OFF"])
    assert "HOME" in verbs


@pytest.mark.thorough
def test_ctrl_c_before_the_run_says_to_begin_again(run: Run, tmp_path: Path) -> None:
    user = run("--load")
    user.answer(OPENING)
    user.interrupt(LOADED)
    user.answer(HELD)
    assert user.end() == 130
    assert "No turn was made" in user.screen
    assert "to begin again: rokumen run --load" in user.screen
    assert not list((tmp_path / "state").rglob("*.jsonl"))


@pytest.mark.thorough
def test_ctrl_c_after_the_run_says_how_to_take_the_cube_out(run: Run) -> None:
    user = run("--release")
    user.interrupt(RELEASING)
    user.answer(HELD)
    assert user.end() == 130
    assert "The cube is solved" in user.screen
    assert "to take it out: rokumen robot release" in user.screen


@pytest.mark.thorough
def test_a_key_that_was_pressed_too_early_opens_nothing(run: Run) -> None:
    user = run("--release")
    user.press("Planned", "\r\r")
    words, _, enter = RELEASING.partition(", and ")
    user.read_until(words)
    with pytest.raises(AssertionError, match="did not come"):
        user.read_until("anything more", seconds=1)
    user.answer(enter)
    assert user.end() == 0
