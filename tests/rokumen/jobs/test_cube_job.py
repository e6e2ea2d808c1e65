"""A job: emergency stops, and the start of its plan.

Which turn of a plan is missing, and how the plan goes on.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.errors import StoppedError
from robot.execution.events import CommandStarted, RunEvent
from robot.execution.journal import Journal
from robot.rigs.command import Home
from rokumen.devices.robot_connection import RobotAddress, open_robot_and_cameras
from rokumen.jobs.cube_job import Job
from rokumen.jobs.events import PictureTaken, PlanMade
from rokumen.jobs.missing_turns import (
    PlanProgress,
    UnseenTurns,
    contradictions,
    letters_of,
)
from rokumen.jobs.result import SafeStopError
from rokumen.storage.runs import SolutionPolicy
from solver.core.geometry import FACES
from solver.core.turn import ALL_TURNS, Turn, parse_turns
from solver.cube import Cube


def test_an_emergency_stop_is_never_cleared_by_the_host(tmp_path: Path) -> None:
    with (
        open_robot_and_cameras(RobotAddress("sim://two-gripper?seed=1&scramble=R+U")) as (
            link,
            scanner,
        ),
        Journal(tmp_path / "run.jsonl") as journal,
    ):

        def press_stop(event: RunEvent) -> None:
            if isinstance(event, CommandStarted) and event.number == 3:
                link.stop()

        with pytest.raises(SafeStopError, match="was stopped"):
            Job(link, scanner, SolutionPolicy(), journal).run(press_stop)
        with pytest.raises(StoppedError):
            link.execute(Home())


def test_solving_starts_from_the_pose_in_which_the_scan_ended(tmp_path: Path) -> None:
    events: list[RunEvent] = []
    with (
        open_robot_and_cameras(RobotAddress("sim://two-gripper?seed=1&scramble=R+U")) as (
            link,
            scanner,
        ),
        Journal(tmp_path / "run.jsonl") as journal,
    ):
        assert Job(link, scanner, SolutionPolicy(), journal).run(events.append).solved
    planned = next(number for number, event in enumerate(events) if isinstance(event, PlanMade))
    pictures = [event for event in events[:planned] if isinstance(event, PictureTaken)]
    event = events[planned]
    assert isinstance(event, PlanMade)
    assert event.plan.start == pictures[-1].views[0].holding
    assert event.plan.start.pose != link.rig.home


TURNS = st.lists(st.sampled_from(ALL_TURNS), min_size=1, max_size=12).map(tuple)


@given(TURNS, st.data())
def test_a_plan_without_one_turn_still_ends_as_it_should(
    turns: tuple[Turn, ...], data: st.DataObject
) -> None:
    made = data.draw(st.integers(1, len(turns)))
    number = data.draw(st.integers(0, made - 1))
    start = Cube.solved().apply("R U2 F' L D B")
    actual = start.apply((*turns[:number], *turns[number + 1 : made]))
    progress = PlanProgress(turns, UnseenTurns(start).after(turns[:made]))
    missing = progress.missing(actual)
    assert missing is not None
    assert actual.apply(progress.turns_to_end(missing)) == start.apply(turns)


@given(TURNS, st.sampled_from(FACES))
def test_a_face_as_it_should_be_excludes_exactly_the_turns_that_it_would_show(
    turns: tuple[Turn, ...], face: str
) -> None:
    cube = Cube.solved().apply(turns)
    unseen = UnseenTurns(Cube.solved()).after(turns)
    seen = letters_of(cube, face)
    left = unseen.confirmed_by(face, seen)
    assert not left.would_show(face)
    for number in range(len(turns)):
        without = Cube.solved().apply((*turns[:number], *turns[number + 1 :]))
        is_left = number in {suspect.number for suspect in left.suspects}
        assert is_left == (letters_of(without, face) == seen)


def test_turns_of_the_opposite_face_are_not_undone() -> None:
    turns = parse_turns("U D' R F")
    start = Cube.solved()
    progress = PlanProgress(turns, UnseenTurns(start).after(turns[:3]))
    missing = progress.missing(start.apply("D' R"))
    assert missing is not None
    assert progress.turns_to_end(missing) == parse_turns("R' U R F")


def test_a_sticker_in_doubt_contradicts_nothing() -> None:
    assert contradictions("UU?UUUUUU", "UUFUUUUUU") == 0
    assert contradictions("UU?RUUUUU", "UUFUUUUUU") == 1
