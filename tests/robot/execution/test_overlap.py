"""Plans of motions that overlap, executed over a link: jams, stops and homing in the middle.

Stops while a plan is executed: which are cleared, and what is not made twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_sim.named_robots import find_robot
from firmware_sim.robot import SimulatedRobot
from robot.errors import StoppedError, UnsupportedError
from robot.execution.events import CommandStarted, Done, RunEvent, report
from robot.execution.executor import Executor
from robot.execution.journal import Journal, read_journal
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Regrip
from robot.rigs.registry import load_rig
from solver.core.turn import inverse, parse_turns, random_turns
from solver.cube import Cube
from tests.support.simulated_rig import SimulatedRig
from tests.support.variants import thorough_but

Make = Callable[..., SimulatedRig]
RIGS = ("two-gripper", "four-gripper")


def solve_overlapping(robot: SimulatedRig, folder: Path, seed: int = 0) -> tuple[Executor, Journal]:
    """Home, and make random turns by motions that overlap."""
    turns = random_turns(Random(seed), 12)
    with Link(robot.url) as link, Journal(folder / "run.jsonl") as journal:
        journal.write("begin")
        link.use_overlap()
        executor = Executor(link, journal)
        clear_and_home(link)
        plan = plan_turns(link.planning_rig, turns, home_state(link.rig), link.rig.may_end)
        assert any(isinstance(each.command, Regrip) for each in plan.commands)
        assert isinstance(report(executor.execute(plan)), Done)
    robot_cube = robot.truth().cube
    assert robot_cube.apply(inverse(turns)).is_solved()
    return executor, journal


@pytest.mark.parametrize("rig", thorough_but(["two-gripper"], RIGS))
@pytest.mark.parametrize("kind", ["", "feedback=false"])
def test_a_plan_of_overlapping_motions_makes_its_turns(
    simulated: Make, tmp_path: Path, rig: str, kind: str
) -> None:
    robot = simulated(kind, rig=rig)
    _, journal = solve_overlapping(robot, tmp_path)
    assert robot.accidents() == ()
    verbs = [record.get("verb") for record in read_journal(journal.path)]
    assert "REGRIP" in verbs


@pytest.mark.thorough
@pytest.mark.parametrize("turn", range(1, 8))
def test_jams_in_overlapping_motions_end_as_safely_as_others(
    simulated: Make, tmp_path: Path, turn: int
) -> None:
    robot = simulated(f"faults=jam_n@{turn}x2", rig="four-gripper")
    executor, _ = solve_overlapping(robot, tmp_path)
    assert robot.accidents() == ()
    assert executor.failures.jams == 2


def test_a_robot_that_does_not_announce_it_is_not_asked_to(simulated: Make) -> None:
    with (
        Link(simulated("", rig="flipper").url) as link,
        pytest.raises(UnsupportedError, match="does not announce it"),
    ):
        link.use_overlap()


def test_a_link_plans_one_motion_after_the_other_until_it_is_told(simulated: Make) -> None:
    with Link(simulated("").url) as link:
        assert not link.planning_rig.overlap
        link.use_overlap()
        assert link.planning_rig.overlap


@pytest.mark.parametrize(
    ("name", "overlaps"), [("two-gripper", True), ("two-gripper-plain", True), ("flipper", False)]
)
def test_a_rig_that_says_so_overlaps_where_its_robot_can(
    simulated: Make, name: str, overlaps: bool
) -> None:
    described = replace(load_rig(name), overlap=True)
    with Link(simulated("", rig=name).url, rig=described) as link:
        assert link.planning_rig.overlap == overlaps
        assert not link.rig.overlap
        link.use_rig(link.rig)
        assert link.planning_rig.overlap == overlaps


def execute_interrupted(
    robot: SimulatedRig,
    folder: Path,
    interrupt: Callable[[SimulatedRobot], None],
    after: float = 0.4,
) -> Executor:
    """Execute a plan and call `interrupt` `after` seconds into the motion of its third command."""
    found = find_robot(robot.url)
    clock, sleep = found.clock, found.clock.sleep
    began: list[float] = []

    def sleep_and_interrupt(seconds: float) -> None:
        if found.robot.state_at_rest() is not None:
            sleep(seconds)
            return
        began.append(clock.now())
        remaining = began[0] + after - clock.now()
        sleep(min(seconds, max(remaining, 0.0)))
        if seconds < remaining:
            return
        del vars(clock)["sleep"]
        interrupt(found.robot)

    def on_event(event: RunEvent) -> None:
        if isinstance(event, CommandStarted) and event.number == 3:
            vars(clock)["sleep"] = sleep_and_interrupt

    with Link(robot.url) as link, Journal(folder / "run.jsonl") as journal:
        executor = Executor(link, journal)
        clear_and_home(link)
        plan = plan_turns(link.rig, parse_turns("L U L2"), home_state(link.rig))
        report(executor.execute(plan), on_event)
    return executor


def test_an_unrequested_stop_is_cleared(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("")
    executor = execute_interrupted(robot, tmp_path, lambda stopped: stopped.stop("silence"))
    assert robot.truth().cube == Cube.solved().apply("L U L2")
    assert executor.failures.jams == 0
    assert executor.failures.retries == 1


def test_a_turn_completed_while_braking_is_not_repeated(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("")
    executor = execute_interrupted(
        robot, tmp_path, lambda stopped: stopped.stop("silence"), after=0.995
    )
    assert robot.truth().cube == Cube.solved().apply("L U L2")
    assert executor.failures.retries == 1
    assert robot.robot().turns_made == 3


def test_a_stop_by_the_robots_button_is_not_cleared(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("")
    with pytest.raises(StoppedError, match="was stopped"):
        execute_interrupted(robot, tmp_path, lambda stopped: stopped.stop("button"))
    assert robot.robot().state_at_rest() is not None
