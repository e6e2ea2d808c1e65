"""The effect of servo pulses on the cube, and the accidents that they can cause."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.physics.hobby_servos import HobbyServos
from firmware_sim.physics.jaws import WRIST, JawContact, PulseMap, pulse_maps
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.rigs.mechanisms.two_gripper import RIG
from solver.core.turn import Turn
from solver.cube import Cube

HOME = (1500.0, 1500.0, 1000.0, 1000.0)


def servos() -> HobbyServos:
    return HobbyServos(RIG, VirtualClock(), PhysicalState.at_home(RIG.home, Cube.solved()))


def follow(robot: HobbyServos, *pulses: Sequence[float | None]) -> PhysicalState:
    for all_four in pulses:
        robot.apply_pulses(all_four)
    return robot.state()


def kinds(robot: HobbyServos) -> list[str]:
    return [accident.kind for accident in robot.accidents]


@given(st.lists(st.floats(500, 2500), max_size=20))
def test_the_path_of_a_wrist_does_not_change_the_turn(pulses: list[float]) -> None:
    robot = servos()
    state = follow(robot, *[(pulse, *HOME[1:]) for pulse in pulses], (2500, *HOME[1:]))
    assert state.cube == Cube.solved().turn(Turn("L", 1))
    assert state.layers == ()
    assert robot.state_at_rest() == state
    assert robot.accidents == []


def test_half_way_the_layer_is_misaligned() -> None:
    robot = servos()
    state = follow(robot, (1900, *HOME[1:]))
    assert state.cube.is_solved()
    (layer,) = state.layers
    assert layer.face == "L"
    assert layer.degrees == pytest.approx(36)
    assert robot.state_at_rest() is None


def test_a_pulse_that_is_a_little_off_counts_as_the_detent() -> None:
    state = follow(servos(), (2496, 1503, 1003, 1000))
    assert state.angles == (90, 0)
    assert state.openings == (0, 0)


def test_a_gripper_alone_rotates_the_cube() -> None:
    robot = servos()
    state = follow(robot, (1500, 1500, 1000, 2000), (2500, 1500, 1000, 2000))
    assert state.cube.is_solved()
    assert state.orientation.face_at("U") != "U"
    assert robot.accidents == []


def test_servos_without_pulses_stay() -> None:
    robot = servos()
    before = robot.state()
    assert follow(robot, (None,) * 4) == before


@pytest.mark.parametrize(
    ("pulses", "kind"),
    [
        # both wrists away from 0 at once
        ([(2500, 1500, 1000, 1000), (2500, 2500, 1000, 1000)], "collision"),
        # beyond the last detent
        ([(2500, 1500, 1000, 1000), (2600, 1500, 1000, 1000)], "collision"),
        # both grippers open, while a wrist is turned
        (
            [(1500, 1500, 2000, 1000), (2500, 1500, 2000, 1000), (2500, 1500, 2000, 2000)],
            "cube dropped",
        ),
        # a gripper closes across a misaligned layer
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
def test_an_accident_is_recorded_once(pulses: list[tuple[float, ...]], kind: str) -> None:
    robot = servos()
    follow(robot, *pulses, pulses[-1])
    assert kinds(robot) == [kind]


def test_a_cube_is_taken_from_open_grippers_at_home_and_put_back() -> None:
    robot = servos()
    state = follow(robot, (1500, 1500, 2000, 1000), (1500, 1500, 2000, 2000))
    assert not state.dropped
    state = follow(robot, (1500, 1500, 1000, 2000), (1500, 1500, 1000, 1000))
    assert state.openings == (0, 0)
    assert kinds(robot) == []


@pytest.mark.parametrize(
    ("pulse", "degrees"), [(1150, 90), (1200, 78.75), (1340, 47.25), (1360, 0)]
)
def test_jaws_hold_drag_or_release_a_layer(pulse: float, degrees: float) -> None:
    jaws = JawContact(contact_opening=0.15, drag_range=0.2)
    truth = PhysicalState.at_home(RIG.home, Cube.solved())
    robot = HobbyServos(RIG, VirtualClock(), truth, jaws)
    state = follow(robot, (1500, 1500, pulse, 1000), (2500, 1500, pulse, 1000))
    if degrees == 90:
        assert state.cube == Cube.solved().turn(Turn("L", 1))
    else:
        assert state.cube.is_solved()
        assert [layer.degrees for layer in state.layers] == [pytest.approx(degrees)] * bool(degrees)
    assert robot.accidents == []


@pytest.mark.parametrize("drag_range", [0.2, 1.5])
def test_closing_jaws_realign_a_slightly_misaligned_layer(drag_range: float) -> None:
    truth = PhysicalState.at_home(RIG.home, Cube.solved())
    robot = HobbyServos(RIG, VirtualClock(), truth, JawContact(drag_range=drag_range))
    turned = (2500, 1500, 1021, 1000)
    state = follow(robot, (1500, 1500, 1021, 1000), turned)
    assert state.layers
    state = follow(robot, (2500, 1500, 1000, 1000))
    assert state.cube == Cube.solved().turn(Turn("L", 1))
    assert state.layers == ()
    assert robot.accidents == []


def test_jaws_closed_far_beyond_the_cube_collide_with_it() -> None:
    robot = servos()
    follow(robot, (1500, 1500, 480, 1000))
    assert kinds(robot) == ["collision"]


def test_pulses_are_mapped_to_positions() -> None:
    assert WRIST.position(1000) == -45
    *_, jaws = pulse_maps(RIG)
    assert jaws.position(1500) == 0.5
    assert PulseMap(((2000, 0), (1000, 1))).position(1250) == 0.75
