"""A robot's run that is paused, goes on, and is stopped, from another thread."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event as Signal
from threading import Thread

import pytest

import rokumen
from robot.execution import executor
from robot.execution.events import CommandStarted
from robot.link.session import Link
from robot.rigs.command import Pose


class PausedRun:
    """A run in a thread of its own that has been paused at the third command of its scan."""

    def __init__(self, robot: rokumen.Robot) -> None:
        self.robot = robot
        self.begun: list[int] = []
        self.result: rokumen.Result | None = None
        self.error: rokumen.SafeStopError | None = None
        self.paused = Signal()
        self.thread = Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.result = self.robot.solve_cube(on_event=self._hear)
        except rokumen.SafeStopError as error:
            self.error = error

    def _hear(self, event: object) -> None:
        if isinstance(event, CommandStarted):
            self.begun.append(event.number)
            if event.number == 3 and not self.paused.is_set():
                self.robot.pause()
                self.paused.set()

    def end(self) -> None:
        self.thread.join(60)
        assert not self.thread.is_alive()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PausedRun]:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))
    with rokumen.connect("sim://two-gripper?seed=1&scramble=R+U") as robot:
        run = PausedRun(robot)
        run.thread.start()
        assert run.paused.wait(60)
        try:
            yield run
        finally:
            robot.stop()
            run.end()


def test_a_paused_run_begins_no_command_until_it_goes_on(run: PausedRun) -> None:
    time.sleep(0.3)
    assert run.begun[-1] == 3
    run.robot.resume()
    run.end()
    assert run.result is not None
    assert run.result.solved


def test_a_stop_ends_a_pause_and_tells_what_was_done(run: PausedRun) -> None:
    run.robot.stop()
    run.end()
    assert "has been stopped" in str(run.error)
    assert run.begun[-1] <= 4
    assert run.error is not None
    assert run.error.result is not None
    assert (run.error.result.solved, run.error.result.outcome) == (False, "stopped")
    assert run.error.result.journal == run.error.journal


def test_a_robot_that_waits_is_asked_whether_it_is_there(
    run: PausedRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Signal()
    ask = Link.pose

    def pose(link: Link) -> Pose:
        asked.set()
        return ask(link)

    monkeypatch.setattr(Link, "pose", pose)
    assert asked.wait(10 * executor.KEEP_ALIVE_SECONDS)
