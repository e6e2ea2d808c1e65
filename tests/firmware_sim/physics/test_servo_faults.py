"""Faults between pulses and what they move: the same on each robot without feedback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.faults import FaultSchedule, Injection, read_faults
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.rigs.command import CLOSED, OPEN, Grip, Move
from robot.rigs.registry import load_rig
from solver.cube import Cube
from tests.support.emulated_maestro import EmulatedRig

RIG = load_rig("two-gripper")
SETTLING = 0.3


class Ramps:
    """A simulated firmware without feedback, on usual servos."""

    def __init__(self, faults: str, rig: str = "two-gripper") -> None:
        self.clock = VirtualClock()
        self.schedule = FaultSchedule(read_faults(faults), clock=self.clock)
        kind = load_rig(rig)
        start = PhysicalState.at_home(kind.home, Cube.solved())
        self.mechanics = ServoMechanics(
            kind, self.clock, start, HOBBY_SERVO, USUAL_CONTACT, self.schedule
        )
        self.servos = SimulatedServos(self.mechanics)

    def execute(self, command: Move | Grip) -> None:
        self.servos.start(command)
        while self.servos.poll() is None:
            wake = self.servos.next_wakeup()
            assert wake is not None
            self.clock.sleep(wake - self.clock.now())
        self.clock.sleep(SETTLING)
        self.servos.advance()

    def state(self) -> PhysicalState:
        return self.mechanics.state()

    def injections(self) -> tuple[Injection, ...]:
        return tuple(self.schedule.log)


class Maestro:
    """An emulated Maestro with usual servos."""

    def __init__(self, folder: Path, faults: str) -> None:
        self.rig = EmulatedRig(folder, faults=faults, servo=HOBBY_SERVO)

    def execute(self, command: Move | Grip) -> None:
        self.rig.execute(command)
        self.rig.wait(SETTLING)

    def state(self) -> PhysicalState:
        return self.rig.robot.state()

    def injections(self) -> tuple[Injection, ...]:
        return self.rig.robot.injections


Driven = Ramps | Maestro


@pytest.fixture(params=["ramps", "maestro"])
def drive(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], Driven]:
    """Return what makes a robot without feedback that has these faults."""
    return Ramps if request.param == "ramps" else lambda faults: Maestro(tmp_path, faults)


def left(degrees: int) -> Move:
    return Move((("L", degrees),))


def test_a_jam_ends_at_the_detent_behind(drive: Callable[[str], Driven]) -> None:
    robot = drive("jam_n@1x2")
    for _ in range(2):
        robot.execute(left(90))
        angle = robot.state().angles[0]
        assert 6 <= angle <= 84
        assert robot.state().layers[0].degrees == pytest.approx(angle)
        robot.execute(left(0))
        assert robot.state().angles[0] == 0
    robot.execute(left(90))
    assert robot.state().cube == Cube.solved().apply("L")
    assert [each.kind for each in robot.injections()] == ["jam_n"] * 2


def test_a_jammed_wrist_is_free_once_its_gripper_opens(drive: Callable[[str], Driven]) -> None:
    robot = drive("jam_once@1")
    robot.execute(left(90))
    assert robot.state().angles[0] < 85
    robot.execute(Grip((("L", OPEN),)))
    assert robot.state().angles[0] == 90
    assert robot.state().layers


def test_a_back_off_may_jam_too(drive: Callable[[str], Driven]) -> None:
    robot = drive("jam_on_backoff@1x1")
    robot.execute(left(90))
    angle = robot.state().angles[0]
    robot.execute(left(0))
    assert robot.state().angles[0] == angle
    robot.execute(left(90))
    robot.execute(left(0))
    assert robot.state().angles[0] == 0


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("under_turn", 50, 85), ("over_turn", 95, 130), ("grip_slip", 9, 81)]
)
def test_a_layer_is_left_misaligned(
    drive: Callable[[str], Driven], kind: str, low: int, high: int
) -> None:
    robot = drive(kind)
    robot.execute(left(90))
    (layer,) = robot.state().layers
    assert robot.state().angles[0] == 90
    assert low <= layer.degrees <= high


def test_half_a_turn_stops_short_by_no_more_than_a_quarter() -> None:
    robot = Ramps("under_turn@2")
    robot.execute(left(-90))
    robot.execute(left(90))
    (layer,) = robot.state().layers
    # A half turn is two quarters, of which the cube has the whole ones.
    assert robot.state().angles[0] == 90
    assert -40 <= (layer.degrees + 45) % 90 - 45 <= 40
    assert layer.degrees % 90 != 0


def test_the_cube_can_lose_more(drive: Callable[[str], Driven]) -> None:
    for fault, cube, changed in (
        ("jam_silent", "", ""),
        ("drag_neighbour", "R", ""),
        ("piece_pop", "L", "popped"),
        ("corner_twist", "L", "twisted"),
        ("cube_drop", "L", "dropped"),
    ):
        robot = drive(fault)
        robot.execute(left(90))
        state = robot.state()
        assert state.angles[0] == 90
        assert state.cube == (Cube.solved().apply(cube) if cube else Cube.solved())
        assert not changed or getattr(state, changed)


def test_a_servo_without_force_stays_and_the_others_go_on(drive: Callable[[str], Driven]) -> None:
    robot = drive("servo_offline@1")
    robot.execute(left(90))
    angle = robot.state().angles[0]
    assert 9 <= angle <= 82
    robot.execute(left(0))
    assert robot.state().angles[0] == angle


def test_without_a_supply_no_servo_moves() -> None:
    robot = Ramps("brownout@1")
    robot.execute(left(90))
    stopped = robot.state()
    robot.execute(Grip((("R", OPEN),)))
    assert robot.state() == stopped


def test_an_obstacle_blocks_the_axis_from_then_on() -> None:
    robot = Ramps("collision@1")
    robot.execute(left(90))
    robot.execute(left(0))
    robot.execute(left(-90))
    assert robot.state().angles[0] == 0
    assert [each.kind for each in robot.mechanics.accidents] == ["collision"]


def test_jaws_that_miss_the_cube_close_at_the_next_time() -> None:
    robot = Ramps("grip_miss@1")
    for expected in (False, True):
        robot.execute(Grip((("L", OPEN),)))
        robot.execute(Grip((("L", CLOSED),)))
        assert (robot.state().openings[0] == 0) == expected


def test_turns_are_counted_where_a_closed_gripper_turns_a_face() -> None:
    robot = Ramps("jam_once@3")
    robot.execute(left(90))
    robot.execute(Grip((("L", OPEN),)))
    robot.execute(left(0))
    robot.execute(Grip((("L", CLOSED),)))
    robot.execute(left(-90))
    assert robot.injections() == ()
    robot.execute(left(90))
    assert [each.number for each in robot.injections()] == [3]
    assert robot.mechanics.turns_begun == 3
    assert robot.mechanics.turns_made == 2


def test_a_flipper_and_four_grippers_jam_too() -> None:
    for rig, axis in (("flipper", "base"), ("four-gripper", "R")):
        robot = Ramps("jam_once@1", rig)
        robot.execute(Move(((axis, 90),)))
        at = load_rig(rig).axes.index(axis)
        assert 6 <= robot.state().angles[at] <= 84
        assert robot.state().layers
