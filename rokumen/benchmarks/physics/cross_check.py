"""The same plans by our simulated servos and by MuJoCo: the same cube, the same contacts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from rich.table import Table

from firmware_sim.firmware.ramp_servos import RampServos
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import GRIP_OPENINGS, PhysicalState
from robot.clock import VirtualClock
from robot.planning.motion_plan import home_state
from robot.planning.planner import plan_turns
from robot.rigs.command import CLOSED, Grip, Move
from robot.rigs.registry import DEFAULT_RIG, load_rig
from robot.rigs.rig import Rig
from rokumen.benchmarks.physics.mujoco_grippers import MujocoGrippers, Outcome
from solver.core.geometry import FRAMES
from solver.core.turn import random_turns
from solver.cube import Cube

_SETTLING_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Comparison:
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


def compare(turns: int, seed: int) -> Comparison:
    """Let both execute the plan of random turns. Raises InputError if MuJoCo is not installed."""
    rig, rng = load_rig(DEFAULT_RIG), Random(seed)
    cube = Cube.random(rng)
    ours = _OurRobot(rig, PhysicalState.at_home(rig.home, cube))
    theirs = MujocoGrippers(cube)
    plan = plan_turns(rig, random_turns(rng, turns), home_state(rig))
    states = contacts = 0
    outcomes: list[Outcome] = []
    for each in plan.commands:
        assert isinstance(each.command, Move | Grip)
        state, outcome = ours.execute(each.command), theirs.execute(each.command)
        outcomes.append(outcome)
        states += state.cube == outcome.cube and np.array_equal(_frame(state), outcome.frame)
        contacts += _holding(rig, state) == outcome.touching
    return Comparison(
        len(plan.commands),
        states,
        contacts,
        max(outcome.askew_degrees for outcome in outcomes),
        max(outcome.moved_cubies for outcome in outcomes),
    )


def measure(
    plans: int, turns: int, seed: int, progress: Callable[[int], None] = lambda done: None
) -> tuple[Comparison, ...]:
    """Compare so many plans. Raises InputError if MuJoCo is not installed."""
    found = []
    for number in range(plans):
        found.append(compare(turns, seed + number))
        progress(number + 1)
    return tuple(found)


def table(comparisons: Sequence[Comparison]) -> Table:
    """Return a table of what agreed."""
    commands = sum(each.commands for each in comparisons)
    shown = Table("", title=f"two-gripper: our simulator and MuJoCo, {len(comparisons)} plans")
    shown.add_column("", justify="right")
    states = sum(each.same_state for each in comparisons)
    contacts = sum(each.same_contact for each in comparisons)
    shown.add_row("commands", str(commands))
    shown.add_row("the same cube and orientation after", str(states))
    shown.add_row("the same grippers in contact after", str(contacts))
    shown.add_row("plans that agree throughout", str(sum(each.agrees for each in comparisons)))
    askew = max(each.askew_degrees for each in comparisons)
    moved = max(each.moved_cubies for each in comparisons)
    shown.add_row("largest misalignment in MuJoCo", f"{askew:.1f}°")
    shown.add_row("farthest from its place in MuJoCo", f"{moved:.2f} cubies")
    return shown


def _holding(rig: Rig, state: PhysicalState) -> frozenset[str]:
    """Return the grippers that hold the cube, by our simulator."""
    grips = zip(rig.grippers, state.openings, strict=True)
    return frozenset(name for name, opening in grips if opening == GRIP_OPENINGS[CLOSED])


def _frame(state: PhysicalState) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return the rotation matrix from the cube's axes to those of space."""
    columns = [FRAMES[state.orientation.position_of(face)].normal for face in "RUF"]
    return np.array(columns, float).T
