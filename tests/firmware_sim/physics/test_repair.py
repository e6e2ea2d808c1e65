"""What a person can repair in a cube that the grippers hold."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.physics.state import MisalignedLayer, PhysicalState
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rigs.rig import CubeRotation, FaceTurn
from solver.core.geometry import FACES, OPPOSITE
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.strategies import cubes

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
