"""Wrongly connected and mounted servos, and a supply of which they take too many volts."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest

import rokumen
from firmware_sim.errors import OptionError
from firmware_sim.named_robots import find_robot, unregister_robot
from firmware_sim.options import RobotOptions, SimulatorOptions
from firmware_sim.physics.cube_forces import Forces
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.powered_servos import Supply
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.wiring import RIGHT_WIRING, parse_wiring
from robot.clock import VirtualClock
from robot.control.drive_connection import DriveConnection
from robot.errors import DriveError
from robot.link.session import Link
from robot.rigs.command import Enable, Jog
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.devices.serial_schemes import register
from solver.cube import Cube
from tests.support.emulated_maestro import EmulatedRig
from tests.support.processes import call

RIG = load_rig("two-gripper")
# Wrist L, wrist R, gripper L, gripper R.
PULSES = (600.0, 1500.0, 1100.0, 2000.0)


def servo_pulses(text: str, rig: Rig = RIG) -> tuple[float | None, ...]:
    return parse_wiring(text, rig).servo_pulses(PULSES)


def test_servos_are_swapped_reversed_dead_clipped_and_turned() -> None:
    assert parse_wiring("", RIG) == RIGHT_WIRING
    assert servo_pulses("") == PULSES
    assert servo_pulses("swap axis:L axis:R") == (1500, 600, 1100, 2000)
    assert servo_pulses("reverse axis:L") == (2400, 1500, 1100, 2000)
    assert servo_pulses("reverse axis:L, reverse axis:L") == PULSES
    assert servo_pulses("dead 2") == servo_pulses("dead gripper:L") == (600, 1500, None, 2000)
    assert servo_pulses("clip axis:L 992 2000") == (992, 1500, 1100, 2000)
    assert servo_pulses("horn gripper:R -9") == (600, 1500, 1100, 1900)


def test_faults_of_the_wiring_add_up() -> None:
    # The plug of the left wrist is dead, and the right one's servo is in it.
    assert servo_pulses("swap axis:L axis:R, dead 0") == (1500, None, 1100, 2000)
    assert servo_pulses("clip axis:L 1000 2000, reverse axis:L, horn axis:L 9")[0] == 2100
    assert servo_pulses("dead 0, swap axis:L axis:R") == (1500, None, 1100, 2000)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exchange L R", "'exchange L R' is not one of: swap ACTUATOR ACTUATOR, reverse"),
        ("swap axis:L", "'swap axis:L' is not one of: swap ACTUATOR ACTUATOR"),
        ("reverse L", "actuator='L' is not one servo of the robot: axis:L, axis:R, gripper:L"),
        ("dead 4", "there is no output 4; a two-gripper rig has 0 to 3"),
        ("clip axis:L 2000 1000", "2000 µs is not below 1000 µs"),
        ("clip axis:L 100 1000", "'100' is not a number from 400 to 2600"),
        ("horn axis:L far", "'far' is not a number from -90 to 90"),
        ("reverse axis:L,", "'' is not one of"),
    ],
)
def test_an_error_quotes_bad_wiring(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        parse_wiring(text, RIG)


def test_wiring_needs_servos_without_feedback() -> None:
    with pytest.raises(OptionError, match="'dead 0' needs --maestro, --board or feedback=false"):
        RobotOptions(wiring="dead 0")
    assert SimulatorOptions(wiring="dead 0", maestro=True).wiring == "dead 0"
    with pytest.raises(OptionError, match="the motors of a six-axis rig are no servos"):
        parse_wiring("dead 0", load_rig("six-axis"))
    result = call("simulate", "--set=feedback=false", "--set=wiring=dead 7", "--set=camera_port=0")
    assert (result.status, "there is no output 7" in result.err) == (2, True)


def test_what_a_jog_moves_on_the_plain_simulator() -> None:
    register("sim://")
    url = "sim://two-gripper?feedback=false&name=wired&wiring=swap axis:L axis:R,reverse gripper:L"
    try:
        with rokumen.connect(url) as robot:
            robot.off()
            robot.enable("axis:L", 1500)
            robot.enable("gripper:L", 1500)
            robot.jog("axis:L", step=200)
            robot.jog("gripper:L", step=100)
            state = find_robot(url).robot.state()
        assert state.angles == pytest.approx((0, 18))
        assert state.openings[0] == pytest.approx(0.4)
    finally:
        unregister_robot("wired")


def test_what_a_jog_moves_behind_a_maestro(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path, wiring="horn axis:L 15, dead 1")
    for name in "LR":
        rig.servos.enable(enable := Enable("axis", name, 1500))
        rig.finish(enable)
        rig.servos.jog(jog := Jog("axis", name, 100))
        rig.finish(jog)
        rig.wait(0.2)
    assert rig.robot.state().angles == pytest.approx((24, 0))


@pytest.mark.parametrize(
    ("supply", "resets"),
    [
        (Supply(5.0, 0.1), False),
        # One stalled servo: 5 V x 2 ohm / (2 + 1.0) = 3.3 V, which only makes it weaker.
        (Supply(5.0, 1.0), False),
        # 2.5 V.
        (Supply(5.0, 2.0), True),
    ],
)
def test_a_jump_resets_the_board_below_2_7_volts(supply: Supply, resets: bool) -> None:
    clock = VirtualClock()
    start, forces = PhysicalState.at_home(RIG.home, Cube.solved()), Forces(supply)
    mechanics = ServoMechanics(RIG, clock, start, HOBBY_SERVO, USUAL_CONTACT, forces=forces)
    robot = SimulatedRobot(mechanics)
    opened_by = partial(DriveConnection, servos=robot.servos, clock=clock)
    with Link("sim://supplied", opened_by=opened_by) as link:
        resetting = pytest.raises(DriveError, match="lost their power") if resets else nullcontext()
        with resetting:
            assert link.enable("axis", "L", 2400) == 2400
    assert robot.state().cube.is_solved()
