"""The simulator's own drive behind a link, without a line: a cube is solved in virtual time."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.physics.jaws import USUAL_CONTACT, USUAL_JAWS
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.control.drive_connection import DriveConnection
from robot.errors import RebootedError
from robot.execution.events import Done, report
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.execution.recovery import clear_and_home, execute_with_retries
from robot.link.port import LineTrace
from robot.link.registry import add_connection
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Home, Move
from robot.rigs.mechanisms.jaws import JawRig
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig, with_all_motions
from solver.core.turn import inverse, random_turns
from solver.cube import Cube
from tests.support.cases import for_each

TURNS = random_turns(Random(7), 6)


class SimulatedInProcess:
    """A simulated robot without a line, whose drive a link gets by the scheme `simulated`."""

    def __init__(self, rig: Rig, pace: float = 1.0, settle: float = 0.0) -> None:
        self.clock = VirtualClock()
        begin = PhysicalState.at_home(rig.home, Cube.solved().apply(inverse(TURNS)))
        self.mechanics = ServoMechanics(rig, self.clock, begin, HOBBY_SERVO, USUAL_CONTACT)
        self.servos = SimulatedServos(self.mechanics, USUAL_JAWS, pace)
        self.servos.settings = replace(self.servos.settings, settle=settle)
        add_connection("simulated", self._connect)

    def _connect(self, url: str, trace: LineTrace | None) -> DriveConnection:
        return DriveConnection(url, self.servos, trace, clock=self.clock)


def solved_seconds(name: str, settle: float, folder: Path) -> float | None:
    """Return how long quick servos take to solve a cube, None where they do harm or do not."""
    rig = with_all_motions(load_rig(name))
    robot = SimulatedInProcess(rig, pace=3.0, settle=settle)
    with Link(f"simulated://{name}", rig=rig) as link, Journal(folder / "run.jsonl") as journal:
        clear_and_home(link)
        plan = plan_turns(link.rig, TURNS, home_state(link.rig))
        began = link.clock.now()
        outcome = report(Executor(link, journal).execute(plan))
        seconds = link.clock.now() - began
        link.clock.sleep(1.0)
    is_solved = isinstance(outcome, Done) and robot.mechanics.state().is_solved()
    return seconds if is_solved and robot.mechanics.accidents == () else None


@for_each("name", ["two-gripper", "two-gripper-plain", "four-gripper"])
def test_quick_servos_settle_only_where_they_must(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seconds(tolerance: float | None) -> float | None:
        with monkeypatch.context() as changed:
            if tolerance is not None:
                changed.setattr(JawRig, "tolerated_settling", lambda *_: tolerance)
            return solved_seconds(name, settle, tmp_path)

    settle = 0.2
    where_due, everywhere = seconds(None), seconds(0.0)
    assert where_due is not None
    assert everywhere is not None
    assert where_due < everywhere - 3 * settle
    assert seconds(math.inf) is None


@for_each("name", ["two-gripper", "flipper"])
def test_a_cube_is_solved(name: str) -> None:
    rig = with_all_motions(load_rig(name))
    robot = SimulatedInProcess(rig)
    with Link(f"simulated://{name}", rig=rig) as link:
        pose = clear_and_home(link)
        for action in plan_turns(link.rig, TURNS, home_state(link.rig)).commands:
            pose = execute_with_retries(link, action.command, pose).pose
            assert pose == action.after.pose
            link.clock.sleep(0.2)
        link.clock.sleep(2.0)
    assert robot.mechanics.accidents == ()
    assert robot.mechanics.state().is_solved()


def test_servos_that_lose_their_power_in_a_motion_end_the_session() -> None:
    robot = SimulatedInProcess(load_rig("two-gripper"))
    with Link("simulated://desk") as link:
        link.execute(Home())
        link.execute(Move((("L", 90),)))
        robot.servos.unpower()
        with pytest.raises(RebootedError, match="pose is unknown"):
            link.execute(Move((("L", 0),)))
