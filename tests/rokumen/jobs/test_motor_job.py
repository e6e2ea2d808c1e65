"""A whole job by motors at the faces: turns are given at once, and what goes wrong is found."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_sim.physics.state import PhysicalState
from robot.control.motor_connection import MotorConnection
from robot.drives.drive import ChannelKind
from robot.errors import StoppedError
from robot.execution.events import CommandDone, Paused, RunEvent
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.execution.turning import PauseSwitch
from robot.link.protocol import StopLevel
from robot.link.session import Link
from robot.planning.fastest_solution import TIME_LIMIT, paying_seconds
from robot.planning.planner import plan_turns
from robot.planning.robot_state import RobotState, ScanView, home_state
from robot.rigs.command import Home
from robot.rigs.mechanisms.six_axis import SixAxisDurations
from robot.rigs.registry import load_rig
from rokumen.devices import robot_connection
from rokumen.devices.robot_connection import RobotAddress, open_link
from rokumen.devices.scanner import ScanPicture
from rokumen.errors import SafeStopError
from rokumen.jobs.cube_job import Job
from rokumen.jobs.events import PlanMade, TurnMissing
from rokumen.jobs.solution_choice import choose_solution_to_make
from rokumen.storage.runs import SolutionPolicy
from solver.core.turn import parse_turns, random_turns
from solver.cube import Cube
from tests.support.benchmarks import MOTOR_RIG, MotorBench, OracleScanner
from tests.support.chip_bench import ServedBench
from vision.detect.photograph import ImageFaces
from vision.reading_result import Reading

TWO_PHASE = SolutionPolicy(method="two-phase", fastest=False)


class MotorRobot:
    """Motors that turn a scrambled cube, the link to them, and what a camera sees."""

    def __init__(self, seed: int = 1) -> None:
        self.bench = MotorBench()
        self.bench.layers.cube = Cube.solved().apply(random_turns(Random(seed), 25))
        self.link = Link(
            "motors", lambda url: MotorConnection(self.bench.drive, MOTOR_RIG), MOTOR_RIG
        )

    def camera_state(self) -> PhysicalState | None:
        return PhysicalState.at_home(MOTOR_RIG.home, self.bench.layers.cube)

    @property
    def begun(self) -> int:
        return len(self.bench.motors.begun)


class CornerScanner(OracleScanner):
    """Two cameras that see three faces each of a cube that nothing turns."""

    places: tuple[str, ...] = ("URF", "DLB")

    def capture(self, holding: RobotState, views: Sequence[ScanView]) -> tuple[ScanPicture, ...]:
        faces = ImageFaces(self.name, ())
        return tuple(
            ScanPicture(
                int(view.position not in self.places[0]),
                holding,
                {view.position: set()},
                self._frame(view),
                faces,
            )
            for view in views
        )

    def read(self, pictures: Sequence[ScanPicture]) -> Reading:
        seen = {}
        for picture in pictures:
            (position,) = picture.hidden
            seen[position] = "".join(chr(each) for row in picture.frame.image for each in row)
        self._given = {letters[4]: face for face, letters in seen.items()}
        return self._read(seen)

    def see(self, stop: ScanView, expected: str) -> str | None:
        image = self._frame(stop).image
        return "".join(self._given[chr(each)] for row in image for each in row)


@pytest.fixture
def robot() -> MotorRobot:
    return MotorRobot()


def run(
    robot: MotorRobot, path: Path, on_event: Callable[[RunEvent], None] = lambda _: None
) -> list[RunEvent]:
    events: list[RunEvent] = []

    def take(event: RunEvent) -> None:
        events.append(event)
        on_event(event)

    with Journal(path / "run.jsonl") as journal:
        Job(robot.link, CornerScanner(robot), TWO_PHASE, journal, rng=Random(1)).run(take)
    return events


def test_a_job_solves_the_cube_by_turns_that_overlap(robot: MotorRobot, tmp_path: Path) -> None:
    events = run(robot, tmp_path)
    assert robot.bench.layers.cube.is_solved()
    assert robot.bench.layers.accidents == []
    (plan,) = (each.plan for each in events if isinstance(each, PlanMade))
    begun = robot.bench.motors.begun[: len(plan.turns)]
    # The last one begins when the plan says: no wait for the host between two turns.
    starts = [each.start for each in plan.commands]
    assert begun[-1] - begun[0] == pytest.approx(starts[-1], abs=0.004)
    lines = (tmp_path / "run.jsonl").read_text().splitlines()
    kinds = [json.loads(line)["record"] for line in lines]
    assert kinds.index("queued") < kinds.index("command") < kinds.index("done")


def test_a_turn_that_was_not_made_is_found_by_the_camera(robot: MotorRobot, tmp_path: Path) -> None:
    before = robot.bench.motors.write
    skipped = list[int]()

    def write(targets: dict[int, float]) -> None:
        cube = robot.bench.layers.cube
        before(targets)
        # The motor turns and its layer does not.
        if not skipped and robot.bench.layers.cube != cube and robot.begun >= 5:
            skipped.append(robot.begun)
            robot.bench.layers.cube = cube

    robot.bench.motors.write = write  # type: ignore[method-assign, assignment]
    events = run(robot, tmp_path)
    assert skipped
    assert robot.bench.layers.cube.is_solved()
    assert any(isinstance(each, TurnMissing) for each in events)


def test_over_a_bad_line_the_cube_is_solved(robot: MotorRobot, tmp_path: Path) -> None:
    robot.bench.fail(seed=5)
    run(robot, tmp_path)
    assert robot.bench.layers.cube.is_solved()
    assert robot.bench.layers.accidents == []


def test_a_stop_ends_turns_at_their_detents(robot: MotorRobot, tmp_path: Path) -> None:
    def stop() -> None:
        if robot.begun == 4:
            robot.link.stop(StopLevel.HOLD)

    robot.bench.clock.devices.append(stop)
    with pytest.raises(SafeStopError, match="stopped"):
        run(robot, tmp_path)
    robot.bench.clock.sleep(0.5)
    quarter = MOTOR_RIG.motors.steps // 4
    assert 4 <= robot.begun <= 6
    assert all(
        at is not None and at % quarter == 0 for at in robot.bench.motors.commanded().values()
    )
    with pytest.raises(StoppedError):
        robot.link.execute(Home())


def test_a_pause_holds_between_two_turns(robot: MotorRobot, tmp_path: Path) -> None:
    robot.link.execute(Home())
    turns = random_turns(Random(3), 12)
    before = robot.bench.layers.cube
    pause = PauseSwitch()
    events: list[RunEvent] = []
    paused_at = list[float]()

    def press() -> None:
        if robot.begun == 5 and not paused_at:
            paused_at.append(robot.bench.clock.now())
            pause.pause()

    robot.bench.clock.devices.append(press)
    with Journal(tmp_path / "run.jsonl") as journal:
        plan = plan_turns(MOTOR_RIG, turns, home_state(MOTOR_RIG))
        for event in Executor(robot.link, journal, pause).execute(plan):
            events.append(event)
            if isinstance(event, Paused):
                made = sum(isinstance(each, CommandDone) for each in events)
                assert 5 <= robot.begun <= 7
                assert made >= 4
                pause.resume()
    assert sum(isinstance(each, Paused) for each in events) == 1
    assert robot.bench.layers.cube == before.apply(turns)
    assert [each.action for each in events if isinstance(each, CommandDone)] == list(plan.commands)


@pytest.mark.parametrize("scheme", ["chip://", ""])
def test_a_rig_with_motors_is_driven_by_the_chip_at_a_port(
    scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_connection, "_LINES", ("bench",))
    rig = tmp_path / "steppers.toml"
    rig.write_text('mechanism = "six-axis"\n[motors]\nmotor = "nema17-0.3"\n')
    with closing(ServedBench(ChannelKind.STEPPER, depth=32)) as bench:
        url = scheme + bench.url.removeprefix("chip://")
        with (
            open_link(RobotAddress(url, rig=str(rig))) as link,
            Journal(tmp_path / "run.jsonl") as journal,
        ):
            link.execute(Home())
            plan = plan_turns(link.rig, parse_turns("R F2 U'"), home_state(link.rig))
            list(Executor(link, journal).execute(plan))
            bench.wait(0.05)
            (up, right, front, *others) = bench.outputs().values()
            assert (up, right, others) == (-200, 200, [0, 0, 0])
            assert front in (400, -400)
            assert link.pose() == plan.end.pose
            # Home is where the motors rest: a cube that is to be scanned anew is not turned.
            assert link.execute(Home()).pose == link.rig.home
            assert list(bench.outputs().values()) == [up, right, front, *others]


def test_a_chip_that_has_heard_nothing_for_a_while_turns_on(
    robot: MotorRobot, tmp_path: Path
) -> None:
    robot.link.execute(Home())
    before, turns = robot.bench.layers.cube, parse_turns("R U")
    with Journal(tmp_path / "run.jsonl") as journal:
        for _ in range(2):
            # Longer than its watchdog waits: it has stopped by itself.
            robot.bench.clock.sleep(5.0)
            plan = plan_turns(MOTOR_RIG, turns, home_state(MOTOR_RIG))
            list(Executor(robot.link, journal).execute(plan))
            robot.link.execute(Home())
    assert robot.bench.layers.cube == before.apply((*turns, *turns))
    assert not robot.link.is_intentional_stop


def test_the_speed_is_that_of_the_link(robot: MotorRobot, tmp_path: Path) -> None:
    robot.link.execute(Home())
    robot.link.use_speed(50)
    plan = plan_turns(MOTOR_RIG, parse_turns("R U F D"), home_state(MOTOR_RIG))
    with Journal(tmp_path / "run.jsonl") as journal:
        list(Executor(robot.link, journal).execute(plan))
    begun = robot.bench.motors.begun
    assert begun[-1] - begun[0] == pytest.approx(2 * plan.commands[-1].start, abs=0.005)
    assert robot.link.statistics.motion_seconds == pytest.approx(2 * plan.seconds)


def test_a_search_lasts_as_long_as_it_pays(robot: MotorRobot, tmp_path: Path) -> None:
    start, cube = home_state(MOTOR_RIG), Cube.random(2)
    seconds = paying_seconds(MOTOR_RIG, cube, start)
    # A plan takes about half a second, with corner cutting less.
    assert 0.01 < seconds < 0.03
    slower = replace(MOTOR_RIG, durations=SixAxisDurations(10.0, 20.0))
    assert paying_seconds(slower, cube, start) == TIME_LIMIT
    grippers = load_rig("two-gripper")
    assert paying_seconds(grippers, cube, home_state(grippers)) == TIME_LIMIT
    found = choose_solution_to_make(SolutionPolicy(fastest=True), cube, MOTOR_RIG, start)
    assert cube.apply(found.turns).is_solved()
