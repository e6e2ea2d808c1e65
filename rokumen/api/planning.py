"""Moves to the motion of a robot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from robot.link.protocol import command_to_fields
from robot.planning.motion_plan import Plan as MotionPlan
from robot.planning.motion_plan import home_state
from robot.planning.planner import plan_turns
from robot.rigs.registry import DEFAULT_RIG, load_rig, rig_names
from robot.rigs.rig import Rig
from solver.core.turn import inverse
from solver.cube import Cube
from solver.engines.solution import Solution
from solver.notation.cube_text import parse_turns
from solver.notation.printing import moves_text


@dataclass(frozen=True, slots=True)
class PlannedCommand:
    """One command of a plan: its verb, where each actuator goes, and when.

    `targets`: actuator -> angle (degrees) or position, as on the robot's line; `start` and
    `seconds`: when it begins, and how long it takes at full speed.
    """

    verb: str
    targets: Mapping[str, str]
    start: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The timed commands by which a rig makes some moves, from home on.

    `rig`: the name of the rig; `moves`: WCA; `seconds`: the time of the whole.
    """

    rig: str
    moves: str
    commands: tuple[PlannedCommand, ...]
    seconds: float
    motion: MotionPlan = field(repr=False)
    mechanism: Rig = field(repr=False)

    @classmethod
    def of(cls, motion: MotionPlan, mechanism: Rig) -> Plan:
        """Return a motion plan of a rig as a value of the API."""
        commands = []
        for timed in motion.commands:
            verb, targets = command_to_fields(timed.command)
            commands.append(PlannedCommand(verb, dict(targets), timed.start, timed.seconds))
        return cls(
            rig=motion.rig,
            moves=moves_text(motion.turns),
            commands=tuple(commands),
            seconds=motion.seconds,
            motion=motion,
            mechanism=mechanism,
        )

    def draw(self, path: str | Path) -> None:
        """Draw the timetable of the actuators into a .html or .png file.

        Raises ValueError for another file.
        """
        from rokumen.show.drawings.timetable_chart import draw

        draw(self.mechanism, self.motion, Path(path))


def rigs() -> list[str]:
    """Return the names of the rigs that can be planned for."""
    return sorted(rig_names())


def plan(solution: Solution | str, *, rig: str | Rig = DEFAULT_RIG, fastest: bool = False) -> Plan:
    """Return the fastest motion by which a rig makes the moves of a solution, or given moves.

    `rig`: a name of `rigs()`, or a description. With `fastest` the moves may be replaced by others
    that do the same to the cube in less time. Raises RigError for a rig that does not exist.
    """
    moves = solution.moves if isinstance(solution, Solution) else solution
    if not isinstance(moves, str):
        raise TypeError(f"{moves!r} is neither a Solution nor moves as text")
    mechanism = load_rig(rig) if isinstance(rig, str) else rig
    turns = parse_turns(moves)
    start = home_state(mechanism)
    if fastest:
        from rokumen.jobs.solution_choice import choose_solution
        from rokumen.storage.runs import SolutionPolicy

        cube = Cube.solved().apply(inverse(turns))
        turns = choose_solution(SolutionPolicy(fastest=True), cube, mechanism, start).turns
    return Plan.of(plan_turns(mechanism, turns, start, mechanism.may_end), mechanism)
