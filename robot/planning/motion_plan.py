"""Motion plans: timed sequences of commands of a rig."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from files.wording import counted
from robot.planning.robot_state import PlannedCommand, RobotState, apply_step
from robot.planning.timetable import Timetable, timetable_of
from robot.planning.turn_schedule import schedule_of
from robot.rigs.command import Move
from robot.rigs.rig import FaceTurn, Rig, Step, from_canonical
from solver.core.turn import Turn
from solver.notation.printing import moves_text


@dataclass(frozen=True, slots=True)
class Plan:
    """A timed sequence of commands of a rig (`mechanism`) from one robot state to another."""

    mechanism: Rig = field(repr=False)
    start: RobotState
    commands: tuple[PlannedCommand, ...]

    @property
    def rig(self) -> str:
        """Return the name of the rig."""
        return self.mechanism.name

    @property
    def moves(self) -> str:
        """Return the turns of the cube in WCA notation."""
        return moves_text(self.turns)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return the turns of the cube in the order in which they are made."""
        return tuple(turn for action in self.commands for turn in action.turns)

    @property
    def seconds(self) -> float:
        """Return the duration of the whole plan in seconds."""
        return max((action.start + action.seconds for action in self.commands), default=0.0)

    @property
    def end(self) -> RobotState:
        """Return the robot state after the plan."""
        return self.commands[-1].after if self.commands else self.start

    @property
    def timetable(self) -> Timetable:
        """Return what each actuator does when, and how the cube is held."""
        return timetable_of(self.mechanism, self.start, self.commands)

    def draw(self, path: str | Path) -> None:
        """Draw the timetable of the actuators into a .html or .png file.

        Raises ValueError for another file.
        """
        # Imported here, since most plans are not drawn.
        from robot.planning.timetable_chart import draw_timetable

        title = f"{counted(len(self.turns), 'turn')} in {self.seconds:.4g} s on {self.rig}"
        draw_timetable(self.timetable, title, self.moves, Path(path))

    def _repr_svg_(self) -> str:
        """Return the timetable that a notebook shows in place of the text."""
        from robot.planning.timetable_chart import timetable_svg

        return timetable_svg(self.timetable)


def plan_from_steps(rig: Rig, start: RobotState, steps: Iterable[Step]) -> Plan:
    """Return the plan that executes steps one after the other.

    The steps lead from canonical pose to canonical pose (`robot.rigs.rig`), beginning
    at that of `start`. On a rig with delays they begin by these.
    """
    if rig.has_turn_delays:
        return _delayed_plan(rig, start, steps)
    actions: list[PlannedCommand] = []
    holding, clock = start, 0.0
    for canonical_step in steps:
        step = rig.step(holding.pose, from_canonical(rig, holding.pose, canonical_step.command))
        holding, made = apply_step(holding, step)
        actions.append(PlannedCommand(step.command, made, holding, clock, step.seconds))
        clock += step.seconds
    return Plan(rig, start, tuple(actions))


def _delayed_plan(rig: Rig, start: RobotState, steps: Iterable[Step]) -> Plan:
    """Return the plan of a rig with delays: turns that begin at once are one command."""
    motions = [[turn for turn in step.effects if isinstance(turn, FaceTurn)] for step in steps]
    actions: list[PlannedCommand] = []
    holding = start
    by_start = groupby(schedule_of(rig, motions), key=lambda timed: timed.start)
    for begin, together in by_start:
        turns = list(together)
        now = dict(zip(rig.axes, map(round, holding.pose.angles), strict=True))
        ways = ((each.turn.axis, round(each.turn.degrees)) for each in turns)
        targets = tuple((axis, now[axis] + way) for axis, way in ways)
        step = rig.step(holding.pose, Move(targets))
        holding, made = apply_step(holding, step)
        seconds = max(each.seconds for each in turns)
        actions.append(PlannedCommand(step.command, made, holding, begin, seconds))
    return Plan(rig, start, tuple(actions))
