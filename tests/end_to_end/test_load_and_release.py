"""`rokumen run --load --release`: one process from the cube put in to the cube taken out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.processes import Simulation
from tests.support.terminal_user import TerminalUser

OPENING = "hold a cube that is between them. Press Enter to go on."
LOADED = "Keep your fingers away from the jaws."
RELEASING = "Put a hand under the cube, and press Enter: the grippers open."
HELD = "or Enter to leave them."

Run = Callable[..., TerminalUser]


@pytest.fixture
def run(simulate: Callable[..., Simulation]) -> Iterator[Run]:
    """Start `rokumen run` with options in a terminal, on a robot that holds an easy cube."""
    users: list[TerminalUser] = []

    def begin(*options: str) -> TerminalUser:
        robot = simulate("--scramble=R U")
        users.append(
            TerminalUser("run", f"--port={robot.port}", f"--camera={robot.camera}", *options)
        )
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
