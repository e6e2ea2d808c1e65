"""A job: where it goes on from, and when the grippers may still move and when they must not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event as Signal
from threading import Thread

import pytest

from robot.errors import StoppedError
from robot.execution import executor
from robot.execution.events import CommandStarted
from robot.execution.journal import Journal
from robot.link.session import Link
from robot.rigs.command import Home, Pose
from rokumen.devices.robot_connection import open_robot_and_cameras
from rokumen.errors import SafeStopError
from rokumen.jobs.cube_job import Job, JobResult
from rokumen.jobs.events import JobEvent, PictureTaken, PlanMade
from rokumen.storage.runs import Choice


def test_an_emergency_stop_is_never_lifted_by_the_host(tmp_path: Path) -> None:
    with (
        open_robot_and_cameras("sim://two-gripper?seed=1&scramble=R+U", "") as (link, eyes),
        Journal(tmp_path / "run.jsonl") as journal,
    ):

        def press_stop(event: JobEvent) -> None:
            if isinstance(event, CommandStarted) and event.number == 3:
                link.stop()

        with pytest.raises(SafeStopError, match="has been stopped"):
            Job(link, eyes, Choice(), journal, press_stop).run()
        with pytest.raises(StoppedError):
            link.execute(Home())


def test_solving_starts_from_the_pose_in_which_the_scan_ended(tmp_path: Path) -> None:
    heard: list[JobEvent] = []
    with (
        open_robot_and_cameras("sim://two-gripper?seed=1&scramble=R+U", "") as (link, eyes),
        Journal(tmp_path / "run.jsonl") as journal,
    ):
        assert Job(link, eyes, Choice(), journal, heard.append).run().solved
    planned = next(number for number, event in enumerate(heard) if isinstance(event, PlanMade))
    looks = [event for event in heard[:planned] if isinstance(event, PictureTaken)]
    event = heard[planned]
    assert isinstance(event, PlanMade)
    assert event.plan.start == looks[-1].stop.holding
    assert event.plan.start.pose != link.rig.home


class PausedRun:
    """A job in a thread of its own that has been paused at the third command of its scan."""

    def __init__(self, link: Link, job: Job, heard: list[JobEvent]) -> None:
        self.link, self.job, self.heard = link, job, heard
        self.result: JobResult | None = None
        self.error: Exception | None = None
        self.thread = Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.result = self.job.run()
        except SafeStopError as error:
            self.error = error

    def end(self) -> None:
        self.thread.join(60)
        assert not self.thread.is_alive()


@contextmanager
def paused_run(folder: Path) -> Iterator[PausedRun]:
    heard: list[JobEvent] = []
    paused = Signal()

    def hear(event: JobEvent) -> None:
        heard.append(event)
        if isinstance(event, CommandStarted) and event.number == 3 and not paused.is_set():
            run.job.pause()
            paused.set()

    with (
        open_robot_and_cameras("sim://two-gripper?seed=1&scramble=R+U", "") as (link, eyes),
        Journal(folder / "run.jsonl") as journal,
    ):
        run = PausedRun(link, Job(link, eyes, Choice(), journal, hear), heard)
        run.thread.start()
        assert paused.wait(60)
        try:
            yield run
        finally:
            run.job.stop()
            run.end()


def test_a_paused_job_begins_no_command_until_it_goes_on(tmp_path: Path) -> None:
    with paused_run(tmp_path) as run:
        time.sleep(0.3)
        began = [event for event in run.heard if isinstance(event, CommandStarted)]
        assert began[-1].number == 3
        run.job.unpause()
        run.end()
        assert run.result is not None
        assert run.result.solved


def test_a_stop_ends_a_pause(tmp_path: Path) -> None:
    with paused_run(tmp_path) as run:
        run.job.stop()
        run.end()
        assert "has been stopped" in str(run.error)
        assert [event.number for event in run.heard if isinstance(event, CommandStarted)][-1] <= 4


def test_a_robot_that_waits_is_asked_whether_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "KEEP_ALIVE_SECONDS", 0.01)
    asked = Signal()

    def pose(link: Link) -> Pose:
        asked.set()
        return asks(link)

    asks = Link.pose
    with paused_run(tmp_path):
        monkeypatch.setattr(Link, "pose", pose)
        assert asked.wait(10)
