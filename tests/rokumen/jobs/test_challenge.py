"""The last check of a job: a turn is made, seen and taken back; no other cube is believed.

The final check of a cube that is solved except for twisted corners.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from firmware_sim.physics.state import PhysicalState
from robot.execution.events import GaveUp, RunEvent, report
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.planning.penalties import Penalties
from robot.planning.planner import plan_turns
from robot.planning.robot_state import RobotState, home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.command import CLOSED
from robot.rigs.registry import load_rig
from rokumen.devices.camera_colours import load_learnt
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.robot_connection import RobotAddress, open_robot_and_cameras
from rokumen.devices.scanner import ScanPicture
from rokumen.jobs.challenge import (
    ANSWERS,
    CHALLENGES,
    MAX_UNANSWERED,
    Answered,
    Challenger,
    changed_stickers,
)
from rokumen.jobs.cube_job import Job
from rokumen.jobs.events import Challenge
from rokumen.jobs.missing_turns import MIN_CONTRADICTIONS, contradictions, letters_of
from rokumen.jobs.operator_advice import explain_uncertainty
from rokumen.jobs.scan_cube import CubeScanner
from rokumen.run_result import Result
from rokumen.storage.runs import SolutionPolicy
from solver.core.facelets import SOLVED
from solver.core.orientation import ORIENTATIONS
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.benchmarks import OracleScanner, VirtualRobot
from tests.support.cases import for_each
from tests.support.still_camera import StillCamera
from tests.support.variants import thorough_but
from vision.assembly import nearest_face_median
from vision.held.placed_views import CameraPlace
from vision.reading_result import Reading

SEED = 3


class Film:
    """What a camera shows that does not look at the robot, each time it is asked."""

    def __init__(self, show: Callable[[], PhysicalState | None]) -> None:
        self.camera_state = show


def records(journal: Journal, kind: str) -> list[dict[str, object]]:
    written = map(json.loads, journal.path.read_text().splitlines())
    return [each for each in written if each["record"] == kind]


def test_a_job_ends_with_turns_that_are_seen_and_taken_back(tmp_path: Path) -> None:
    events: list[RunEvent] = []
    with Journal(tmp_path / "run.jsonl") as journal, VirtualRobot(SEED) as virtual:
        result = virtual.do_job(virtual.scanner(), journal, events.append)
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
        open_robot_and_cameras(RobotAddress("sim://two-gripper?seed=1&scramble=R+R'")) as (
            link,
            scanner,
        ),
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

        result = virtual.do_job(OracleScanner(Film(another)), journal)
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
        result = virtual.do_job(OracleScanner(Film(record)), journal)
        assert result.solved
    shown: Iterator[PhysicalState | None] = iter(recorded)

    def replay() -> PhysicalState | None:
        return next(shown, recorded[-1])

    with (
        Journal(tmp_path / "second.jsonl") as journal,
        VirtualRobot(SEED + 1) as virtual,
    ):
        result = virtual.do_job(OracleScanner(Film(replay)), journal)
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
        result = virtual.do_job(virtual.scanner(), journal)
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


@for_each("pair", [(one, other) for one in CHALLENGES for other in CHALLENGES])
def test_the_face_that_is_looked_at_shows_that_the_turn_before_was_taken_back(
    pair: tuple[Turn, Turn],
) -> None:
    before, turn = pair
    taken_back = Cube.solved().turn(turn)
    kept = Cube.solved().turn(before).turn(turn)
    faces = [face for face in "URFDLB" if all(changed_stickers(each, face) for each in pair)]
    assert faces
    for face in faces:
        shown, due = letters_of(kept, face), letters_of(taken_back, face)
        assert contradictions(shown, due) >= MIN_CONTRADICTIONS


@pytest.mark.thorough
@pytest.mark.parametrize(
    "faults", ["jam_silent@{}", "jam_n@{}x4", "jam_once@{}", "drag_neighbour@{}"]
)
@pytest.mark.parametrize("later", [-1, 0, 1])
def test_a_fault_in_the_turn_or_in_taking_it_back_is_recovered_from(
    tmp_path: Path, faults: str, later: int
) -> None:
    with Journal(tmp_path / "run.jsonl") as journal, VirtualRobot(SEED) as virtual:
        virtual.do_job(virtual.scanner(), journal)
    turns = [each for each in records(journal, "done") if each["turn"]]
    fault = faults.format(len(turns) - 1 + later)
    with Journal(tmp_path / "fault.jsonl") as journal, VirtualRobot(SEED, fault) as virtual:
        result = virtual.do_job(virtual.scanner(), journal)
        assert virtual.robot.injections
        assert result.solved, virtual.why
        assert virtual.robot.state().is_solved()


@pytest.mark.parametrize(
    "robot",
    thorough_but(
        [("two-gripper", False), ("two-gripper", True), ("flipper", False)],
        [
            ("two-gripper", False),
            ("two-gripper", True),
            ("two-gripper-plain", False),
            ("two-gripper-plain", True),
            ("four-gripper", False),
            ("four-gripper", True),
            ("flipper", False),
            ("six-axis", False),
        ],
    ),
)
def test_every_turn_is_seen_on_every_rig(tmp_path: Path, robot: tuple[str, bool]) -> None:
    name, overlaps = robot
    with (
        open_robot_and_cameras(RobotAddress(f"sim://{name}?seed=1&scramble=R+R'&ideal=true")) as (
            link,
            cameras,
        ),
        Journal(tmp_path / "run.jsonl") as journal,
    ):
        if overlaps:
            link.use_overlap()
        executor = Executor(link, journal)
        scanner = CubeScanner(link, executor, cameras, journal)
        state = _homed(link)
        _, state = report(scanner.scan(state))
        scans = len(records(journal, "scan"))
        for turn in CHALLENGES:
            challenger = Challenger(link, executor, scanner, cameras, journal, _Drawn(turn))
            outcome = report(challenger.challenge(state, Penalties()))
            assert isinstance(outcome, Answered), turn
            outcome = report(challenger.end(outcome.state, Penalties()))
            assert isinstance(outcome, Answered), turn
            state = outcome.state
        # One picture is enough, unless jaws hide stickers in each.
        assert (len(records(journal, "scan")) == scans) == (name != "two-gripper-plain")


def test_jaws_close_from_where_only_overlapping_motions_lead_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = RobotAddress("sim://two-gripper?seed=1&scramble=R+R'&ideal=true")
    with (
        open_robot_and_cameras(address) as (link, cameras),
        Journal(tmp_path / "run.jsonl") as journal,
    ):
        link.use_overlap()
        # Whole scans decide.
        monkeypatch.setattr(cameras, "see", lambda *_: None)
        executor = Executor(link, journal)
        scanner = _EndsCrossed(link, executor, cameras, journal)
        state = _homed(link)
        _, state = report(scanner.scan(state))
        challenger = Challenger(link, executor, scanner, cameras, journal, Random(1))
        outcome = report(challenger.challenge(state, Penalties()))
        assert isinstance(outcome, Answered)
        outcome = report(challenger.end(outcome.state, Penalties()))
        assert isinstance(outcome, Answered)
        assert set(outcome.state.pose.grips) == {CLOSED}


class _EndsCrossed(CubeScanner):
    """A scan that ends with both wrists turned, which single motions cannot undo."""

    def scan(self, state: RobotState) -> Generator[RunEvent, None, tuple[Reading, RobotState]]:
        reading, state = yield from super().scan(state)
        plan = plan_turns(
            self._link.planning_rig, (), state, lambda pose: all(at % 180 for at in pose.angles)
        )
        crossed = yield from self._executor.execute(plan)
        assert not isinstance(crossed, GaveUp)
        return reading, crossed.state


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


@for_each("turn", CHALLENGES)
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


# Read by their pictures where each shows one face, and three at once.
RIGS = ("two-gripper", "six-axis")


def scan_reading(name: str, orientation: int, twisted: tuple[int, ...] = ()) -> Reading:
    """Return the reading, from a robot's scan, of a cube that is solved but for twisted corners."""
    rig = load_rig(name)
    cube = replace(PhysicalState.at_home(rig.home, Cube.solved()), twisted=twisted)
    cameras = [StillCamera(rig, number, cube) for number in range(len(rig.cameras))]
    scanner = CameraScanner(cameras, rig, tuple(map(CameraPlace, rig.cameras)))
    pictures: list[ScanPicture] = []
    for leg in plan_scan(rig, RobotState(ORIENTATIONS[orientation], rig.home)):
        for camera in cameras:
            camera.hold(leg.plan.end)
        pictures += scanner.capture(leg.plan.end, leg.views)
    return scanner.read(pictures)


def test_cameras_learn_the_colours_of_a_certain_reading() -> None:
    rig = load_rig("six-axis")
    cube = PhysicalState.at_home(rig.home, Cube.random(3))
    cameras = [StillCamera(rig, number, cube) for number in range(2)]
    scanner = CameraScanner(cameras, rig, tuple(map(CameraPlace, rig.cameras)), ("one", "other"))
    (leg,) = plan_scan(rig, home_state(rig))
    assert scanner.read(scanner.capture(leg.plan.end, leg.views)).certain
    learnt = [load_learnt(name) for name in ("one", "other", "third")]
    assert [each and each.cubes for each in learnt] == [1, 1, None]


@pytest.mark.parametrize("rig", RIGS)
@pytest.mark.parametrize("orientation", [0, 12, 17])
def test_a_solved_cube_is_read_with_certainty(rig: str, orientation: int) -> None:
    reading = scan_reading(rig, orientation)
    assert reading.facelets == SOLVED
    assert reading.certain


@pytest.mark.parametrize(("orientation", "corner"), [(0, 0), (17, 5)])
def test_a_corner_twisted_in_its_place_is_named(orientation: int, corner: int) -> None:
    reading = scan_reading("two-gripper", orientation, (corner,))
    assert not reading.certain
    assert "is twisted" in explain_uncertainty(reading)


def test_corner_cameras_notice_a_corner_twisted_in_its_place() -> None:
    reading = scan_reading("six-axis", 12, (5,))
    assert not reading.certain
    assert "check whether it is solved" in reading.advice


def test_corner_cameras_that_disagree_about_a_twisted_corner_are_not_certain() -> None:
    assert not scan_reading("six-axis", 12, (3,)).certain


def test_a_sticker_belongs_to_the_face_with_the_nearest_median_colour() -> None:
    faces = np.array([[200.0, 200, 200], [40, 40, 190], [150, 90, 20]])
    colours = np.repeat(faces[:, None], 9, axis=1)
    colours[0, 2] = 0.8 * faces[2]
    colours[1, 7] = faces[0]
    shares = np.ones((3, 9))
    shares[1, 7] = 0.4  # under a finger
    nearest = nearest_face_median(colours, shares)
    assert nearest[0, 2] == 2
    nearest[0, 2] = 0
    assert (nearest == np.arange(3)[:, None]).all()
