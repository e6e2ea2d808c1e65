"""Pausing, continuing and stopping a robot's run from another thread."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event as Signal
from threading import Thread

import pytest

import rokumen
from robot.execution import executor
from robot.execution.events import CommandDone, CommandStarted, Paused
from robot.link.session import Link
from robot.rigs.command import Pose
from rokumen.jobs.events import PlanMade


class PausedRun:
    """A run in a separate thread, paused by the first command of its plan that makes no turn."""

    def __init__(self, robot: rokumen.Robot) -> None:
        self.robot = robot
        self.events: list[object] = []
        self.is_planned = False
        self.result: rokumen.Result | None = None
        self.error: rokumen.errors.SafeStopError | None = None
        self.paused = Signal()
        self.thread = Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.result = self.robot.solve_cube(on_event=self._on_event)
        except rokumen.errors.SafeStopError as error:
            self.error = error

    def _on_event(self, event: object) -> None:
        self.events.append(event)
        self.is_planned |= isinstance(event, PlanMade)
        if isinstance(event, Paused):
            self.paused.set()
        if (
            self.is_planned
            and isinstance(event, CommandStarted)
            and not event.action.turns
            and not self.paused.is_set()
        ):
            self.robot.pause()

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


def test_a_paused_run_waits_at_the_end_of_a_turn_of_a_face(run: PausedRun) -> None:
    time.sleep(0.3)
    *_, turned, paused = run.events
    assert isinstance(turned, CommandDone)
    assert turned.action.turns
    assert isinstance(paused, Paused)
    # All grippers of this rig are closed then.
    assert set(run.robot.pose.grips.values()) == {"closed"}
    run.robot.resume()
    run.end()
    assert run.result is not None
    assert run.result.solved


def test_a_stop_ends_a_pause_and_returns_the_result_so_far(run: PausedRun) -> None:
    run.robot.stop()
    run.end()
    assert "was stopped" in str(run.error)
    # At most the next command was begun, and none was made.
    (at,) = (at for at, event in enumerate(run.events) if isinstance(event, Paused))
    assert len(run.events) <= at + 2
    assert run.error is not None
    assert run.error.result is not None
    assert (run.error.result.solved, run.error.result.outcome) == (False, "stopped")
    assert run.error.result.journal == run.error.journal


def test_a_waiting_robot_is_polled(run: PausedRun, monkeypatch: pytest.MonkeyPatch) -> None:
    polled = Signal()
    original = Link.pose

    def pose(link: Link) -> Pose:
        polled.set()
        return original(link)

    monkeypatch.setattr(Link, "pose", pose)
    assert polled.wait(10 * executor.KEEP_ALIVE_SECONDS)
