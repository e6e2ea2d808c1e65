"""The places to which servos are jogged, and the pulses that they begin with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rigs.registry import RIGS, load_rig
from rokumen.setup.pictures import HEIGHT, WIDTH, in_characters, picture_of
from rokumen.setup.servos import first_servos, places, pulses_per_degree, shifted, swapped
from rokumen.storage.robots import Servo

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
