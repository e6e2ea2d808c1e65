"""Plans of motions that overlap, executed over a link: jams, stops and homing in the middle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from robot.errors import UnsupportedError
from robot.execution.events import Done
from robot.execution.executor import Executor
from robot.execution.journal import Journal, read_journal
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Regrip
from robot.rigs.registry import load_rig
from solver.core.turn import inverse, random_turns
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
        assert isinstance(executor.execute(plan), Done)
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
    ("name", "overlaps"), [("two-gripper", True), ("two-gripper-plain", False)]
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
