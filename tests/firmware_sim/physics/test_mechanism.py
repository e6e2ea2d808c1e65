"""What is physically so after commands, jams and misfortunes, against models of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.faults.fault import FaultSpec
from firmware_sim.faults.schedule import FaultSchedule
from firmware_sim.physics.mechanism import COLLISION, DROPPED, Mechanics
from firmware_sim.physics.state import MisalignedLayer, PartialRotation, PhysicalState
from robot.clock import VirtualClock
from robot.rigs.actuators import Completed, MotionOutcome, Stalled
from robot.rigs.command import CLOSED, OPEN, Grip, Move, Pose
from robot.rigs.two_gripper import RIG
from solver.core.cube import Cube
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from tests.support.strategies import cubes

POSITIONS = {"L": "L", "R": "B"}  # what each gripper grips


class Bench:
    """Mechanics on a clock that tests turn."""

    def __init__(
        self, *faults: FaultSpec, seed: int = 0, truth: PhysicalState | None = None
    ) -> None:
        self.clock = VirtualClock()
        self.mechanics = Mechanics(
            RIG,
            self.clock,
            truth or PhysicalState.at_home(RIG.home, Cube.solved()),
            FaultSchedule(faults, seed),
        )

    def do(self, command: Move | Grip) -> MotionOutcome:
        """Drive and wait for the end."""
        self.mechanics.start(command)
        wake = self.mechanics.next_wakeup()
        assert wake is not None
        self.clock.sleep(wake - self.clock.now())
        outcome = self.mechanics.poll()
        assert outcome is not None
        assert self.mechanics.poll() is None
        return outcome

    @property
    def truth(self) -> PhysicalState:
        return self.mechanics.state()


def wrist(hand: str, degrees: int) -> Move:
    return Move(((hand, degrees),))


def grip(hand: str, position: str) -> Grip:
    return Grip(((hand, position),))


class Model:
    """The two grippers by hand: which of them hold, and what a wrist then turns."""

    def __init__(self, cube: Cube) -> None:
        self.cube, self.orientation = cube, Orientation.identity()
        self.angles = {"L": 0, "R": 0}
        self.closed = {"L": True, "R": True}

    def do(self, command: Move | Grip) -> None:
        (name, target) = command.targets[0]
        if isinstance(target, str):
            self.closed[name] = target == CLOSED
            return
        quarters = (target - self.angles[name]) // 90 % 4
        self.angles[name] = target
        other = "R" if name == "L" else "L"
        if not self.closed[name] or not quarters:
            return
        if self.closed[other]:
            face = self.orientation.face_at(POSITIONS[name])
            self.cube = self.cube.turn(Turn(face, quarters))
        else:
            self.orientation = self.orientation.rotated(POSITIONS[name], quarters)


def legal_commands(data: st.DataObject, pose: Pose) -> Move | Grip:
    step = data.draw(st.sampled_from(RIG.steps(pose)))
    assert isinstance(step.command, Move | Grip)
    return step.command


@settings(deadline=None)
@given(cubes, st.data())
def test_the_cube_goes_where_the_hands_take_it(cube: Cube, data: st.DataObject) -> None:
    bench = Bench(truth=PhysicalState.at_home(RIG.home, cube))
    model = Model(cube)
    for _ in range(data.draw(st.integers(1, 25))):
        command = legal_commands(data, bench.truth.pose)
        assert isinstance(bench.do(command), Completed)
        model.do(command)
        assert bench.truth.cube == model.cube
        assert bench.truth.orientation == model.orientation
    assert bench.mechanics.accidents == []


@settings(deadline=None)
@given(cubes, st.integers(0, 2**32), st.data())
def test_a_jam_backs_off_to_where_it_was(cube: Cube, seed: int, data: st.DataObject) -> None:
    bench = Bench(truth=PhysicalState.at_home(RIG.home, cube))
    for _ in range(data.draw(st.integers(0, 8))):
        bench.do(legal_commands(data, bench.truth.pose))
    before = bench.truth
    jamming = Bench(FaultSpec("jam", probability=1.0), seed=seed, truth=before)
    for step in RIG.steps(before.pose):
        command = step.command
        if not isinstance(command, Move) or before.pose.grips != (CLOSED, CLOSED):
            continue
        hand, target = command.targets[0]
        start = before.angles[RIG.axes.index(hand)]
        outcome = jamming.do(command)
        assert isinstance(outcome, Stalled)
        assert outcome.axis == hand
        assert min(start, target) < outcome.at < max(start, target)
        assert outcome.load > 0.5
        assert 5 < outcome.at % 90 < 85
        (layer,) = jamming.truth.layers
        assert layer.face == before.orientation.face_at(POSITIONS[hand])
        assert layer.degrees == pytest.approx(outcome.at - start, abs=0.06)
        assert isinstance(jamming.do(wrist(hand, round(start))), Completed)
        assert jamming.truth == before
    assert jamming.mechanics.accidents == []


def test_a_jammed_turn_gets_no_farther_by_pushing() -> None:
    bench = Bench(FaultSpec("jam_once"))
    first = bench.do(wrist("L", 90))
    again = bench.do(wrist("L", 90))
    assert isinstance(first, Stalled)
    assert isinstance(again, Stalled)
    assert again.at == first.at
    assert bench.do(wrist("L", 0)) == Completed(1.0)
    assert bench.do(wrist("L", 90)) == Completed(1.0)
    assert bench.truth.cube == Cube.solved().turn(Turn("L", 1))


def test_half_a_half_turn_is_a_quarter_turn() -> None:
    at_left = Bench()
    at_left.do(wrist("L", -90))
    for seed in range(40):
        bench = Bench(FaultSpec("jam_once"), seed=seed, truth=at_left.truth)
        outcome = bench.do(wrist("L", 90))
        assert isinstance(outcome, Stalled)
        if outcome.at > 0:
            break
    assert bench.do(wrist("L", 0)) == Completed(1.0)
    assert bench.truth.cube.is_solved
    assert bench.do(wrist("L", 90)) == Completed(1.0)
    assert bench.truth.cube == Cube.solved().turn(Turn("L", 1))


@settings(deadline=None)
@given(st.data())
def test_an_open_hand_takes_nothing_along(data: st.DataObject) -> None:
    hand, other = data.draw(st.permutations(["L", "R"]))
    bench = Bench()
    bench.do(grip(hand, OPEN))
    before = bench.truth
    for target in data.draw(st.lists(st.sampled_from((-90, 0, 90)), max_size=6)):
        bench.do(wrist(hand, target))
        assert bench.truth.cube == before.cube
        assert bench.truth.orientation == before.orientation
    assert bench.truth.angles[RIG.axes.index(other)] == 0


def test_a_turn_passes_through_all_angles() -> None:
    bench = Bench()
    bench.mechanics.start(Move((("R", -90),), speed=50))
    for tenth in range(1, 20):
        bench.clock.sleep(0.1)
        assert bench.truth.angles[1] == pytest.approx(-4.5 * tenth)
        assert bench.truth.layers == (MisalignedLayer("B", bench.truth.angles[1]),)
        assert bench.truth.cube.is_solved
    bench.clock.sleep(0.1)
    assert bench.truth.layers == ()
    assert bench.truth.cube == Cube.solved().turn(Turn("B", 3))


def test_a_cube_held_by_one_hand_tilts_with_it() -> None:
    bench = Bench()
    bench.do(grip("L", OPEN))
    bench.mechanics.start(wrist("R", 90))
    bench.clock.sleep(0.5)
    bench.mechanics.halt()
    assert bench.truth.tilt == PartialRotation("B", 45.0)
    bench.do(wrist("R", 90))
    assert bench.truth.tilt is None
    assert bench.truth.orientation == Orientation.identity().rotated("B", 1)


def test_letting_go_drops_the_cube() -> None:
    bench = Bench()
    bench.do(grip("L", OPEN))
    bench.do(grip("R", OPEN))
    assert [accident.kind for accident in bench.mechanics.accidents] == [DROPPED]
    assert bench.truth.dropped
    bench.do(grip("R", CLOSED))
    bench.do(wrist("R", 90))
    assert bench.truth.orientation == Orientation.identity()
    assert len(bench.mechanics.accidents) == 1


def test_a_wrist_that_strikes_the_other_hand_stops() -> None:
    bench = Bench()
    bench.do(wrist("L", 90))
    before = bench.truth
    outcome = bench.do(wrist("R", 90))
    assert isinstance(outcome, Stalled)
    assert outcome.axis == "R"
    assert bench.truth == before
    (accident,) = bench.mechanics.accidents
    assert accident.kind == COLLISION
    assert "collide" in accident.description


def test_closing_across_a_crooked_layer_is_a_collision() -> None:
    crooked = replace(
        PhysicalState.at_home(RIG.home, Cube.solved()),
        openings=(1.0, 0.0),
        layers=(MisalignedLayer("L", 37.0),),
    )
    bench = Bench(truth=crooked)
    assert isinstance(bench.do(grip("L", CLOSED)), Stalled)
    assert [accident.kind for accident in bench.mechanics.accidents] == [COLLISION]
    bench = Bench(truth=replace(crooked, angles=(37.0, 0.0)))
    assert isinstance(bench.do(grip("L", CLOSED)), Completed)
    assert bench.mechanics.accidents == []


def with_upper_layer_out_of_line(degrees: float) -> Bench:
    home = PhysicalState.at_home(RIG.home, Cube.solved())
    return Bench(truth=replace(home, layers=(MisalignedLayer("U", degrees),)))


@pytest.mark.parametrize("degrees", [20.0, -20.0, 45.0])
def test_a_turn_catches_on_a_layer_that_is_far_out_of_line(degrees: float) -> None:
    bench = with_upper_layer_out_of_line(degrees)
    for _ in range(2):
        outcome = bench.do(wrist("L", 90))
        assert isinstance(outcome, Stalled)
        assert (outcome.axis, outcome.at) == ("L", 0.0)
    assert bench.truth.layers == (MisalignedLayer("U", degrees),)
    assert bench.mechanics.accidents == []


@pytest.mark.parametrize("degrees", [14.0, -14.0, 76.0])
def test_a_turn_cuts_the_corner_of_a_layer_that_is_a_little_out_of_line(degrees: float) -> None:
    bench = with_upper_layer_out_of_line(degrees)
    assert isinstance(bench.do(wrist("L", 90)), Completed)
    quarters = round(degrees / 90)
    straight = Cube.solved().turn(Turn("U", 1)) if quarters else Cube.solved()
    assert bench.truth.cube == straight.turn(Turn("L", 1))
    assert bench.truth.layers == ()


def test_the_servos_tell_tenths_of_degrees() -> None:
    bench = Bench()
    bench.mechanics.start(wrist("L", -90))
    bench.clock.sleep(1 / 7)
    assert bench.mechanics.read().pose.angles == (-12.9, 0.0)
