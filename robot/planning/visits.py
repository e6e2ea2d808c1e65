"""Motions that show axes where they have not been yet, before a plan brings a cube there.

A camera that compares pictures can only tell that an axis is not at a place once it has seen it
there (`robot.link.arrival`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from robot.errors import ForbiddenCommandError
from robot.planning.motion_plan import Plan
from robot.planning.robot_state import PlannedCommand, RobotState, apply_step
from robot.rigs.command import Move
from robot.rigs.rig import Rig

Place = tuple[str, float]


def places_of(plan: Plan) -> tuple[Place, ...]:
    """Return where a plan brings the axes that are no grippers, each place once, in its order."""
    rig = plan.mechanism
    axes = [axis for axis in rig.axes if axis not in rig.grippers]
    poses = [command.after.pose for command in plan.commands]
    places = ((axis, pose.angles[rig.axes.index(axis)]) for pose in poses for axis in axes)
    return tuple(dict.fromkeys(places))


def visits(rig: Rig, start: RobotState, places: Collection[Place]) -> Plan:
    """Return the plan that brings each axis to its places and back, and turns no layer.

    The cube is held as before at its end. Places to which an axis cannot go so are left out.
    """
    state, commands = start, list[PlannedCommand]()
    for axis, degrees in places:
        visit = _visit(rig, state, axis, degrees)
        commands += visit
        state = visit[-1].after if visit else state
    return following(Plan(rig, start, ()), Plan(rig, start, tuple(commands)))


def following(first: Plan, second: Plan) -> Plan:
    """Return two plans of which one begins where the other ends as one."""
    begin, later = first.seconds, list[PlannedCommand]()
    for command in second.commands:
        later.append(replace(command, start=begin))
        begin += command.seconds
    return replace(first, commands=(*first.commands, *later))


def _visit(rig: Rig, start: RobotState, axis: str, degrees: float) -> tuple[PlannedCommand, ...]:
    """Return the commands that bring an axis to a place and back; none if that is not possible."""
    here = start.pose.angles[rig.axes.index(axis)]
    state, commands = start, list[PlannedCommand]()
    for to in (degrees, here):
        try:
            step = rig.step(state.pose, Move(((axis, round(to)),)))
        except ForbiddenCommandError:
            return ()
        state, turns = apply_step(state, step)
        if turns:
            return ()
        commands.append(PlannedCommand(step.command, turns, state, 0.0, step.seconds))
    return tuple(commands) if state.orientation == start.orientation else ()
