"""The simulated mechanics of every rig agree with its steps; homing, and what a person repairs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.faults import FaultSpec
from firmware_sim.physics.state import MisalignedLayer, PhysicalState
from robot.rigs.actuators import Completed, Stalled
from robot.rigs.command import Grip, MotionCommand, Move
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, Step
from solver.core.geometry import FACES, OPPOSITE
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.measured_rig import MeasuredRig
from tests.support.strategies import cubes

rigs = st.sampled_from(RIGS).map(load_rig)


def simulated(rig: Rig, cube: Cube, *faults: FaultSpec, seed: int = 0) -> MeasuredRig:
    return MeasuredRig(rig, PhysicalState.at_home(rig.home, cube), *faults, seed=seed)


def random_steps(robot: MeasuredRig, data: st.DataObject, most: int) -> None:
    for _ in range(data.draw(st.integers(0, most))):
        robot.execute(motion_of(data.draw(steps_from(robot))))


def steps_from(robot: MeasuredRig) -> st.SearchStrategy[Step]:
    return st.sampled_from(robot.rig.steps(robot.truth.pose))


def motion_of(step: Step) -> MotionCommand:
    assert isinstance(step.command, MotionCommand)
    return step.command


@settings(deadline=None)
@given(rigs, cubes, st.data())
def test_steps_have_their_effects_on_the_cube(rig: Rig, cube: Cube, data: st.DataObject) -> None:
    robot = simulated(rig, cube)
    orientation = robot.truth.orientation
    for _ in range(data.draw(st.integers(1, 8))):
        step = data.draw(steps_from(robot))
        outcome = robot.execute(motion_of(step))
        assert isinstance(outcome, Completed)
        assert outcome.seconds == pytest.approx(step.seconds)
        for effect in step.effects:
            if isinstance(effect, CubeRotation):
                orientation = orientation.rotated(effect.position, effect.quarter_turns)
            else:
                cube = cube.turn(Turn(orientation.face_at(effect.position), effect.quarter_turns))
        assert (robot.truth.cube, robot.truth.orientation) == (cube, orientation)
        assert robot.truth.pose == step.after
    assert robot.mechanics.accidents == ()


@settings(deadline=None)
@given(rigs, cubes, st.floats(0.01, 0.99), st.data())
def test_homing_realigns_the_cube_after_any_interruption(
    rig: Rig, cube: Cube, part: float, data: st.DataObject
) -> None:
    robot = simulated(rig, cube)
    random_steps(robot, data, 6)
    step = data.draw(steps_from(robot))
    assert isinstance(step.command, Move | Grip)
    robot.servos.start(step.command)
    robot.wait(part * step.seconds)
    robot.servos.halt()
    robot.home()
    assert robot.truth.pose == rig.home
    assert (robot.truth.layers, robot.truth.tilt) == ((), None)
    assert robot.mechanics.accidents == ()


def test_homing_works_after_a_halt_at_any_angle() -> None:
    for percent in range(1, 100):
        robot = simulated(load_rig("flipper"), Cube.solved())
        robot.execute(Move((("base", -90),)))
        robot.servos.start(Move((("base", 90),)))
        robot.wait(1.68 * percent / 100)
        robot.servos.halt()
        robot.home()
        assert robot.truth.pose == robot.rig.home


@settings(deadline=None)
@given(rigs, cubes, st.integers(0, 2**32), st.data())
def test_a_jam_is_undone_by_backing_off(
    rig: Rig, cube: Cube, seed: int, data: st.DataObject
) -> None:
    robot = simulated(rig, cube, FaultSpec("jam_once"), seed=seed)
    steps = [s for s in rig.steps(rig.home) if any(isinstance(e, FaceTurn) for e in s.effects)]
    step = data.draw(st.sampled_from(steps))
    before = robot.truth
    outcome = robot.execute(motion_of(step))
    assert isinstance(outcome, Stalled)
    assert isinstance(step.command, Move)
    assert outcome.axis in dict(step.command.targets)
    assert robot.truth.layers
    back_off = Move(tuple((axis, 0) for axis, _ in step.command.targets))
    assert isinstance(robot.execute(back_off), Completed)
    assert robot.truth == before
    assert robot.mechanics.accidents == ()


quarters = st.sampled_from([-90.0, 90.0])


def test_layers_are_aligned_where_no_wrist_holds_them() -> None:
    state = replace(
        PhysicalState.at_home(RIG.home, Cube.solved()),
        layers=(MisalignedLayer("R", 20), MisalignedLayer("L", -70)),
        dropped=True,
    )
    repaired = state.repaired()
    assert not repaired.layers
    assert not repaired.dropped
    assert repaired.cube == Cube.solved().turn(Turn("L", 3))


@given(cubes, st.sampled_from(FACES), quarters, st.floats(0.05, 0.95))
def test_a_middle_layer_that_went_along_goes_to_its_nearer_side(
    cube: Cube, position: str, degrees: float, done: float
) -> None:
    """The wrist stops between two detents; afterwards it goes the rest of its way."""
    before = PhysicalState.at_home(RIG.home, cube)
    face = FaceTurn("R", position, degrees)
    behind = FaceTurn("R", OPPOSITE[position], degrees)
    along = CubeRotation(position, degrees)
    stopped = replace(before, angles=(0.0, 45.0))
    for effect in (along, behind):
        stopped = stopped.with_effect(effect, done)
    ended = stopped.repaired().with_effect(face, 1 - done)
    expected = before
    for effect in (along, behind) if round(done) else (face,):
        expected = expected.with_effect(effect, 1)
    assert ended.cube == expected.cube
    assert ended.orientation == expected.orientation
    assert ended.layers == ()
    assert ended.tilt is None


@given(cubes, st.sampled_from(FACES), quarters, st.floats(0.05, 0.95))
def test_a_cube_between_two_orientations_stays_there(
    cube: Cube, position: str, degrees: float, done: float
) -> None:
    state = replace(PhysicalState.at_home(RIG.home, cube), angles=(0.0, 45.0))
    tilted = state.with_effect(CubeRotation(position, degrees), done)
    assert tilted.repaired() == tilted
