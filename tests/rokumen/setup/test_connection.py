"""The steps in which the port is named, and which rig it is.

What becomes of where a person closes jaws in the setup: contact there, closed beyond. The places
to which servos are jogged, and the pulses that they begin with.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.link.connection import RobotInfo
from robot.rigs.actuators import LEAST_KEPT_DEGREES, resting_pulse
from robot.rigs.command import USUAL_PULSE_PER_DEGREE
from robot.rigs.registry import RIGS, load_rig
from rokumen.devices.discovery import Port
from rokumen.setup.connection import port, rig
from rokumen.setup.screen import HEIGHT, WIDTH, in_characters, picture_of
from rokumen.setup.servos import (
    closed_beyond,
    closed_further,
    first_servos,
    places,
    pulses_per_degree,
    shifted,
    swapped,
)
from rokumen.setup.tools import Tools
from rokumen.storage.robots import SIMULATED, RobotFile, Servo


class Board(Tools):
    """Tools with a board that says it has two grippers."""

    def __init__(self) -> None:
        super().__init__(lambda words: None)

    def probe(self, port: str) -> RobotInfo:
        return RobotInfo("own", "two-gripper", ("none",))

    def ports(self) -> tuple[Port, ...]:
        return ()


def test_a_robot_with_a_rig_of_its_own_stays_what_it_is() -> None:
    dialogue = rig(RobotFile("desk", "sim://two-gripper", SIMULATED), Board())
    next(dialogue)
    assert "the robot is a two-gripper rig, not cubotino" in dialogue.send("cubotino").alert


def test_the_port_is_kept_by_the_name_of_its_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("files.lasting_names.PORT_LINKS", tmp_path)
    (tmp_path / "usb-Arduino").symlink_to(tmp_path / "ttyACM0")
    dialogue = port(RobotFile("desk"), Board())
    next(dialogue)
    with pytest.raises(StopIteration) as end:
        dialogue.send(f"{tmp_path}/../{tmp_path.name}/ttyACM0")
    assert end.value.value.port == str(tmp_path / "usb-Arduino")


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


WRIST = Servo("axis", "L", 0, {"-90": 500, "0": 1500, "90": 2500})


def test_the_places_of_two_grippers_begin_with_open_jaws_and_end_with_the_cube() -> None:
    labels = [place.label for place in places(load_rig("two-gripper"))]
    assert labels == [
        "gripper:L open",
        "gripper:R open",
        "axis:L 0",
        "axis:L -90",
        "axis:L 90",
        "axis:R 0",
        "axis:R -90",
        "axis:R 90",
        "gripper:L closed",
        "gripper:R closed",
    ]


def test_what_a_rig_says_beyond_open_and_closed_is_set_up_too() -> None:
    plain = [place.label for place in places(load_rig("two-gripper-plain"))]
    assert plain[:4] == [
        "gripper:L open",
        "gripper:L loading",
        "gripper:R open",
        "gripper:R loading",
    ]
    *_, cover = first_servos(load_rig("cubotino"))
    # 0, 1.8, 29.7, 45 and 81 degrees of a servo with 1000 microseconds for 90.
    by_place = {"closed": 1000, "release": 1020, "open": 1330, "low": 1500, "up": 1900}
    assert dict(cover.pulses) == by_place


@pytest.mark.parametrize(
    "rig", [*(name for name in RIGS if not name.endswith("-axis")), "cubotino", "two-gripper-v"]
)
def test_every_place_has_a_pulse_and_a_picture(rig: str) -> None:
    description = load_rig(rig)
    servos = {servo.actuator: servo for servo in first_servos(description)}
    assert len({servo.channel for servo in servos.values()}) == len(servos)
    for place in places(description):
        assert 500 <= servos[place.actuator].pulses[place.place] <= 2500
        picture = picture_of(description, place.kind, place.name, place.place)
        lines = in_characters(picture).splitlines()
        assert len(lines) <= HEIGHT
        assert all(len(line) <= WIDTH for line in lines)
        assert picture.caption


def test_a_wrist_of_270_degrees_has_its_range_on_all_pulses() -> None:
    left = first_servos(load_rig("two-gripper-270"))[0]
    assert dict(left.pulses) == {"-90": 500, "0": 1167, "90": 1833, "180": 2500}
    assert pulses_per_degree(load_rig("two-gripper-270"), "axis:L") == pytest.approx(
        7.407, abs=0.01
    )


def test_the_marked_jaw_is_in_front_at_90_degrees_and_behind_at_minus_90() -> None:
    rows = {
        angle: in_characters(picture_of(load_rig("two-gripper"), "axis", "L", angle)).splitlines()
        for angle in ("-90", "0", "90")
    }
    marked = {angle: [i for i, row in enumerate(rows[angle]) if "█" in row] for angle in rows}
    assert max(marked["-90"]) < min(marked["0"]) <= max(marked["0"]) < min(marked["90"])


def test_a_horn_that_sits_askew_moves_the_places_that_are_still_to_come() -> None:
    servo = shifted(WRIST, "0", 1530, seen=("axis:L -90",))
    assert dict(servo.pulses) == {"-90": 500, "0": 1530, "90": 2500}
    servo = shifted(WRIST, "0", 1470, seen=())
    assert dict(servo.pulses) == {"-90": 500, "0": 1470, "90": 2470}


@given(st.integers(500, 2500), st.sampled_from(["-90", "0", "90"]))
def test_no_pulse_leaves_the_limits_of_a_servo(pulse: int, place: str) -> None:
    servo = shifted(WRIST, place, pulse, seen=())
    assert servo.pulses[place] == pulse
    assert all(500 <= each <= 2500 for each in servo.pulses.values())


def test_a_servo_that_turns_the_other_way_has_its_ends_swapped() -> None:
    assert dict(swapped(WRIST).pulses) == {"-90": 2500, "0": 1500, "90": 500}
