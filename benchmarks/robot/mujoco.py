"""The same plans by our simulated servos and by MuJoCo: the same cube, the same contacts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated

import numpy as np

from benchmarks.harness.options import Count, Option, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.robot.mujoco_grippers import EngineState, MujocoGrippers
from firmware_sim.firmware.ramp_servos import RampServos
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import GRIP_OPENINGS, PhysicalState
from robot.clock import VirtualClock
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import CLOSED, Grip, Move
from robot.rigs.registry import DEFAULT_RIG, load_rig
from robot.rigs.rig import Rig
from rokumen.cli.number_types import WholeNumber
from solver.core.geometry import FRAMES
from solver.core.turn import random_turns
from solver.cube import Cube

_SETTLING_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class ComparedPlan:
    """One plan of `commands`: after how many of them the two agree, and how exact MuJoCo's are.

    `same_state` counts the same cube in the same orientation, `same_contact` the same grippers on
    the cube; `askew_degrees` and `moved_cubies` are the largest of all commands.
    """

    commands: int
    same_state: int
    same_contact: int
    askew_degrees: float
    moved_cubies: float

    @property
    def agrees(self) -> bool:
        """Return whether the two agreed after every command."""
        return self.same_state == self.same_contact == self.commands


@dataclass(frozen=True, slots=True)
class Agreement(Record):
    """How far our simulator and MuJoCo agree after the commands of all plans on one rig.

    The last two fields are the largest deviations from exact positions in MuJoCo.
    """

    key = "agreements"
    title = "our simulator and MuJoCo"
    is_column = True

    rig: str = column("")
    plans: int = column("plans")
    agreeing_plans: int = column("plans that agree throughout")
    commands: int = column("commands")
    same_state: int = column("the same cube and orientation after")
    same_contact: int = column("the same grippers in contact after")
    askew_degrees: float = column("largest misalignment in MuJoCo", "{askew_degrees:.1f}°")
    moved_cubies: float = column("farthest from its place in MuJoCo", "{moved_cubies:.2f} cubies")

    @property
    def is_good(self) -> bool:
        """Return whether the two agreed after every command."""
        return self.agreeing_plans == self.plans

    @classmethod
    def of(cls, rig: str, compared: Sequence[ComparedPlan]) -> Agreement:
        """Return the record of some plans."""
        return cls(
            rig,
            len(compared),
            sum(each.agrees for each in compared),
            sum(each.commands for each in compared),
            sum(each.same_state for each in compared),
            sum(each.same_contact for each in compared),
            max(each.askew_degrees for each in compared),
            max(each.moved_cubies for each in compared),
        )


def mujoco(
    progress: Progress,
    plans: Count = 20,
    turns: Annotated[int, Option("Of a plan.", WholeNumber(1, 100))] = 5,
    seed: Seed = 0,
) -> Iterator[Agreement]:
    """Let MuJoCo execute the same plans as our simulated servos: two grippers, contacts, gravity.

    It needs the package mujoco. The exit status is 1 if the cube, its orientation or the grippers
    in contact differ after any command.
    """
    compared = [compare(turns, seed + number) for number in progress.each("plans", range(plans))]
    yield Agreement.of(DEFAULT_RIG, compared)


class _OurRobot:
    """Our simulated servos, in virtual time."""

    def __init__(self, rig: Rig, state: PhysicalState) -> None:
        self._clock = VirtualClock()
        mechanics = ServoMechanics(rig, self._clock, state, HOBBY_SERVO, USUAL_CONTACT)
        self._servos = RampServos(rig, self._clock, mechanics)

    def execute(self, command: Move | Grip) -> PhysicalState:
        """Execute a command, and return the state once all is still."""
        self._servos.start(command)
        while self._servos.poll() is None:
            wake = self._servos.next_wakeup()
            assert wake is not None
            self._clock.sleep(wake - self._clock.now())
        self._clock.sleep(_SETTLING_SECONDS)
        self._servos.advance()
        return self._servos.state()


def compare(turns: int, seed: int) -> ComparedPlan:
    """Let both execute the plan of random turns. Raises InputError if MuJoCo is not installed."""
    rig, rng = load_rig(DEFAULT_RIG), Random(seed)
    cube = Cube.random(rng)
    ours = _OurRobot(rig, PhysicalState.at_home(rig.home, cube))
    theirs = MujocoGrippers(cube)
    plan = plan_turns(rig, random_turns(rng, turns), home_state(rig))
    states = contacts = 0
    outcomes: list[EngineState] = []
    for each in plan.commands:
        assert isinstance(each.command, Move | Grip)
        state, outcome = ours.execute(each.command), theirs.execute(each.command)
        outcomes.append(outcome)
        states += state.cube == outcome.cube and np.array_equal(_frame(state), outcome.frame)
        contacts += _holding(rig, state) == outcome.touching
    return ComparedPlan(
        len(plan.commands),
        states,
        contacts,
        max(outcome.askew_degrees for outcome in outcomes),
        max(outcome.moved_cubies for outcome in outcomes),
    )


def _holding(rig: Rig, state: PhysicalState) -> frozenset[str]:
    """Return the grippers that hold the cube, by our simulator."""
    grips = zip(rig.grippers, state.openings, strict=True)
    return frozenset(name for name, opening in grips if opening == GRIP_OPENINGS[CLOSED])


def _frame(state: PhysicalState) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return the rotation matrix from the cube's axes to those of space."""
    columns = [FRAMES[state.orientation.position_of(face)].normal for face in "RUF"]
    return np.array(columns, float).T
