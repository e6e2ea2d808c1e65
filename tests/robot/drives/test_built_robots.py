"""The settings that the pages of robots give: read, planned, and a cube solved on a Maestro."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Grip, Move
from robot.rigs.registry import load_rig
from solver.core.turn import inverse, parse_turns
from solver.cube import Cube
from tests.support.documents import ROOT, fenced
from tests.support.emulated_maestro import EmulatedRig

TURNS = parse_turns("R U2 F' D L B2")


@pytest.mark.parametrize(
    ("page", "name", "channels"),
    [("otvinta.md", "otvinta", 8), ("two-gripper-v.md", "two-gripper-v", 4)],
)
def test_the_file_of_a_page_solves_a_cube(
    tmp_path: Path, page: str, name: str, channels: int
) -> None:
    (settings,) = fenced(ROOT / "docs" / page, "toml")
    maestro = EmulatedRig(tmp_path, settings, cube=Cube.solved().apply(inverse(TURNS)))
    rig = load_rig(name)
    maestro.execute(Grip(tuple((gripper, "closed") for gripper in rig.grippers)))
    plan = plan_turns(rig, TURNS, home_state(rig))
    for action in plan.commands:
        assert isinstance(action.command, Move | Grip)
        maestro.execute(action.command)
        assert maestro.servos.read().pose == action.after.pose
    assert maestro.robot.accidents == ()
    assert maestro.robot.state().is_solved()
    assert None not in maestro.robot.board.pulses(channels)
