"""The last check of a job: a turn is made, seen and taken back; no other cube is believed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_sim.physics.state import PhysicalState
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.planning.penalties import Penalties
from robot.planning.robot_state import RobotState, home_state
from rokumen.devices.robot_connection import open_robot_and_cameras
from rokumen.jobs.challenge import CHALLENGES, Answered, Challenger, changed_stickers
from rokumen.jobs.cube_job import ANSWERS, MAX_UNANSWERED, Job
from rokumen.jobs.events import Challenge, JobEvent
from rokumen.jobs.result import Result
from rokumen.jobs.scan_cube import CubeScanner
from rokumen.storage.runs import SolutionPolicy
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.benchmarks import OracleScanner, VirtualRobot
from tests.support.variants import thorough_but

SEED = 3


class Film:
    """What a camera shows that does not look at the robot, each time it is asked."""

    def __init__(self, show: Callable[[], PhysicalState | None]) -> None:
        self.camera_state = show


def records(journal: Journal, kind: str) -> list[dict[str, object]]:
    written = map(json.loads, journal.path.read_text().splitlines())
    return [each for each in written if each["record"] == kind]


def test_a_job_ends_with_turns_that_are_seen_and_taken_back(tmp_path: Path) -> None:
    events: list[JobEvent] = []
    with Journal(tmp_path / "run.jsonl") as journal, VirtualRobot(SEED) as virtual:
        result, _ = virtual.do_job(virtual.scanner(), journal, events.append)
        assert result.solved
        assert virtual.robot.state().is_solved()
        # All jaws hold it at the end.
        assert virtual.robot.rig.may_end(virtual.robot.state().pose)
    turns = [str(event.turn) for event in events if isinstance(event, Challenge)]
    answers = records(journal, "answer")
    assert [(answer["turn"], answer["seen"]) for answer in answers] == [(t, True) for t in turns]
    assert len(turns) == ANSWERS
    # They are no turns of the solution.
    cube = Cube.from_facelets(result.facelets).apply(result.moves)
    assert cube.is_solved()


def test_a_cube_that_is_solved_at_the_start_is_challenged_too(tmp_path: Path) -> None:
    with (
        open_robot_and_cameras("sim://two-gripper?seed=1&scramble=R+R'", "") as (link, scanner),
        Journal(tmp_path / "run.jsonl") as journal,
    ):
        result = Job(link, scanner, SolutionPolicy(), journal).run()
    assert (result.solved, result.htm) == (True, 0)
    assert len(records(journal, "scan")) == 1
    assert [answer["seen"] for answer in records(journal, "answer")] == [True] * ANSWERS


def test_a_camera_that_shows_another_solved_cube_is_not_believed(tmp_path: Path) -> None:
    with Journal(tmp_path / "run.jsonl") as journal, VirtualRobot(SEED) as virtual:

        def another() -> PhysicalState | None:
            truth = virtual.robot.camera_state()
            return truth and replace(truth, cube=Cube.solved(), layers=())

        result, _ = virtual.do_job(OracleScanner(Film(another)), journal)
        assert not result.solved
        assert "it sees another cube, or old pictures" in virtual.why
        assert "the cube in this robot" in virtual.why
    assert [answer["seen"] for answer in records(journal, "answer")] == [False] * MAX_UNANSWERED


def test_the_recording_of_another_run_is_not_believed(tmp_path: Path) -> None:
    recorded: list[PhysicalState | None] = []

    def record() -> PhysicalState | None:
        recorded.append(virtual.robot.camera_state())
        return recorded[-1]

    with Journal(tmp_path / "first.jsonl") as journal, VirtualRobot(SEED) as virtual:
        result, _ = virtual.do_job(OracleScanner(Film(record)), journal)
        assert result.solved
    shown: Iterator[PhysicalState | None] = iter(recorded)

    def replay() -> PhysicalState | None:
        return next(shown, recorded[-1])

    with (
        Journal(tmp_path / "second.jsonl") as journal,
        VirtualRobot(SEED + 1) as virtual,
    ):
        result, _ = virtual.do_job(OracleScanner(Film(replay)), journal)
        assert not virtual.robot.state().is_solved()
        assert not result.solved


def run_that_stops_short_at_last(tmp_path: Path, seed: int) -> tuple[Result, bool, str]:
    """Return the result of a run, whether the cube is solved, and why it stopped."""
    with Journal(tmp_path / "run.jsonl") as journal, VirtualRobot(seed) as virtual:
        virtual.do_job(virtual.scanner(), journal)
    last = len([each for each in records(journal, "done") if each["turn"]])
    with (
        Journal(tmp_path / "fault.jsonl") as journal,
        VirtualRobot(seed, f"under_turn@{last}") as virtual,
    ):
        result, _ = virtual.do_job(virtual.scanner(), journal)
        assert virtual.robot.injections
        return result, virtual.robot.state().is_solved(), virtual.why


def test_jaws_that_close_align_a_layer_that_stopped_short(tmp_path: Path) -> None:
    # 9 degrees short.
    result, is_solved, why = run_that_stops_short_at_last(tmp_path, 6)
    assert result.solved, why
    assert is_solved


@pytest.mark.thorough
def test_jaws_that_cannot_close_on_a_layer_that_stopped_short_stop_the_run(tmp_path: Path) -> None:
    # 21 degrees short: without the jaws this would be called solved.
    result, is_solved, why = run_that_stops_short_at_last(tmp_path, 11)
    assert not result.solved
    assert not is_solved
    assert "turn every misaligned layer to the nearer side" in why


@pytest.mark.thorough
@pytest.mark.parametrize(
    "faults", ["jam_silent@{}", "jam_n@{}x4", "jam_once@{}", "drag_neighbour@{}"]
)
@pytest.mark.parametrize("later", [0, 1])
def test_a_fault_in_the_turn_or_in_taking_it_back_is_recovered_from(
    tmp_path: Path, faults: str, later: int
) -> None:
    with Journal(tmp_path / "run.jsonl") as journal, VirtualRobot(SEED) as virtual:
        virtual.do_job(virtual.scanner(), journal)
    turns = [each for each in records(journal, "done") if each["turn"]]
    fault = faults.format(len(turns) - 1 + later)
    with Journal(tmp_path / "fault.jsonl") as journal, VirtualRobot(SEED, fault) as virtual:
        result, _ = virtual.do_job(virtual.scanner(), journal)
        assert virtual.robot.injections
        assert result.solved, virtual.why
        assert virtual.robot.state().is_solved()


@pytest.mark.parametrize(
    "name",
    thorough_but(
        ["two-gripper", "flipper"],
        ["two-gripper", "two-gripper-plain", "four-gripper", "flipper", "six-axis"],
    ),
)
def test_every_turn_is_seen_on_every_rig(tmp_path: Path, name: str) -> None:
    with (
        open_robot_and_cameras(f"sim://{name}?seed=1&scramble=R+R'&ideal=true", "") as (
            link,
            cameras,
        ),
        Journal(tmp_path / "run.jsonl") as journal,
    ):
        executor = Executor(link, journal)
        scanner = CubeScanner(link, executor, cameras, journal, lambda event: None)
        state = _homed(link)
        _, state = scanner.scan(state)
        scans = len(records(journal, "scan"))
        for turn in CHALLENGES:
            challenger = Challenger(
                link.rig, executor, scanner, cameras, journal, lambda event: None, _Drawn(turn)
            )
            outcome = challenger.challenge(state, Penalties())
            assert isinstance(outcome, Answered), turn
            state = outcome.state
        # One picture is enough, unless jaws hide stickers in each.
        assert (len(records(journal, "scan")) == scans) == (name != "two-gripper-plain")


def _homed(link: Link) -> RobotState:
    clear_and_home(link)
    return home_state(link.rig)


class _Drawn(Random):
    """Draws one turn, and else as usual."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(0)
        self._turn = turn

    def choice(self, _: object) -> Turn:  # type: ignore[override]
        return self._turn


@pytest.mark.parametrize("turn", CHALLENGES, ids=str)
def test_a_turn_changes_three_stickers_of_each_face_beside_it(turn: Turn) -> None:
    counts = [len(changed_stickers(turn, face)) for face in "URFDLB"]
    assert sorted(counts) == [0, 0, 3, 3, 3, 3]


def test_a_named_robot_may_be_set_to_make_no_such_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rokumen.storage.robots import RobotFile, is_challenged, save_robot

    save_robot(RobotFile("quiet", challenge=False))
    save_robot(RobotFile("usual"))
    assert [is_challenged(name) for name in ("", "quiet", "usual", "gone")] == [
        True,
        False,
        True,
        True,
    ]
