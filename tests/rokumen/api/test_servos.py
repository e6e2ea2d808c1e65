"""Loading and releasing a cube, unpowering servos and jogging one, in the simulator."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

import rokumen
from firmware_sim.named_robots import find_robot, unregister_robot
from firmware_sim.options import SimulatorOptions
from firmware_sim.physics.state import PhysicalState
from firmware_sim.simulator import Simulator
from robot.execution.events import RunEvent
from rokumen.api.robot import STAND_CLEAR_SECONDS
from rokumen.errors import RobotError, UnsupportedError
from rokumen.jobs.events import MayJump

NAME = "servos"


@pytest.fixture
def robot() -> Iterator[rokumen.Robot]:
    with rokumen.connect(f"sim://two-gripper?seed=1&scramble=R U&name={NAME}") as robot:
        yield robot
    unregister_robot(NAME)


def physical_state() -> PhysicalState:
    return find_robot(f"sim://two-gripper?name={NAME}").robot.state()


@pytest.mark.parametrize("rig", ["two-gripper", "two-gripper-270", "flipper"])
def test_a_cube_is_loaded_solved_and_released(rig: str) -> None:
    with rokumen.connect(f"sim://{rig}?seed=1&scramble=R U&name={NAME}") as robot:
        try:
            robot.load()
            assert set(robot.pose.grips.values()) == {"open"}
            assert set(robot.pose.angles.values()) == {0}
            robot.home()
            assert set(robot.pose.grips.values()) == {"closed"}
            assert robot.solve_cube().solved
            robot.release()
            assert set(robot.pose.grips.values()) == {"open"}
            state = find_robot(f"sim://{rig}?name={NAME}").robot
            assert state.state().is_solved()
            assert state.accidents == ()
        finally:
            unregister_robot(NAME)


def test_a_release_turns_no_layer_of_a_cube_that_was_solved(robot: rokumen.Robot) -> None:
    robot.run(rokumen.plan("U' R'"))
    assert physical_state().is_solved()
    robot.release()
    assert physical_state().is_solved()


def test_servos_without_power_move_only_after_homing(robot: rokumen.Robot) -> None:
    robot.home()
    robot.off()
    with pytest.raises(RobotError, match="HOME"):
        robot._link.execute(next(iter(robot.rig.steps(robot.rig.home))).command)
    robot.run(rokumen.plan("U' R'"))
    assert physical_state().is_solved()


def test_a_servo_is_jogged_by_a_step_and_to_a_pulse(robot: rokumen.Robot) -> None:
    robot.load()
    assert robot.jog("gripper:L", step=-30) == 1970
    assert robot.jog("axis:R", step=60) == 1560
    assert robot.pose.angles["R"] == pytest.approx(5.4)
    assert robot.jog("axis:R", 1200) == 1200
    assert robot.pose.angles["R"] == pytest.approx(-27)
    robot.home()
    assert robot.pose.angles["R"] == 0


def test_a_first_motion_that_may_jump_is_announced_and_waited_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    events: list[RunEvent] = []
    url = f"sim://two-gripper?seed=1&scramble=R&name={NAME}"
    try:
        with rokumen.connect(url, on_event=events.append) as robot:
            assert robot.may_jump()
            began = robot._link.clock.now()
            robot.announce_first_motion()
            assert robot._link.clock.now() - began >= STAND_CLEAR_SECONDS
            assert robot.may_jump()
            assert robot.solve_cube().solved
            assert [isinstance(event, MayJump) for event in events[:3]] == [True, True, False]
            robot.announce_first_motion()
            assert sum(isinstance(event, MayJump) for event in events) == 2
        with rokumen.connect(url) as robot:
            robot.off()
            robot.announce_first_motion()
            assert "Stand clear" not in caplog.text
    finally:
        unregister_robot(NAME)


def test_a_first_motion_is_announced_in_the_log_for_a_robot_that_people_stand_near(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with Simulator(SimulatorOptions(rig="two-gripper")) as simulator:
        thread = threading.Thread(target=simulator.serve)
        thread.start()
        try:
            with rokumen.connect(simulator.announcement.port) as robot:
                robot.announce_first_motion()
        finally:
            simulator.stop()
            thread.join()
    assert "the first motion may jump. Stand clear" in caplog.text


def test_a_question_moves_and_forgets_nothing(robot: rokumen.Robot) -> None:
    assert robot.pulse("axis:L") is None
    robot.home()
    before = physical_state()
    assert robot.pulse("axis:L") == 1500
    assert robot.pulse("gripper:L") == 1000
    assert physical_state() == before
    # The pose is still known: a plan begins at once.
    robot.run(rokumen.plan("U' R'"))
    robot.off()
    assert robot.pulse("gripper:L") is None


def test_a_servo_without_power_is_enabled_and_then_jogged(robot: rokumen.Robot) -> None:
    with pytest.raises(RobotError, match="the servo gets no pulse; ENABLE it first"):
        robot.jog("axis:L", 1500)
    with pytest.raises(RobotError, match="the servo gets no pulse; ENABLE it first"):
        robot.jog("axis:L", step=20)
    assert robot.enable("axis:L", 1600) == 1600
    # Once it has a pulse, it stays.
    assert robot.enable("axis:L", 1500) == 1600
    assert robot.jog("axis:L", 1500) == 1500
    assert robot.pulse("axis:R") is None


def test_a_jog_takes_its_time(robot: rokumen.Robot) -> None:
    robot.enable("axis:L", 500)
    clock = robot._link.clock
    began = clock.now()
    assert robot.jog("axis:L", 2500) == 2500
    assert round(clock.now() - began, 9) >= 4.0


def test_one_of_pulse_and_step_is_needed(robot: rokumen.Robot) -> None:
    robot.load()
    with pytest.raises(ValueError, match="give one of the two"):
        robot.jog("axis:L")
    with pytest.raises(ValueError, match="give one of the two"):
        robot.jog("axis:L", 1500, step=10)
    with pytest.raises(ValueError, match="2201"):
        robot.jog("axis:L", step=2201)


def test_a_robot_that_holds_a_cube_is_not_jogged(robot: rokumen.Robot) -> None:
    robot.home()
    with pytest.raises(RobotError, match="a gripper may hold a cube; LOAD or OFF first"):
        robot.jog("axis:L", step=10)
    with pytest.raises(RobotError, match="a gripper may hold a cube; LOAD or OFF first"):
        robot.enable("axis:L", 1500)


@pytest.mark.parametrize(("actuator", "pulse"), [("L", 1500), ("axis:Q", 1500), ("axis:L", 2601)])
def test_a_servo_or_pulse_that_does_not_exist_is_quoted(
    robot: rokumen.Robot, actuator: str, pulse: int
) -> None:
    with pytest.raises(ValueError, match=actuator if pulse == 1500 else str(pulse)):
        robot.jog(actuator, pulse)


def test_a_step_beyond_the_pulses_of_a_servo_is_refused(robot: rokumen.Robot) -> None:
    robot.load()
    robot.jog("axis:L", 2450)
    with pytest.raises(RobotError, match="the pulse would leave the limits of the servos"):
        robot.jog("axis:L", step=90)


def test_motors_at_the_faces_cannot_load() -> None:
    with (
        rokumen.connect("sim://six-axis") as robot,
        pytest.raises(UnsupportedError, match=r"cannot load.*six-axis"),
    ):
        robot.load()
