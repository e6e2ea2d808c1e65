"""A job: emergency stops, and the start of its plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.errors import StoppedError
from robot.execution.events import CommandStarted
from robot.execution.journal import Journal
from robot.rigs.command import Home
from rokumen.devices.robot_connection import open_robot_and_cameras
from rokumen.jobs.cube_job import Job
from rokumen.jobs.events import JobEvent, PictureTaken, PlanMade
from rokumen.jobs.result import SafeStopError
from rokumen.storage.runs import SolutionPolicy


def test_an_emergency_stop_is_never_cleared_by_the_host(tmp_path: Path) -> None:
    with (
        open_robot_and_cameras("sim://two-gripper?seed=1&scramble=R+U", "") as (link, scanner),
        Journal(tmp_path / "run.jsonl") as journal,
    ):

        def press_stop(event: JobEvent) -> None:
            if isinstance(event, CommandStarted) and event.number == 3:
                link.stop()

        with pytest.raises(SafeStopError, match="was stopped"):
            Job(link, scanner, SolutionPolicy(), journal, press_stop).run()
        with pytest.raises(StoppedError):
            link.execute(Home())


def test_solving_starts_from_the_pose_in_which_the_scan_ended(tmp_path: Path) -> None:
    events: list[JobEvent] = []
    with (
        open_robot_and_cameras("sim://two-gripper?seed=1&scramble=R+U", "") as (link, scanner),
        Journal(tmp_path / "run.jsonl") as journal,
    ):
        assert Job(link, scanner, SolutionPolicy(), journal, events.append).run().solved
    planned = next(number for number, event in enumerate(events) if isinstance(event, PlanMade))
    pictures = [event for event in events[:planned] if isinstance(event, PictureTaken)]
    event = events[planned]
    assert isinstance(event, PlanMade)
    assert event.plan.start == pictures[-1].views[0].holding
    assert event.plan.start.pose != link.rig.home
