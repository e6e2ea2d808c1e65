"""Plans of random turns on usual servos without feedback, at a pace: by distance and as before.

Motions by distance are compared with what they replace: a constant time for a quarter and a half
turn, in which pulses go at constant speed. The robot's clock is virtual, its servos are usual ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean
from typing import Any

from benchmarks.harness.records import Criterion
from benchmarks.harness.work import USUAL_WORK, Work
from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Home, MotionCommand, Move
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig, with_overlap
from robot.rigs.servo_speeds import with_servos
from solver.core.turn import Turn, inverse, random_turns
from solver.cube import Cube

# As many as a solution of two-phase has.
_TURNS = 21
# Constant speed but for this time, in seconds: a step of speed at both ends.
_NO_ACCELERATION = 1e-6
# After each motion, for the servos to arrive.
SETTLE_SECONDS = 0.1
_SERVOS = "ds3218"
_CHUNK = 4
# Paces at which quarter and half turns are compared, from a safe one to one that none bears.
_COMPARED_PACES = (1.0, 1.5, 2.0, 2.5, 3.0)
_COMPARED_TURNS = {"quarter turns": (1, 3), "half turns": (2,)}


def with_constant_times(name: str) -> Rig:
    """Return a rig whose motions take the constant times of its quarter and half turns."""
    return replace(load_rig(name), acceleration=_NO_ACCELERATION)


def by_distance(name: str) -> Rig:
    """Return a rig whose motions take the time of their distance, by the speed of its servos."""
    return with_servos(load_rig(name), _SERVOS)


def overlapping(name: str) -> Rig:
    """Return the same with motions that overlap where they cannot touch."""
    return with_overlap(by_distance(name))


MOTIONS: dict[str, Callable[[str], Rig]] = {
    "constant times": with_constant_times,
    "by distance": by_distance,
    "overlapping": overlapping,
}


@dataclass(frozen=True, slots=True)
class PacedPlan:
    """A plan of random turns to execute on a rig at a pace; all of `quarters`, if there are any."""

    rig: Rig
    seed: int
    pace: float = 1.0
    quarters: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanTrial:
    """What became of a plan: its seconds by the robot's clock, accidents, whether it solved."""

    commands: int
    seconds: float
    accidents: int
    solved: bool


def plan_figures(plans: int, seed: int, work: Work = USUAL_WORK) -> Iterator[Criterion]:
    """Yield figures of plans by the speed of a DS3218, settling among their seconds."""
    two, four = by_distance("two-gripper"), by_distance("four-gripper")

    def tried(words: str, rig: Rig, **how: Any) -> tuple[PlanTrial, ...]:
        jobs = {number: PacedPlan(rig, number, **how) for number in range(seed, seed + plans)}
        return work.results(f"plans, {words}", PlanTrial, try_plan, jobs, _CHUNK)

    plain = tried("two-gripper", two)
    overlap = tried("two-gripper, overlapping", with_overlap(two))
    yield Criterion.at_most("two-gripper, DS3218 (s)", _seconds(plain), 65)
    yield Criterion.at_most("two-gripper, DS3218, overlapping (s)", _seconds(overlap), 55)
    hurt = sum(each.accidents > 0 or not each.solved for each in (*plain, *overlap))
    yield Criterion.at_most(f"of these, accidents or cubes lost, of {2 * plans}", hurt, 0)
    before = tried("four-gripper, constant times", with_constant_times("four-gripper"))
    after = tried("four-gripper, overlapping", with_overlap(four))
    commands = round(fmean(each.commands for each in after), 1)
    yield Criterion.at_most("four-gripper, overlapping, commands", commands, 45)
    share = round(_seconds(after) / _seconds(before), 3)
    words = "four-gripper, overlapping, share of the time at constant times"
    yield Criterion.at_most(words, share, 0.6)
    sooner = 0
    for each in _COMPARED_PACES:
        quarter, half = (
            any(t.accidents for t in tried(f"{words} at {each:g}", two, pace=each, quarters=kind))
            for words, kind in _COMPARED_TURNS.items()
        )
        sooner += half and not quarter
    words = f"paces at which half turns collide and quarter turns do not, of {len(_COMPARED_PACES)}"
    yield Criterion.at_most(words, sooner, 0)


def _seconds(trials: Sequence[PlanTrial]) -> float:
    return round(fmean(trial.seconds for trial in trials), 1)


def try_plan(job: PacedPlan) -> PlanTrial:
    """Execute a plan, and return what became of it."""
    rig, random = job.rig, Random(job.seed)
    turns = random_turns(random, _TURNS)
    if job.quarters:
        turns = tuple(Turn(each.face, random.choice(job.quarters)) for each in turns)
    plan = plan_turns(rig, turns, home_state(rig), rig.may_end)
    return _execute(rig, plan, Cube.solved().apply(inverse(turns)), job.pace)


def _execute(rig: Rig, plan: Plan, cube: Cube, pace: float) -> PlanTrial:
    clock = VirtualClock()
    start = PhysicalState.at_home(rig.home, cube)
    mechanics = ServoMechanics(rig, clock, start, HOBBY_SERVO, USUAL_CONTACT)
    servos = SimulatedServos(mechanics, pace=pace)
    # Enables the servos, which a plan does not count.
    _finish(servos, clock, Move(((rig.axes[0], 0),)))
    began = clock.now()
    for action in plan.commands:
        assert not isinstance(action.command, Home)
        _finish(servos, clock, action.command)
        clock.sleep(SETTLE_SECONDS)
    seconds = clock.now() - began
    clock.sleep(1.0)
    at_rest = servos.state_at_rest()
    solved = at_rest is not None and at_rest.is_solved()
    return PlanTrial(len(plan.commands), seconds, len(mechanics.accidents), solved)


def _finish(servos: SimulatedServos, clock: VirtualClock, command: MotionCommand) -> None:
    """Execute a motion to its end."""
    servos.advance()
    servos.start(command)
    while servos.poll() is None:
        wake = servos.next_wakeup()
        assert wake is not None
        clock.sleep(wake - clock.now())
