"""What becomes of where a person closes jaws in the setup: contact there, closed beyond."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rigs.actuators import LEAST_KEPT_DEGREES, resting_pulse
from robot.rigs.command import USUAL_PULSE_PER_DEGREE
from robot.rigs.registry import load_rig
from rokumen.setup.firmware_constants import pulse_constants
from rokumen.setup.servos import closed_beyond, closed_further, first_servos, swapped
from rokumen.storage.robots import RobotFile, Servo

CONSTANTS = {
    **{f"grip_{name}_closed": 1000 for name in "LR"},
    **{f"grip_{name}_open": 2000 for name in "LR"},
    **{f"grip_{name}_loading": 2000 for name in "LR"},
    **{f"grip_{name}_contact": 1040 for name in "LR"},
}


@given(closed=st.integers(500, 2500), contact=st.integers(500, 2500))
def test_jaws_at_rest_keep_half_of_their_squeeze_and_two_degrees(closed: int, contact: int) -> None:
    resting, squeeze = resting_pulse(closed, contact), abs(closed - contact)
    assert min(closed, contact) <= resting <= max(closed, contact)
    kept = abs(resting - contact)
    assert kept >= squeeze / 2
    assert kept == squeeze or kept / USUAL_PULSE_PER_DEGREE >= LEAST_KEPT_DEGREES
    # No tighter than that takes.
    assert kept <= max((squeeze + 1) // 2, 25)


def gripper(**pulses: float) -> Servo:
    return Servo("gripper", "L", 2, pulses)


@pytest.mark.parametrize(
    ("opened", "contact", "closed"), [(2000, 1150, 1101), (1000, 1800, 1849), (2000, 510, 500)]
)
def test_jaws_close_four_and_a_half_degrees_beyond_their_contact(
    opened: float, contact: float, closed: float
) -> None:
    found = closed_beyond(gripper(open=opened, closed=contact), contact)
    assert found.pulses == {"open": opened, "closed": closed, "contact": contact}


def test_without_room_beyond_nothing_is_known_of_the_contact() -> None:
    found = closed_beyond(gripper(open=2000, closed=600, contact=640), 500.0)
    assert found.pulses == {"open": 2000, "closed": 500}


def test_a_cover_that_goes_back_is_closed_where_it_presses() -> None:
    found = closed_beyond(gripper(open=1500, closed=1000, release=1020), 1005.0)
    assert found.pulses == {"open": 1500, "closed": 1005, "release": 1020}


@pytest.mark.parametrize(("opened", "contact", "further"), [(2000, 1150, 1139), (1000, 1800, 1811)])
def test_jaws_that_let_a_cube_slip_close_a_degree_further(
    opened: float, contact: float, further: float
) -> None:
    found = closed_beyond(gripper(open=opened, closed=contact), contact)
    assert closed_further(found) == closed_beyond(found, further)


def test_jaws_at_the_limit_close_no_further() -> None:
    servo = closed_beyond(gripper(open=2000, closed=520), 520)
    for _ in range(3):
        servo = closed_further(servo)
    assert servo.pulses == {"open": 2000, "closed": 500}
    assert closed_further(servo) == servo


def test_swapped_ends_know_no_contact() -> None:
    turned = swapped(gripper(open=2000, closed=1000, contact=1030))
    assert turned.pulses == {"open": 1000, "closed": 2000}


def test_the_firmware_is_told_the_contact_and_forgets_one_that_has_moved() -> None:
    servos = first_servos(load_rig("two-gripper"))
    robot = RobotFile("desk", rig="two-gripper", servos=servos)
    found = robot.with_pulse("gripper:L", "closed", 1100).with_pulse("gripper:L", "contact", 1133)
    constants = pulse_constants(found, CONSTANTS)
    assert (constants["grip_L_contact"], constants["grip_R_contact"]) == (1133, 1040)
    constants = pulse_constants(robot.with_pulse("gripper:R", "closed", 1100), CONSTANTS)
    assert (constants["grip_L_contact"], constants["grip_R_contact"]) == (1040, 0)
