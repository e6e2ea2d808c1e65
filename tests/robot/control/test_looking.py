"""Somebody looks at what a command has moved while the robot begins the next one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from robot.drives.stepped_drive import PERIOD_SECONDS
from robot.errors import JamError
from robot.execution.events import CommandFailed, Done, RunEvent, report
from robot.execution.executor import Executor
from robot.execution.journal import Journal, read_journal
from robot.execution.recovery import FailedAttempt, attempts, clear_and_home
from robot.link.arrival import Agrees, Observation, Stuck
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import (
    CLOSED,
    OPEN,
    Arrival,
    Command,
    Grip,
    Home,
    Load,
    MotionCommand,
    Move,
    Pose,
    Regrip,
)
from solver.core.turn import parse_turns
from tests.support.cases import for_each
from tests.support.controlled_robot import ControlledRobot
from tests.support.maestro_example import EXAMPLE

OPENING = Grip((("L", OPEN),))


@dataclass
class Onlooker:
    """One who looks for some seconds at a moving robot, and sees what it is told to.

    `still_for`, `still`: the same at a robot that stands still, once all else was seen.
    """

    link: Link
    seconds: float = 0.1
    still_for: float = 0.0
    during: list[Observation] = field(default_factory=list)
    still: list[Observation] = field(default_factory=list)
    looks: list[str] = field(default_factory=list)

    def watch_start(self, command: MotionCommand) -> None:
        pass

    def can_look_during(self, pose: Pose, then: MotionCommand) -> bool:
        return True

    def observe(self, command: Command | Load, pose: Pose) -> Observation:
        self.looks.append("still")
        self.link.clock.sleep(self.still_for)
        return self.still.pop(0) if self.still and not self.during else Agrees()

    def observe_during(
        self, command: MotionCommand, pose: Pose, then: MotionCommand
    ) -> Observation:
        self.looks.append("moving")
        self.link.clock.sleep(self.seconds)
        return self.during.pop(0) if self.during else Agrees()


@dataclass
class SeesStuckUntilBack(Onlooker):
    """One who sees that the wrist L does not stand at 90° until it has stood at 0° again."""

    is_back: bool = False

    def observe(self, command: Command | Load, pose: Pose) -> Observation:
        self.is_back = self.is_back or pose.angles[0] == 0
        return Agrees() if self.is_back else Stuck("axis", "L", 40.0)


def homed(robot: ControlledRobot) -> Link:
    link = robot.link()
    link.execute(Home())
    return link


@for_each(
    ("before", "then"),
    [
        ([], Move((("L", 90),))),
        ([], OPENING),
        ([OPENING], Move((("L", 90),))),
        ([OPENING], Grip((("L", CLOSED),))),
    ],
)
@pytest.mark.parametrize("is_stuck", [True, False])
def test_what_had_begun_is_brought_back_and_looked_at_again(
    before: list[MotionCommand], then: MotionCommand, is_stuck: bool
) -> None:
    robot = ControlledRobot()
    with homed(robot) as link:
        for command in before:
            link.execute(command)
        # Jaws that are closed already: it is the motion after it that counts.
        command = Grip((("R", CLOSED),))
        stuck = Stuck("gripper", "R")
        onlooker = Onlooker(link, during=[stuck], still=[stuck] if is_stuck else [])
        places, pose = robot.pulses(), link.pose()
        with link.observed_by(onlooker):
            found = next(iter(attempts(link, command, pose, then)))
        assert onlooker.looks == ["moving", "still"]
        assert robot.pulses() == places
        assert link.pose() == pose
        assert link.following is None
        if is_stuck:
            assert isinstance(found, FailedAttempt)
            assert isinstance(found.error, JamError)
        else:
            assert isinstance(found, Arrival)


def test_a_regrip_is_brought_back_after_its_wrists_have_begun() -> None:
    robot = ControlledRobot()
    with homed(robot) as link:
        then = Regrip(("L",), (("L", 90),))
        stuck = Stuck("gripper", "R")
        onlooker = Onlooker(link, seconds=0.9, during=[stuck], still=[stuck])
        places, pose = robot.pulses(), link.pose()
        with link.observed_by(onlooker):
            next(iter(attempts(link, Grip((("R", CLOSED),)), pose, then)))
        assert robot.pulses() == places


def test_a_regrip_after_which_a_wrist_is_elsewhere_is_made_again() -> None:
    robot = ControlledRobot()
    with homed(robot) as link:
        link.execute(Move((("R", 90),)))
        before = link.pose()
        regrip = Regrip(("R",), (("L", 90), ("R", 0)))
        with link.observed_by(SeesStuckUntilBack(link)):
            found = list(attempts(link, regrip, before))
        failed, arrived = found
        assert isinstance(failed, FailedAttempt)
        assert failed.next_step
        assert isinstance(arrived, Arrival)
        assert arrived.pose.angles == (90, 0)
        assert set(arrived.pose.grips) == {CLOSED}


@for_each(("at", "aligns"), [(80.0, True), (71.0, False)])
def test_jaws_align_only_what_stands_hardly_askew(at: float, aligns: bool) -> None:
    with homed(ControlledRobot()) as link:
        turn = Move((("L", 90),))
        with link.observed_by(Onlooker(link, still=[Stuck("axis", "L", at)])):
            failed = next(iter(attempts(link, turn, link.pose())))
        assert isinstance(failed, FailedAttempt)
        assert failed.next_step is not None
        assert failed.next_step.aligns == aligns


def test_servos_settle_while_somebody_looks() -> None:
    def seconds(look: float | None) -> float:
        with homed(ControlledRobot(text=EXAMPLE.replace("settle = 0.0", "settle = 0.3"))) as link:
            began = link.clock.now()
            with link.observed_by(None if look is None else Onlooker(link, still_for=look)):
                link.execute(Move((("L", 90),)))
            return link.clock.now() - began

    alone, settling = seconds(None), 0.3 + PERIOD_SECONDS
    assert seconds(0.2) == pytest.approx(alone, abs=0.012)
    assert seconds(0.5) == pytest.approx(alone + 0.5 - settling, abs=0.012)


def execute(
    link: Link, folder: Path, make: Callable[[Link], Onlooker]
) -> tuple[Onlooker, list[RunEvent], list[str]]:
    """Execute a plan while somebody looks on; return what came of it."""
    events: list[RunEvent] = []
    onlooker = make(link)
    plan = plan_turns(link.planning_rig, parse_turns("L U L"), home_state(link.rig))
    with Journal(folder / "run.jsonl") as journal, link.observed_by(onlooker):
        journal.write("begin")
        outcome = report(Executor(link, journal).execute(plan), events.append)
    assert isinstance(outcome, Done)
    assert link.pose() == plan.end.pose
    records = read_journal(folder / "run.jsonl")
    return onlooker, events, [str(each["record"]) for each in records]


@pytest.mark.parametrize("overlaps", [True, False])
def test_jaws_let_go_of_nothing_that_has_moved_before_it_was_seen(
    tmp_path: Path, overlaps: bool
) -> None:
    with homed(ControlledRobot()) as link:
        if overlaps:
            link.use_overlap()
        plan = plan_turns(link.planning_rig, parse_turns("L U L"), home_state(link.rig))
        states = [plan.start, *(each.after for each in plan.commands)]
        looks = ["moving"] * len(plan.commands)
        for number, (before, command) in enumerate(zip(states, plan.commands, strict=False)):
            is_last = number + 1 == len(plan.commands)
            has_turned = before.orientation != command.after.orientation
            lets_go = is_last or not isinstance(plan.commands[number + 1].command, Move)
            if is_last or command.turns or (has_turned and lets_go):
                looks[number] = "still"
        onlooker, events, records = execute(link, tmp_path, Onlooker)
        assert onlooker.looks == looks
        assert records.count("queued") == onlooker.looks.count("moving") > 0
        assert not any(isinstance(event, CommandFailed) for event in events)


def test_an_actuator_that_is_not_where_it_should_be_is_retried(tmp_path: Path) -> None:
    stuck = Stuck("gripper", "R")
    with homed(ControlledRobot()) as link:
        _, events, records = execute(
            link, tmp_path, lambda link: Onlooker(link, during=[stuck], still=[stuck])
        )
        (failed,) = (event for event in events if isinstance(event, CommandFailed))
        assert "the camera sees" in str(failed.error)
        assert "not begun" in records
        assert clear_and_home(link) == link.rig.home
