"""A cube that the real firmware's jaws hold at rest, set up by persons who stop here or there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import rokumen
from firmware_sim.boards.uno import SimulatedUno
from firmware_sim.physics.cube_forces import USUAL_CUBE, USUAL_FORCES, Forces
from firmware_sim.physics.jaws import JawContact
from firmware_sim.physics.servo import ServoModel, usual_servo
from firmware_sim.physics.state import PhysicalState
from firmware_sim.sim_port import register_robot, unregister_robot
from robot.clock import VirtualClock
from robot.rigs.actuators import resting_pulse
from robot.rigs.registry import load_rig
from rokumen.api.robot import Robot
from rokumen.setup.cube import HOLD_THE_CUBE, holding_alone
from rokumen.setup.servos import first_servos
from rokumen.setup.tools import Tools
from rokumen.setup.wizard import STEP_KEYS, Wizard
from rokumen.storage.robots import FIRMWARE, RobotFile, Servo, load_robot, save_robot
from solver.cube import Cube
from tests.support.benchmarks import PERSONS, Person, set_up_jaws

NAME = "resting"
URL = f"sim://two-gripper?name={NAME}"
RIG = load_rig("two-gripper")


@contextmanager
def robot_on_chip(
    board: Path, contact: float, servo: ServoModel, forces: Forces = USUAL_FORCES
) -> Iterator[SimulatedUno]:
    """The chip with servos of a kind, whose jaws meet the cube at a pulse."""
    clock = VirtualClock()
    chip = SimulatedUno(
        board,
        clock,
        PhysicalState.at_home(RIG.home, Cube.solved()),
        servo=servo,
        jaws=JawContact((contact - 1000) / 1000, 0.165),
        rig=RIG,
        forces=forces,
    )
    register_robot(NAME, chip, clock)
    try:
        yield chip
    finally:
        unregister_robot(NAME)


def tell(robot: Robot, closed: int, contact: int) -> None:
    for name in "LR":
        robot.set_constants({f"grip_{name}_closed": closed, f"grip_{name}_contact": contact})


@pytest.mark.parametrize(
    ("kind", "stiffness", "closed"),
    [("ds3218", 15.0, 1000), ("mg996r", 3.0, 1002)],
)
def test_jaws_shown_where_they_first_touch_hold_the_cube_after_home(
    board: Path, kind: str, stiffness: float, closed: int
) -> None:
    contact = 1035
    servo = replace(usual_servo(kind), full_drive_error=stiffness)
    with robot_on_chip(board, contact, servo) as chip, rokumen.connect(URL) as robot:
        tell(robot, closed, contact)
        robot.home()
        robot.wait(2.0)
        at_rest = robot.pulse("gripper:L")
        assert not chip.state().dropped
        assert at_rest == resting_pulse(closed, contact)


CHIP = RobotFile("desk", URL, FIRMWARE, RIG.name, servos=first_servos(RIG), done=STEP_KEYS[:6])


@pytest.mark.thorough
def test_the_setup_closes_jaws_further_from_which_a_cube_falls(board: Path) -> None:
    weak = replace(usual_servo("sg90"), full_drive_error=3.0)
    smooth = Forces(cube=replace(USUAL_CUBE, friction_coefficient=0.2))
    # Ten microseconds before the jaws touch the cube.
    closed, contact = 1010, 1059
    save_robot(CHIP)
    with robot_on_chip(board, 1049, weak, smooth) as chip:
        with rokumen.connect(URL) as robot:
            tell(robot, closed, contact)
        wizard, alerts = Wizard(CHIP.name, Tools(lambda words: None), "load"), []
        while (screen := wizard.screen) is not None:
            alerts.append(screen.alert)
            chip.advance()
            if screen.title == HOLD_THE_CUBE:
                chip.repair()
            fell = screen.title.startswith("Did the cube stay") and chip.state().dropped
            wizard.answer("slipped" if fell else "")
        assert "The cube slipped out of the left gripper: its jaws close one degree" in str(alerts)
        chip.advance()
        assert not chip.state().dropped
        with rokumen.connect(URL) as robot:
            told = robot.constants()
    stored = load_robot(CHIP.name).servo("gripper:L").pulses
    assert (stored["closed"], stored["contact"]) == (told["grip_L_closed"], told["grip_L_contact"])
    assert told["grip_L_contact"] < contact


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["ds3218", "mg996r", "sg90"])
@pytest.mark.parametrize("person", PERSONS, ids=str)
def test_no_cube_falls_from_a_board_whoever_has_set_its_jaws_up(
    board: Path, person: Person, kind: str
) -> None:
    servo = replace(usual_servo(kind), full_drive_error=5.0)
    tools = Tools(lambda words: None)
    with robot_on_chip(board, 1073, servo) as chip, ExitStack() as stack:
        opened = stack.enter_context(rokumen.connect(URL))
        opened.load()

        def touches(pulse: int) -> bool:
            opened.jog("gripper:L", pulse)
            opened.wait(0.1)
            return chip.state().openings[0] == 0

        def falls(servo: Servo) -> bool:
            # The port is free for the trials.
            stack.close()
            chip.repair()
            with rokumen.connect(URL) as robot:
                robot.load()
                tell(robot, round(servo.pulses["closed"]), round(servo.pulses["contact"]))
            for name in RIG.grippers:
                tools.slips_at_rest(CHIP, holding_alone(RIG, name), looks=False)
            chip.advance()
            return chip.state().dropped

        (servo_of_jaws,) = (each for each in CHIP.servos if each.actuator == "gripper:L")
        found = set_up_jaws(person, servo_of_jaws, touches, falls)
        assert found is not None
        with rokumen.connect(URL) as robot:
            robot.home()
            robot.wait(5.0)
        chip.advance()
        assert not chip.state().dropped
