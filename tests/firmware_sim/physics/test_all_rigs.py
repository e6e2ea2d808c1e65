"""The mechanics of every rig do what its steps say, and homing mends an interruption."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.faults.fault import FaultSpec
from firmware_sim.faults.schedule import FaultSchedule
from firmware_sim.physics.mechanism import Mechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.rigs.actuators import Completed, MotionOutcome, Stalled
from robot.rigs.command import Grip, Home, Move
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, Step
from solver.core.cube import Cube
from solver.core.turn import Turn
from tests.support.strategies import cubes

rigs = st.sampled_from(RIGS).map(load_rig)


class Bench:
    """Mechanics of a rig on a clock that the test turns."""

    def __init__(self, rig: Rig, cube: Cube, *faults: FaultSpec, seed: int = 0) -> None:
        self.rig = rig
        self.clock = VirtualClock()
        self.mechanics = Mechanics(
            rig, self.clock, PhysicalState.at_home(rig.home, cube), FaultSchedule(faults, seed)
        )

    def do(self, command: Move | Grip | Home) -> MotionOutcome:
        assert not isinstance(command, Home)
        self.mechanics.start(command)
        wake = self.mechanics.next_wakeup()
        assert wake is not None
        self.clock.sleep(wake - self.clock.now())
        outcome = self.mechanics.poll()
        assert outcome is not None
        return outcome

    def home(self) -> None:
        """Home as a firmware does that has just woken up: by what its motors tell."""
        for command in self.rig.homing_commands(self.mechanics.read().pose):
            assert isinstance(self.do(command), Completed)

    @property
    def truth(self) -> PhysicalState:
        return self.mechanics.state()


def wander(bench: Bench, data: st.DataObject, most: int) -> None:
    for _ in range(data.draw(st.integers(0, most))):
        bench.do(data.draw(steps_from(bench)).command)


def steps_from(bench: Bench) -> st.SearchStrategy[Step]:
    return st.sampled_from(bench.rig.steps(bench.truth.pose))


@settings(deadline=None)
@given(rigs, cubes, st.data())
def test_steps_do_to_the_cube_what_they_say(rig: Rig, cube: Cube, data: st.DataObject) -> None:
    bench = Bench(rig, cube)
    held = bench.truth.orientation
    for _ in range(data.draw(st.integers(1, 8))):
        step = data.draw(steps_from(bench))
        assert bench.do(step.command) == Completed(step.seconds)
        for effect in step.effects:
            if isinstance(effect, CubeRotation):
                held = held.rotated(effect.position, effect.quarter_turns)
            else:
                cube = cube.turn(Turn(held.face_at(effect.position), effect.quarter_turns))
        assert (bench.truth.cube, bench.truth.orientation) == (cube, held)
        assert bench.truth.pose == step.after
    assert bench.mechanics.accidents == []


@settings(deadline=None)
@given(rigs, cubes, st.floats(0.01, 0.99), st.data())
def test_homing_mends_an_interruption_anywhere(
    rig: Rig, cube: Cube, part: float, data: st.DataObject
) -> None:
    bench = Bench(rig, cube)
    wander(bench, data, 6)
    step = data.draw(steps_from(bench))
    assert isinstance(step.command, Move | Grip)
    bench.mechanics.start(step.command)
    bench.clock.sleep(part * step.seconds)
    bench.mechanics.halt()
    bench.home()
    assert bench.truth.pose == rig.home
    assert (bench.truth.layers, bench.truth.tilt) == ((), None)
    assert bench.mechanics.accidents == []


def test_a_motor_that_halts_on_a_detent_stands_exactly_there() -> None:
    for percent in range(1, 100):
        bench = Bench(load_rig("flipper"), Cube.solved())
        bench.do(Move((("base", -90),)))
        bench.mechanics.start(Move((("base", 90),)))
        bench.clock.sleep(1.68 * percent / 100)
        bench.mechanics.halt()
        bench.home()
        assert bench.truth.pose == bench.rig.home


@settings(deadline=None)
@given(rigs, cubes, st.integers(0, 2**32), st.data())
def test_a_jam_backs_off_to_where_it_was(
    rig: Rig, cube: Cube, seed: int, data: st.DataObject
) -> None:
    bench = Bench(rig, cube, FaultSpec("jam", probability=1.0), seed=seed)
    steps = [s for s in rig.steps(rig.home) if any(isinstance(e, FaceTurn) for e in s.effects)]
    step = data.draw(st.sampled_from(steps))
    before = bench.truth
    caught = bench.do(step.command)
    assert isinstance(caught, Stalled)
    assert isinstance(step.command, Move)
    assert caught.axis in dict(step.command.targets)
    assert bench.truth.layers
    back = Move(tuple((axis, 0) for axis, _ in step.command.targets))
    assert isinstance(bench.do(back), Completed)
    assert bench.truth == before
    assert bench.mechanics.accidents == []
