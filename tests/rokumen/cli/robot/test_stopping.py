"""Ctrl-C at a robot, by levels; and `rokumen robot journal`, the commands of a run."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rokumen
from robot.link.connection import RobotInfo
from rokumen import Robot
from rokumen.cli.robot.stopping import HELD, HELD_BRIEFLY, stop_presses
from rokumen.cli.termination import terminated_by_signals
from rokumen.storage.runs import RunSettings, SolutionPolicy, create_journal, new_run_path
from tests.support.command_line import Rokumen

URL = "sim://two-gripper?feedback=false&jaws=0.05"
# The contact is 49 us (4.4 degrees) from closed, of which half is kept: 24.5 us, rounded up.
CLOSED, RESTING = 1000, 1024


class Terminal:
    """A terminal: each line that is waited for is an action of the person."""

    def __init__(self, *actions: Callable[[], str]) -> None:
        self._actions = list(actions)
        self.seconds = 100.0

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        return self._actions.pop(0)()

    def monotonic(self) -> float:
        return self.seconds

    def press(self, after: float) -> str:
        """Press Ctrl-C after a time; go on waiting if it did nothing."""
        self.seconds += after
        signal.raise_signal(signal.SIGINT)
        return self.readline()


@pytest.fixture
def robot() -> Iterator[Robot]:
    with rokumen.connect(URL) as connected:
        connected.home()
        yield connected


def stopped(
    robot: Robot, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, list[str]]:
    """Return the level after the person's actions, and what was said."""
    said: list[str] = []
    monkeypatch.setattr("sys.stdin", terminal)
    monkeypatch.setattr("rokumen.cli.robot.stopping.time.monotonic", terminal.monotonic)
    with stop_presses(robot, said.append) as presses:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        robot.stop_and_wait()
        level = presses.relax_or_leave()
    robot.wait(0.5)
    return level, said


def test_a_second_press_relaxes_and_one_that_comes_too_soon_does_not(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(lambda: terminal.press(1.9), lambda: terminal.press(0.2))
    level, said = stopped(robot, terminal, monkeypatch)
    assert level == "relax"
    assert said == [HELD, HELD, "Closed jaws were told to press the cube less."]
    robot.wait(1.0)
    assert robot.pulse("gripper:L") == RESTING


@pytest.mark.parametrize(("typed", "level"), [("\n", "hold"), ("", "hold"), ("off\n", "off")])
def test_enter_leaves_the_cube_held_and_off_is_typed(
    robot: Robot, monkeypatch: pytest.MonkeyPatch, typed: str, level: str
) -> None:
    found, said = stopped(robot, Terminal(lambda: typed), monkeypatch)
    assert found == level
    assert said[0] == HELD
    assert "it may fall" in said[0]
    assert (robot.pulse("gripper:L") is None) == (level == "off")


def test_presses_while_the_robot_comes_to_a_stop_do_nothing(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("sys.stdin", Terminal(lambda: "\n"))
    with stop_presses(robot, said.append) as presses:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        assert robot.stop_and_wait() == "hold"
        assert presses.relax_or_leave() == "hold"
    assert said == [HELD, HELD]


def test_a_signal_to_end_while_the_robot_comes_to_a_stop_cuts_nothing_short_and_nobody_is_asked(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("sys.stdin", Terminal())
    with terminated_by_signals(), stop_presses(robot, said.append) as presses:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
        assert robot.stop_and_wait() == "hold"
        assert presses.relax_or_leave() == "hold"
    assert said == [HELD_BRIEFLY]


def test_a_signal_to_end_at_the_question_leaves_the_cube_held(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hang_up() -> str:
        signal.raise_signal(signal.SIGHUP)
        raise AssertionError("the question goes on")

    with terminated_by_signals():
        level, said = stopped(robot, Terminal(hang_up), monkeypatch)
    assert level == "hold"
    assert said == [HELD]
    assert CLOSED <= (robot.pulse("gripper:L") or 0) <= RESTING


def test_without_a_terminal_the_cube_stays_held(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    said: list[str] = []
    with stop_presses(robot, said.append) as presses:
        robot.stop_and_wait()
        assert presses.relax_or_leave() == "hold"
    assert said == [
        "The jaws stay as they are. To take the power from all servos: rokumen robot off"
    ]


def test_an_older_robot_says_that_it_cannot_relax(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = RobotInfo("old/1", "two-gripper", ("none",), can=("load", "off"))
    monkeypatch.setattr(type(robot), "info", property(lambda self: older))
    terminal = Terminal(lambda: terminal.press(3))
    level, said = stopped(robot, terminal, monkeypatch)
    assert level == "hold"
    assert "knows no levels of a stop" in said[0]


def test_after_a_relaxing_stop_the_robot_goes_on_and_presses_first() -> None:
    with rokumen.connect(f"{URL}&name=relaxed") as first:
        first.home()
        assert first.stop_and_wait("relax") == "relax"
        first.wait(1.0)
    with rokumen.connect(f"{URL}&name=relaxed") as again:
        assert again.pulse("gripper:L") == RESTING
        again.home()
        assert again.pose.grips == {"L": "closed", "R": "closed"}


def test_the_newest_run_is_shown_with_the_times_of_its_commands(rokumen: Rokumen) -> None:
    path = new_run_path()
    with create_journal(path, RunSettings(SolutionPolicy(), "/dev/ttyUSB0")) as journal:
        journal.write("command", verb="MOVE", fields={"L": "+90"}, turn="L")
        journal.write("done", turn="L", seconds=1.0)
    shown = rokumen("robot", "journal")
    assert "MOVE L=+90" in shown.out
    assert "1.000 s" in shown.out
    assert str(path) in shown.out.replace("\n", "")
    command = rokumen("robot", "journal", str(path), "--json").json()
    assert (command["line"], command["turn"], command["motion_seconds"]) == ("MOVE L=+90", "L", 1.0)
    assert 0 <= command["took"] < 60


def test_no_run_and_no_journal_are_said(rokumen: Rokumen, tmp_path: Path) -> None:
    none = rokumen("robot", "journal")
    assert none.status == 2
    assert "there was no run yet" in none.err
    file = tmp_path / "other.jsonl"
    file.write_text("{}\n")
    other = rokumen("robot", "journal", str(file))
    assert other.status == 2
    assert "is not a journal of a run" in other.err
