"""What pulses do to the cube, and what they would break."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.physics.hobby_servos import GRIP, WRIST, HobbyServos, JawContact, PulseMap
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.rigs.two_gripper import RIG
from solver.core.cube import Cube
from solver.core.turn import Turn

HOME = (1500.0, 1500.0, 1000.0, 1000.0)


def servos() -> HobbyServos:
    return HobbyServos(RIG, VirtualClock(), PhysicalState.at_home(RIG.home, Cube.solved()))


def follow(held: HobbyServos, *pulses: Sequence[float | None]) -> PhysicalState:
    for all_four in pulses:
        held.apply_pulses(all_four)
    return held.state()


def kinds(held: HobbyServos) -> list[str]:
    return [accident.kind for accident in held.accidents]


@given(st.lists(st.floats(500, 2500), max_size=20))
def test_however_a_wrist_goes_a_whole_turn_is_one_turn(ways: list[float]) -> None:
    held = servos()
    seen = follow(held, *[(way, *HOME[1:]) for way in ways], (2500, *HOME[1:]))
    assert seen.cube == Cube.solved().turn(Turn("L", 1))
    assert seen.layers == ()
    assert held.state_at_rest() == seen
    assert held.accidents == []


def test_half_way_the_layer_stands_crooked() -> None:
    held = servos()
    seen = follow(held, (1900, *HOME[1:]))
    assert seen.cube.is_solved
    (layer,) = seen.layers
    assert layer.face == "L"
    assert layer.degrees == pytest.approx(36)
    assert held.state_at_rest() is None


def test_a_pulse_a_little_off_still_stands_in_the_detent() -> None:
    seen = follow(servos(), (2496, 1503, 1003, 1000))
    assert seen.angles == (90, 0)
    assert seen.openings == (0, 0)


def test_a_hand_alone_turns_the_whole_cube() -> None:
    held = servos()
    seen = follow(held, (1500, 1500, 1000, 2000), (2500, 1500, 1000, 2000))
    assert seen.cube.is_solved
    assert seen.orientation.face_at("U") != "U"
    assert held.accidents == []


def test_servos_without_pulses_stay() -> None:
    held = servos()
    before = held.state()
    assert follow(held, (None,) * 4) == before


@pytest.mark.parametrize(
    ("pulses", "kind"),
    [
        # both wrists away from 0 at once
        ([(2500, 1500, 1000, 1000), (2500, 2500, 1000, 1000)], "collision"),
        # beyond the last detent
        ([(2500, 1500, 1000, 1000), (2600, 1500, 1000, 1000)], "collision"),
        # both grippers open
        ([(1500, 1500, 2000, 1000), (1500, 1500, 2000, 2000)], "cube dropped"),
        # a gripper closes across a crooked layer
        (
            [
                (1800, 1500, 1000, 1000),
                (1800, 1500, 2000, 1000),
                (1500, 1500, 2000, 1000),
                (1500, 1500, 1000, 1000),
            ],
            "collision",
        ),
    ],
)
def test_what_would_break_a_robot_is_noted_once(pulses: list[tuple[float, ...]], kind: str) -> None:
    held = servos()
    follow(held, *pulses, pulses[-1])
    assert kinds(held) == [kind]


@pytest.mark.parametrize(
    ("pulse", "degrees"), [(1150, 90), (1200, 78.75), (1340, 47.25), (1360, 0)]
)
def test_jaws_hold_drag_or_leave_a_layer(pulse: float, degrees: float) -> None:
    jaws = JawContact(contact_opening=0.15, drag_range=0.2)
    truth = PhysicalState.at_home(RIG.home, Cube.solved())
    held = HobbyServos(RIG, VirtualClock(), truth, jaws)
    seen = follow(held, (1500, 1500, pulse, 1000), (2500, 1500, pulse, 1000))
    if degrees == 90:
        assert seen.cube == Cube.solved().turn(Turn("L", 1))
    else:
        assert seen.cube.is_solved
        assert [layer.degrees for layer in seen.layers] == [pytest.approx(degrees)] * bool(degrees)
    assert held.accidents == []


def test_a_layer_a_little_out_of_line_is_pressed_straight() -> None:
    truth = PhysicalState.at_home(RIG.home, Cube.solved())
    held = HobbyServos(RIG, VirtualClock(), truth, JawContact(drag_range=0.2))
    dragged = (2500, 1500, 1020, 1000)
    seen = follow(held, (1500, 1500, 1020, 1000), dragged, (2500, 1500, 1000, 1000))
    assert seen.cube == Cube.solved().turn(Turn("L", 1))
    assert seen.layers == ()
    assert held.accidents == []


def test_jaws_that_are_sent_far_beyond_the_cube_crush_it() -> None:
    held = servos()
    follow(held, (1500, 1500, 480, 1000))
    assert kinds(held) == ["collision"]


def test_pulses_and_places() -> None:
    assert WRIST.position(1000) == -45
    assert GRIP.position(1500) == 0.5
    assert PulseMap(2000, 0, 1000, 1).position(1250) == 0.75
