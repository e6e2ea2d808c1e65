"""The physical state after commands, jams and accidents, compared with a simple model."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.faults import FaultSpec
from firmware_sim.physics.cube_forces import CUBES, USUAL_FORCES, Forces
from firmware_sim.physics.jaws import USUAL_CONTACT, USUAL_JAWS
from firmware_sim.physics.servo import usual_servo
from firmware_sim.physics.state import (
    COLLISION,
    DROPPED,
    MisalignedLayer,
    PhysicalState,
)
from robot.rigs.actuators import Completed, Slipped, Stalled
from robot.rigs.command import CLOSED, OPEN, Grip, Move, Pose
from robot.rigs.mechanisms.two_gripper import RIG
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.measured_rig import MeasuredRig
from tests.support.strategies import cubes

POSITIONS = {"L": "L", "R": "B"}  # the position of each gripper


class SimulatedRig(MeasuredRig):
    """The two-gripper rig."""

    def __init__(
        self, *faults: FaultSpec, seed: int = 0, truth: PhysicalState | None = None
    ) -> None:
        super().__init__(
            RIG, truth or PhysicalState.at_home(RIG.home, Cube.solved()), *faults, seed=seed
        )


def strong(servo: str, forces: Forces = USUAL_FORCES, *faults: FaultSpec) -> MeasuredRig:
    """Return the two-gripper rig with hobby servos."""
    at_home = PhysicalState.at_home(RIG.home, Cube.solved())
    return MeasuredRig(
        RIG,
        at_home,
        *faults,
        seed=1,
        servo=usual_servo(servo),
        jaws=USUAL_CONTACT,
        pulses=USUAL_JAWS,
        forces=forces,
    )


def wrist(gripper: str, degrees: int) -> Move:
    return Move(((gripper, degrees),))


def grip(gripper: str, position: str) -> Grip:
    return Grip(((gripper, position),))


class Model:
    """A simple model: which grippers hold, and what a wrist then turns."""

    def __init__(self, cube: Cube) -> None:
        self.cube, self.orientation = cube, Orientation.identity()
        self.angles = {"L": 0, "R": 0}
        self.closed = {"L": True, "R": True}

    def execute(self, command: Move | Grip) -> None:
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
def test_the_cube_is_turned_as_in_the_model(cube: Cube, data: st.DataObject) -> None:
    simulated = SimulatedRig(truth=PhysicalState.at_home(RIG.home, cube))
    model = Model(cube)
    for _ in range(data.draw(st.integers(1, 25))):
        command = legal_commands(data, simulated.truth.pose)
        assert isinstance(simulated.execute(command), Completed)
        model.execute(command)
        assert simulated.truth.cube == model.cube
        assert simulated.truth.orientation == model.orientation
    assert simulated.mechanics.accidents == ()


@settings(deadline=None)
@given(cubes, st.integers(0, 2**32), st.data())
def test_a_jam_is_undone_by_backing_off(cube: Cube, seed: int, data: st.DataObject) -> None:
    simulated = SimulatedRig(truth=PhysicalState.at_home(RIG.home, cube))
    for _ in range(data.draw(st.integers(0, 8))):
        simulated.execute(legal_commands(data, simulated.truth.pose))
    before = simulated.truth
    jamming = SimulatedRig(FaultSpec("jam", probability=1.0), seed=seed, truth=before)
    for step in RIG.steps(before.pose):
        command = step.command
        if not isinstance(command, Move) or before.pose.grips != (CLOSED, CLOSED):
            continue
        gripper, target = command.targets[0]
        start = before.angles[RIG.axes.index(gripper)]
        outcome = jamming.execute(command)
        assert isinstance(outcome, Stalled)
        assert outcome.axis == gripper
        assert min(start, target) < outcome.at < max(start, target)
        assert outcome.load > 0.5
        assert 5 < outcome.at % 90 < 85
        (layer,) = jamming.truth.layers
        assert layer.face == before.orientation.face_at(POSITIONS[gripper])
        # A half turn may have made a quarter already.
        assert (layer.degrees - outcome.at + start + 45) % 90 == pytest.approx(45, abs=0.06)
        assert isinstance(jamming.execute(wrist(gripper, round(start))), Completed)
        assert jamming.truth == before
    assert jamming.mechanics.accidents == ()


def test_repeating_a_jammed_turn_gets_no_farther() -> None:
    simulated = SimulatedRig(FaultSpec("jam_once"))
    first = simulated.execute(wrist("L", 90))
    again = simulated.execute(wrist("L", 90))
    assert isinstance(first, Stalled)
    assert isinstance(again, Stalled)
    assert again.at == first.at
    assert isinstance(simulated.execute(wrist("L", 0)), Completed)
    again = simulated.execute(wrist("L", 90))
    assert isinstance(again, Completed)
    assert again.seconds == pytest.approx(1.0)
    assert simulated.truth.cube == Cube.solved().turn(Turn("L", 1))


def test_a_half_turn_that_jams_half_way_is_a_quarter_turn() -> None:
    at_left = SimulatedRig()
    at_left.execute(wrist("L", -90))
    for seed in range(40):
        simulated = SimulatedRig(FaultSpec("jam_once"), seed=seed, truth=at_left.truth)
        outcome = simulated.execute(wrist("L", 90))
        assert isinstance(outcome, Stalled)
        if outcome.at > 0:
            break
    assert isinstance(simulated.execute(wrist("L", 0)), Completed)
    assert simulated.truth.cube.is_solved()
    assert isinstance(simulated.execute(wrist("L", 90)), Completed)
    assert simulated.truth.cube == Cube.solved().turn(Turn("L", 1))


@settings(deadline=None)
@given(st.data())
def test_an_open_gripper_turns_nothing(data: st.DataObject) -> None:
    gripper, other = data.draw(st.permutations(["L", "R"]))
    simulated = SimulatedRig()
    simulated.execute(grip(gripper, OPEN))
    before = simulated.truth
    for target in data.draw(st.lists(st.sampled_from((-90, 0, 90)), max_size=6)):
        simulated.execute(wrist(gripper, target))
        assert simulated.truth.cube == before.cube
        assert simulated.truth.orientation == before.orientation
    assert simulated.truth.angles[RIG.axes.index(other)] == 0


def test_a_turn_passes_through_all_angles() -> None:
    simulated = SimulatedRig()
    simulated.servos.start(Move((("R", -90),), speed=50))
    seen = []
    for _ in range(18):
        simulated.wait(0.1)
        seen.append(simulated.truth.angles[1])
        assert [layer.degrees for layer in simulated.truth.layers] == pytest.approx(
            [seen[-1]] if seen[-1] else []
        )
        assert simulated.truth.cube.is_solved()
    # Not faster than evenly, but for the time in which it comes up to speed and slows down.
    assert all(0 < here - later < 6 for here, later in pairwise(seen))
    simulated.wait(0.1)
    simulated.wait(0.1)
    assert simulated.truth.layers == ()
    assert simulated.truth.cube == Cube.solved().turn(Turn("B", 3))


def test_a_cube_held_by_one_gripper_tilts_with_it() -> None:
    simulated = SimulatedRig()
    simulated.execute(grip("L", OPEN))
    simulated.servos.start(wrist("R", 90))
    simulated.wait(0.5)
    simulated.servos.halt()
    assert simulated.truth.tilt is not None
    assert simulated.truth.tilt.degrees == pytest.approx(45.0)
    simulated.execute(wrist("R", 90))
    assert simulated.truth.tilt is None
    assert simulated.truth.orientation == Orientation.identity().rotated("B", 1)


def test_opening_both_grippers_drops_the_cube() -> None:
    simulated = SimulatedRig()
    simulated.execute(grip("L", OPEN))
    # With all wrists at 0 a person would take it.
    simulated.execute(wrist("R", 90))
    simulated.execute(grip("R", OPEN))
    assert [accident.kind for accident in simulated.mechanics.accidents] == [DROPPED]
    assert simulated.truth.dropped
    before = simulated.truth.orientation
    simulated.execute(grip("R", CLOSED))
    simulated.execute(wrist("R", 0))
    assert simulated.truth.orientation == before
    assert len(simulated.mechanics.accidents) == 1


def test_a_wrist_that_collides_with_the_other_gripper_stops() -> None:
    simulated = SimulatedRig()
    simulated.execute(wrist("L", 90))
    before = simulated.truth
    outcome = simulated.execute(wrist("R", 90))
    assert isinstance(outcome, Stalled)
    assert outcome.axis == "R"
    # Within the play of jaws and cube.
    assert 0 <= simulated.truth.angles[1] < 5
    assert replace(simulated.truth, angles=before.angles) == before
    (accident,) = simulated.mechanics.accidents
    assert accident.kind == COLLISION
    assert "collide" in accident.description


def test_closing_across_a_misaligned_layer_is_a_collision() -> None:
    misaligned = replace(
        PhysicalState.at_home(RIG.home, Cube.solved()),
        openings=(1.0, 0.0),
        layers=(MisalignedLayer("L", 37.0),),
    )
    simulated = SimulatedRig(truth=misaligned)
    assert simulated.execute(grip("L", CLOSED)) == Slipped("L")
    assert {accident.kind for accident in simulated.mechanics.accidents} == {COLLISION}
    simulated = SimulatedRig(truth=replace(misaligned, angles=(37.0, 0.0)))
    assert isinstance(simulated.execute(grip("L", CLOSED)), Completed)
    assert simulated.mechanics.accidents == ()


def with_misaligned_upper_layer(degrees: float) -> SimulatedRig:
    home = PhysicalState.at_home(RIG.home, Cube.solved())
    return SimulatedRig(truth=replace(home, layers=(MisalignedLayer("U", degrees),)))


@pytest.mark.parametrize("degrees", [20.0, -20.0, 45.0])
def test_a_turn_jams_on_a_far_misaligned_layer(degrees: float) -> None:
    simulated = with_misaligned_upper_layer(degrees)
    for _ in range(2):
        outcome = simulated.execute(wrist("L", 90))
        assert isinstance(outcome, Stalled)
        assert (outcome.axis, outcome.at) == ("L", 0.0)
    assert simulated.truth.layers == (MisalignedLayer("U", degrees),)
    assert simulated.mechanics.accidents == ()


@pytest.mark.parametrize("degrees", [14.0, -14.0, 76.0])
def test_a_turn_cuts_the_corner_of_a_slightly_misaligned_layer(degrees: float) -> None:
    simulated = with_misaligned_upper_layer(degrees)
    assert isinstance(simulated.execute(wrist("L", 90)), Completed)
    quarters = round(degrees / 90)
    realigned = Cube.solved().turn(Turn("U", 1)) if quarters else Cube.solved()
    assert simulated.truth.cube == realigned.turn(Turn("L", 1))
    assert simulated.truth.layers == ()


def test_a_jam_is_reported_to_a_tenth_of_a_degree_and_read_there() -> None:
    simulated = SimulatedRig(FaultSpec("jam_once"))
    jam = simulated.execute(wrist("L", 90))
    assert isinstance(jam, Stalled)
    assert jam.at == round(simulated.truth.angles[0], 1)
    assert simulated.servos.read().pose.angles[0] == jam.at


def test_a_jammed_servo_goes_back_to_where_it_stands_and_stays_cool() -> None:
    simulated = strong("ds3218", USUAL_FORCES, FaultSpec("jam_once"))
    assert isinstance(simulated.execute(wrist("L", 90)), Stalled)
    simulated.wait(90.0)
    assert simulated.mechanics.heat()[0] < 0.05
    assert simulated.mechanics.accidents == ()


def test_grippers_that_press_the_cube_get_warm() -> None:
    simulated = strong("ds3218")
    simulated.execute(wrist("L", 0))
    simulated.wait(10_000.0)
    # Of 4.4 degrees play takes half a one, friction some, and jaws and cube give way by 1.55.
    assert all(0.1 < heat < 0.2 for heat in simulated.mechanics.heat()[2:])
    assert simulated.mechanics.accidents == ()


@pytest.mark.parametrize(("servo", "turns"), [("ds3218", True), ("sg90", False)])
def test_a_stiff_cube_stalls_a_small_servo(servo: str, turns: bool) -> None:
    simulated = strong(servo, Forces(cube=CUBES["stiff"]))
    outcome = simulated.execute(wrist("L", 90))
    assert isinstance(outcome, Completed if turns else Stalled)
    if not turns:
        assert abs(simulated.truth.angles[0]) < 5
