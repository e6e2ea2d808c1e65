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
from robot.execution.journal import Journal, read_journal
from robot.planning.robot_state import ScanView
from robot.rigs.command import Home
from rokumen.devices.robot_connection import RobotAddress, open_robot_and_cameras
from rokumen.errors import SafeStopError
from rokumen.jobs.cube_job import Job
from rokumen.jobs.events import PictureTaken, PlanMade, Rescanning, TurnMissing
from rokumen.jobs.missing_turns import (
    PlanProgress,
    UnseenTurns,
    contradictions,
    letters_of,
)
from rokumen.run_result import Result
from rokumen.storage.runs import SolutionPolicy
from solver.core.geometry import FACES
from solver.core.turn import ALL_TURNS, Turn, parse_turns
from solver.cube import Cube
from tests.support.benchmarks import OracleScanner, VirtualRobot


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


RIGS = ("two-gripper", "flipper")


def run(
    folder: Path, faults: str, rig: str, scanner_type: type[OracleScanner] = OracleScanner
) -> tuple[Result, list[RunEvent], bool]:
    """Run a job; return its result, its events, and whether the cube is solved."""
    events: list[RunEvent] = []
    with (
        Journal(folder / "run.jsonl") as journal,
        VirtualRobot(3, faults, rig_name=rig) as virtual,
    ):
        journal.write("begin")
        scanner = scanner_type(virtual.robot)
        # A single face shows a turn that was not made where jaws are open between commands.
        one_by_one = SolutionPolicy(overlap=False)
        result = virtual.do_job(scanner, journal, events.append, one_by_one)
        return result, events, virtual.robot.state().is_solved()


@pytest.mark.parametrize("rig", RIGS)
def test_a_turn_that_was_not_made_is_found_and_made_up_for(tmp_path: Path, rig: str) -> None:
    result, events, is_solved = run(tmp_path, "jam_silent@9", rig)
    assert result.solved
    assert is_solved
    assert (result.missing_turns, result.replans) == (1, 0)
    found = next(number for number, event in enumerate(events) if isinstance(event, TurnMissing))
    assert sum(isinstance(event, PictureTaken) for event in events[:found]) == 6
    contradiction = next(
        record
        for record in read_journal(tmp_path / "run.jsonl")
        if record["record"] == "contradiction"
    )
    assert contradiction["missing"] == [8]


@pytest.mark.parametrize("rig", RIGS)
def test_an_undisturbed_run_is_not_interrupted(tmp_path: Path, rig: str) -> None:
    result, events, _ = run(tmp_path, "", rig)
    assert result.solved
    assert not [event for event in events if isinstance(event, TurnMissing | Rescanning)]
    assert result.missing_turns == 0


class MisreadingScanner(OracleScanner):
    """Reads scans, but says between them that every face has one colour."""

    def see(self, stop: ScanView, expected: str) -> str | None:
        return 9 * expected[0]


def test_a_camera_that_misreads_single_faces_costs_one_scan_and_no_plan(tmp_path: Path) -> None:
    result, events, _ = run(tmp_path, "", "two-gripper", MisreadingScanner)
    assert result.solved
    assert result.replans == 0
    # Three scans of the job, and up to two for the last turn and its way back.
    assert sum(isinstance(event, PictureTaken) for event in events) in (3 * 6, 4 * 6, 5 * 6)


class BlindScanner(OracleScanner):
    """Recognises faces in scans only."""

    def see(self, stop: ScanView, expected: str) -> str | None:
        return None


def test_where_no_face_is_recognised_the_last_scan_finds_the_turn(tmp_path: Path) -> None:
    result, events, is_solved = run(tmp_path, "jam_silent@9", "two-gripper", BlindScanner)
    assert result.solved
    assert is_solved
    assert (result.missing_turns, result.replans) == (1, 0)
    found = next(number for number, event in enumerate(events) if isinstance(event, TurnMissing))
    assert sum(isinstance(event, PictureTaken) for event in events[:found]) == 12
