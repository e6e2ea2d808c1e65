"""A job: where it goes on from, and when the hands may still move and when they must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.command import Home
from robot.errors import StoppedError
from robot.executor import Began
from robot.journal import Journal
from rokumen.choice import Choice
from rokumen.drive import robot_and_eyes
from rokumen.errors import SafeStopError
from rokumen.job import Event, Job, Looked, Planned


def test_an_emergency_stop_is_never_lifted_by_the_host(tmp_path: Path) -> None:
    with (
        robot_and_eyes("sim://two-gripper?seed=1&scramble=R+U", "") as (link, eyes),
        Journal(tmp_path / "run.jsonl") as journal,
    ):

        def press_stop(event: Event) -> None:
            if isinstance(event, Began) and event.number == 3:
                link.stop()

        with pytest.raises(SafeStopError, match="has been stopped"):
            Job(link, eyes, Choice(), journal, press_stop).run()
        with pytest.raises(StoppedError):
            link.perform(Home())


def test_solving_starts_from_the_pose_in_which_the_scan_ended(tmp_path: Path) -> None:
    heard: list[Event] = []
    with (
        robot_and_eyes("sim://two-gripper?seed=1&scramble=R+U", "") as (link, eyes),
        Journal(tmp_path / "run.jsonl") as journal,
    ):
        assert Job(link, eyes, Choice(), journal, heard.append).run().solved
    planned = next(number for number, event in enumerate(heard) if isinstance(event, Planned))
    looks = [event for event in heard[:planned] if isinstance(event, Looked)]
    event = heard[planned]
    assert isinstance(event, Planned)
    assert event.plan.start == looks[-1].stop.holding
    assert event.plan.start.pose != link.rig.home
