"""The simulated mechanics of every rig agree with its steps; homing, and what a person repairs."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.physics.mechanism import Mechanics
from firmware_sim.physics.state import MisalignedLayer, PhysicalState
from robot.clock import VirtualClock
from robot.rigs.actuators import Completed, MotionOutcome, Stalled
from robot.rigs.command import Command, Grip, Home, Move
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, Step
from solver.core.geometry import FACES, OPPOSITE
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.strategies import cubes

rigs = st.sampled_from(RIGS).map(load_rig)


class SimulatedRig:
    """The mechanics of a rig, in virtual time."""

    def __init__(self, rig: Rig, cube: Cube, *faults: FaultSpec, seed: int = 0) -> None:
        self.rig = rig
        self.clock = VirtualClock()
        self.mechanics = Mechanics(
            rig, self.clock, PhysicalState.at_home(rig.home, cube), FaultSchedule(faults, seed)
        )

    def execute(self, command: Command) -> MotionOutcome:
        assert not isinstance(command, Home)
        self.mechanics.start(command)
        wake = self.mechanics.next_wakeup()
        assert wake is not None
        self.clock.sleep(wake - self.clock.now())
        outcome = self.mechanics.poll()
        assert outcome is not None
        return outcome

    def home(self) -> None:
        """Home as a firmware does after a boot: from the pose that the motors report."""
        for command in self.rig.homing_commands(self.mechanics.read().pose):
            assert isinstance(self.execute(command), Completed)

    @property
    def truth(self) -> PhysicalState:
        return self.mechanics.state()


def random_steps(simulated: SimulatedRig, data: st.DataObject, most: int) -> None:
    for _ in range(data.draw(st.integers(0, most))):
        simulated.execute(data.draw(steps_from(simulated)).command)


def steps_from(simulated: SimulatedRig) -> st.SearchStrategy[Step]:
    return st.sampled_from(simulated.rig.steps(simulated.truth.pose))


@settings(deadline=None)
@given(rigs, cubes, st.data())
def test_steps_have_their_effects_on_the_cube(rig: Rig, cube: Cube, data: st.DataObject) -> None:
    simulated = SimulatedRig(rig, cube)
    orientation = simulated.truth.orientation
    for _ in range(data.draw(st.integers(1, 8))):
        step = data.draw(steps_from(simulated))
        assert simulated.execute(step.command) == Completed(step.seconds)
        for effect in step.effects:
            if isinstance(effect, CubeRotation):
                orientation = orientation.rotated(effect.position, effect.quarter_turns)
            else:
                cube = cube.turn(Turn(orientation.face_at(effect.position), effect.quarter_turns))
        assert (simulated.truth.cube, simulated.truth.orientation) == (cube, orientation)
        assert simulated.truth.pose == step.after
    assert simulated.mechanics.accidents == []


@settings(deadline=None)
@given(rigs, cubes, st.floats(0.01, 0.99), st.data())
def test_homing_realigns_the_cube_after_any_interruption(
    rig: Rig, cube: Cube, part: float, data: st.DataObject
) -> None:
    simulated = SimulatedRig(rig, cube)
    random_steps(simulated, data, 6)
    step = data.draw(steps_from(simulated))
    assert isinstance(step.command, Move | Grip)
    simulated.mechanics.start(step.command)
    simulated.clock.sleep(part * step.seconds)
    simulated.mechanics.halt()
    simulated.home()
    assert simulated.truth.pose == rig.home
    assert (simulated.truth.layers, simulated.truth.tilt) == ((), None)
    assert simulated.mechanics.accidents == []


def test_homing_works_after_a_halt_at_any_angle() -> None:
    for percent in range(1, 100):
        simulated = SimulatedRig(load_rig("flipper"), Cube.solved())
        simulated.execute(Move((("base", -90),)))
        simulated.mechanics.start(Move((("base", 90),)))
        simulated.clock.sleep(1.68 * percent / 100)
        simulated.mechanics.halt()
        simulated.home()
        assert simulated.truth.pose == simulated.rig.home


@settings(deadline=None)
@given(rigs, cubes, st.integers(0, 2**32), st.data())
def test_a_jam_is_undone_by_backing_off(
    rig: Rig, cube: Cube, seed: int, data: st.DataObject
) -> None:
    simulated = SimulatedRig(rig, cube, FaultSpec("jam", probability=1.0), seed=seed)
    steps = [s for s in rig.steps(rig.home) if any(isinstance(e, FaceTurn) for e in s.effects)]
    step = data.draw(st.sampled_from(steps))
    before = simulated.truth
    outcome = simulated.execute(step.command)
    assert isinstance(outcome, Stalled)
    assert isinstance(step.command, Move)
    assert outcome.axis in dict(step.command.targets)
    assert simulated.truth.layers
    back_off = Move(tuple((axis, 0) for axis, _ in step.command.targets))
    assert isinstance(simulated.execute(back_off), Completed)
    assert simulated.truth == before
    assert simulated.mechanics.accidents == []


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
