"""Duration of the motion plans of a public solver's solutions, checked in simulation.

The solver is kociemba (two-phase, about 20.7 turns; a PyPI package) on random cubes, or its
solutions are read from a file. The published figures are those of the published robots' own logic,
for the same durations. Then the same cubes are solved by the fastest motion on the rig, and by LBL,
with its first solution and with the fastest of many.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import fmean

from rich.table import Table

from files.access import read_text
from firmware_sim.faults.schedule import FaultSchedule
from firmware_sim.physics.mechanism import Mechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.planning.fastest_solution import fastest_solution_from_best_pose
from robot.planning.motion_plan import Plan, home_state
from robot.planning.planner import plan_from_best_pose, plan_turns
from robot.planning.state_graph import component_of
from robot.rigs.command import Grip, Move, Pose
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig
from robot.rigs.six_axis import Durations, SixAxis
from rokumen.errors import InputError, UnsolvedError
from rokumen.jobs.solution_choice import choose_solution
from rokumen.storage.runs import SolutionPolicy
from solver.core.orientation import Orientation
from solver.core.turn import Turn, inverse, parse_turns, random_turns
from solver.cube import Cube

# Mean seconds of the published robots' own logic on such solutions.
PUBLISHED = {"two-gripper": 187.0, "flipper": 103.7}
# Six-axis rig on which a half turn takes as long as a quarter turn, to count time in steps.
MAX_SOLUTIONS_BYTES = 64 * 1024 * 1024
EQUAL_TURNS = SixAxis(durations=Durations(half=0.010), name="six-axis, half turns as quarters")

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Problem:
    """Cube and turns that solve it."""

    cube: Cube
    solution: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class RigResult:
    """Measurements of one rig over several solutions: seconds, steps and CPU seconds of each.

    `seconds_from_best_start` are the seconds if the plan may begin in the best pose of rest.
    """

    rig: str
    seconds: tuple[float, ...]
    seconds_from_best_start: tuple[float, ...]
    steps: tuple[int, ...]
    cpu_seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CombinedResult:
    """Result of solver and planner together on one rig: seconds and steps of each cube.

    The plans begin in the best pose of rest. `lbl` and `lbl_chosen` are the seconds of the first
    LBL solution and of the fastest of many; `searching` are the seconds of each search.
    """

    rig: str
    seconds: tuple[float, ...]
    steps: tuple[int, ...]
    lbl: tuple[float, ...]
    lbl_chosen: tuple[float, ...]
    searching: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """Result of plans of random turns on the simulated mechanics of all rigs."""

    plans: int
    accidents: int
    solved: int


def problems_of_kociemba(count: int, seed: int = 0) -> tuple[Problem, ...]:
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


def problems_of_file(path: Path, count: int) -> tuple[Problem, ...]:
    """Return cubes and solutions of a file, `54 facelets|turns` a line. Raises InputError."""
    try:
        text = read_text(path, MAX_SOLUTIONS_BYTES)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read solutions from {str(path)!r}: {error}") from error
    lines = [line for line in text.splitlines() if line][:count]
    return tuple(_problem(*_parts(line)) for line in lines)


def _parts(line: str) -> tuple[str, str]:
    facelets, bar, solution = line.partition("|")
    if not bar:
        raise InputError(f"{line!r} has no |: write 54 facelets, |, and the turns that solve them")
    return facelets, solution


def _problem(facelets: str, solution: str) -> Problem:
    problem = Problem(Cube.from_facelets(facelets), parse_turns(solution))
    if not problem.cube.apply(problem.solution).is_solved():
        raise InputError(f"the turns {solution!r} do not solve {facelets}")
    return problem


def measure(rig: Rig, problems: Sequence[Problem], progress: Progress) -> RigResult:
    """Plan each solution from home to a pose of rest, and from the best pose of rest to another.

    Every plan is executed by the simulated mechanics. Raises UnsolvedError if that does not solve
    the cube.
    """
    home, poses = home_state(rig), tuple(_poses_of_rest(rig))
    plan_turns(rig, problems[0].solution, home, rig.may_end)  # computes the rig's distances, once
    plans, computing, from_any = [], [], []
    for number, problem in enumerate(problems, start=1):
        started = time.process_time()
        plan = plan_turns(rig, problem.solution, home, rig.may_end)
        computing.append(time.process_time() - started)
        plans.append(plan)
        best = plan_from_best_pose(
            rig, problem.solution, Orientation.identity(), poses, rig.may_end
        )
        from_any.append(best.seconds)
        for made in (plan, best):
            accidents, cube = simulate_plan(rig, made, problem.cube)
            if accidents or not cube.is_solved():
                raise UnsolvedError(f"on {rig.name} the plan for {problem.cube.facelets} fails")
        progress(number)
    return RigResult(
        rig.name,
        tuple(plan.seconds for plan in plans),
        tuple(from_any),
        tuple(len(plan.commands) for plan in plans),
        tuple(computing),
    )


def measure_together(
    rig: Rig, problems: Sequence[Problem], time_limit: float, progress: Progress
) -> CombinedResult:
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
    for number, problem in enumerate(problems, start=1):
        started = time.perf_counter()
        found = fastest_solution_from_best_pose(rig, problem.cube, upright, poses, time_limit)
        searching.append(time.perf_counter() - started)
        plans.append(plan_from_best_pose(rig, found, upright, poses, rig.may_end))
        accidents, cube = simulate_plan(rig, plans[-1], problem.cube)
        if accidents or not cube.is_solved():
            raise UnsolvedError(f"on {rig.name} the plan for {problem.cube.facelets} fails")
        for seconds, choice in (
            (lbl, SolutionPolicy("lbl")),
            (lbl_chosen, SolutionPolicy("lbl", fastest=True)),
        ):
            turned = choose_solution(choice, problem.cube, rig, home).turns
            seconds.append(plan_turns(rig, turned, home, rig.may_end).seconds)
        progress(number)
    return CombinedResult(
        rig.name,
        tuple(plan.seconds for plan in plans),
        tuple(len(plan.commands) for plan in plans),
        tuple(lbl),
        tuple(lbl_chosen),
        tuple(searching),
    )


def check_random_plans(count: int, seed: int, progress: Progress = lambda done: None) -> Checked:
    """Execute plans of random turns, on one rig after another, by the simulated mechanics."""
    rng = Random(seed)
    accidents = solved = 0
    for number in range(count):
        rig = load_rig(RIGS[number % len(RIGS)])
        sequence = random_turns(rng, rng.randint(1, 20))
        plan = plan_turns(rig, sequence, home_state(rig), rig.may_end)
        happened, cube = simulate_plan(rig, plan, Cube.solved().apply(inverse(sequence)))
        accidents += happened
        solved += cube.is_solved()
        progress(number + 1)
    return Checked(count, accidents, solved)


def simulate_plan(rig: Rig, plan: Plan, cube: Cube) -> tuple[int, Cube]:
    """Execute a plan in simulation; return the number of collisions and the cube afterwards."""
    clock = VirtualClock()
    start = PhysicalState.at_home(plan.start.pose, cube)
    mechanics = Mechanics(rig, clock, start, FaultSchedule())
    for action in plan.commands:
        assert isinstance(action.command, Move | Grip)
        mechanics.start(action.command)
        clock.sleep((mechanics.next_wakeup() or 0.0) - clock.now())
        mechanics.poll()
    return len(mechanics.accidents), mechanics.state().cube


def _poses_of_rest(rig: Rig) -> Iterator[Pose]:
    """Yield the poses of rest with all grippers as in the home pose."""
    for pose in component_of(rig, rig.home).poses:
        if pose.grips == rig.home.grips and rig.may_end(pose):
            yield pose


def table(results: Sequence[RigResult]) -> Table:
    """Return a table of the results of all rigs beside the published figures."""
    shown = Table("rig", title=f"Plans of {len(results[0].seconds)} two-phase solutions")
    for name in ("seconds", "published", "free start", "steps", "ms", "most"):
        shown.add_column(name, justify="right")
    for result in results:
        published = PUBLISHED.get(result.rig)
        shown.add_row(
            result.rig,
            _figure(fmean(result.seconds)),
            "" if published is None else _figure(published),
            _figure(fmean(result.seconds_from_best_start)),
            f"{fmean(result.steps):.1f}",
            f"{1000 * fmean(result.cpu_seconds):.1f}",
            f"{1000 * max(result.cpu_seconds):.1f}",
        )
    shown.caption = (
        "Means. A plan begins at home, or (free start) in the best pose with closed grippers, and "
        "ends in a pose of rest. ms, most: mean and largest planning time. Every plan was executed "
        "by the simulated mechanics."
    )
    return shown


def together_table(results: Sequence[CombinedResult]) -> Table:
    """Return a table of the results of solver and planner together."""
    cubes = len(results[0].seconds)
    shown = Table("rig", title=f"Solver and planner together, {cubes} random cubes")
    for name in ("seconds", "steps", "LBL", "LBL, chosen", "search"):
        shown.add_column(name, justify="right")
    for result in results:
        shown.add_row(
            result.rig,
            _figure(fmean(result.seconds)),
            f"{fmean(result.steps):.1f}",
            _figure(fmean(result.lbl)),
            _figure(fmean(result.lbl_chosen)),
            f"{fmean(result.searching):.2f}",
        )
    shown.caption = (
        "Means. Seconds and steps are those of the fastest motion found (--fastest), from the best "
        "pose with all grippers closed to a pose of rest; LBL: seconds of its first solution and "
        "of the fastest of many (--method lbl --fastest), from home. search: seconds of a search. "
        "Every fastest plan was executed by the simulated mechanics."
    )
    return shown


def _figure(seconds: float) -> str:
    return f"{seconds:.1f}" if seconds >= 10 else f"{seconds:.3f}"
