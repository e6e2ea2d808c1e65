"""Motions that show a camera what it could not tell otherwise (`robot.link.arrival`).

One that compares pictures knows that an axis is not at a place only once it has seen it there, and
knows two grippers apart only once they have moved apart.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from robot.errors import ForbiddenCommandError
from robot.planning.motion_plan import Plan
from robot.planning.robot_state import PlannedCommand, RobotState, apply_step
from robot.rigs.command import OPEN, Command, Grip, Move, Pose
from robot.rigs.rig import Rig

Place = tuple[str, float]
# A kind of command, and the gripper that it moves.
Motion = tuple[type, str]


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


def one_by_one(plan: Plan, due: Collection[Motion]) -> Plan:
    """Return a plan in which each gripper makes the motions that are `due` alone, once.

    It does where it opens, closes, or turns while it is open. The plan leads to the same end.
    """
    rig, state, commands = plan.mechanism, plan.start, list[PlannedCommand]()
    left = set(due)
    for command in plan.commands:
        alone = _without_the_cube(rig, state.pose, command.command) & left
        parts = _apart(rig, state, command, {name for _, name in alone})
        commands += parts or (command,)
        if parts:
            left -= alone
        state = command.after
    return following(Plan(rig, plan.start, ()), replace(plan, commands=tuple(commands)))


def _without_the_cube(rig: Rig, pose: Pose, command: Command) -> set[Motion]:
    """Return the motions of a command that need not move the cube."""
    if not isinstance(command, Grip | Move):
        return set()
    is_open = {name: grip == OPEN for name, grip in zip(rig.grippers, pose.grips, strict=True)}
    moved = (name for name, _ in command.targets)
    return {(type(command), e) for e in moved if isinstance(command, Grip) or is_open.get(e)}


def _apart(
    rig: Rig, start: RobotState, planned: PlannedCommand, alone: Collection[str]
) -> tuple[PlannedCommand, ...]:
    """Return a command of each gripper that moves alone, then one of the others.

    There are none where no gripper is to, or where they would not lead to the same end.
    """
    command = planned.command
    if not alone or not isinstance(command, Grip | Move):
        return ()
    others = tuple(target for target in command.targets if target[0] not in alone)
    singles = ((target,) for target in command.targets if target[0] in alone)
    state, commands = start, list[PlannedCommand]()
    try:
        for targets in (*singles, *((others,) if others else ())):
            step = rig.step(state.pose, replace(command, targets=targets))
            state, turns = apply_step(state, step)
            commands.append(PlannedCommand(step.command, turns, state, 0.0, step.seconds))
    except ForbiddenCommandError:
        return ()
    return tuple(commands) if state == planned.after else ()
