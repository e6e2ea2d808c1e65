"""Moves to the motion of a robot."""

from __future__ import annotations

from pathlib import Path

from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.durations import apply_timing_profile
from robot.rigs.registry import DEFAULT_RIG, load_rig, rig_names
from robot.rigs.rig import Rig, with_overlap
from robot.rigs.servo_speeds import Servos, with_servos
from solver.core.turn import inverse
from solver.cube import Cube
from solver.notation.cube_text import parse_turns
from solver.solution import CubeSolution


def rigs() -> list[str]:
    """Return the names of the rigs that can be planned for."""
    return sorted(rig_names())


def plan(
    solution: CubeSolution | str,
    *,
    rig: str | Path | Rig = DEFAULT_RIG,
    durations: str | Path | None = None,
    servos: Servos | None = None,
    fastest: bool = False,
    overlap: bool = False,
) -> Plan:
    """Return the fastest motion by which a rig makes the moves of a solution, or given moves.

    `rig`: a name of `rigs()`, a rig file, or a description; `durations`: a file of its measured
    durations; `servos`: those that move it, such as "ds3218", whose motions take a time by their
    distance, where the file says nothing else. With `fastest` the moves may be replaced by others
    that do the same to the cube in less time; with `overlap` motions overlap that cannot touch.
    Raises RigError for a rig or servos that do not exist and a rig that cannot overlap, and a
    ProfileError for durations that are not its own.
    """
    if not isinstance(solution, CubeSolution | str):
        raise TypeError(f"{solution!r} is neither a CubeSolution nor moves as text")
    mechanism = rig if isinstance(rig, Rig) else load_rig(str(rig))
    if servos is not None:
        mechanism = with_servos(mechanism, servos)
    if durations is not None:
        mechanism = apply_timing_profile(mechanism, Path(durations))
    if overlap:
        mechanism = with_overlap(mechanism)
    turns = solution.turns if isinstance(solution, CubeSolution) else parse_turns(solution)
    start = home_state(mechanism)
    if fastest:
        from rokumen.jobs.solution_choice import choose_solution
        from rokumen.storage.runs import SolutionPolicy

        cube = Cube.solved().apply(inverse(turns))
        turns = choose_solution(SolutionPolicy(fastest=True), cube, mechanism, start).turns
    return plan_turns(mechanism, turns, start, mechanism.may_end)
