"""Faces on the way show a turn that was reported but not made."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.execution.events import RunEvent
from robot.execution.journal import Journal, read_journal
from robot.planning.face_views import ScanView
from rokumen.jobs.events import PictureTaken, Rescanning, TurnMissing
from rokumen.jobs.result import Result
from tests.support.benchmarks import OracleScanner, VirtualRobot

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
        result, _ = virtual.do_job(scanner, journal, events.append)
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
