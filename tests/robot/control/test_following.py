"""The robot has the next command while one is in progress: one deep, and stopped with it."""

from __future__ import annotations

import math
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.clock import SystemClock
from robot.drives.drive import ChannelState
from robot.errors import CommandRejectedError, DriveError, RobotError, StoppedError
from robot.execution.events import CommandDone, Done, RunEvent, report
from robot.execution.executor import Executor
from robot.execution.journal import Journal, Record, read_journal
from robot.execution.recovery import clear_and_home
from robot.execution.turning import PauseSwitch
from robot.link.port import LineTrace
from robot.link.protocol import StopLevel
from robot.link.session import Link
from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import CLOSED, OPEN, Grip, Home, MotionCommand, Move
from robot.rigs.durations import SettlingTimes
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig, with_all_motions
from solver.core.turn import parse_turns, random_turns
from tests.support.cases import for_each
from tests.support.controlled_robot import ControlledRobot
from tests.support.emulated_drive import EmulatedDrive, Outputs
from tests.support.maestro_example import EXAMPLE

TURN = Move((("L", 90),))
OPENING, BACK, CLOSING = Grip((("L", OPEN),)), Move((("L", 0),)), Grip((("L", CLOSED),))
SETTLE = 0.3
LAGGING = EXAMPLE.replace("settle = 0.0", f"settle = {SETTLE}")


def homed(robot: ControlledRobot, trace: LineTrace | None = None) -> Link:
    link = robot.link(trace)
    link.execute(Home())
    return link


def test_what_follows_begins_by_itself() -> None:
    robot = ControlledRobot()
    with homed(robot) as link:
        link.execute(TURN, then=OPENING)
        assert link.following == OPENING
        link.clock.sleep(2.0)
        assert robot.pulses() == (2500.0, 1500.0, 2000.0, 1000.0)
        assert link.execute(OPENING).pose.grips == (OPEN, CLOSED)
        assert link.following is None


def seconds_of(text: str, commands: list[MotionCommand], *, together: bool) -> float:
    """Return how long commands take, one after the other or each with the next one behind it."""
    with homed(ControlledRobot(text=text)) as link:
        began = link.clock.now()
        for command, then in zip(commands, [*commands[1:], None], strict=True):
            link.execute(command, then if together else None)
        return link.clock.now() - began


def test_servos_settle_only_where_the_next_motion_touches_what_they_moved() -> None:
    def saved(*commands: MotionCommand) -> float:
        alone, together = (
            seconds_of(LAGGING, list(commands), together=each) for each in (False, True)
        )
        return alone - together

    # A layer must stand where it should before jaws let go, and jaws must press before a turn.
    assert saved(TURN, OPENING) == pytest.approx(0.0, abs=0.03)
    assert saved(TURN, OPENING, BACK, CLOSING, TURN) == pytest.approx(2 * SETTLE, abs=0.06)
    assert saved(TURN, OPENING, BACK, CLOSING) == pytest.approx(2 * SETTLE, abs=0.06)


def test_what_a_camera_has_measured_is_waited_for_by_the_robot() -> None:
    def seconds(settling: SettlingTimes, *, together: bool) -> float:
        with homed(ControlledRobot()) as link:
            link.use_settling_times(settling)
            began = link.clock.now()
            link.execute(TURN, OPENING if together else None)
            link.execute(OPENING, BACK if together else None)
            link.execute(BACK)
            return link.clock.now() - began

    measured = SettlingTimes(others=0.4)
    alone, together = (seconds(measured, together=each) for each in (False, True))
    # After the turn and at the end; not between the jaws and their wrist.
    assert alone - together == pytest.approx(0.4, abs=0.05)


@for_each("name", ["two-gripper", "two-gripper-plain", "four-gripper", "flipper"])
def test_only_a_wrist_in_the_air_touches_nothing(name: str) -> None:
    rig = with_all_motions(load_rig(name))
    poses = {rig.home, *(step.after for step in rig.steps(rig.home))}
    befores = {(step.command, step.after) for pose in poses for step in rig.steps(pose)}
    steps = cache(rig.steps)
    for before, after in befores:
        assert isinstance(before, MotionCommand)
        for step in steps(after):
            assert isinstance(step.command, MotionCommand)
            tolerance = rig.tolerated_settling(before, after, step.command)
            assert tolerance >= 0
            if tolerance == math.inf:
                assert is_in_the_air(rig, after.grips, step.command)
                assert not step.effects
            elif tolerance:
                assert isinstance(step.command, Grip)
                assert tolerance < step.seconds


def is_in_the_air(rig: Rig, grips: tuple[str, ...], command: MotionCommand) -> bool:
    assert isinstance(command, Move)
    return all(grips[rig.grippers.index(name)] == OPEN for name, _ in command.targets)


def test_one_command_waits_and_no_second_one() -> None:
    robot = ControlledRobot()
    with homed(robot) as link:
        link.execute(TURN, then=Move((("R", 90),)))
        # What the rules forbid was not taken: it is refused when it is its turn.
        assert link.following is None
        with pytest.raises(CommandRejectedError, match="would collide"):
            link.execute(Move((("R", 90),)))
        link.execute(OPENING, then=BACK)
        # Another command than the one that the robot has by now: that one is stopped.
        link.execute(Grip((("L", CLOSED),)) if link.pose().angles[0] % 90 == 0 else Home())
        assert clear_and_home(link) == link.rig.home


class Drawn:
    """A plan on a robot that something stops, and its journal."""

    def __init__(self, robot: ControlledRobot, seed: int) -> None:
        self.robot = robot
        self.turns = random_turns(Random(seed), 4)
        self.events: list[RunEvent] = []
        self.plan: Plan | None = None

    def execute(self, link: Link, folder: Path) -> tuple[Record, ...]:
        """Execute a plan as far as it goes; return the records of its journal."""
        self.plan = plan_turns(link.rig, self.turns, home_state(link.rig))
        path = folder / "run.jsonl"
        with Journal(path) as journal:
            journal.write("begin")
            executor = Executor(link, journal)
            with suppress(RobotError):
                assert isinstance(report(executor.execute(self.plan), self.events.append), Done)
        return read_journal(path)


def names(records: tuple[Record, ...]) -> list[str]:
    return [str(record["record"]) for record in records]


class StoppedAt(EmulatedDrive):
    """A drive whose user stops it at a time of the clock."""

    link: Link | None = None
    at = math.inf

    def beat(self) -> None:
        super().beat()
        if self.link is not None and self.info.clock.now() >= self.at:
            link, self.link = self.link, None
            link.stop()


@settings(max_examples=15, deadline=None)
@given(after=st.floats(0, 9), seed=st.integers(0, 5))
def test_a_stop_at_any_moment_ends_both_and_the_journal_knows_which(
    after: float, seed: int
) -> None:
    drives: list[StoppedAt] = []

    def opened(outputs: Outputs) -> StoppedAt:
        drives.append(StoppedAt(outputs))
        return drives[-1]

    robot = ControlledRobot(kind=opened, text=LAGGING)
    with TemporaryDirectory() as folder, homed(robot) as link:
        run = Drawn(robot, seed)
        drives[0].at, drives[0].link = link.clock.now() + after, link
        records = run.execute(link, Path(folder))
        link.clock.sleep(1.0)
        stopped, pose = robot.pulses(), link.pose()
        link.clock.sleep(3.0)
        assert robot.pulses() == stopped
    assert run.plan is not None
    kinds = names(records)
    done = kinds.count("done")
    if drives[0].link is None and done < len(run.plan.commands):
        # What was done was done; one more may have been on its way, the one behind it was not.
        began = kinds.count("command")
        assert began in (done, done + 1)
        before = [run.plan.start, *(each.after for each in run.plan.commands)]
        if began == done:
            assert pose == before[done].pose
        if kinds.count("queued") > began - 1:
            assert kinds[-1] == "not begun"
    # Each command is in the journal before the robot has it, and done once at most.
    assert len([each for each in run.events if isinstance(each, CommandDone)]) == done


class Unplugged(EmulatedDrive):
    """A drive whose cable is pulled at a time of the clock."""

    at = math.inf

    def read(self) -> tuple[ChannelState, ...]:
        if self.info.clock.now() >= self.at:
            raise DriveError("no reply", 2)
        return super().read()


@for_each("after", [0.3, 1.4, 2.6, 4.1, 5.3])
def test_a_pulled_cable_ends_both(after: float) -> None:
    drives: list[Unplugged] = []

    def opened(outputs: Outputs) -> Unplugged:
        drives.append(Unplugged(outputs))
        return drives[-1]

    robot = ControlledRobot(kind=opened)
    with TemporaryDirectory() as folder, homed(robot) as link:
        drives[0].at = link.clock.now() + after
        kinds = names(Drawn(robot, 1).execute(link, Path(folder)))
        with pytest.raises(DriveError, match="no reply"):
            link.pose()
    assert kinds.count("command") == kinds.count("done") + 1
    assert kinds[-1] == "queued"


def test_a_pause_holds_what_was_not_given_to_the_robot(tmp_path: Path) -> None:
    robot = ControlledRobot()
    with homed(robot) as link, Journal(tmp_path / "run.jsonl") as journal:
        journal.write("begin")
        pause = PauseSwitch()
        events = Executor(link, journal, pause).execute(
            plan_turns(link.rig, parse_turns("L U L"), home_state(link.rig))
        )
        for event in events:
            if isinstance(event, CommandDone) and event.action.turns:
                pause.pause()
                break
        # What has begun is done, and what was on its way to a turn, but no turn after it.
        turns = 0
        for event in events:
            turns += isinstance(event, CommandDone) and bool(event.action.turns)
            if event.kind == "paused":
                break
        assert turns <= 1
        assert link.following is None


def test_in_a_thread_of_its_own_a_plan_is_done_as_well(tmp_path: Path) -> None:
    robot = ControlledRobot(clock=SystemClock(), text=EXAMPLE.replace("pace = 1.0", "pace = 50"))
    with homed(robot) as link:
        run = Drawn(robot, 2)
        kinds = names(run.execute(link, tmp_path))
        assert run.plan is not None
        assert link.pose() == run.plan.end.pose
    assert kinds.count("done") == len(run.plan.commands)
    assert kinds.count("queued") == len(run.plan.commands) - 1


def test_the_trace_says_what_was_commanded_ahead(tmp_path: Path) -> None:
    with LineTrace(tmp_path / "trace.txt") as trace, homed(ControlledRobot(), trace) as link:
        link.execute(TURN, then=OPENING)
        link.stop_and_wait(StopLevel.HOLD)
        with pytest.raises(StoppedError):
            link.execute(OPENING)
    text = (tmp_path / "trace.txt").read_text()
    assert text.index("> MOVE L=+90") < text.index("> then GRIP L=open") < text.rindex("< done")
