"""Jaws of the board relax at rest, and press the cube in every motion.

A cube that the real firmware's jaws hold at rest, set up by persons who stop here or there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import pairwise
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
from robot.link.protocol import STOP, StopLevel
from robot.rigs.actuators import resting_pulse
from robot.rigs.registry import load_rig
from robot.rigs.servo_constants import NAMES
from rokumen.api.robot import Robot
from rokumen.setup.cube import HOLD_THE_CUBE, holding_alone
from rokumen.setup.servos import first_servos
from rokumen.setup.tools import Tools
from rokumen.setup.wizard import STEP_KEYS, Wizard
from rokumen.storage.robots import FIRMWARE, RobotFile, Servo, load_robot, save_robot
from solver.cube import Cube
from tests.support.benchmarks import PERSONS, NativeFirmware, Person, set_up_jaws
from tests.support.native_host import Host

LEFT_JAWS, RIGHT_JAWS = 2, 3
CLOSED, CONTACT, OPEN = 1000, 1060, 2000
# Half of the way from contact to closed.
RESTING = 1030
PULSE_MS = 20


class RestingHost(Host):
    """The host of a board whose jaws are closed, and whose constants say where they touch."""

    def __init__(self, native: NativeFirmware, **constants: int) -> None:
        super().__init__(native)
        self.native = native
        contacts = {"grip_L_contact": CONTACT, "grip_R_contact": CONTACT}
        for name, value in {**contacts, **constants}.items():
            assert self.set(name, value).verb == "done"
        assert self.send("STORE").verb == "done"
        self.send("HOME")
        while self.status() == "moving":
            self.wait(1)

    def status(self) -> str:
        self._native.read_output()
        self._native.receive(b"?")
        return self._native.read_output().split(b"state=")[1].split(b" ")[0].decode()

    def rest(self, milliseconds: int) -> list[int]:
        """Let time pass without a word; return each pulse that the left jaws got."""
        pulses = [self.native.pulse(LEFT_JAWS)]
        for _ in range(milliseconds // PULSE_MS):
            self.native.advance(PULSE_MS)
            pulses.append(self.native.pulse(LEFT_JAWS))
        return pulses

    def jaws(self) -> tuple[int, int]:
        return self.native.pulse(LEFT_JAWS), self.native.pulse(RIGHT_JAWS)


def test_closed_jaws_relax_slowly_without_a_host(native: NativeFirmware) -> None:
    host = RestingHost(native)
    pulses = host.rest(500)
    assert (pulses[0], pulses[-1]) == (CLOSED, RESTING)
    assert max(after - before for before, after in pairwise(pulses)) <= 10
    assert host.jaws() == (RESTING, RESTING)
    # A question is answered with the present pulse, the pose stays, and so it does for hours.
    assert host.send("JOG", ("gripper", "L")).get("us") == str(RESTING)
    assert host.send("POSE").get("pose") == "L:+0,R:+0;L:closed,R:closed"
    assert host.status() == "idle"
    assert set(host.rest(20_000)) == {RESTING}


def test_they_press_again_before_the_next_motion_begins(native: NativeFirmware) -> None:
    host = RestingHost(native)
    host.rest(1000)
    wrist = native.pulse(0)
    assert host.send("MOVE", ("L", "+90")).verb == "ack"
    while host.jaws() != (CLOSED, CLOSED):
        assert native.pulse(0) == wrist
        native.advance(PULSE_MS)
    host.wait(30)
    assert host.jaws() == (CLOSED, CLOSED)
    assert host.send("POSE").get("pose") == "L:+90,R:+0;L:closed,R:closed"


def test_they_press_before_other_jaws_open_and_alone_they_never_open(
    native: NativeFirmware,
) -> None:
    host = RestingHost(native)
    host.rest(1000)
    host.send("GRIP", ("R", "open"))
    for _ in range(4000 // PULSE_MS):
        native.advance(PULSE_MS)
        left, right = host.jaws()
        assert left <= RESTING
        assert left == CLOSED or right in (OPEN, *range(CLOSED, RESTING + 1))
        if native.pulse(RIGHT_JAWS) == OPEN:
            break
        native.receive(b"?")
    assert host.rest(1000)[-1] == RESTING
    assert host.jaws() == (RESTING, OPEN)


@pytest.mark.parametrize("constants", [{"rest_ms": 0}, {"grip_L_contact": 0, "grip_R_contact": 0}])
def test_they_never_relax_where_the_robot_is_told_so(
    native: NativeFirmware, constants: dict[str, int]
) -> None:
    host = RestingHost(native, **constants)
    assert set(host.rest(5000)) == {CLOSED}


def test_the_time_of_rest_is_a_setting(native: NativeFirmware) -> None:
    host = RestingHost(native, rest_ms=2000)
    assert set(host.rest(1900)) == {CLOSED}
    assert host.rest(400)[-1] == RESTING


@pytest.mark.parametrize(
    ("closed", "contact", "opened"),
    # Half of the squeeze; 2.2 degrees of it; the whole of one that is smaller; the other way round.
    [(1000, 1081, 2000), (1002, 1035, 2000), (1000, 1020, 2000), (1800, 1760, 900)],
)
def test_the_board_rests_where_the_rule_says(
    native: NativeFirmware, closed: int, contact: int, opened: int
) -> None:
    jaws = {"closed": closed, "contact": contact, "open": opened, "loading": opened}
    host = RestingHost(native, **{f"grip_L_{place}": pulse for place, pulse in jaws.items()})
    assert host.rest(600)[-1] == resting_pulse(closed, contact)


def test_a_stop_that_cannot_relax_says_that_it_holds(native: NativeFirmware) -> None:
    RestingHost(native, grip_L_contact=1020, grip_R_contact=1020)
    native.read_output()
    native.receive(5 * StopLevel.RELAX.raw)
    assert b"level=hold" in native.read_output()


def test_a_motion_that_ends_by_silence_is_followed_by_rest(native: NativeFirmware) -> None:
    host = RestingHost(native, turn_ms=5000, first_home_percent=100)
    host.send("MOVE", ("L", "+90"))
    pulses = host.rest(2000)
    assert set(pulses[-50:]) == {CLOSED}
    assert host.rest(600)[-1] == RESTING
    assert host.status() == "stopped"


def test_a_stop_while_they_press_again_leaves_them_closed(native: NativeFirmware) -> None:
    host = RestingHost(native)
    host.rest(1000)
    host.send("MOVE", ("L", "+90"))
    native.receive(STOP)
    assert CLOSED < native.pulse(LEFT_JAWS) < RESTING
    assert host.send("CLEAR").get("pose") == "L:+0,R:+0;L:closed,R:closed"
    assert host.rest(600)[-1] == RESTING
    assert host.send("MOVE", ("L", "+90")).verb == "ack"
    host.wait(40)
    assert host.send("POSE").get("pose") == "L:+90,R:+0;L:closed,R:closed"


def test_after_the_watchdog_they_still_count_as_closed(native: NativeFirmware) -> None:
    host = RestingHost(native)
    host.rest(1000)
    native.boot_by_watchdog()
    again = Host(native)
    assert again.send("POSE").get("pose") == "L:+0,R:+0;L:closed,R:closed"
    assert host.jaws() == (RESTING, RESTING)
    again.send("HOME")
    again.wait(5)
    assert host.jaws() == (CLOSED, CLOSED)


def test_a_pulse_that_a_person_has_set_stays(native: NativeFirmware) -> None:
    host = RestingHost(native)
    host.send("LOAD")
    host.wait(200)
    host.send("JOG", ("gripper", "L"), ("by", "-1000"))
    host.wait(120)
    assert host.jaws() == (CLOSED, OPEN)
    assert set(host.rest(2000)) == {CLOSED}


@pytest.mark.parametrize("contact", [990, 2000, 2400])
def test_a_contact_that_is_not_between_closed_and_open_is_refused(
    native: NativeFirmware, contact: int
) -> None:
    host = Host(native)
    host.set("grip_R_contact", contact)
    reply = host.send("STORE")
    number = str(NAMES.index("grip_R_contact"))
    assert (reply.get("why"), reply.get("n")) == ("not-monotonic", number)


def test_a_cover_is_at_its_contact_as_soon_as_it_is_closed(native: NativeFirmware) -> None:
    cover = {"grip_L_open": 1500, "cover_low": 1750, "cover_up": 2000, "cover_release": 1050}
    host = RestingHost(native, rig=1, **cover)
    assert set(host.rest(2000)) == {1050}


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
