"""Stops while a plan is executed: which are cleared, and what is not made twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from firmware_sim.robot import SimulatedRobot
from firmware_sim.sim_port import Serial
from robot.errors import StoppedError
from robot.execution.events import CommandStarted, ExecutionEvent
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.simulated_rig import SimulatedRig

Make = Callable[..., SimulatedRig]


def execute_interrupted(
    robot: SimulatedRig,
    folder: Path,
    interrupt: Callable[[SimulatedRobot], None],
    after: float = 0.4,
) -> Executor:
    """Execute a plan and call `interrupt` `after` seconds into the motion of its third command."""
    port = serial.serial_for_url(robot.url)
    assert isinstance(port, Serial)
    clock, sleep = port.clock, port.clock.sleep
    began: list[float] = []

    def sleep_and_interrupt(seconds: float) -> None:
        if port.robot.state_at_rest() is not None:
            sleep(seconds)
            return
        began.append(clock.now())
        remaining = began[0] + after - clock.now()
        sleep(min(seconds, max(remaining, 0.0)))
        if seconds < remaining:
            return
        del vars(clock)["sleep"]
        assert isinstance(port.robot, SimulatedRobot)
        interrupt(port.robot)

    def on_event(event: ExecutionEvent) -> None:
        if isinstance(event, CommandStarted) and event.number == 3:
            vars(clock)["sleep"] = sleep_and_interrupt

    with Link(robot.url) as link, Journal(folder / "run.jsonl") as journal:
        executor = Executor(link, journal, on_event)
        clear_and_home(link)
        executor.execute(plan_turns(link.rig, parse_turns("L U L2"), home_state(link.rig)))
    return executor


def test_an_unrequested_stop_is_cleared(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("")
    executor = execute_interrupted(
        robot, tmp_path, lambda simulated_robot: simulated_robot.receive(b"\x18")
    )
    assert robot.truth().cube == Cube.solved().apply("L U L2")
    assert executor.failures.jams == 0
    assert executor.failures.retries == 1


def test_a_turn_completed_while_braking_is_not_repeated(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("")
    executor = execute_interrupted(
        robot, tmp_path, lambda simulated_robot: simulated_robot.receive(b"\x18"), after=0.995
    )
    assert robot.truth().cube == Cube.solved().apply("L U L2")
    assert executor.failures.retries == 1
    assert robot.robot().turns_done == 3


def test_a_stop_by_the_robots_button_is_not_cleared(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("")
    with pytest.raises(StoppedError, match="was stopped"):
        execute_interrupted(robot, tmp_path, lambda simulated_robot: simulated_robot.press_button())
    assert robot.robot().state_at_rest() is not None
