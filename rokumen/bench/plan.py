"""How long each rig needs for the solutions of a public solver, and whether its plans hold.

The solver is kociemba (two-phase, about 20.7 turns; a package of PyPI), for random cubes drawn from
a seed; or its solutions are read from a file. The figures beside are those of the published robots'
own logic, for the same durations. Then the same cubes are solved by whatever is fastest on the rig,
and by LBL, where the first solution and the fastest of many are compared.
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

from firmware_sim.faults import Faults
from firmware_sim.mechanics import Mechanics
from firmware_sim.truth import Truth
from robot.clock import VirtualClock
from robot.command import Grip, Move, Pose
from robot.fastest import fastest_from_best
from robot.graph import region_of
from robot.motion import Plan, holding_at_home
from robot.planner import plan_from_best, plan_turns
from robot.rig import RIGS, Rig, load_rig
from robot.rigs.six_axis import Durations, SixAxis
from rokumen.choice import Choice
from rokumen.errors import InputError, UnsolvedError
from solver.cube import Cube
from solver.orientation import Orientation
from solver.scramble import random_cube, random_turns
from solver.turn import Turn, inverse, turns

# Mean seconds of the published robots' own logic on such solutions.
PUBLISHED = {"two-gripper": 187.0, "flipper": 103.7}
# On this rig, where time is counted in steps, a half turn is a step like any other.
EQUAL_TURNS = SixAxis(durations=Durations(half=0.010), name="six-axis, half turns as quarters")

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Problem:
    """A cube and turns that solve it."""

    cube: Cube
    solution: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured for one rig over some solutions: of each, seconds, steps and CPU seconds.

    `from_any` are the seconds where the plan may also begin in whichever pose of rest is best.
    """

    rig: str
    seconds: tuple[float, ...]
    from_any: tuple[float, ...]
    steps: tuple[int, ...]
    computing: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """What solver and planner came to together on one rig: of each cube, seconds and steps.

    The plans begin in whichever pose of rest is best. `lbl` and `lbl_chosen` are the seconds of the
    first LBL solution and of the fastest of many; `searching` is how long each search took.
    """

    rig: str
    seconds: tuple[float, ...]
    steps: tuple[int, ...]
    lbl: tuple[float, ...]
    lbl_chosen: tuple[float, ...]
    searching: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """How plans of random turns went on the simulated mechanics of all rigs."""

    plans: int
    accidents: int
    solved: int


def problems_of_kociemba(count: int, seed: int = 0) -> tuple[Problem, ...]:
    """Solve random cubes by the package kociemba. Raises InputError where it is not installed."""
    try:
        solve = import_module("kociemba").solve
    except ImportError as error:
        raise InputError(
            "the benchmark's solutions are those of the package kociemba, which is not installed; "
            "pip install kociemba, or name a file of solutions: --solutions FILE"
        ) from error
    rng = Random(seed)
    cubes = [random_cube(rng) for _ in range(count)]
    return tuple(_problem(cube.facelets(), solve(cube.facelets())) for cube in cubes)


def problems_of_file(path: Path, count: int) -> tuple[Problem, ...]:
    """Read cubes and solutions, `54 facelets|turns` a line. Raises InputError for other lines."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line][:count]
    return tuple(_problem(*_parts(line)) for line in lines)


def _parts(line: str) -> tuple[str, str]:
    facelets, bar, solution = line.partition("|")
    if not bar:
        raise InputError(f"{line!r} has no |: write 54 facelets, |, and the turns that solve them")
    return facelets, solution


def _problem(facelets: str, solution: str) -> Problem:
    problem = Problem(Cube.from_facelets(facelets), turns(solution))
    if not problem.cube.apply(problem.solution).is_solved:
        raise InputError(f"the turns {solution!r} do not solve {facelets}")
    return problem


def measure(rig: Rig, problems: Sequence[Problem], progress: Progress) -> Measured:
    """Plan each solution from home to a pose of rest, and from the best pose of rest to another.

    Every plan is carried out by the simulated mechanics. Raises UnsolvedError where that does not
    end in a solved cube.
    """
    home, poses = holding_at_home(rig), tuple(_poses_of_rest(rig))
    plan_turns(rig, problems[0].solution, home, rig.rests)  # finds the rig's distances, once
    plans, computing, from_any = [], [], []
    for number, problem in enumerate(problems, start=1):
        started = time.process_time()
        plan = plan_turns(rig, problem.solution, home, rig.rests)
        computing.append(time.process_time() - started)
        plans.append(plan)
        best = plan_from_best(rig, problem.solution, Orientation.identity(), poses, rig.rests)
        from_any.append(best.seconds)
        for made in (plan, best):
            accidents, cube = carried_out(rig, made, problem.cube)
            if accidents or not cube.is_solved:
                raise UnsolvedError(f"on {rig.name} the plan for {problem.cube.facelets()} fails")
        progress(number)
    return Measured(
        rig.name,
        tuple(plan.seconds for plan in plans),
        tuple(from_any),
        tuple(len(plan.actions) for plan in plans),
        tuple(computing),
    )


def measure_together(
    rig: Rig, problems: Sequence[Problem], time_limit: float, progress: Progress
) -> Together:
    """Solve each cube for the rig in `time_limit` seconds, and by LBL; carry out what is fastest.

    Raises UnsolvedError where that does not end in a solved cube.
    """
    home, poses = holding_at_home(rig), tuple(_poses_of_rest(rig))
    upright = home.orientation
    plans, searching = [], []
    lbl: list[float] = []
    lbl_chosen: list[float] = []
    fastest_from_best(rig, problems[0].cube, upright, poses, 0.0)  # prepares the rig, once
    for number, problem in enumerate(problems, start=1):
        started = time.perf_counter()
        found = fastest_from_best(rig, problem.cube, upright, poses, time_limit)
        searching.append(time.perf_counter() - started)
        plans.append(plan_from_best(rig, found, upright, poses, rig.rests))
        accidents, cube = carried_out(rig, plans[-1], problem.cube)
        if accidents or not cube.is_solved:
            raise UnsolvedError(f"on {rig.name} the plan for {problem.cube.facelets()} fails")
        for seconds, choice in ((lbl, Choice("lbl")), (lbl_chosen, Choice("lbl", fastest=True))):
            turned = choice.solution(problem.cube, rig, home).moves
            seconds.append(plan_turns(rig, turned, home, rig.rests).seconds)
        progress(number)
    return Together(
        rig.name,
        tuple(plan.seconds for plan in plans),
        tuple(len(plan.actions) for plan in plans),
        tuple(lbl),
        tuple(lbl_chosen),
        tuple(searching),
    )


def check_random_plans(count: int, seed: int, progress: Progress = lambda done: None) -> Checked:
    """Carry out plans of random turns, each on the next rig, by the simulated mechanics."""
    rng = Random(seed)
    accidents = solved = 0
    for number in range(count):
        rig = load_rig(RIGS[number % len(RIGS)])
        sequence = random_turns(rng, rng.randint(1, 20))
        plan = plan_turns(rig, sequence, holding_at_home(rig), rig.rests)
        happened, cube = carried_out(rig, plan, Cube.solved().apply(inverse(sequence)))
        accidents += happened
        solved += cube.is_solved
        progress(number + 1)
    return Checked(count, accidents, solved)


def carried_out(rig: Rig, plan: Plan, cube: Cube) -> tuple[int, Cube]:
    """Let the simulated mechanics do a plan; give the number of accidents and the cube after it."""
    clock = VirtualClock()
    start = Truth.at_home(plan.start.pose, cube)
    mechanics = Mechanics(rig, clock, start, Faults())
    for action in plan.actions:
        assert isinstance(action.command, Move | Grip)
        mechanics.drive(action.command)
        clock.sleep((mechanics.next_wake() or 0.0) - clock.now())
        mechanics.poll()
    return len(mechanics.accidents), mechanics.look().cube


def _poses_of_rest(rig: Rig) -> Iterator[Pose]:
    """Give the poses in which all hands are as at home and the rig can rest."""
    for pose in region_of(rig, rig.home).poses:
        if pose.grips == rig.home.grips and rig.rests(pose):
            yield pose


def table(results: Sequence[Measured]) -> Table:
    """Lay the results of all rigs out beside the published figures."""
    shown = Table("rig", title=f"The plans of {len(results[0].seconds)} solutions by two phases")
    for name in ("seconds", "published", "free start", "steps", "ms", "most"):
        shown.add_column(name, justify="right")
    for result in results:
        published = PUBLISHED.get(result.rig)
        shown.add_row(
            result.rig,
            _figure(fmean(result.seconds)),
            "" if published is None else _figure(published),
            _figure(fmean(result.from_any)),
            f"{fmean(result.steps):.1f}",
            f"{1000 * fmean(result.computing):.1f}",
            f"{1000 * max(result.computing):.1f}",
        )
    shown.caption = (
        "Means. A plan begins at home, or (free start) in whichever pose with its hands closed is "
        "best, and ends where the rig can rest. It takes so many milliseconds to find, and at "
        "most so many. Every plan was carried out by the simulated mechanics."
    )
    return shown


def together_table(results: Sequence[Together]) -> Table:
    """Lay out what solver and planner came to together."""
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
        "pose with all hands closed to where the rig can rest; LBL those of its first solution and "
        "of the fastest of many (--method lbl --fastest), from home. A search takes so many "
        "seconds. Every fastest plan was carried out by the simulated mechanics."
    )
    return shown


def _figure(seconds: float) -> str:
    return f"{seconds:.1f}" if seconds >= 10 else f"{seconds:.3f}"
