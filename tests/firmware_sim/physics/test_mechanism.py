"""The physical state after commands, jams and accidents, compared with a simple model."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.physics.cube_forces import CUBES, USUAL_FORCES, Forces
from firmware_sim.physics.jaws import IDEAL_CONTACT, USUAL_CONTACT, JawContact
from firmware_sim.physics.mechanism import Mechanics
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, ServoModel, usual_servo
from firmware_sim.physics.servo_heat import OVERHEATED
from firmware_sim.physics.state import (
    COLLISION,
    DROPPED,
    MisalignedLayer,
    PartialRotation,
    PhysicalState,
)
from robot.clock import VirtualClock
from robot.rigs.actuators import Completed, MotionOutcome, Offline, Stalled
from robot.rigs.command import CLOSED, OPEN, Grip, Move, Pose
from robot.rigs.mechanisms.two_gripper import RIG
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.strategies import cubes

POSITIONS = {"L": "L", "R": "B"}  # the position of each gripper


class SimulatedRig:
    """The mechanics of the two-gripper rig, in virtual time."""

    def __init__(
        self,
        *faults: FaultSpec,
        seed: int = 0,
        truth: PhysicalState | None = None,
        servo: ServoModel = IDEAL_SERVO,
        contact: JawContact = IDEAL_CONTACT,
        forces: Forces = USUAL_FORCES,
    ) -> None:
        self.clock = VirtualClock()
        self.mechanics = Mechanics(
            RIG,
            self.clock,
            truth or PhysicalState.at_home(RIG.home, Cube.solved()),
            FaultSchedule(faults, seed),
            servo=servo,
            contact=contact,
            forces=forces,
        )

    def execute(self, command: Move | Grip) -> MotionOutcome:
        """Execute a command and return its outcome."""
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
    assert simulated.mechanics.accidents == []


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
        assert layer.degrees == pytest.approx(outcome.at - start, abs=0.06)
        assert isinstance(jamming.execute(wrist(gripper, round(start))), Completed)
        assert jamming.truth == before
    assert jamming.mechanics.accidents == []


def test_repeating_a_jammed_turn_gets_no_farther() -> None:
    simulated = SimulatedRig(FaultSpec("jam_once"))
    first = simulated.execute(wrist("L", 90))
    again = simulated.execute(wrist("L", 90))
    assert isinstance(first, Stalled)
    assert isinstance(again, Stalled)
    assert again.at == first.at
    back = simulated.execute(wrist("L", 0))
    # By the distance, from the acceleration time on.
    assert isinstance(back, Completed)
    assert back.seconds == pytest.approx(0.1 + 0.9 * first.at / 90, abs=1e-3)
    assert simulated.execute(wrist("L", 90)) == Completed(1.0)
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
    assert simulated.execute(wrist("L", 90)) == Completed(1.0)
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
    simulated.mechanics.start(Move((("R", -90),), speed=50))
    for tenth in range(1, 20):
        simulated.clock.sleep(0.1)
        assert simulated.truth.angles[1] == pytest.approx(-4.5 * tenth)
        assert simulated.truth.layers == (MisalignedLayer("B", simulated.truth.angles[1]),)
        assert simulated.truth.cube.is_solved()
    simulated.clock.sleep(0.1)
    assert simulated.truth.layers == ()
    assert simulated.truth.cube == Cube.solved().turn(Turn("B", 3))


def test_a_cube_held_by_one_gripper_tilts_with_it() -> None:
    simulated = SimulatedRig()
    simulated.execute(grip("L", OPEN))
    simulated.mechanics.start(wrist("R", 90))
    simulated.clock.sleep(0.5)
    simulated.mechanics.halt()
    assert simulated.truth.tilt == PartialRotation("B", 45.0)
    simulated.execute(wrist("R", 90))
    assert simulated.truth.tilt is None
    assert simulated.truth.orientation == Orientation.identity().rotated("B", 1)


def test_opening_both_grippers_drops_the_cube() -> None:
    simulated = SimulatedRig()
    simulated.execute(grip("L", OPEN))
    simulated.execute(grip("R", OPEN))
    assert [accident.kind for accident in simulated.mechanics.accidents] == [DROPPED]
    assert simulated.truth.dropped
    simulated.execute(grip("R", CLOSED))
    simulated.execute(wrist("R", 90))
    assert simulated.truth.orientation == Orientation.identity()
    assert len(simulated.mechanics.accidents) == 1


def test_a_wrist_that_collides_with_the_other_gripper_stops() -> None:
    simulated = SimulatedRig()
    simulated.execute(wrist("L", 90))
    before = simulated.truth
    outcome = simulated.execute(wrist("R", 90))
    assert isinstance(outcome, Stalled)
    assert outcome.axis == "R"
    assert simulated.truth == before
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
    assert isinstance(simulated.execute(grip("L", CLOSED)), Stalled)
    assert [accident.kind for accident in simulated.mechanics.accidents] == [COLLISION]
    simulated = SimulatedRig(truth=replace(misaligned, angles=(37.0, 0.0)))
    assert isinstance(simulated.execute(grip("L", CLOSED)), Completed)
    assert simulated.mechanics.accidents == []


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
    assert simulated.mechanics.accidents == []


@pytest.mark.parametrize("degrees", [14.0, -14.0, 76.0])
def test_a_turn_cuts_the_corner_of_a_slightly_misaligned_layer(degrees: float) -> None:
    simulated = with_misaligned_upper_layer(degrees)
    assert isinstance(simulated.execute(wrist("L", 90)), Completed)
    quarters = round(degrees / 90)
    realigned = Cube.solved().turn(Turn("U", 1)) if quarters else Cube.solved()
    assert simulated.truth.cube == realigned.turn(Turn("L", 1))
    assert simulated.truth.layers == ()


def test_the_servos_report_tenths_of_degrees() -> None:
    simulated = SimulatedRig()
    simulated.mechanics.start(wrist("L", -90))
    simulated.clock.sleep(1 / 7)
    assert simulated.mechanics.read().pose.angles == (-12.9, 0.0)


def jammed(servo: ServoModel = HOBBY_SERVO) -> SimulatedRig:
    """Return a robot whose wrist L has just jammed, and pushes on."""
    simulated = SimulatedRig(FaultSpec("jam_once"), servo=servo, contact=IDEAL_CONTACT, seed=1)
    assert isinstance(simulated.execute(wrist("L", 90)), Stalled)
    return simulated


def test_a_jammed_servo_with_feedback_gets_as_hot_as_one_without_and_cuts_out() -> None:
    simulated = jammed()
    simulated.clock.sleep(30.0)
    simulated.mechanics.advance()
    warm, *others = simulated.mechanics.heat()
    # 12.5 W, of which its winding takes up 3 J/K.
    assert 0.5 < warm < 1
    assert others == [0, 0, 0]
    assert simulated.mechanics.accidents == []
    simulated.clock.sleep(60.0)
    simulated.mechanics.advance()
    (overheated,) = simulated.mechanics.accidents
    assert overheated.kind == OVERHEATED
    assert "servo L got too hot" in overheated.description
    assert simulated.execute(wrist("L", 0)) == Offline("L")
    assert isinstance(simulated.execute(grip("L", OPEN)), Completed)


def test_a_jammed_servo_that_backs_off_or_is_halted_cools() -> None:
    backed, halted = jammed(), jammed()
    backed.execute(wrist("L", 0))
    halted.mechanics.halt()
    for simulated in (backed, halted):
        before = simulated.mechanics.heat()[0]
        simulated.clock.sleep(180.0)
        simulated.mechanics.advance()
        assert simulated.mechanics.heat()[0] <= before / 2 + 1e-6
        assert simulated.mechanics.accidents == []
    ideal = jammed(IDEAL_SERVO)
    ideal.clock.sleep(1000.0)
    ideal.mechanics.advance()
    assert ideal.mechanics.accidents == []


def test_grippers_that_press_the_cube_get_warm() -> None:
    simulated = SimulatedRig(servo=HOBBY_SERVO, contact=USUAL_CONTACT)
    simulated.mechanics.advance()
    simulated.clock.sleep(10_000.0)
    simulated.mechanics.advance()
    # Play takes half a degree of 4.4, and jaws and cube give way by 1.55: what is left of the 8 at
    # which it gives all drives 0.29 of the current, whose square of 12.5 W heats winding and case
    # by 24 K a watt, of 130 K.
    steady = 0.29**2 * 12.5 * 24 / 130
    assert simulated.mechanics.heat() == pytest.approx((0, 0, steady, steady), rel=0.1)
    assert simulated.mechanics.accidents == []


@pytest.mark.parametrize(("servo", "turns"), [("ds3218", True), ("sg90", False)])
def test_a_stiff_cube_stalls_a_small_servo(servo: str, turns: bool) -> None:
    forces = Forces(cube=CUBES["stiff"])
    simulated = SimulatedRig(servo=usual_servo(servo), contact=USUAL_CONTACT, forces=forces)
    outcome = simulated.execute(wrist("L", 90))
    assert isinstance(outcome, Completed if turns else Stalled)
    if not turns:
        assert simulated.truth.angles[0] == 0
        before = simulated.mechanics.heat()[0]
        simulated.clock.sleep(5.0)
        simulated.mechanics.advance()
        assert simulated.mechanics.heat()[0] > before + 0.1
