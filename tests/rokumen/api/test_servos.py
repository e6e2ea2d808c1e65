"""Loading and releasing a cube, unpowering servos and jogging one, in the simulator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rokumen
from firmware_sim.physics.state import PhysicalState
from firmware_sim.sim_port import Serial, unregister_robot

NAME = "servos"


@pytest.fixture
def robot() -> Iterator[rokumen.Robot]:
    with rokumen.connect(f"sim://two-gripper?seed=1&scramble=R U&name={NAME}") as robot:
        yield robot
    unregister_robot(NAME)


def physical_state() -> PhysicalState:
    return Serial(f"sim://two-gripper?name={NAME}").robot.state()


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
            state = Serial(f"sim://{rig}?name={NAME}").robot
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
    with pytest.raises(rokumen.RobotError, match="HOME"):
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


def test_a_robot_that_holds_a_cube_is_not_jogged(robot: rokumen.Robot) -> None:
    robot.home()
    with pytest.raises(rokumen.RobotError, match="a gripper may hold a cube; LOAD or OFF first"):
        robot.jog("axis:L", step=10)


@pytest.mark.parametrize(("actuator", "pulse"), [("L", 1500), ("axis:Q", 1500), ("axis:L", 2600)])
def test_a_servo_or_pulse_that_does_not_exist_is_quoted(
    robot: rokumen.Robot, actuator: str, pulse: int
) -> None:
    with pytest.raises(ValueError, match=actuator if pulse == 1500 else str(pulse)):
        robot.jog(actuator, pulse)


def test_a_step_beyond_the_pulses_of_a_servo_is_refused(robot: rokumen.Robot) -> None:
    robot.load()
    robot.jog("axis:L", 2450)
    with pytest.raises(rokumen.RobotError, match="the pulse would leave the limits of the servo"):
        robot.jog("axis:L", step=90)


def test_motors_at_the_faces_cannot_load() -> None:
    with (
        rokumen.connect("sim://six-axis") as robot,
        pytest.raises(rokumen.UnsupportedError, match=r"cannot load.*six-axis"),
    ):
        robot.load()
