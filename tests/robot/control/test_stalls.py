"""Wrists on a bus that are held fast now and then: felt, retried, and the cube is solved."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.drives.feetech import SERIES
from robot.errors import JamError
from robot.execution.recovery import FailedAttempt, attempts, clear_and_home
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from solver.core.turn import inverse, random_turns
from solver.cube import Cube
from tests.support.benchmarks import FeetechScene
from tests.support.cases import for_each
from tests.support.controlled_robot import linked, settings_of

HOLD_SECONDS = 0.25


class HeldNowAndThen:
    """A bus whose wrists are held fast for a while at moments that are drawn, and its cube."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.turns = random_turns(self.rng, 5)
        self.scene = FeetechScene()
        self.settings = replace(settings_of(first_channel=1), rest=0.0)
        scrambled = Cube.solved().apply(inverse(self.turns))
        rig = self.settings.rig
        at_home = PhysicalState.at_home(rig.home, scrambled)
        self.mechanics = ServoMechanics(rig, self.scene.clock, at_home)
        self._until = self._due = float("inf")
        self.scene.clock.devices.append(self._advance)

    def begin(self) -> None:
        """Hold a wrist from now on, now and then."""
        self._due = self.scene.clock.now() + self.rng.uniform(1, 6)

    def _advance(self) -> None:
        now, wrists = self.scene.clock.now(), self.scene.servos[:2]
        if now >= self._due:
            self._due, self._until = float("inf"), now + HOLD_SECONDS
            for wrist in wrists:
                wrist.stops = (wrist.position, wrist.position)
        if now >= self._until:
            self._until = float("inf")
            for wrist in wrists:
                wrist.stops = (0.0, 4095.0)
            self.begin()
        pulses = [
            None if goal is None else SERIES["sts"].pulse(round(servo.position))
            for servo, goal in zip(self.scene.servos, self.scene.bus.goals(), strict=True)
        ]
        self.mechanics.follow(pulses, now)


@for_each("seed", list(range(5)))
def test_a_stall_is_felt_and_the_cube_is_solved(seed: int) -> None:
    robot = HeldNowAndThen(seed)
    jams = 0
    with linked(robot.scene.opened(), robot.settings) as link:
        pose = clear_and_home(link)
        robot.begin()
        for action in plan_turns(link.rig, robot.turns, home_state(link.rig)).commands:
            for attempt in attempts(link, action.command, pose):
                if isinstance(attempt, FailedAttempt):
                    assert isinstance(attempt.error, JamError)
                    assert attempt.next_step is not None
                    jams += 1
            pose = action.after.pose
            assert link.pose() == pose
    assert jams
    assert robot.mechanics.state().is_solved()
    assert robot.mechanics.accidents == ()
