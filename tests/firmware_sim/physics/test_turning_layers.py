"""Layers that turn at once: the cube follows, and what its corners do not allow is an accident."""

from __future__ import annotations

from random import Random

import pytest

from firmware_sim.drives.simulated_steppers import SimulatedSteppers
from firmware_sim.physics.turning_layers import TurningLayers
from robot.clock import VirtualClock
from robot.control.turn_queue import TurnQueue
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.planning.turn_schedule import schedule_of
from robot.rigs.mechanisms.six_axis import SixAxis, motor_durations
from robot.rigs.motors import CuttingTable, Motors
from robot.rigs.rig import FaceTurn
from solver.core.turn import Turn, random_turns
from solver.cube import Cube

TABLE = CuttingTable(same=((25.0, 10.0), (15.0, 30.0)), opposite=((12.0, 40.0),))
TIGHTER = CuttingTable(same=((6.0, 5.0),), opposite=((12.0, 40.0),))
MOTORS = Motors(motor="nema17-0.3", cutting=TABLE)
RIG = SixAxis(motors=MOTORS, durations=motor_durations(MOTORS))
STEP_SECONDS = 0.0005


class SteppingClock(VirtualClock):
    """A clock that lets motors make their steps while somebody sleeps."""

    motors: SimulatedSteppers | None = None

    def sleep(self, seconds: float) -> None:
        end = self.now() + seconds
        while (left := end - self.now()) > 1e-12:
            super().sleep(min(left, STEP_SECONDS))
            if self.motors is not None:
                self.motors.beat()


def made_on(
    cube: CuttingTable | None, turns: tuple[Turn, ...], rig: SixAxis = RIG
) -> TurningLayers:
    layers, clock = TurningLayers(Cube.solved(), cube), SteppingClock()
    motors = SimulatedSteppers(layers, rig.motors.steps, clock)
    clock.motors = motors
    for number in range(6):
        motors.enable(number, 0)
    ways = {1: 90, 2: 180, 3: -90}
    motions = [[FaceTurn(t.face, t.face, ways[t.quarter_turns])] for t in turns]
    queue = TurnQueue(motors, rig)
    queue.load(schedule_of(rig, motions))
    queue.run()
    clock.sleep(0.01)
    return layers


@pytest.mark.parametrize("seed", range(4))
def test_what_the_table_allows_is_no_accident(seed: int) -> None:
    turns = random_turns(Random(seed), 20)
    layers = made_on(TABLE, turns)
    assert layers.accidents == []
    assert layers.cube == Cube.solved().apply(turns)


def test_beyond_what_the_cube_allows_is_an_accident() -> None:
    turns = random_turns(Random(0), 20)
    assert made_on(TIGHTER, turns).accidents
    layers = made_on(None, turns)
    assert len(layers.accidents) > len(made_on(TIGHTER, turns).accidents)
    assert "collide" in str(layers.accidents[0])


def test_layers_that_wait_never_collide() -> None:
    motors = Motors(motor="nema17-0.3")
    rig = SixAxis(motors=motors, durations=motor_durations(motors))
    turns = random_turns(Random(1), 12)
    layers = made_on(None, turns, rig)
    assert layers.accidents == []
    assert layers.cube == Cube.solved().apply(turns)
    plan = plan_turns(rig, turns, home_state(rig))
    assert plan.seconds > 0.3


def test_opposite_layers_turn_together() -> None:
    layers = TurningLayers(Cube.solved(), None)
    for degrees in range(0, 91, 3):
        layers.follow({"R": degrees, "L": -degrees})
    assert layers.accidents == []
    assert layers.cube == Cube.solved().apply((Turn("R", 1), Turn("L", 3)))
