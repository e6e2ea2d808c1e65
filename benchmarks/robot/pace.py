"""How fast servos without feedback can go: plans at rising paces, until the first accident.

Motions by distance are compared with what they replace: a constant time for a quarter and a half
turn, in which pulses go at constant speed. The robot's clock is virtual, its servos are usual ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean
from typing import Annotated, Any

import click

from benchmarks.harness.options import CORES, Cubes, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Criterion, Record, column
from benchmarks.harness.work import USUAL_WORK, Work, in_processes
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.ramp_servos import RampServos
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
from robot.rigs.servo_presets import SERVO_PRESETS
from robot.rigs.servo_speeds import with_servos
from rokumen.cli.number_types import SECONDS
from solver.core.turn import Turn, inverse, random_turns
from solver.cube import Cube

USUAL_RIGS = ("two-gripper", "two-gripper-plain", "four-gripper")
# As many as a solution of two-phase has.
_TURNS = 21
# Constant speed but for this time, in seconds: a step of speed at both ends.
_NO_ACCELERATION = 1e-6
_CONSTANT, _BY_DISTANCE = "constant times and speed", "by distance"
_OVERLAPPING = "by distance, overlapping"
_PACES = {
    _CONSTANT: (1.0, 2.0, 2.5, 3.0),
    _BY_DISTANCE: (1.0, 1.25, 1.5, 1.75, 2.0),
    _OVERLAPPING: (1.0, 1.25, 1.5, 1.75),
}
_CHUNK = 4
_SETTLE_SECONDS = 0.1
# Paces at which quarter and half turns are compared, from a safe one to one that none bears.
_COMPARED_PACES = (1.0, 1.5, 2.0, 2.5, 3.0)
_COMPARED_TURNS = {"quarter turns": (1, 3), "half turns": (2,)}


@dataclass(frozen=True, slots=True)
class PaceTrials(Record):
    """The plans of one rig with one kind of motion at one pace; seconds are means."""

    key = "paces"
    title = "Plans on usual servos without feedback, by pace"
    caption = (
        "{settle:g} s after each motion for the servos to arrive. Seconds: of the commands, and "
        "with these times. A cube is lost with an accident, or if a turn was not what it should be."
    )

    rig: str = column("rig")
    motions: str = column("motions")
    pace: float = column("pace", "g")
    cubes: int = column("cubes")
    commands: float = column("commands", ".1f")
    seconds: float = column("seconds", ".1f")
    with_settling: float = column("with settling", ".1f")
    with_accident: int = column("with an accident")
    lost: int = column("cubes lost")

    @property
    def is_good(self) -> bool:
        """Return whether motions by distance have no accident at the pace of the servos."""
        return self.motions == _CONSTANT or self.pace > 1 or not (self.with_accident or self.lost)


@dataclass(frozen=True, slots=True)
class _Job:
    """A plan of random turns to execute on a rig at a pace; all of `quarters`, if there are any."""

    rig: Rig
    seed: int
    pace: float
    settle: float = _SETTLE_SECONDS
    quarters: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanTrial:
    """What became of a plan: its seconds by the robot's clock, accidents, whether it solved."""

    commands: int
    seconds: float
    accidents: int
    solved: bool


def pace(
    progress: Progress,
    cubes: Cubes = 20,
    rigs: Annotated[
        tuple[str, ...],
        Option(f"Only this [{', '.join(USUAL_RIGS)}].", click.Choice(USUAL_RIGS), flag="--rig"),
    ] = (),
    servos: Annotated[
        str,
        Option(
            "The servos by whose speed motions take their time.", click.Choice(tuple(SERVO_PRESETS))
        ),
    ] = "ds3218",
    settle: Annotated[
        float, Option("Seconds after each motion.", SECONDS, metavar="S")
    ] = _SETTLE_SECONDS,
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[PaceTrials]:
    """Execute plans on servos without feedback at rising paces: of constant times and speed, as
    they were, by the distance of each motion, and so that motions overlap that cannot touch.

    The exit status is 1 if motions by distance have an accident at pace 1 or below.
    """
    for name in rigs or USUAL_RIGS:
        rig = load_rig(name)
        kinds = {
            _CONSTANT: _with_constant_times(name),
            _BY_DISTANCE: with_servos(rig, servos),
        }
        if rig.can_overlap:
            kinds[_OVERLAPPING] = with_overlap(kinds[_BY_DISTANCE])
        for motions, described in kinds.items():
            for each in _PACES[motions]:
                jobs = [_Job(described, seed + n, each, settle) for n in range(cubes)]
                made = in_processes(_try, jobs, processes, _CHUNK)
                trials = tuple(progress.each(f"{name} at {each:g}", made, cubes))
                yield PaceTrials(
                    name,
                    motions,
                    each,
                    cubes,
                    fmean(trial.commands for trial in trials),
                    fmean(trial.seconds - settle * trial.commands for trial in trials),
                    fmean(trial.seconds for trial in trials),
                    sum(trial.accidents > 0 for trial in trials),
                    sum(not trial.solved for trial in trials),
                )


def plan_figures(cubes: int, seed: int, work: Work = USUAL_WORK) -> Iterator[Criterion]:
    """Yield figures of plans by the speed of a DS3218, settling among their seconds."""
    two, four = (with_servos(load_rig(name), "ds3218") for name in ("two-gripper", "four-gripper"))

    def tried(words: str, rig: Rig, **how: Any) -> tuple[PlanTrial, ...]:
        jobs = {n: _Job(rig, n, **{"pace": 1.0, **how}) for n in range(seed, seed + cubes)}
        return work.results(f"plans, {words}", PlanTrial, _try, jobs, _CHUNK)

    plain = tried("two-gripper", two)
    overlapping = tried("two-gripper, overlapping", with_overlap(two))
    yield Criterion.at_most("two-gripper, DS3218 (s)", _seconds(plain), 65)
    yield Criterion.at_most("two-gripper, DS3218, overlapping (s)", _seconds(overlapping), 55)
    hurt = sum(each.accidents > 0 or not each.solved for each in (*plain, *overlapping))
    yield Criterion.at_most(f"of these, accidents or cubes lost, of {2 * cubes}", hurt, 0)
    before = tried("four-gripper, constant times", _with_constant_times("four-gripper"))
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


def _with_constant_times(name: str) -> Rig:
    return replace(load_rig(name), acceleration=_NO_ACCELERATION)


def _seconds(trials: Sequence[PlanTrial]) -> float:
    return round(fmean(trial.seconds for trial in trials), 1)


def _try(job: _Job) -> PlanTrial:
    rig, random = job.rig, Random(job.seed)
    turns = random_turns(random, _TURNS)
    if job.quarters:
        turns = tuple(Turn(each.face, random.choice(job.quarters)) for each in turns)
    plan = plan_turns(rig, turns, home_state(rig), rig.may_end)
    return _execute(job, plan, Cube.solved().apply(inverse(turns)))


def _execute(job: _Job, plan: Plan, cube: Cube) -> PlanTrial:
    clock = VirtualClock()
    start = PhysicalState.at_home(job.rig.home, cube)
    mechanics = ServoMechanics(job.rig, clock, start, HOBBY_SERVO, USUAL_CONTACT)
    servos = RampServos(job.rig, clock, mechanics, job.pace)
    # Enables the servos, which a plan does not count.
    _finish(servos, clock, Move(((job.rig.axes[0], 0),)))
    began = clock.now()
    for action in plan.commands:
        assert not isinstance(action.command, Home)
        _finish(servos, clock, action.command)
        clock.sleep(job.settle)
    seconds = clock.now() - began
    clock.sleep(1.0)
    at_rest = servos.state_at_rest()
    solved = at_rest is not None and at_rest.is_solved()
    return PlanTrial(len(plan.commands), seconds, len(servos.accidents), solved)


def _finish(servos: RampServos, clock: VirtualClock, command: MotionCommand) -> None:
    """Execute a motion to its end."""
    servos.start(command)
    while servos.poll() is None:
        wake = servos.next_wakeup()
        assert wake is not None
        clock.sleep(wake - clock.now())
