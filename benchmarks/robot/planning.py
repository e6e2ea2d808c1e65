"""Duration of the motion plans of a public solver's solutions, checked in simulation.

The solver is kociemba (two-phase, about 20.7 turns; a PyPI package) on random cubes, or its
solutions are read from a file. The published figures are those of the published robots' own logic,
for the same durations. Then the same cubes are solved by the fastest motion on the rig, and by LBL,
with its first solution and with the fastest of many.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Annotated

import click

from benchmarks.harness.options import EXISTING_FILE, Cubes, Option, Seed
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from files.access import read_text
from files.wording import reason
from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.planning.fastest_solution import fastest_solution_from_best_pose
from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_from_best_pose, plan_turns
from robot.planning.robot_state import home_state
from robot.planning.state_graph import component_of
from robot.rigs.command import Home, Pose
from robot.rigs.mechanisms.six_axis import SixAxis, SixAxisDurations
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig
from rokumen.cli.parameters import SECONDS, WholeNumber
from rokumen.errors import InputError
from rokumen.jobs.solution_choice import choose_solution
from rokumen.storage.runs import SolutionPolicy
from solver.core.errors import UnsolvedError
from solver.core.orientation import Orientation
from solver.core.turn import Turn, inverse, parse_turns, random_turns
from solver.cube import Cube

# Mean seconds of the published robots' own logic on such solutions.
PUBLISHED = {"two-gripper": 187.0, "flipper": 103.7}
# Six-axis rig on which a half turn takes as long as a quarter turn, to count time in steps.
MAX_SOLUTIONS_BYTES = 64 * 1024 * 1024
EQUAL_TURNS = SixAxis(
    durations=SixAxisDurations(half=0.010), name="six-axis, half turns as quarters"
)


@dataclass(frozen=True, slots=True)
class PlanningProblem:
    """Cube and turns that solve it."""

    cube: Cube
    solution: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class RigPlans(Record):
    """Mean seconds and steps of the plans of one rig, and the milliseconds of planning."""

    key = "plans"
    title = "Plans of two-phase solutions"
    caption = (
        "Means. A plan begins at home, or (free start) in the best pose with closed grippers, and "
        "ends in a pose of rest. ms, most: mean and largest planning time. Every plan was executed "
        "by the simulated mechanics."
    )

    rig: str = column("rig")
    solutions: int = column("solutions")
    seconds: float = column("seconds", "#.4g")
    published: float | None = column("published", "#.4g")
    free_start_seconds: float = column("free start", "#.4g")
    steps: float = column("steps", ".1f")
    milliseconds: float = column("ms", ".1f")
    most_milliseconds: float = column("most", ".1f")


@dataclass(frozen=True, slots=True)
class JointPlans(Record):
    """Mean seconds and steps of the fastest motion on one rig, and seconds of LBL's motions."""

    key = "joint_plans"
    title = "Solver and planner together, {together} random cubes"
    caption = (
        "Means. Seconds and steps are those of the fastest motion found (--fastest), from the best "
        "pose with all grippers closed to a pose of rest; LBL: seconds of its first solution and "
        "of the fastest of many (--method lbl --fastest), from home. search: seconds of a search. "
        "Every fastest plan was executed by the simulated mechanics."
    )

    rig: str = column("rig")
    cubes: int = column("cubes")
    seconds: float = column("seconds", "#.4g")
    steps: float = column("steps", ".1f")
    lbl_seconds: float = column("LBL", "#.4g")
    lbl_chosen_seconds: float = column("LBL, chosen", "#.4g")
    search_seconds: float = column("search", ".2f")


@dataclass(frozen=True, slots=True)
class RandomPlans(Record):
    """Plans of random turns on the simulated mechanics of all rigs."""

    key = "random_plans"
    sentence = "{plans} random plans on {rigs} rigs: {accidents} collisions, {solved} solved"

    plans: int
    rigs: int
    accidents: int
    solved: int

    @property
    def is_good(self) -> bool:
        """Return whether every plan solved its cube, without an accident."""
        return not self.accidents and self.solved == self.plans


def plan(
    progress: Progress,
    cubes: Cubes = 200,
    rigs: Annotated[
        tuple[str, ...], Option("Only this [all].", click.Choice(RIGS), flag="--rig")
    ] = (),
    solutions: Annotated[
        Path | None,
        Option(
            "File with 54 facelets|turns a line, instead of the package kociemba.", EXISTING_FILE
        ),
    ] = None,
    random: Annotated[
        int,
        Option(
            "Plans of random turns to execute on the simulated mechanics, over all rigs.",
            WholeNumber(0),
        ),
    ] = 10_000,
    together: Annotated[
        int, Option("Cubes for which solver and planner work together.", WholeNumber(0))
    ] = 200,
    time_limit: Annotated[
        float, Option("Seconds for each of these cubes.", SECONDS, metavar="S")
    ] = 1.5,
    seed: Seed = 0,
) -> Iterator[RigPlans | JointPlans | RandomPlans]:
    """Plan a public solver's solutions on every rig, and execute the plans in simulation.

    The seconds are robot time; the milliseconds are of one processor. If a plan collides or does
    not solve its cube, the exit status is 1.
    """
    if solutions is None:
        problems = problems_of_kociemba(cubes, seed)
    else:
        problems = problems_of_file(solutions, cubes)
    chosen = [load_rig(name) for name in rigs or RIGS]
    for rig in chosen:
        yield measure(rig, problems, progress)
    if problems[:together]:
        for rig in [*chosen, *([EQUAL_TURNS] if "six-axis" in (rigs or RIGS) else [])]:
            yield measure_together(rig, problems[:together], time_limit, progress)
    yield check_random_plans(random, seed, progress)


def problems_of_kociemba(count: int, seed: int = 0) -> tuple[PlanningProblem, ...]:
    """Solve random cubes by the package kociemba. Raises InputError if it is not installed."""
    try:
        solve = import_module("kociemba").solve
    except ImportError as error:
        raise InputError(
            "the package kociemba is not installed: pip install kociemba, or give its solutions "
            "in a file: --solutions FILE"
        ) from error
    rng = Random(seed)
    cubes = [Cube.random(rng) for _ in range(count)]
    return tuple(_problem(cube.facelets, solve(cube.facelets)) for cube in cubes)


def problems_of_file(path: Path, count: int) -> tuple[PlanningProblem, ...]:
    """Return cubes and solutions of a file, `54 facelets|turns` a line. Raises InputError."""
    try:
        text = read_text(path, MAX_SOLUTIONS_BYTES)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read solutions from {str(path)!r}: {reason(error)}") from error
    lines = [line for line in text.splitlines() if line][:count]
    return tuple(_problem(*_parts(line)) for line in lines)


def _parts(line: str) -> tuple[str, str]:
    facelets, bar, solution = line.partition("|")
    if not bar:
        raise InputError(f"{line!r} has no |: write 54 facelets, |, and the turns that solve them")
    return facelets, solution


def _problem(facelets: str, solution: str) -> PlanningProblem:
    problem = PlanningProblem(Cube.from_facelets(facelets), parse_turns(solution))
    if not problem.cube.apply(problem.solution).is_solved():
        raise InputError(f"the turns {solution!r} do not solve {facelets}")
    return problem


def measure(rig: Rig, problems: Sequence[PlanningProblem], progress: Progress = QUIET) -> RigPlans:
    """Plan each solution from home, and from the best pose at rest; both end in a pose at rest.

    Every plan is executed by the simulated mechanics. Raises UnsolvedError if that does not solve
    the cube.
    """
    home, poses = home_state(rig), tuple(_poses_of_rest(rig))
    plan_turns(rig, problems[0].solution, home, rig.may_end)  # computes the rig's distances, once
    plans, computing, from_any = [], [], []
    for problem in progress.each(rig.name, problems):
        started = time.process_time()
        made = plan_turns(rig, problem.solution, home, rig.may_end)
        computing.append(time.process_time() - started)
        plans.append(made)
        best = plan_from_best_pose(
            rig, problem.solution, Orientation.identity(), poses, rig.may_end
        )
        from_any.append(best.seconds)
        _check(rig, made, problem.cube)
        _check(rig, best, problem.cube)
    return RigPlans(
        rig.name,
        len(problems),
        fmean(each.seconds for each in plans),
        PUBLISHED.get(rig.name),
        fmean(from_any),
        fmean(len(each.commands) for each in plans),
        1000 * fmean(computing),
        1000 * max(computing),
    )


def measure_together(
    rig: Rig, problems: Sequence[PlanningProblem], time_limit: float, progress: Progress = QUIET
) -> JointPlans:
    """Solve each cube for the rig in `time_limit` seconds, and by LBL; execute the fastest plan.

    Raises UnsolvedError if that does not solve the cube.
    """
    home, poses = home_state(rig), tuple(_poses_of_rest(rig))
    upright = home.orientation
    plans, searching = [], []
    lbl: list[float] = []
    lbl_chosen: list[float] = []
    # prepares the rig, once
    fastest_solution_from_best_pose(rig, problems[0].cube, upright, poses, 0.0)
    for problem in progress.each(f"{rig.name}, together", problems):
        started = time.perf_counter()
        found = fastest_solution_from_best_pose(rig, problem.cube, upright, poses, time_limit)
        searching.append(time.perf_counter() - started)
        plans.append(plan_from_best_pose(rig, found, upright, poses, rig.may_end))
        _check(rig, plans[-1], problem.cube)
        for seconds, choice in (
            (lbl, SolutionPolicy("lbl")),
            (lbl_chosen, SolutionPolicy("lbl", fastest=True)),
        ):
            turned = choose_solution(choice, problem.cube, rig, home).turns
            seconds.append(plan_turns(rig, turned, home, rig.may_end).seconds)
    return JointPlans(
        rig.name,
        len(problems),
        fmean(each.seconds for each in plans),
        fmean(len(each.commands) for each in plans),
        fmean(lbl),
        fmean(lbl_chosen),
        fmean(searching),
    )


def _check(rig: Rig, made: Plan, cube: Cube) -> None:
    """Raise UnsolvedError if a plan does not solve a cube without an accident."""
    accidents, end = simulate_plan(rig, made, cube)
    if accidents or not end.is_solved():
        raise UnsolvedError(f"on {rig.name} the plan for {cube.facelets} fails")


def check_random_plans(count: int, seed: int, progress: Progress = QUIET) -> RandomPlans:
    """Execute plans of random turns, on one rig after another, by the simulated mechanics."""
    rng = Random(seed)
    accidents = solved = 0
    for number in progress.each("random plans", range(count)):
        rig = load_rig(RIGS[number % len(RIGS)])
        sequence = random_turns(rng, rng.randint(1, 20))
        made = plan_turns(rig, sequence, home_state(rig), rig.may_end)
        happened, cube = simulate_plan(rig, made, Cube.solved().apply(inverse(sequence)))
        accidents += happened
        solved += cube.is_solved()
    return RandomPlans(count, len(RIGS), accidents, solved)


def simulate_plan(rig: Rig, plan: Plan, cube: Cube) -> tuple[int, Cube]:
    """Execute a plan in simulation; return the number of collisions and the cube afterwards."""
    clock = VirtualClock()
    start = PhysicalState.at_home(plan.start.pose, cube)
    mechanics = ServoMechanics(rig, clock, start, measures=True)
    servos = SimulatedServos(mechanics)
    for action in plan.commands:
        assert not isinstance(action.command, Home)
        servos.start(action.command)
        while servos.poll() is None:
            clock.sleep((servos.next_wakeup() or 0.0) - clock.now())
    return len(mechanics.accidents), mechanics.state().cube


def _poses_of_rest(rig: Rig) -> Iterator[Pose]:
    """Yield the poses of rest with all grippers as in the home pose."""
    for pose in component_of(rig, rig.home).poses:
        if pose.grips == rig.home.grips and rig.may_end(pose):
            yield pose
