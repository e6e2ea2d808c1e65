"""Chooses the solution that a robot executes: by method, or by execution time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from robot.planning.robot_state import RobotState
from robot.rigs.rig import Rig
from rokumen.storage.runs import SolutionPolicy
from solver.cube import Cube
from solver.engines.registry import (
    DEFAULT_METHOD,
    multi_solution_engine,
    option_names,
    solve,
    supports_several_solutions,
)
from solver.solution import CubeSolution, Stage

# The name of the method where the planner chooses the turns.
FASTEST = "fastest"
# Number of solutions of one method that are compared, and the beam width of LBL: larger than by
# default, since the fastest are seldom among the shortest.
CANDIDATE_COUNT = 400
LBL_EFFORT = 500
# What part of a time limit a method gets for its search; then its solutions are compared.
SEARCH_SHARE = 0.5


def load_choice(choice: SolutionPolicy) -> None:
    """Load what `choose_solution` searches with on any rig, before a robot's port is opened."""
    if choice.fastest:
        from robot.planning.fastest_solution import load_search

        load_search()


def prepare_choice(
    choice: SolutionPolicy, rig: Rig, progress: Callable[[float], None] = lambda share: None
) -> None:
    """Compute what `choose_solution` needs of a rig, before its time limit begins.

    `progress` is called with the share that is built of its tables.
    """
    if choice.fastest:
        from robot.planning.fastest_solution import prepare_search

        prepare_search(rig, progress)


def choose_solution_to_make(
    choice: SolutionPolicy, cube: Cube, rig: Rig, start: RobotState
) -> CubeSolution:
    """Return the solution of a cube that a robot waits to make, which is searched as long as pays.

    A time limit of the choice goes before. Raises MethodError.
    """
    if choice.fastest and choice.method is None and choice.time_limit is None:
        from robot.planning.fastest_solution import paying_seconds

        choice = replace(choice, time_limit=paying_seconds(rig, cube, start))
    return choose_solution(choice, cube, rig, start)


def choose_solution(
    choice: SolutionPolicy,
    cube: Cube,
    rig: Rig,
    start: RobotState,
    clock: Callable[[], float] = time.perf_counter,
) -> CubeSolution:
    """Return the solution of a legal cube that is held in state `start`. Raises MethodError."""
    if not choice.fastest:
        return solve(cube, choice.method or DEFAULT_METHOD)
    # Its search is heavy to load, and nothing else needs it.
    from robot.planning.fastest_solution import TIME_LIMIT, fastest_solution, index_of_fastest
    from solver.engines.optimal.fastest_search import load_kernels

    seconds = TIME_LIMIT if choice.time_limit is None else choice.time_limit
    if choice.method is None:
        turns = fastest_solution(rig, cube, start, seconds, clock)
        return CubeSolution(cube, FASTEST, (Stage("Fastest motion", turns),))
    load_kernels()
    deadline = clock() + seconds
    found = _competitors(cube, choice.method, choice.time_limit)
    compared = [solution.turns for solution in found]
    return found[index_of_fastest(rig, compared, start, deadline, clock)]


def _competitors(cube: Cube, method: str, time_limit: float | None) -> tuple[CubeSolution, ...]:
    if not supports_several_solutions(method):
        return (solve(cube, method),)
    known = option_names(method)
    options: dict[str, object] = {}
    if "effort" in known:
        options["effort"] = LBL_EFFORT
    if "time_limit" in known and time_limit is not None:
        options["time_limit"] = SEARCH_SHARE * time_limit
    return multi_solution_engine(method, CANDIDATE_COUNT, **options)(cube)
